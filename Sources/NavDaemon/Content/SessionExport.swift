import NavContent
import NavLayout
import NavSession
import NavText
import NavWire

/// Gathers what a session shows, to be written as a file.
///
/// Whole are decks, books, documents, scenes, texts and what a program has printed, and the differences of `git
/// diff`. Of directories and commits there are the lists and pages that lie open.
package struct SessionExport {
  private let reader: ContentReader
  private let session: UInt64
  private let openPages: [PageRequest]
  private var pages: [ExportedPage] = []
  /// How many pages there was no room for.
  private var rest = 0
  private var omissions: [String] = []

  /// Reads and writes it, on whatever thread it is called.
  ///
  /// - Parameters:
  ///   - export: what is wanted.
  ///   - reader: of the session's content.
  /// - Returns: the file.
  /// - Throws: where the content can't be read.
  package static func file(
    _ export: ContentExporting,
    by reader: ContentReader
  ) throws(ContentFailure) -> [UInt8] {
    let content = try reader.read(export.content, for: export.session)
    var gathering = SessionExport(
      reader: reader,
      session: export.session,
      openPages: export.pages
    )
    let isDeck = export.content.isDeck
    if isDeck, case .stack(let stack) = content {
      // The list of the slides is no slide.
      gathering.addKnown(stack, at: stack.path, stack.root, in: [])
    } else {
      gathering.add(content, in: [], key: nil)
    }
    let title = sanitized(content.title)
    var whole = ContentExport(
      title: title.isEmpty ? export.name : title,
      isDeck: isDeck,
      pages: gathering.pages,
      omissions: gathering.allOmissions
    )
    if isDeck, case .pager(let pager) = content { whole.anchors = pager.anchors }
    let format: ContentExport.Format =
      switch export.format {
      case .text: .text
      case .html: .html
      case .json: .json
      }
    return Array(whole.written(as: format, limit: DaemonLimits.exportBytes).utf8)
  }

  private init(reader: ContentReader, session: UInt64, openPages: [PageRequest]) {
    self.reader = reader
    self.session = session
    self.openPages = openPages
  }

  private var allOmissions: [String] {
    guard rest > 0 else { return omissions }
    let limit = DaemonLimits.exportPages
    return omissions + ["\(rest) further pages are left out: an export has at most \(limit)."]
  }

  // MARK: Containers

  private mutating func add(_ content: SessionContent, in place: [String], key: String?) {
    switch content {
    case .page(let page): add(page, in: place, key: key)
    case .pager(let pager):
      let count = min(pager.pages.count, DaemonLimits.exportPages)
      for index in 0..<count { add(pager.pages[index], in: place, key: nil) }
      rest += pager.pages.count - count
    case .stack(let stack): add(stack, in: place)
    case .tabs(let tabs):
      for item in tabs.items {
        add(item.content, in: place + item.titles, key: nil)
      }
      if let attachment = tabs.attachment { add(attachment, in: place, key: nil) }
    }
  }

  private mutating func add(_ page: PageContent, in place: [String], key: String?) {
    guard pages.count < DaemonLimits.exportPages else {
      rest += 1
      return
    }
    let title = sanitized(page.title)
    pages.append(
      ExportedPage(
        title: title,
        place: place.last == title ? place : place + [title],
        document: page.exported,
        notes: page.notes,
        footer: page.footer.map { [$0.left, $0.center, $0.right] } ?? [],
        key: key
      )
    )
  }

  private mutating func add(_ stack: StackContent, in place: [String]) {
    if stack.source.kind == .outline {
      // As it is written it says all that its lists do.
      return add(reader.document(of: stack, for: session), in: place, key: nil)
    }
    add(stack.root, in: place, key: nil)
    let below = stack.path + (stack.path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
    let title = place + [sanitized(stack.root.title)]
    switch stack.source.kind {
    case .nowhere: addKnown(stack, at: stack.path, stack.root, in: title)
    case .docs: addEntries(of: stack, at: below, in: title)
    case .program where reader.isOfFewPages(stack.source, for: session):
      addEntries(of: stack, at: below, in: title)
    case .files:
      addOpen(stack, at: below, in: title)
      omit("Of directories, only the pages that lie open are here.")
    case .program:
      addOpen(stack, at: below, in: title)
      omit("Of the commits, only those that lie open are here.")
    case .outline: break
    }
  }

  private mutating func omit(_ sentence: String) {
    if !omissions.contains(sentence) { omissions.append(sentence) }
  }

  // MARK: Pages of stacks

  /// What a scene, or a deck that is a stack, has itself, in the order of its lists.
  private mutating func addKnown(
    _ stack: StackContent,
    at path: [UInt8],
    _ content: SessionContent,
    in place: [String]
  ) {
    guard case .page(let page) = content, let list = page.list else { return }
    for entry in list.entries {
      let below = path + [UInt8(ascii: "/")] + entry.key
      guard let page = stack.pages[below] else { continue }
      add(page, in: place, key: nil)
      addKnown(stack, at: below, page, in: place + [sanitized(page.title)])
    }
  }

  /// All that the entries of the root open, read one by one.
  private mutating func addEntries(of stack: StackContent, at path: [UInt8], in place: [String]) {
    guard case .page(let page) = stack.root, let list = page.list else { return }
    for entry in list.entries where entry.opens != .nothing {
      guard pages.count < DaemonLimits.exportPages else {
        rest += 1
        continue
      }
      let request = stack.request(at: path + entry.key, label: entry.label)
      let key = String(decoding: entry.key, as: UTF8.self)
      add(reader.page(request, of: session).content, in: place, key: key)
    }
  }

  private mutating func addOpen(_ stack: StackContent, at path: [UInt8], in place: [String]) {
    for request in openPages where request.source == stack.source && request.path.starts(with: path)
    {
      add(reader.page(request, of: session).content, in: place, key: nil)
    }
  }
}

extension TabsContent.Item {
  fileprivate var titles: [String] {
    if case .button(let button)? = face { [sanitized(button.title)] } else { [] }
  }
}

extension ContentDescription {
  /// Whether what it shows are the slides of one deck.
  fileprivate var isDeck: Bool {
    switch self {
    case .tour, .deck: true
    case .text(let text): text.form == .deck
    case .tree, .scene, .docs, .outline, .command, .tabs: false
    }
  }
}

extension PageContent {
  /// What an export says of it.
  fileprivate var exported: TextDocument {
    switch body {
    case .text(let document): document
    case .list(let list): TextDocument(blocks: list.exported)
    case .board(let board):
      TextDocument(
        blocks: board.boxes.flatMap { box -> [TextBlock] in
          let title = box.title.isEmpty ? [] : [TextBlock.heading(level: 3, StyledText(box.title))]
          return title + (box.lines.isEmpty ? [] : [.preformatted(lines: box.lines)])
        }
      )
    }
  }
}

extension ListContent {
  fileprivate var exported: [TextBlock] {
    let count = min(entries.count, DaemonLimits.exportEntries)
    var blocks: [TextBlock] = []
    var start = 0
    func add(upTo end: Int) {
      guard start < end else { return }
      blocks.append(.preformatted(entries[start..<end].map(\.exported)))
      start = end
    }
    for section in sections where section.entries.lowerBound < count {
      add(upTo: section.entries.lowerBound)
      blocks.append(.heading(level: 3, StyledText(section.title)))
      add(upTo: min(count, section.entries.upperBound))
    }
    add(upTo: count)
    var notes = notes
    if count < entries.count { notes.append("\(entries.count - count) further entries.") }
    let style = TextStyle(role: .muted)
    return blocks + notes.map { .paragraph(StyledText($0, style: style)) }
  }
}

extension ListEntry {
  fileprivate var exported: StyledText {
    var text = StyledText(label)
    if !detail.isEmpty { text.append("  " + detail, style: TextStyle(role: .muted)) }
    return text
  }
}
