/// A way from the root of a stack to one of its pages, and what is looked for there (input.proto: Visit).
package struct Visit: Hashable, Sendable {
  /// The keys of the entries that lead there, from the root's on.
  package var keys: [[UInt8]]
  /// Whether the last one is only selected in its list, and not opened.
  package var selects: Bool
  /// What is searched for there; empty for nothing else than before.
  package var search: String
  /// Which of the matches in the page is gone to, from 0.
  package var match: Int

  /// The most keys of a way: as many pages as lie on one another at most.
  package static let keyLimit = 255
  /// The most bytes that they have together.
  package static let byteLimit = 64 << 10

  package init(_ keys: [[UInt8]], selects: Bool = false, search: String = "", match: Int = 0) {
    self.keys = keys
    self.selects = selects
    self.search = search
    self.match = match
  }
}
