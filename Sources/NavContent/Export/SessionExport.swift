import NavLayout
package import NavModel
import NavText

/// Collects what a session shows, and writes it as a file.
///
/// Complete for decks, books, documents, scenes, texts, the output of programs, and the differences of `git diff`. Of
/// directories and commits, it contains the lists and the pages that are open.
package struct SessionExport {
  private let reader: ContentReader
  private let session: UInt64
  private let openPages: [PageReference]
  private var pages: [ExportedPage] = []
  /// The number of decks, books and stacks begun so far.
  private var groups = 0
  /// The number of pages left out at the limit.
  private var rest = 0
  private var omissions: [String] = []

  /// The content to export.
  package struct Job: Sendable {
    package var content: ContentSpec
    package var session: UInt64
    /// The session's name, for content without a title.
    package var name: String
    package var format: ExportFormat
    /// The open pages that had to be read for it.
    package var openPages: [PageReference]

    package init(
      _ content: ContentSpec,
      of session: UInt64,
      name: String,
      format: ExportFormat,
      openPages: [PageReference] = []
    ) {
      self.content = content
      self.session = session
      self.name = name
      self.format = format
      self.openPages = openPages
    }
  }

  /// Reads and writes an export; may be called on any thread.
  ///
  /// - Parameters:
  ///   - job: what is exported.
  ///   - reader: the reader of the session's content.
  /// - Returns: the file.
  /// - Throws: if the content can't be read.
  package static func file(
    _ job: Job,
    by reader: ContentReader
  ) throws(ContentFailure) -> [UInt8] {
    guard case .html = job.format else { return try gathered(job, by: reader) }
    return try MarkdownPictures.kept { () throws(ContentFailure) in try gathered(job, by: reader) }
  }

  private static func gathered(
    _ job: Job,
    by reader: ContentReader
  ) throws(ContentFailure) -> [UInt8] {
    let content = try reader.read(job.content, for: job.session)
    var gathering = SessionExport(reader: reader, session: job.session, openPages: job.openPages)
    let isDeck = job.content.isDeck
    if isDeck, case .stack(let stack) = content {
      // The list of the slides is not a slide.
      gathering.addKnown(stack, at: stack.path, stack.root, in: [], group: 0)
    } else {
      gathering.add(content, in: [])
    }
    let title = sanitized(content.title)
    let whole = ContentExport(
      title: title.isEmpty ? job.name : title,
      isDeck: isDeck,
      pages: gathering.pages,
      omissions: gathering.allOmissions
    )
    return Array(whole.written(as: job.format, limit: ExportLimits.bytes).utf8)
  }

  private init(reader: ContentReader, session: UInt64, openPages: [PageReference]) {
    self.reader = reader
    self.session = session
    self.openPages = openPages
  }

  private var allOmissions: [String] {
    guard rest > 0 else { return omissions }
    let limit = ExportLimits.pages
    return omissions + ["\(rest) further pages are left out: an export has at most \(limit)."]
  }

  // MARK: Containers

  private mutating func add(
    _ content: SessionContent,
    in place: [String],
    names: [String] = [],
    group: Int = 0
  ) {
    switch content {
    case .page(let page): add(page, in: place, names: names, group: group)
    case .pager(let pager): add(pager, in: place)
    case .stack(let stack): add(stack, in: place)
    case .tabs(let tabs):
      for item in tabs.items { add(item.content, in: place + item.titles) }
      if let attachment = tabs.attachment { add(attachment, in: place) }
    case .split(let split): for part in split.parts { add(part, in: place) }
    }
  }

  private mutating func add(
    _ page: PageContent,
    in place: [String],
    names: [String] = [],
    group: Int = 0,
    entryName: (ListEntry) -> String? = { _ in nil }
  ) {
    guard pages.count < ExportLimits.pages else {
      rest += 1
      return
    }
    let title = sanitized(page.title)
    pages.append(
      ExportedPage(
        title: title,
        place: place.last == title ? place : place + [title],
        document: page.exported(entryName),
        notes: page.notes,
        footer: page.footer.map { [$0.left, $0.center, $0.right] } ?? [],
        names: names,
        group: group
      )
    )
  }

  private mutating func add(_ pager: PagerContent, in place: [String]) {
    groups += 1
    let names = pager.anchors.reduce(into: [Int: [String]]()) { names, anchor in
      names[anchor.value, default: []].append("#" + anchor.key)
    }
    let group = groups
    let count = min(pager.pages.count, ExportLimits.pages)
    for index in 0..<count {
      add(pager.pages[index], in: place, names: names[index] ?? [], group: group)
    }
    rest += pager.pages.count - count
  }

  private mutating func add(_ stack: StackContent, in place: [String]) {
    if stack.source.kind == .outline {
      // Its source text contains everything that its lists show.
      return add(reader.document(of: stack, for: session), in: place)
    }
    groups += 1
    let group = groups
    let below = stack.path + (stack.path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
    if case .page(let root) = stack.root {
      add(root, in: place, group: group) { stack.name(of: $0, at: below) }
    } else {
      add(stack.root, in: place)
    }
    let title = place + [sanitized(stack.root.title)]
    switch stack.source.kind {
    case .nowhere: addKnown(stack, at: stack.path, stack.root, in: title, group: group)
    case .docs: addEntries(of: stack, at: below, in: title, group: group)
    case .program where reader.isOfFewPages(stack.source, for: session):
      addEntries(of: stack, at: below, in: title, group: group)
    case .files:
      addOpen(stack, at: below, in: title, group: group)
      omit("Of directories, only the pages that lie open are here.")
    case .program:
      addOpen(stack, at: below, in: title, group: group)
      omit("Of the commits, only those that lie open are here.")
    case .outline: break
    }
  }

  private mutating func omit(_ sentence: String) {
    if !omissions.contains(sentence) { omissions.append(sentence) }
  }

  // MARK: Pages of stacks

  /// Adds the pages that a scene, or a deck that is a stack, contains itself, in the order of its lists.
  private mutating func addKnown(
    _ stack: StackContent,
    at path: [UInt8],
    _ content: SessionContent,
    in place: [String],
    group: Int
  ) {
    guard case .page(let page) = content, let list = page.list else { return }
    for entry in list.entries {
      let key = path + [UInt8(ascii: "/")] + entry.key
      guard let content = stack.pages[key] else { continue }
      let names = [stack.name(ofPageAt: key)]
      if case .page(let page) = content {
        let below = key + [UInt8(ascii: "/")]
        add(page, in: place, names: names, group: group) { stack.name(of: $0, at: below) }
      } else {
        add(content, in: place)
      }
      addKnown(stack, at: key, content, in: place + [sanitized(content.title)], group: group)
    }
  }

  /// Adds all pages that the entries of the root open, and reads them one by one.
  private mutating func addEntries(
    of stack: StackContent,
    at path: [UInt8],
    in place: [String],
    group: Int
  ) {
    guard case .page(let page) = stack.root, let list = page.list else { return }
    for entry in list.entries where entry.opens != .nothing {
      guard pages.count < ExportLimits.pages else {
        rest += 1
        continue
      }
      let request = stack.reference(to: path + entry.key, label: entry.label)
      let names = [stack.name(of: entry, at: path)]
      add(reader.page(request, of: session).content, in: place, names: names, group: group)
    }
  }

  private mutating func addOpen(
    _ stack: StackContent,
    at path: [UInt8],
    in place: [String],
    group: Int
  ) {
    for request in openPages where request.source == stack.source && request.path.starts(with: path)
    {
      let content = reader.page(request, of: session).content
      let names = [stack.name(ofPageAt: request.path)]
      if case .page(let page) = content {
        let below = request.path + [UInt8(ascii: "/")]
        add(page, in: place, names: names, group: group) { stack.name(of: $0, at: below) }
      } else {
        add(content, in: place)
      }
    }
  }
}

extension StackContent {
  /// Returns the name that links of an export use for the page of an entry; in a book, the one that its chapters use.
  fileprivate func name(of entry: ListEntry, at path: [UInt8]) -> String {
    name(ofPageAt: path + entry.key)
  }

  fileprivate func name(ofPageAt path: [UInt8]) -> String {
    switch source.kind {
    case .docs: String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    // Encoded, because a link is text, and a part after # would be a position in the page.
    case .nowhere, .files, .program, .outline:
      path.map { String($0, radix: 16) }.joined(separator: ".")
    }
  }
}

extension TabsContent.Item {
  fileprivate var titles: [String] {
    if case .button(let button)? = face { [sanitized(button.title)] } else { [] }
  }
}

extension ContentSpec {
  /// Whether what it shows are the slides of one deck.
  fileprivate var isDeck: Bool {
    switch self {
    case .tour, .deck: true
    case .text(let text): text.form == .deck
    case .tree, .scene, .docs, .outline, .file, .command, .tabs: false
    }
  }
}
