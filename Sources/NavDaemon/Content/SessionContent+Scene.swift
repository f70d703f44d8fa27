import NavCommands
import NavContent
import NavLayout
import NavSession
import NavText

extension SessionContent {
  /// What a node of a scene file shows.
  ///
  /// - Throws: where a directory that it names can't be read.
  init(_ node: SceneNode) throws(ContentError) {
    switch node {
    case .page(let title, let document):
      self = .page(PageContent(title: title, document: document))
    // Whatever it stands in, its entries lie open beside it.
    case .list: self = .stack(try StackContent(node))
    case .board(let board):
      self = .page(PageContent(title: board.title, board: try BoardContent(board)))
    case .pager(let pager): self = .pager(try PagerContent(pager))
    case .stack(let root): self = .stack(try StackContent(root))
    case .tabs(let tabs): self = .tabs(try TabsContent(tabs))
    case .tree(let title, let path):
      var stack = try SessionContent.tree(path: path)
      if let title, case .page(var page) = stack.root {
        page.title = title
        stack.root = .page(page)
      }
      self = .stack(stack)
    }
  }

  /// A directory, each page of it read when it is opened.
  static func tree(path: String) throws(ContentError) -> StackContent {
    StackContent(root: .page(PageContent(try openTree(path: path))), path: Array(path.utf8))
  }

  /// A deck, its slides the pages.
  static func deck(_ deck: Deck) -> SessionContent {
    .pager(
      PagerContent(
        title: deck.title,
        pages: .listed(
          deck.slides.map { .page(PageContent(title: $0.title, document: $0.document)) }
        ),
        style: PagerStyle(deck.settings),
        header: deck.settings.header.map(PagerHeader.init)
      )
    )
  }
}

extension PagerContent {
  fileprivate init(_ pager: ScenePager) throws(ContentError) {
    let pages: PagerPages
    switch pager.pages {
    case .numbered(let name, let count): pages = .numbered(name, count: count)
    case .listed(let nodes):
      var contents: [SessionContent] = []
      for node in nodes { contents.append(try SessionContent(node)) }
      pages = .listed(contents)
    }
    self.init(
      title: pager.title,
      pages: pages,
      style: PagerStyle(pager.settings),
      header: pager.settings.header.map(PagerHeader.init)
    )
  }
}

extension PagerStyle {
  /// What is not said is as usual; a book that opens in the middle is double-sided (PC-3).
  fileprivate init(_ settings: PagerSettings) {
    switch settings.transition {
    case .slide, nil:
      let axis: PagerAxis = settings.axis == .vertical ? .vertical : .horizontal
      self = .slide(axis, spacing: settings.spacing ?? PagerLayout.spacing)
    case .curl:
      let spine: Spine =
        switch settings.spine {
        case .min, nil: .min
        case .mid: .mid
        case .max: .max
        }
      self = .curl(spine, isDoubleSided: spine == .mid || settings.isDoubleSided ?? false)
    case .immediate: self = .none
    }
  }
}

extension PagerHeader {
  fileprivate init(_ header: PagerSettings.Header) {
    self =
      switch header {
      case .buttons: .buttons
      case .arrows: .arrows
      case .segments: .segments
      case .options: .options
      }
  }
}

extension StackContent {
  /// A stack, with all pages that entries of its lists open.
  fileprivate init(_ root: SceneNode) throws(ContentError) {
    var pages: [[UInt8]: SessionContent] = [:]
    let content = try Self.content(of: root, at: Self.scenePath, &pages)
    self.init(root: content, path: Self.scenePath, source: .nowhere, pages: pages)
  }

  /// Names no file: what a scene does not give to an entry can't be read from anywhere else.
  private static let scenePath = Array("\0scene".utf8)

  private static func content(
    of node: SceneNode,
    at path: [UInt8],
    _ pages: inout [[UInt8]: SessionContent]
  ) throws(ContentError) -> SessionContent {
    guard case .list(let list) = node else { return try SessionContent(node) }
    for (index, entry) in list.entries.enumerated() {
      guard let page = entry.page else { continue }
      let key = path + [UInt8(ascii: "/")] + PageContent.key(index)
      pages[key] = try content(of: page, at: key, &pages)
    }
    return .page(PageContent(list))
  }
}

extension PageContent {
  fileprivate init(_ list: SceneList) {
    let entries = list.entries.enumerated().map { index, entry in
      ListEntry(
        key: Self.key(index),
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

  /// What names an entry of a scene.
  fileprivate static func key(_ index: Int) -> [UInt8] { Array(String(index).utf8) }

  private static func opens(_ page: SceneNode?) -> ListEntry.Opens {
    switch page {
    case nil: .nothing
    case .list: .list
    case .page, .board, .pager, .stack, .tabs, .tree: .text
    }
  }
}

extension TabsContent {
  /// Where there is an attachment, an item at the bottom shows and hides it.
  fileprivate init(_ tabs: SceneTabs) throws(ContentError) {
    var items: [Item] = []
    for item in tabs.items {
      let button = TabButton(
        title: item.title,
        icon: item.icon,
        badge: item.badge.map { TabBadge($0, role: TabBadge.Role(item.badgeRole)) }
      )
      items.append(Item(face: .button(button), content: try SessionContent(item.content)))
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
      attachment: tabs.attachment.map { PageContent(title: title, document: $0.document) },
      isAttachmentShown: tabs.attachment?.isShown ?? false
    )
  }
}

extension TextDocument {
  /// The text of its first heading as one line.
  fileprivate var firstTitle: String? {
    for case .heading(_, let text) in blocks { return sanitized(text.text) }
    return nil
  }
}

extension TabBadge.Role {
  fileprivate init(_ role: SceneTabs.BadgeRole) {
    self =
      switch role {
      case .neutral: .neutral
      case .notice: .notice
      case .success: .success
      case .warning: .warning
      case .alert: .alert
      }
  }
}
