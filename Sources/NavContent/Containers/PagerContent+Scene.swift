import NavBase

extension SceneNodeKind {
  static let pager = SceneNodeKind("pager", maps: [.pager, .numbered]) {
    reader,
    node throws(ContentError) in
    .pager(try reader.pager(node))
  }

  static let book = SceneNodeKind("book", maps: [.book]) { reader, node throws(ContentError) in
    .pager(try reader.book(node))
  }

  static let options = SceneNodeKind("options", maps: [.options]) {
    reader,
    node throws(ContentError) in
    .pager(try reader.options(node))
  }
}

extension SceneMap {
  static let pager = SceneMap(
    "pager",
    "a pager",
    [
      "title", "pages", "numbered", "transition", "axis", "spacing", "spine", "double_sided",
      "header", "start", "dots", "flick_pages",
    ]
  )
  static let numbered = SceneMap("numbered", "numbered", ["name", "count"])
  static let book = SceneMap(
    "book",
    "a book",
    ["title", "pages", "deck", "spine", "double_sided", "header", "start"]
  )
  static let options = SceneMap(
    "options",
    "options",
    ["title", "pages", "name", "count", "transition", "start", "flick_pages"]
  )
}

/// Reads pagers.
extension SceneReader {
  fileprivate mutating func pager(_ node: SceneNode) throws(ContentError) -> PagerContent {
    let fields = try SceneFields(node.value, .pager, in: source)
    let title = try fields.line("title") ?? node.title ?? node.name
    guard (fields["pages"] == nil) != (fields["numbered"] == nil) else {
      throw fields.fault("a pager has 'pages' or 'numbered': give it one of them")
    }
    let pages: PagerPages
    if let numbered = fields["numbered"] {
      pages = try self.numbered(try SceneFields(numbered, .numbered, in: source), name: title)
    } else {
      pages = try listed(fields, name: title, in: node)
    }
    let settings = try starting(PagerSettings(fields), of: pages.count, fields)
    return PagerContent(title: title, pages: pages, settings: settings)
  }

  fileprivate mutating func book(_ node: SceneNode) throws(ContentError) -> PagerContent {
    let fields = try SceneFields(node.value, .book, in: source)
    guard (fields["pages"] == nil) != (fields["deck"] == nil) else {
      throw fields.fault("a book has 'pages' or a 'deck': give it one of them")
    }
    let title = try fields.line("title") ?? node.title
    var settings = try PagerSettings(fields, transition: .curl)
    if let value = fields["deck"] {
      let deck = try self.deck(value)
      settings.spine = settings.spine ?? deck.settings.spine
      settings.isDoubleSided = settings.isDoubleSided ?? deck.settings.isDoubleSided
      settings.header = settings.header ?? deck.settings.header
      settings.start = settings.start ?? deck.settings.start
      settings = try starting(settings, of: deck.slides.count, fields)
      return PagerContent(deck, title: title, settings: settings)
    }
    let pages = try listed(fields, name: title ?? node.name, in: node)
    return PagerContent(
      title: title ?? node.name,
      pages: pages,
      settings: try starting(settings, of: pages.count, fields)
    )
  }

  fileprivate mutating func options(_ node: SceneNode) throws(ContentError) -> PagerContent {
    let fields = try SceneFields(node.value, .options, in: source)
    let title = try fields.line("title") ?? node.title ?? node.name
    guard (fields["pages"] == nil) != (fields["count"] == nil) else {
      throw fields.fault("options have 'pages' or a 'count': give one of them")
    }
    let pages =
      fields["pages"] == nil
      ? try numbered(fields, name: title) : try listed(fields, name: title, in: node)
    // An option bar needs sliding pages.
    var settings = try starting(PagerSettings(fields, transition: .slide), of: pages.count, fields)
    settings.header = .options
    return PagerContent(title: title, pages: pages, settings: settings)
  }

  /// Reports a start page that doesn't exist, and ignores it.
  private func starting(
    _ settings: PagerSettings,
    of count: Int,
    _ fields: SceneFields
  ) throws(ContentError) -> PagerSettings {
    guard let start = settings.start, start > count else { return settings }
    let pages = count == 1 ? "is 1 page" : "are \(count) pages"
    try source.report(fields.fault("there \(pages): start with one of them", at: "start"))
    var settings = settings
    settings.start = nil
    return settings
  }

  private func numbered(_ fields: SceneFields, name: String) throws(ContentError) -> PagerPages {
    let count = try fields.number("count", in: 1...limits.numberedPages)
    guard let count = count ?? (fields["count"] == nil ? nil : 1) else {
      throw fields.fault("numbered pages need a 'count': add it")
    }
    return .numbered(try fields.line("name") ?? name, count: count)
  }

  private mutating func listed(
    _ fields: SceneFields,
    name: String,
    in node: SceneNode
  ) throws(ContentError) -> PagerPages {
    let values = try fields.sequence("pages") ?? []
    guard !values.isEmpty else { throw fields.fault("there is no page: give one", at: "pages") }
    return .listed(try contents(of: values, in: node, title: name))
  }
}

extension PagerContent {
  /// Creates a pager with the settings of a scene or a deck; a start beyond the last page is the last page.
  init(title: String, pages: PagerPages, settings: PagerSettings) {
    self.init(
      title: title,
      pages: pages,
      style: PagerStyle(settings),
      header: settings.header
    )
    start = min(max(1, settings.start ?? 1), pages.count) - 1
    hasDots = settings.hasDots ?? true
    flickPages = settings.flickPages ?? 1
    duration = contents.lazy.compactMap(\.duration).first
    theme = contents.lazy.map(\.theme).first { $0 != .own } ?? .own
  }

  /// Creates a pager of a deck's slides for a scene, without their footers.
  init(_ deck: Deck, title: String?, settings: PagerSettings) {
    let pages = deck.slides.lazy.map { slide in
      var page = PageContent(title: slide.title, document: slide.document)
      page.notes = slide.notes
      return page
    }
    self.init(title: title ?? deck.title, pages: PagerPages(texts: pages), settings: settings)
    anchors = deck.anchors
    duration = deck.duration
    theme = deck.theme
    isDeck = deck.slides.count > 1
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

extension PagerContent: ContentKind {
  var entryCount: Int? { pages.count }

  func export(to export: inout SessionExport, at place: ExportPlace) {
    let group = export.beginGroup()
    let names = anchors.reduce(into: [Int: [String]]()) { names, anchor in
      names[anchor.value, default: []].append("#" + anchor.key)
    }
    let count = min(pages.count, ExportLimits.pages)
    for index in 0..<count {
      let page = ExportPlace(titles: place.titles, names: names[index] ?? [], group: group)
      export.add(pages[index], at: page)
    }
    export.leaveOut(pages.count - count)
  }
}
