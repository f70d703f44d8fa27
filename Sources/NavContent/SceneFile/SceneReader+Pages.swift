import NavModel
import NavText
import Yams

/// Reads nodes whose pages show rows.
extension SceneReader {
  func page(_ title: String?, _ markdown: String, name: String) -> SceneNode {
    let document = TextDocument(markdown: markdown)
    return .page(title: title ?? document.firstHeading ?? name, document)
  }

  mutating func deck(_ value: Node, title: String?) throws(ContentError) -> ScenePager {
    let path = try filePath(value, named: "deck")
    let text = try read(path, at: value)
    let deck = MarkdownPictures.of(path) {
      Deck(markdown: text, name: path.fileStem, path: path)
    }
    return ScenePager(
      title: title ?? deck.title,
      pages: .listed(deck.slides.map { .page(title: $0.title, $0.document) }),
      settings: deck.settings,
      anchors: deck.anchors
    )
  }

  mutating func list(
    _ value: Node,
    title: String,
    depth: Int
  ) throws(ContentError) -> SceneList {
    let fields = try SceneFields(
      value,
      of: "a list",
      keys: SceneKeys.list,
      in: source
    )
    var list = SceneList(title: try fields.line("title") ?? title)
    list.entries = try entries(of: fields, depth: depth)
    for section in try fields.sequence("sections") ?? [] {
      let fields = try SceneFields(
        section,
        of: "a section",
        keys: SceneKeys.section,
        in: source
      )
      let title = try tolerating { reader throws(ContentError) in
        try reader.source.line(try fields.required("title"), named: "title")
      }
      let first = list.entries.count
      list.entries += try entries(of: fields, depth: depth)
      list.sections.append(
        SceneList.Section(title: title ?? "", entries: first..<list.entries.count)
      )
    }
    for note in try fields.sequence("notes") ?? [] {
      let line = try tolerating { reader throws(ContentError) in
        try reader.source.line(note, named: "notes")
      }
      if let line { list.notes.append(line) }
    }
    return list
  }

  private mutating func entries(
    of fields: SceneFields,
    depth: Int
  ) throws(ContentError) -> [SceneList.Entry] {
    var entries: [SceneList.Entry] = []
    for value in try fields.sequence("entries") ?? [] {
      let entry = try tolerating { reader throws(ContentError) in
        try reader.entry(value, depth: depth)
      }
      if let entry { entries.append(entry) }
    }
    return entries
  }

  mutating func entry(_ value: Node, depth: Int) throws(ContentError) -> SceneList.Entry {
    if case .scalar = value {
      return SceneList.Entry(label: try source.line(value, named: "an entry"))
    }
    let fields = try SceneFields(
      value,
      of: "an entry",
      keys: SceneKeys.entry,
      in: source
    )
    let label = try source.line(try fields.required("label"), named: "label")
    var entry = SceneList.Entry(label: label)
    entry.detail = try fields.line("detail") ?? ""
    entry.isSelectable = try fields.flag("selectable") ?? true
    if let open = fields["open"] {
      let page = try pageOfStack(open, depth: depth + 1, name: label)
      entry.page = page.node
      entry.size = try fields.choice("size", \.name) ?? page.size
      entry.activates = try fields.flag("activate") ?? true
    } else if let key = ["size", "activate"].first(where: { fields[$0] != nil }) {
      let fault = fields.fault(
        "'\(key)' is said of what an entry opens, and this opens nothing: add 'open'",
        at: key
      )
      try source.report(fault)
    }
    return entry
  }
}
