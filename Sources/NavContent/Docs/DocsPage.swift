package import NavText

/// The content of a page of a book.
package enum DocsPage: Hashable, Sendable {
  case list(DocsList)
  /// A chapter; `start` is the position at which it is opened, nil for its beginning.
  case text(title: String, TextDocument, start: TextPosition?)
}

/// A list of pages: the table of contents, or the links of a chapter.
package struct DocsList: Hashable, Sendable {
  package var title: String
  package var entries: [Entry] = []
  /// The parts, in ascending order and without gaps between them.
  package var sections: [Section] = []
  package var notes: [String] = []

  package struct Entry: Hashable, Sendable {
    /// The key of the entry's page; unique in the list.
    package var key: [UInt8]
    /// The label as one sanitised line.
    package var label: String
    package var detail = ""
    /// Whether the entry opens a page.
    package var isPage: Bool
  }

  package struct Section: Hashable, Sendable {
    package var title: String
    package var entries: Range<Int>
  }
}
