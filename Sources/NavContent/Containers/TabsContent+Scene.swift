import NavBase

extension SceneNodeKind {
  static let tabs = SceneNodeKind("tabs", maps: [.tabs, .tab]) {
    reader,
    node throws(ContentError) in
    .tabs(try reader.tabs(node))
  }
}

extension SceneMap {
  static let tabs = SceneMap("tabs", "tabs", ["title", "items", "attachment", "attachment_shown"])
  static let tab = SceneMap("tab", "a tab", ["title", "icon", "badge", "badge_role", "content"])
}

/// Reads side tabs.
extension SceneReader {
  fileprivate mutating func tabs(_ node: SceneNode) throws(ContentError) -> TabsContent {
    let fields = try SceneFields(node.value, .tabs, in: source)
    let values = try fields.sequence("items") ?? []
    guard (1...limits.tabs).contains(values.count) else {
      throw fields.fault("there are \(values.count) tabs: give 1 to \(limits.tabs)", at: "items")
    }
    var tabs = TabsContent(title: try fields.line("title") ?? node.title ?? node.name, items: [])
    for (index, value) in values.enumerated() {
      let item = try tolerating { reader throws(ContentError) in
        try reader.tab(value, number: index + 1, depth: node.depth)
      }
      if let item { tabs.items.append(item) }
    }
    let isShown = try fields.flag("attachment_shown")
    if let text = try fields.text("attachment") {
      tabs.attach(TextDocument(markdown: text), isShown: isShown ?? false)
    } else if isShown != nil {
      let fault = fields.fault(
        "there is no 'attachment' to show: add one",
        at: "attachment_shown"
      )
      try source.report(fault)
    }
    return tabs
  }

  private mutating func tab(
    _ value: YAMLValue,
    number: Int,
    depth: Int
  ) throws(ContentError) -> TabsContent.Item {
    let fields = try SceneFields(value, .tab, in: source)
    let title = try fields.line("title") ?? "Tab \(number)"
    let content = try content(of: fields.required("content"), depth: depth + 1, name: title)
    let icon = try fields.line("icon") ?? ""
    let badge = try fields.line("badge")
    let role = try fields.choice("badge_role", \.name) ?? TabBadge.Role.neutral
    let button = TabButton(title: title, icon: icon, badge: badge.map { TabBadge($0, role: role) })
    return TabsContent.Item(face: .button(button), content: content)
  }
}

extension TabsContent {
  /// Adds an attachment, and an item at the bottom that shows and hides it.
  fileprivate mutating func attach(_ document: TextDocument, isShown: Bool) {
    let title = document.firstTitle ?? "More"
    additionalItems = [
      AdditionalItem(
        face: .button(TabButton(title: title, icon: "⌄")),
        command: .toggleAttachment
      )
    ]
    attachment = PageContent(title: title, document: document.withoutTitle)
    isAttachmentShown = isShown
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

extension TabsContent: ContentKind {
  func export(to export: inout SessionExport, at place: ExportPlace) {
    for item in items { export.add(item.content, at: place.inside(item.titles)) }
    if let attachment { export.add(attachment, at: place.inside([])) }
  }
}

extension TabsContent.Item {
  fileprivate var titles: [String] {
    if case .button(let button)? = face { [sanitized(button.title)] } else { [] }
  }
}
