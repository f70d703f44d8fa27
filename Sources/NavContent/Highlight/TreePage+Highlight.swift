import NavBase

extension TreePage {
  /// Returns the page with code highlighted: in decks, in Markdown, and in files whose language is known from their
  /// name.
  ///
  /// - Parameters:
  ///   - highlighter: the syntax highlighter.
  ///   - path: the path of the file.
  /// - Returns: the highlighted page; a directory is unchanged.
  package func highlighted(by highlighter: CodeHighlighter, as path: [UInt8]) -> TreePage {
    switch self {
    case .directory: return self
    case .deck(let deck): return .deck(highlighter.highlighted(deck))
    case .document(let title, let document):
      let name = String(decoding: path, as: UTF8.self)
      let own = LineLanguage(fileNamed: name)
      // A part of code depends on the code before it.
      guard own != nil || document.window == nil else { return self }
      guard let language = own?.rawValue ?? name.fileLanguage, !document.isBinary else {
        return .document(title: title, highlighter.highlighted(document))
      }
      let blocks = document.blocks.map { block -> TextBlock in
        guard case .preformatted(let lines) = block else { return block }
        return highlighter.lines(of: lines.map(\.text), language: language).map {
          .preformatted($0)
        }
          ?? block
      }
      var colored = document
      colored.blocks = blocks
      return .document(title: title, highlighter.highlighted(colored))
    }
  }
}

extension TextDocument {
  /// Whether the document is a hex dump of a binary file, as its first note says.
  var isBinary: Bool {
    guard case .paragraph(let note)? = blocks.first, blocks.count == 2 else { return false }
    return note.text.hasPrefix("Binary file")
  }
}

extension String {
  /// The extension of a file's name, or the language of a well-known name; nil for plain text.
  var fileLanguage: String? {
    let name = lastComponent ?? ""
    if let known = ["Makefile": "make", "Dockerfile": "dockerfile", "CMakeLists.txt": "cmake"][name]
    {
      return known
    }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    // Plain text has no tokens, and a number is that of an older file (`x.log.1`) or of a chapter.
    let isPlain = ["txt", "text", "log", "csv", ""].contains(ending) || Int(ending) != nil
    return isPlain ? nil : ending
  }
}
