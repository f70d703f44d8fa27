package import NavText

/// A page, or a slide, as it is exported.
package struct ExportedPage: Hashable, Sendable {
  /// One sanitised line.
  package var title: String
  /// What it stands in, from the outermost on, itself the last; each one sanitised line.
  package var place: [String]
  package var document: TextDocument
  /// What is told about it, line by line; empty for nothing.
  package var notes: String
  /// What stands below it; empty for nothing.
  package var footer: [String]
  /// What links of other pages call it; nil where none lead to it.
  package var key: String?

  package init(
    title: String,
    place: [String] = [],
    document: TextDocument,
    notes: String = "",
    footer: [String] = [],
    key: String? = nil
  ) {
    self.title = title
    self.place = place
    self.document = document
    self.notes = notes
    self.footer = footer
    self.key = key
  }
}
