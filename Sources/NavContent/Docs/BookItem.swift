/// A line of a book's table of contents.
package struct BookItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A file, relative to the book's directory.
    case chapter(file: String)
    /// A chapter that is not written yet.
    case draft
    /// The title of what follows.
    case part
    case separator
  }

  package var kind: Kind
  /// One sanitised line.
  package var title: String
  /// `1.2.`, or empty.
  package var number = ""
  /// How many chapters it lies in.
  package var depth = 0
}
