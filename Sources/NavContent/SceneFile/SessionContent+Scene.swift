import NavCommands
import NavLayout
import NavModel
import NavText

/// Reads content that a scene refers to, and that is not part of its file.
typealias SceneContentReader = (ContentSpec) throws(ContentFailure) -> SessionContent

extension SessionContent {
  /// Creates the content of a node of a scene file.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - read: reads directories, books, documents and the output of programs.
  /// - Throws: if one of those can't be read, or a board is invalid.
  init(_ node: SceneNode, read: SceneContentReader) throws(ContentFailure) {
    switch node {
    case .page(let title, let document):
      self = .page(PageContent(title: title, document: document))
    // A list becomes a stack wherever it is, so that its entries open beside it.
    case .list: self = .stack(try StackContent(node, read: read))
    case .board(let board):
      do {
        self = .page(PageContent(title: board.title, board: try BoardContent(board)))
      } catch {
        throw ContentFailure(error.description)
      }
    case .pager(let pager): self = .pager(try PagerContent(pager, read: read))
    case .stack(let root, let size):
      var stack = try StackContent(root, read: read)
      stack.rootSize = size ?? .full
      self = .stack(stack)
    case .tabs(let tabs): self = .tabs(try TabsContent(tabs, read: read))
    case .split(let split): self = .split(try SplitContent(split, read: read))
    case .tree(let title, let path, let order):
      self = try read(.tree(path: path, order: order)).titled(title)
    case .docs(let title, let path): self = try read(.docs(path: path)).titled(title)
    case .outline(let title, let path): self = try read(.outline(path: path)).titled(title)
    case .command(let title, let command):
      self = try read(.command(command)).titled(title)
    case .inset(let node, let insets):
      self = try SessionContent(node, read: read).inset(by: insets)
    }
  }

  /// Returns the content with other insets of its pages; for a stack, of its root page.
  fileprivate func inset(by insets: ContentInsets) -> SessionContent {
    switch self {
    case .page(var page):
      page.insets = insets
      return .page(page)
    case .pager(var pager):
      if case .listed(let pages) = pager.pages {
        pager.pages = .listed(pages.map { $0.inset(by: insets) })
      }
      return .pager(pager)
    case .stack(var stack):
      stack.root = stack.root.inset(by: insets)
      return .stack(stack)
    case .tabs, .split: return self
    }
  }

  /// Returns the content with another title; with its own for nil.
  private func titled(_ title: String?) -> SessionContent {
    guard let title else { return self }
    switch self {
    case .page(var page):
      page.title = title
      return .page(page)
    case .pager(var pager):
      pager.title = title
      return .pager(pager)
    case .stack(var stack):
      stack.root = stack.root.titled(title)
      return .stack(stack)
    case .tabs(var tabs):
      tabs.title = title
      return .tabs(tabs)
    case .split(var split):
      split.title = title
      return .split(split)
    }
  }

  /// Returns the stack of a directory; each page is read when it is opened.
  static func tree(path: String, order: TreeOrder) throws(ContentError) -> StackContent {
    StackContent(
      root: .page(PageContent(try openTree(path: path, order: order))),
      path: Array(path.utf8),
      source: .files(order)
    )
  }

  /// Returns the pager of a deck's slides, or, for a deck that is a stack, a list that opens them.
  static func deck(_ deck: Deck) -> SessionContent {
    let pages = deck.slides.enumerated().map { index, slide in
      var page = PageContent(title: slide.title, document: slide.document)
      page.notes = slide.notes
      page.footer = (slide.hasFooter ? deck.footer : nil).map { footer in
        let texts = footer.texts(slide: index + 1, of: deck.slides.count)
        return PageFooter(
          left: texts.left,
          center: texts.center,
          right: texts.right,
          place: texts.place
        )
      }
      return page
    }
    if deck.isStack { return .stack(StackContent(deck: deck.title, pages)) }
    var pager = PagerContent(
      title: deck.title,
      pages: .listed(pages.map { .page($0) }),
      style: PagerStyle(deck.settings),
      header: deck.settings.header
    )
    pager.anchors = deck.anchors
    pager.begin(as: deck.settings)
    // A footer that shows the page number replaces the dots, unless those are requested.
    if deck.settings.hasDots == nil, deck.footer?.saysPlace == true { pager.hasDots = false }
    return .pager(pager)
  }
}

