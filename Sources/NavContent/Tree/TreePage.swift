package import NavText

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

/// The limits of a page of a tree.
package struct TreeLimits: Hashable, Sendable {
  /// The maximum number of entries of a directory, at least 1 (proto/README.md: Limits); further ones are left out and
  /// counted.
  package var entries = 100_000
  /// The maximum number of entries that are examined, at least 1; of further ones neither time nor size is known, and
  /// links count as broken.
  package var looks = 1_000_000
  /// The maximum number of bytes that are read of a file, at least 1.
  package var previewBytes = 1 << 20

  /// The number of bytes of a file that are shown beside its directory.
  package static let previewedBytes = 64 << 10

  package init() {}
}
