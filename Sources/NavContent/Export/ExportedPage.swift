package import NavBase

/// A page or slide of an export.
package struct ExportedPage: Hashable, Sendable {
  /// The title as one sanitised line.
  package var title: String
  /// The titles of the enclosing pages, outermost first, and of the page itself; each is one sanitised line.
  package var place: [String] = []
  package var document: TextDocument
  /// The sanitised lines of a text that is exported unchanged; nil if the document is exported.
  package var written: [String]?
  /// The path of a long text file whose lines are written instead of the document; nil for none (`StreamedExport`).
  package var file: [UInt8]?
  /// The speaker notes, line by line; empty if there are none.
  package var notes = ""
  /// The footer: its left, middle and right part; empty for none.
  package var footer: [String] = []
  /// The link names of the page within its group (`TextStyle.page`).
  package var names: [String] = []
  /// The number of the deck, book or stack that contains the page; links lead to pages of the same group.
  package var group = 0
}
