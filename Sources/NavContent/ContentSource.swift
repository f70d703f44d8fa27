import NavBase

/// The source of a deck.
///
/// Trees are not decks; they are read page by page, see `openTree` and `loadTreePage`.
package enum ContentSource: Hashable, Sendable {
  /// The built-in tour; `command` is the command line with which others join the session.
  case tour(command: String)
  /// A Markdown file.
  case deck(path: String)

  /// The extensions of Markdown files, in lower case.
  package static let deckExtensions = ["md", "markdown", "mkd", "mdown"]

  /// The extensions of scene files, in lower case.
  package static let sceneExtensions = ["yaml", "yml"]

  /// The extensions of JSON documents, in lower case.
  package static let documentExtensions = ["json", "jsonl", "ndjson", "geojson", "ipynb"]

  /// A short name for lists: `tour`, or the file's name without its extension.
  package var name: String {
    switch self {
    case .tour: "tour"
    case .deck(let path): sanitized(path.fileStem)
    }
  }

  package func load() throws(ContentError) -> Deck {
    switch self {
    case .tour(let command): Deck(markdown: NavContent.tour(command: command), name: "Tour of navd")
    case .deck(let path): try loadDeck(path: path)
    }
  }

  /// Whether a file's name has a Markdown extension.
  static func isDeck(name: String) -> Bool {
    name.fileExtension.map { deckExtensions.contains($0.lowercased()) } ?? false
  }

  /// Whether a file's name has a scene file's extension.
  static func isScene(name: String) -> Bool {
    name.fileExtension.map { sceneExtensions.contains($0.lowercased()) } ?? false
  }

  /// Whether a file's name has a JSON document's extension.
  static func isDocument(name: String) -> Bool {
    name.fileExtension.map { documentExtensions.contains($0.lowercased()) } ?? false
  }
}

extension ContentSource: CustomStringConvertible {
  /// One sanitised line that names the source.
  package var description: String {
    switch self {
    case .tour: "the built-in tour"
    case .deck(let path): sanitized(path)
    }
  }
}

/// The maximum size of a deck, in bytes.
package let deckByteLimit = 16 << 20

/// Reads a Markdown file of at most `deckByteLimit` bytes.
///
/// Invalid UTF-8 becomes U+FFFD. Never blocks: anything but a regular file is rejected.
package func loadDeck(path: String) throws(ContentError) -> Deck {
  let text = try loadText(path: path, limit: deckByteLimit)
  let deck = MarkdownPictures.of(path) { Deck(markdown: text, name: path.fileStem, path: path) }
  guard deck.isComplete else { throw .needsMemory(path: path) }
  return deck
}

/// Reads a text file of at most `limit` bytes; invalid UTF-8 becomes U+FFFD.
package func loadText(path: String, limit: Int) throws(ContentError) -> String {
  String(decoding: try RegularFile.read(path: path, limit: limit), as: UTF8.self)
}

extension String {
  private var fileName: Substring {
    split(separator: "/").last ?? ""
  }

  /// The text after the last dot of the file's name; nil without a dot.
  fileprivate var fileExtension: String? {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    return String(fileName[fileName.index(after: dot)...])
  }

  /// The file's name without its extension; the whole name if it has only a leading dot.
  var fileStem: String {
    guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else {
      return String(fileName)
    }
    return String(fileName[..<dot])
  }
}
