import NavText

extension TreePage {
  /// The page with code in colours: that of a deck or of Markdown, and a file whose name tells its language.
  ///
  /// - Parameters:
  ///   - highlighter: what knows the languages.
  ///   - path: the file's.
  /// - Returns: the same for a directory.
  package func highlighted(by highlighter: CodeHighlighter, as path: [UInt8]) -> TreePage {
    switch self {
    case .directory: return self
    case .deck(let deck): return .deck(highlighter.highlighted(deck))
    case .document(let title, let document):
      let language = String(decoding: path, as: UTF8.self).fileLanguage
      guard let language, !document.isBinary else {
        return .document(title: title, highlighter.highlighted(document))
      }
      let blocks = document.blocks.map { block -> TextBlock in
        guard case .preformatted(let lines) = block else { return block }
        return highlighter.lines(of: lines.map(\.text), language: language).map {
          .preformatted($0)
        }
          ?? block
      }
      return .document(title: title, highlighter.highlighted(TextDocument(blocks: blocks)))
    }
  }
}

extension TextDocument {
  /// Whether its lines are the bytes of a file as numbers: the note above them says so.
  var isBinary: Bool {
    guard case .paragraph(let note)? = blocks.first, blocks.count == 2 else { return false }
    return note.text.hasPrefix("Binary file")
  }
}

extension String {
  /// What a file's name ends in, or the name itself where that tells its language.
  var fileLanguage: String? {
    let name = split(separator: "/").last.map(String.init) ?? ""
    if let known = ["Makefile": "make", "Dockerfile": "dockerfile", "CMakeLists.txt": "cmake"][name]
    {
      return known
    }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    // A text has no tokens.
    return ["txt", "text", "log", "csv", ""].contains(ending) ? nil : ending
  }
}
