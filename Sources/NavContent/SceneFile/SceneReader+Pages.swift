import NavBase

extension SceneNodeKind {
  static let text = SceneNodeKind("text", hasInsets: true) { reader, node throws(ContentError) in
    reader.page(node, try reader.source.text(node.value, named: "text"), name: node.name)
  }

  static let file = SceneNodeKind("file", hasInsets: true) { reader, node throws(ContentError) in
    let path = try reader.filePath(node.value, named: "file")
    guard PathKind(ofFileNamed: path) == .deck else {
      let lines = try reader.lines(of: path, at: node.value)
      return .page(PageContent(title: node.title ?? fileName(of: path), document: lines))
    }
    let text = try reader.read(path, at: node.value)
    return MarkdownPictures.of(path) { reader.page(node, text, name: path.fileStem, as: .page) }
  }

  static let deck = SceneNodeKind("deck", hasInsets: true) { reader, node throws(ContentError) in
    let deck = try reader.deck(node.value)
    return .pager(PagerContent(deck, title: node.title, settings: deck.settings))
  }
}

/// Reads nodes whose pages show rows.
extension SceneReader {
  fileprivate func page(
    _ node: SceneNode,
    _ markdown: String,
    name: String,
    as use: DeckDialect.Use? = nil
  ) -> SessionContent {
    let document = TextDocument(markdown: markdown, as: use)
    let title = node.title ?? document.firstHeading ?? name
    return .page(PageContent(title: title, document: document))
  }

  mutating func deck(_ value: YAMLValue) throws(ContentError) -> Deck {
    let path = try filePath(value, named: "deck")
    let text = try read(path, at: value)
    let deck = MarkdownPictures.of(path) { Deck(markdown: text, name: path.fileStem, path: path) }
    guard deck.isComplete else { throw .needsMemory(path: path) }
    return deck
  }

  /// Returns the lines of a file that is not Markdown, as code if the language is known from its
  /// name.
  fileprivate mutating func lines(
    of path: String,
    at value: YAMLValue
  ) throws(ContentError) -> TextDocument {
    guard let preview = FilePreview(whole: try bytes(of: path, at: value)) else {
      throw source.fault("\(path) is no text: name a file of text", at: value.mark)
    }
    let document = preview.document(title: "", path: path, isMarkdown: false)
    guard let language = path.fileLanguage else { return document }
    return TextDocument(
      blocks: document.blocks.map { block in
        guard case .preformatted(let lines) = block else { return block }
        return .code(TextCode(language: language, lines: lines))
      }
    )
  }
}

private func fileName(of path: String) -> String {
  sanitized(path.lastComponent ?? path)
}

/// Reads the insets of pages.
extension SceneReader {
  /// Reads the insets of a node: one number for all sides, or a map with some of them.
  ///
  /// - Returns: the insets; nil if there are none.
  /// - Throws: a fault for an invalid value, and if the node can't have insets.
  func insets(of node: SceneNode) throws(ContentError) -> ContentInsets? {
    let fields = node.fields
    guard let value = fields["insets"] else { return nil }
    guard node.kind.hasInsets else {
      let names = SceneNodeKind.withInsets.map(\.name).joined(separator: ", ")
      let fault = fields.fault(
        "only a node of rows has 'insets' (\(names)): give them to the pages in this one",
        at: "insets"
      )
      try source.report(fault)
      return nil
    }
    let range = 0...ContentInsets.limit
    guard value.entries != nil else {
      return try fields.number("insets", in: range).map { ContentInsets(all: $0) }
    }
    let sides = try SceneFields(value, .insets, in: source)
    return ContentInsets(
      top: try sides.number("top", in: range) ?? 0,
      left: try sides.number("left", in: range) ?? 0,
      bottom: try sides.number("bottom", in: range) ?? 0,
      right: try sides.number("right", in: range) ?? 0
    )
  }

  /// Reads how fingers move what a node shows.
  ///
  /// - Returns: the switches; nil if there are none.
  /// - Throws: a fault for an invalid value, and if fingers can't move the node.
  func scrolling(of node: SceneNode) throws(ContentError) -> ScrollSwitches? {
    let fields = node.fields
    let keys = SceneMap.scrollingKeys.filter { fields[$0] != nil }
    guard !keys.isEmpty else { return nil }
    for key in keys {
      let kinds =
        key == "shows_indicators" ? SceneNodeKind.withInsets : SceneNodeKind.withScrolling
      guard !kinds.contains(where: { $0.name == node.kind.name }) else { continue }
      let names = kinds.map(\.name).joined(separator: ", ")
      try source.report(
        fields.fault("only some nodes have '\(key)' (\(names)): take it away", at: key)
      )
    }
    var switches = ScrollSwitches()
    switches.bounces = try fields.flag("bounces") ?? true
    switches.isEnabled = try fields.flag("scroll_enabled") ?? true
    switches.showsIndicators = try fields.flag("shows_indicators") ?? true
    return switches
  }
}
