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
    return MarkdownPictures.of(path) { reader.page(node, text, name: path.fileStem) }
  }

  static let deck = SceneNodeKind("deck", hasInsets: true) { reader, node throws(ContentError) in
    let deck = try reader.deck(node.value)
    return .pager(PagerContent(deck, title: node.title, settings: deck.settings))
  }
}

/// Reads nodes whose pages show rows.
extension SceneReader {
  fileprivate func page(_ node: SceneNode, _ markdown: String, name: String) -> SessionContent {
    let document = TextDocument(markdown: markdown)
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
  sanitized(path.split(separator: "/").last.map(String.init) ?? path)
}
