import NavBase

extension SceneNodeKind {
  static let stack = SceneNodeKind("stack", maps: [.stack]) { reader, node throws(ContentError) in
    .stack(try reader.stack(node))
  }

  /// A list becomes a stack wherever it is, so that its entries open beside it.
  static let list = SceneNodeKind("list", maps: [.list, .entry, .section], hasInsets: true) {
    reader,
    node throws(ContentError) in
    .stack(try reader.list(node))
  }
}

extension SceneMap {
  static let stack = SceneMap("stack", "a stack", ["title", "root"])
  static let list = SceneMap("list", "a list", ["title", "entries", "sections", "notes"])
  static let entry = SceneMap(
    "entry",
    "an entry",
    ["label", "detail", "selectable", "open", "size", "activate"]
  )
  static let section = SceneMap("section", "a section", ["title", "entries"])
}

/// Reads stacks, and lists whose entries open pages.
extension SceneReader {
  fileprivate mutating func stack(_ node: SceneNode) throws(ContentError) -> StackContent {
    let fields = try SceneFields(node.value, .stack, in: source)
    let title = try fields.line("title") ?? node.title ?? node.name
    let root = try pageOfStack(fields.required("root"), depth: node.depth + 1, name: title)
    var stack = root.stack
    stack.rootSize = root.size ?? .full
    return stack
  }

  /// Reads a page of a stack, as a stack of this page and of the pages that its own entries open, and its size.
  private mutating func pageOfStack(
    _ value: YAMLValue,
    depth: Int,
    name: String
  ) throws(ContentError) -> (stack: StackContent, size: StackPageSize?) {
    let (node, content) = try read(value, depth: depth, name: name, isPageOfStack: true)
    let size: StackPageSize? = try node.fields.choice("size", \.name)
    if node.kind.name == SceneNodeKind.list.name, case .stack(let list) = content {
      return (list, size)
    }
    return (StackContent(scene: content), size)
  }

  /// The entries of a list that were read so far, and the pages that they open.
  private struct ReadList {
    var entries: [ListEntry] = []
    var opened: [OpenedEntry] = []
  }

  /// The page behind an entry of a list.
  private struct OpenedEntry {
    /// The index of the entry.
    var index: Int
    /// The page, as the root of a stack with the pages that its own entries open.
    var stack: StackContent
    /// Its size; nil for that of its content.
    var size: StackPageSize?
    /// Whether it becomes active when it is opened (NC-2).
    var activates: Bool
  }

  fileprivate mutating func list(_ node: SceneNode) throws(ContentError) -> StackContent {
    let fields = try SceneFields(node.value, .list, in: source)
    let title = try fields.line("title") ?? node.title ?? node.name
    var list = ReadList()
    try readEntries(of: fields, depth: node.depth, into: &list)
    var sections: [ListSection] = []
    for section in try fields.sequence("sections") ?? [] {
      let fields = try SceneFields(section, .section, in: source)
      let title = try tolerating { reader throws(ContentError) in
        try reader.source.line(try fields.required("title"), named: "title")
      }
      let first = list.entries.count
      try readEntries(of: fields, depth: node.depth, into: &list)
      sections.append(ListSection(title: title ?? "", entries: first..<list.entries.count))
    }
    var notes: [String] = []
    for note in try fields.sequence("notes") ?? [] {
      let line = try tolerating { reader throws(ContentError) in
        try reader.source.line(note, named: "notes")
      }
      if let line { notes.append(line) }
    }
    let keys = StackContent.entryKeys(ofLabels: list.entries.map(\.label))
    for (index, key) in keys.enumerated() { list.entries[index].key = key }
    let page = ListContent(entries: list.entries, sections: sections, notes: notes)
    var stack = StackContent(scene: .page(PageContent(title: title, list: page)))
    for opened in list.opened {
      let place = stack.path + [UInt8(ascii: "/")] + keys[opened.index]
      stack.insert(opened.stack, at: place)
      stack.sizes[place] = opened.size
      if !opened.activates { stack.pagesBehind.insert(place) }
    }
    return stack
  }

