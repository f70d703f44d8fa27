/// A path from the root of a stack to one of its pages, and a search match in that page (input.proto: Visit).
package struct Visit: Hashable, Sendable {
  /// The keys of the entries to open, from the root's on.
  package var keys: [[UInt8]]
  /// Whether the last entry is only selected in its list instead of opened.
  package var selects: Bool
  /// The text to search for; empty to keep the current search.
  package var search: String
  /// The index of the match in the page that is selected, from 0.
  package var match: Int

  /// The maximum number of keys: the maximum number of pages above the root of a stack.
  package static let keyLimit = 255
  /// The maximum size of all keys together, in bytes.
  package static let byteLimit = 64 << 10

  package init(_ keys: [[UInt8]], selects: Bool = false, search: String = "", match: Int = 0) {
    self.keys = keys
    self.selects = selects
    self.search = search
    self.match = match
  }
}
