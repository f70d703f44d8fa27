package import NavText

/// What stands in a page of a book.
package enum BookPage: Hashable, Sendable {
  case list(BookList)
  /// A chapter; `start` is where it is opened, nil for its beginning.
  case text(title: String, TextDocument, start: TextPosition?)
}

/// The table of contents, or the links of a chapter.
package struct BookList: Hashable, Sendable {
  package var title: String
  package var entries: [Entry] = []
  /// Parts: ascending; each ends where the next one begins, the last one with the entries.
  package var sections: [Section] = []
  package var notes: [String] = []

  package struct Entry: Hashable, Sendable {
    /// What names its page; unique in the list.
    package var key: [UInt8]
    /// One sanitised line.
    package var label: String
    package var detail = ""
    /// Whether it opens a page; else it is only read.
    package var isPage: Bool
  }

  package struct Section: Hashable, Sendable {
    package var title: String
    package var entries: Range<Int>
  }
}
