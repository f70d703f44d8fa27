package import NavText

/// What stands at a path of a tree, ready to be shown.
package enum TreePage: Hashable, Sendable {
  case directory(DirectoryListing)
  /// The content of a file, or an account of why there is none; `title` is one sanitised line of at
  /// most `Slide.titleColumns` columns.
  case document(title: String, TextDocument)
  /// A Markdown file that says of itself that it is a deck.
  case deck(Deck)

  /// One sanitised line.
  package var title: String {
    switch self {
    case .directory(let listing): listing.title
    case .document(let title, _): title
    case .deck(let deck): deck.title
    }
  }
}

/// What a page of a tree may have at most.
package struct TreeLimits: Hashable, Sendable {
  /// Entries of a directory (protocol.md: Limits), at least 1; further ones are left out and
  /// counted.
  package var entries = 100_000
  /// Entries of a directory that are looked behind, at least 1: of further ones neither time nor size is known, and
  /// a link counts as broken.
  package var looks = 1_000_000
  /// How much of a file is read, in bytes, at least 1.
  package var previewBytes = 1 << 20

  /// As much of a file as is seen beside its directory.
  package static let previewedBytes = 64 << 10

  package init() {}
}
