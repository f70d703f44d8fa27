/// The results of a background search so far (input.proto: Found).
package struct FoundPlaces: Hashable, Sendable {
  /// Numbered as in `input.proto`.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// Entries of directories, the best matches first.
    case files = 1
    /// Matches in the chapters of a book, in their order.
    case chapters = 2
    /// Keys and values of a document, in their order.
    case values = 3
  }

  package var kind: Kind
  /// At most `placeLimit`.
  package var places: [Place]
  /// The known total number of results.
  package var count: Int
  /// The number of entries or chapters, or of bytes of a document, searched so far.
  package var looked: Int
  /// The number of all of them; 0 while it is unknown.
  package var whole: Int
  package var isDone: Bool
  /// Whether results were omitted because of the limits.
  package var isCut: Bool

  /// The most results of one reply.
  package static let placeLimit = 1_000

  package struct Place: Hashable, Sendable {
    package var visit: Visit
    /// The title of the result: one sanitised line.
    package var label: String
    /// The location or other details: one sanitised line.
    package var detail: String
    /// The byte ranges of the label that match the words, ascending.
    package var marks: [Range<Int>]

    package init(visit: Visit, label: String, detail: String = "", marks: [Range<Int>] = []) {
      self.visit = visit
      self.label = label
      self.detail = detail
      self.marks = marks
    }
  }

  package init(
    _ kind: Kind,
    places: [Place] = [],
    count: Int? = nil,
    looked: Int = 0,
    whole: Int = 0,
    isDone: Bool = false,
    isCut: Bool = false
  ) {
    self.kind = kind
    self.places = places
    self.count = count ?? places.count
    self.looked = looked
    self.whole = whole
    self.isDone = isDone
    self.isCut = isCut
  }
}

/// The scope of a find: a directory, a book, or a document.
package struct FindScope: Hashable, Sendable {
  /// The source that reads it.
  package let source: PageSource
  /// The path of the directory.
  package let path: [UInt8]
  /// The keys of the entries that lead there from the root of the stack.
  package let keys: [[UInt8]]

  package init(source: PageSource, path: [UInt8], keys: [[UInt8]]) {
    self.source = source
    self.path = path
    self.keys = keys
  }
}
