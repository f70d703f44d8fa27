/// An item of a book's table of contents.
package struct DocsItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A chapter with its file, relative to the book's directory.
    case chapter(file: String)
    /// A chapter without a file.
    case draft
    /// The title of a part, which contains the following items.
    case part
    case separator
  }

  package var kind: Kind
  /// The title as one sanitised line.
  package var title: String
  /// The chapter number, such as `1.2.`; empty if it is not numbered.
  package var number = ""
  /// The number of enclosing chapters.
  package var depth = 0
}
