package import NavText

/// A page, or a slide, as it is exported.
package struct ExportedPage: Hashable, Sendable {
  /// One sanitised line.
  package var title: String
  /// What it stands in, from the outermost on, itself the last; each one sanitised line.
  package var place: [String]
  package var document: TextDocument
  /// Of a text that is written as it is: its lines, made safe for a terminal; nil where the document says it.
  package var written: [String]?
  /// What is told about it, line by line; empty for nothing.
  package var notes: String
  /// What stands below it: at the left, in the middle and at the right; empty for nothing.
  package var footer: [String]
  /// What links of the pages of its group call it (`TextStyle.page`).
  package var names: [String]
  /// The deck, book or stack that it is a part of: links lead to pages of the same one.
  package var group: Int

  package init(
    title: String,
    place: [String] = [],
    document: TextDocument,
    notes: String = "",
    footer: [String] = [],
    names: [String] = [],
    group: Int = 0
  ) {
    self.title = title
    self.place = place
    self.document = document
    self.notes = notes
    self.footer = footer
    self.names = names
    self.group = group
  }
}