extension PagerContent {
  fileprivate init(
    _ pager: ScenePager,
    read: SceneContentReader
  ) throws(ContentFailure) {
    let pages: PagerPages
    switch pager.pages {
    case .numbered(let name, let count): pages = .numbered(name, count: count)
    case .listed(let nodes):
      var contents: [SessionContent] = []
      for node in nodes { contents.append(try SessionContent(node, read: read)) }
      pages = .listed(contents)
    }
    self.init(
      title: pager.title,
      pages: pages,
      style: PagerStyle(pager.settings),
      header: pager.settings.header
    )
    anchors = pager.anchors
    begin(as: pager.settings)
  }

  /// Applies the first page and the dots; a first page beyond the last one is replaced by the last one.
  fileprivate mutating func begin(as settings: PagerSettings) {
    start = min(max(1, settings.start ?? 1), pages.count) - 1
    hasDots = settings.hasDots ?? true
  }
}

extension PagerStyle {
  /// Creates a style with defaults for missing settings; a book that opens in the middle is double-sided (PC-3).
  fileprivate init(_ settings: PagerSettings) {
    switch settings.transition {
    case .slide, nil:
      let spacing = settings.spacing ?? PagerStyle.defaultSpacing
      self = .slide(settings.axis ?? .horizontal, spacing: spacing)
    case .curl:
      let spine = settings.spine ?? .min
      self = .curl(spine, isDoubleSided: spine == .mid || settings.isDoubleSided ?? false)
    case .immediate: self = .none
    }
  }
}

extension StackContent {
  /// Creates a stack with all pages that entries of its lists open.
  fileprivate init(_ root: SceneNode, read: SceneContentReader) throws(ContentFailure) {
    self.init(
      root: .page(PageContent(title: "", list: ListContent(entries: []))),
      path: Self.scenePath,
      source: .nowhere
    )
    self.root = try add(root, at: Self.scenePath, read: read)
  }

  /// Creates a stack of slides, each opened by an entry of a list.
  ///
  /// Entries have keys made of the slides' titles, and are numbered.
  init(deck title: String, _ slides: [PageContent]) {
    let keys = entryKeys(ofLabels: slides.map(\.title))
    let width = String(slides.count).count
    var pages: [[UInt8]: SessionContent] = [:]
    for (slide, key) in zip(slides, keys) {
      pages[Self.scenePath + [UInt8(ascii: "/")] + key] = .page(slide)
    }
    let entries = zip(slides, keys).enumerated().map { index, slide in
      let number = String(index + 1)
      let blanks = String(repeating: " ", count: width - number.count)
      return ListEntry(
        key: slide.1,
        label: slide.0.title,
        detail: blanks + number,
        opens: .text
      )
    }
    let list = PageContent(title: title, list: ListContent(entries: entries))
    self.init(root: .page(list), path: Self.scenePath, source: .nowhere, pages: pages)
  }

  /// Is not the path of a file: pages that a scene does not contain can't be read from anywhere else.
  private static let scenePath = Array("\0scene".utf8)

  /// Adds the pages that the entries of a list open.
  ///
  /// - Returns: the content of the node itself.
  private mutating func add(
    _ node: SceneNode,
    at path: [UInt8],
    read: SceneContentReader
  ) throws(ContentFailure) -> SessionContent {
    if case .inset(let inner, let insets) = node {
      return try add(inner, at: path, read: read).inset(by: insets)
    }
    guard case .list(let list) = node else {
      let content = try SessionContent(node, read: read)
      return content.loneText.map { .page($0) } ?? content
    }
    for (entry, key) in zip(list.entries, list.entryKeys) {
      guard let page = entry.page else { continue }
      let place = path + [UInt8(ascii: "/")] + key
      pages[place] = try add(page, at: place, read: read)
      sizes[place] = entry.size
      if !entry.activates { pagesBehind.insert(place) }
    }
    return .page(PageContent(list))
  }
}

