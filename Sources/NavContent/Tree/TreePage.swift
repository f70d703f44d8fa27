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