  private mutating func readEntries(
    of fields: SceneFields,
    depth: Int,
    into list: inout ReadList
  ) throws(ContentError) {
    for value in try fields.sequence("entries") ?? [] {
      let entry = try tolerating { reader throws(ContentError) in
        try reader.entry(value, index: list.entries.count, depth: depth)
      }
      guard let entry else { continue }
      list.entries.append(entry.row)
      if let opened = entry.opened { list.opened.append(opened) }
    }
  }

  private mutating func entry(
    _ value: YAMLValue,
    index: Int,
    depth: Int
  ) throws(ContentError) -> (row: ListEntry, opened: OpenedEntry?) {
    if value.text != nil {
      let label = try source.line(value, named: "an entry")
      return (ListEntry(key: [], label: label, opens: .nothing), nil)
    }
    let fields = try SceneFields(value, .entry, in: source)
    let label = try source.line(try fields.required("label"), named: "label")
    var row = ListEntry(
      key: [],
      label: label,
      detail: try fields.line("detail") ?? "",
      opens: .nothing,
      isSelectable: try fields.flag("selectable") ?? true
    )
    guard let open = fields["open"] else {
      if let key = ["size", "activate"].first(where: { fields[$0] != nil }) {
        let fault = fields.fault(
          "'\(key)' is said of what an entry opens, and this opens nothing: add 'open'",
          at: key
        )
        try source.report(fault)
      }
      return (row, nil)
    }
    let page = try pageOfStack(open, depth: depth + 1, name: label)
    row.opens = if case .page(let root) = page.stack.root, root.list != nil { .list } else { .text }
    let opened = OpenedEntry(
      index: index,
      stack: page.stack,
      size: try fields.choice("size", \.name) ?? page.size,
      activates: try fields.flag("activate") ?? true
    )
    return (row, opened)
  }
}

extension StackContent {
  /// Is not the path of a file: pages that a scene or a deck does not contain can't be read from anywhere else.
  static let scenePath = Array("\0scene".utf8)

  /// Creates a stack whose further pages are all known.
  init(scene root: SessionContent) {
    self.init(root: root, path: Self.scenePath, source: .nowhere)
    duration = root.duration
  }

  /// Adds the root of another such stack at a path, and its pages below that.
  fileprivate mutating func insert(_ other: StackContent, at path: [UInt8]) {
    pages[path] = other.root
    duration = duration ?? other.duration
    let below = { (key: [UInt8]) in path + key.dropFirst(other.path.count) }
    for (key, page) in other.pages { pages[below(key)] = page }
    for (key, size) in other.sizes { sizes[below(key)] = size }
    pagesBehind.formUnion(other.pagesBehind.map(below))
  }

  /// Returns keys made of the labels of entries, so that entries are found again after the file has changed.
  ///
  /// If a label has occurred before, its number among the equal labels is appended. In a key, as in a JSON Pointer,
  /// `~1` stands for a slash and `~0` for a tilde.
  static func entryKeys(ofLabels labels: [String]) -> [[UInt8]] {
    var counts: [String: Int] = [:]
    return labels.map { label in
      let count = counts[label, default: 0] + 1
      counts[label] = count
      let name = DataPath.escaped(label)
      // No escaped label ends like this.
      return count == 1 ? name : name + Array("~\(count)~".utf8)
    }
  }
}

extension SessionContent {
  /// Returns a stack of one page of text, which can be scrolled like any page of a stack.
  static func text(_ page: PageContent) -> SessionContent {
    .stack(StackContent(root: .page(page), path: [], source: .nowhere))
  }

  /// The text of such a stack, which needs no stack of its own in a page of another stack; nil for other content.
  var loneText: PageContent? {
    guard case .stack(let stack) = self, stack.path.isEmpty, case .page(let page) = stack.root,
      page.list == nil
    else { return nil }
    return page
  }
}
