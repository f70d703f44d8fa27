package import NavBase

/// The page at a path of a tree.
package enum TreePage: Hashable, Sendable {
  case directory(DirectoryListing)
  /// The content of a file, or a message why it can't be shown; `title` is one sanitised line of at most
  /// `Slide.titleColumns` columns.
  case document(title: String, TextDocument)
  /// A Markdown file whose front matter makes it a deck.
  case deck(Deck)

  /// The title as one sanitised line.
  package var title: String {
    switch self {
    case .directory(let listing): listing.title
    case .document(let title, _): title
    case .deck(let deck): deck.title
    }
  }
}

extension TreePage {
  /// Returns the kind of the lines of a file; `none` for a page that shows anything but lines.
  ///
  /// - Parameter path: the path of the file, whose name tells its language.
  /// - Returns: code if the language is known, else text.
  package func lines(at path: [UInt8]) -> FileLines {
    guard case .document(_, let document) = self, !document.isBinary else { return .none }
    let name = String(decoding: path, as: UTF8.self)
    let isPlain = document.blocks.allSatisfy {
      switch $0 {
      // Paragraphs are notes above and below the lines.
      case .preformatted, .paragraph: true
      case .heading, .list, .code, .versions, .table, .quote, .alert, .rule, .pause, .columns,
        .space, .aligned, .picture:
        false
      }
    }
    let hasLines = document.blocks.contains { if case .preformatted = $0 { true } else { false } }
    guard isPlain, hasLines, PathKind(ofFileNamed: name) != .deck else { return .none }
    return name.fileLanguage == nil ? .text : .code
  }
}
