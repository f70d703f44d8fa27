import NavModel
import NavText
import Yams

/// Reads nodes that contain other nodes.
extension SceneReader {
  mutating func pager(
    _ value: Node,
    title: String,
    depth: Int
  ) throws(ContentError) -> ScenePager {
    let fields = try SceneFields(
      value,
      of: "a pager",
      keys: SceneKeys.pager,
      in: source
    )
    let title = try fields.line("title") ?? title
    guard (fields["pages"] == nil) != (fields["numbered"] == nil) else {
      throw fields.fault("a pager has 'pages' or 'numbered': give it one of them")
    }
    let pages: ScenePager.Pages
    if let numbered = fields["numbered"] {
      pages = try self.numbered(
        try SceneFields(numbered, of: "numbered", keys: SceneKeys.numbered, in: source),
        name: title
      )
    } else {
      pages = try listed(fields, name: title, depth: depth)
    }
    let settings = try starting(PagerSettings(fields), among: pages, fields)
    return ScenePager(title: title, pages: pages, settings: settings)
  }

  /// Reports a start page that doesn't exist, and ignores it.
  private func starting(
    _ settings: PagerSettings,
    among pages: ScenePager.Pages,
    _ fields: SceneFields
  ) throws(ContentError) -> PagerSettings {
    guard let start = settings.start, start > pages.count else { return settings }
    let count = pages.count == 1 ? "is 1 page" : "are \(pages.count) pages"
    try source.report(fields.fault("there \(count): start with one of them", at: "start"))
    var settings = settings
    settings.start = nil
    return settings
  }

  mutating func book(
    _ value: Node,
    title: String?,
    name: String,
    depth: Int
  ) throws(ContentError) -> ScenePager {
    let fields = try SceneFields(
      value,
      of: "a book",
      keys: SceneKeys.book,
      in: source
    )
    guard (fields["pages"] == nil) != (fields["deck"] == nil) else {
      throw fields.fault("a book has 'pages' or a 'deck': give it one of them")
    }
    let title = try fields.line("title") ?? title
    var settings = try PagerSettings(fields, transition: .curl)
    if let deck = fields["deck"] {
      var book = try self.deck(deck, title: title)
      settings.spine = settings.spine ?? book.settings.spine
      settings.isDoubleSided = settings.isDoubleSided ?? book.settings.isDoubleSided
      settings.header = settings.header ?? book.settings.header
      settings.start = settings.start ?? book.settings.start
      book.settings = try starting(settings, among: book.pages, fields)
      return book
    }
    let pages = try listed(fields, name: title ?? name, depth: depth)
    return ScenePager(
      title: title ?? name,
      pages: pages,
      settings: try starting(settings, among: pages, fields)
    )
  }

  mutating func options(
    _ value: Node,
    title: String,
    depth: Int
  ) throws(ContentError) -> ScenePager {
    let fields = try SceneFields(
      value,
      of: "options",
      keys: SceneKeys.options,
      in: source
    )
    let title = try fields.line("title") ?? title
    guard (fields["pages"] == nil) != (fields["count"] == nil) else {
      throw fields.fault("options have 'pages' or a 'count': give one of them")
    }
    let pages =
      fields["pages"] == nil
      ? try numbered(fields, name: title) : try listed(fields, name: title, depth: depth)
    // An option bar needs sliding pages.
    var settings = try starting(PagerSettings(fields, transition: .slide), among: pages, fields)
    settings.header = .options
    return ScenePager(title: title, pages: pages, settings: settings)
  }

  func numbered(_ fields: SceneFields, name: String) throws(ContentError) -> ScenePager.Pages {
    let count = try fields.number("count", in: 1...limits.numberedPages)
    guard let count = count ?? (fields["count"] == nil ? nil : 1) else {
      throw fields.fault("numbered pages need a 'count': add it")
    }
    return .numbered(name: try fields.line("name") ?? name, count: count)
  }

  mutating func listed(
    _ fields: SceneFields,
    name: String,
    depth: Int
  ) throws(ContentError) -> ScenePager.Pages {
    let values = try fields.sequence("pages") ?? []
    guard !values.isEmpty else { throw fields.fault("there is no page: give one", at: "pages") }
    var pages: [SceneNode] = []
    for (index, value) in values.enumerated() {
      let page = try tolerating { reader throws(ContentError) in
        try reader.node(value, depth: depth + 1, name: "\(name) \(index + 1)")
      }
      if let page { pages.append(page) }
    }
    return .listed(pages)
  }

  mutating func tabs(
    _ value: Node,
    title: String,
    depth: Int
  ) throws(ContentError) -> SceneTabs {
    let fields = try SceneFields(
      value,
      of: "tabs",
      keys: SceneKeys.tabs,
      in: source
    )
    let values = try fields.sequence("items") ?? []
    guard (1...limits.tabs).contains(values.count) else {
      throw fields.fault("there are \(values.count) tabs: give 1 to \(limits.tabs)", at: "items")
    }
    var tabs = SceneTabs(title: try fields.line("title") ?? title, items: [])
    for (index, value) in values.enumerated() {
      let item = try tolerating { reader throws(ContentError) in
        try reader.tab(value, number: index + 1, depth: depth)
      }
      if let item { tabs.items.append(item) }
    }
    let isShown = try fields.flag("attachment_shown")
    if let text = try fields.text("attachment") {
      tabs.attachment = SceneTabs.Attachment(
        document: TextDocument(markdown: text),
        isShown: isShown ?? false
      )
    } else if isShown != nil {
      let fault = fields.fault(
        "there is no 'attachment' to show: add one",
        at: "attachment_shown"
      )
      try source.report(fault)
    }
    return tabs
  }

  mutating func tab(
    _ value: Node,
    number: Int,
    depth: Int
  ) throws(ContentError) -> SceneTabs.Item {
    let fields = try SceneFields(
      value,
      of: "a tab",
      keys: SceneKeys.tab,
      in: source
    )
    let title = try fields.line("title") ?? "Tab \(number)"
    let content = try node(fields.required("content"), depth: depth + 1, name: title)
    return SceneTabs.Item(
      title: title,
      icon: try fields.line("icon") ?? "",
      badge: try fields.line("badge"),
      badgeRole: try fields.choice("badge_role", \.name) ?? .neutral,
      content: content
    )
  }
}