extension SceneList {
  /// The keys of the entries: made of their labels, so that entries are found again after the file has changed.
  ///
  /// If a label has occurred before, its number among the equal labels is appended. In a key, as in a JSON Pointer,
  /// `~1` stands for a slash and `~0` for a tilde.
  var entryKeys: [[UInt8]] { NavContent.entryKeys(ofLabels: entries.map(\.label)) }
}

/// Returns the keys of entries with these labels; a number is appended to a label that has occurred before.
private func entryKeys(ofLabels labels: [String]) -> [[UInt8]] {
  var counts: [String: Int] = [:]
  return labels.map { label in
    let count = counts[label, default: 0] + 1
    counts[label] = count
    let name = label.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
    // No escaped label ends like this.
    return count == 1 ? name : name + Array("~\(count)~".utf8)
  }
}

extension PageContent {
  fileprivate init(_ list: SceneList) {
    let entries = zip(list.entries, list.entryKeys).map { entry, key in
      ListEntry(
        key: key,
        label: entry.label,
        detail: entry.detail,
        opens: Self.opens(entry.page),
        isSelectable: entry.isSelectable
      )
    }
    let sections = list.sections.map { ListSection(title: $0.title, entries: $0.entries) }
    self.init(
      title: list.title,
      list: ListContent(entries: entries, sections: sections, notes: list.notes)
    )
  }

  private static func opens(_ page: SceneNode?) -> ListEntry.Opens {
    switch page {
    case nil: .nothing
    case .list: .list
    case .inset(let node, _): opens(node)
    case .page, .board, .pager, .stack, .tabs, .split, .tree, .docs, .outline, .command: .text
    }
  }
}

extension SplitContent {
  fileprivate init(_ split: SceneSplit, read: SceneContentReader) throws(ContentFailure) {
    var parts: [SessionContent] = []
    for part in split.parts { parts.append(try SessionContent(part, read: read)) }
    self.init(title: split.title, parts: parts, weights: split.shares)
  }
}

extension TabsContent {
  /// Creates tabs; if there is an attachment, an item at the bottom shows and hides it.
  fileprivate init(_ tabs: SceneTabs, read: SceneContentReader) throws(ContentFailure) {
    var items: [Item] = []
    for item in tabs.items {
      let button = TabButton(
        title: item.title,
        icon: item.icon,
        badge: item.badge.map { TabBadge($0, role: item.badgeRole) }
      )
      items.append(
        Item(face: .button(button), content: try SessionContent(item.content, read: read))
      )
    }
    let title = tabs.attachment?.document.firstTitle ?? "More"
    self.init(
      title: tabs.title,
      items: items,
      additionalItems: tabs.attachment == nil
        ? []
        : [
          AdditionalItem(
            face: .button(TabButton(title: title, icon: "⌄")),
            command: .toggleAttachment
          )
        ],
      attachment: tabs.attachment.map {
        PageContent(title: title, document: $0.document.withoutTitle)
      },
      isAttachmentShown: tabs.attachment?.isShown ?? false
    )
  }
}

extension TextDocument {
  /// The document without the heading at its beginning, which is shown above it as the title; all of it if nothing else
  /// would be left.
  fileprivate var withoutTitle: TextDocument {
    guard case .heading? = blocks.first, blocks.count > 1 else { return self }
    return TextDocument(blocks: Array(blocks.dropFirst()))
  }

  /// The text of its first heading as one line.
  fileprivate var firstTitle: String? {
    for case .heading(_, let text) in blocks { return sanitized(text.text) }
    return nil
  }
}
