import NavBase

/// The outline of a content in its order: the slides of a deck, the headings of a text, the entries of a list.
package struct Outline: Hashable, Sendable {
  package var entries: [Entry]
  /// The index of the current entry; nil for none.
  package var current: Int?
  /// The session's version that the outline describes.
  package var version: UInt64
  /// Whether entries were omitted.
  package var isCut: Bool

  /// The most entries of one outline.
  package static let entryLimit = 10_000
  /// The deepest level; deeper entries are shown at this level.
  package static let levelLimit = 16

  package struct Entry: Hashable, Sendable {
    /// The level from 1 to `levelLimit`.
    package var level: Int
    /// The title, one sanitised line.
    package var title: String
    /// The argument of the command that goes to the entry, for the requested size.
    package var number: Int

    package init(level: Int, title: String, number: Int) {
      self.level = level
      self.title = title
      self.number = number
    }
  }

  /// Creates an outline of at most `entryLimit` entries.
  package init(entries: [Entry], current: Int? = nil, version: UInt64, isCut: Bool = false) {
    precondition(entries.count <= Self.entryLimit, "cannot outline \(entries.count) entries")
    self.entries = entries
    self.current = current
    self.version = version
    self.isCut = isCut
  }
}

// MARK: On the wire

extension Outline: WireFields {
  package static var blank: Self { Self(entries: [], version: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.messages(1, &entries)
    try archive.check(
      entries.count <= Self.entryLimit,
      "an outline of \(entries.count) entries; at most \(Self.entryLimit)"
    )
    try archive.uint32(2, fromOne: &current)
    try archive.check(
      current ?? -1 < entries.count,
      "entry \((current ?? -1) + 1) of an outline of \(entries.count)"
    )
    try archive.uint64(3, &version)
    try archive.bool(4, &isCut)
  }
}

extension Outline.Entry: WireFields {
  package static var blank: Self { Self(level: 0, title: "", number: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint32(1, &level)
    try archive.string(2, &title)
    try archive.uint32(3, &number)
    guard !archive.isWriter else { return }
    level = min(max(1, level), Outline.levelLimit)
    title = sanitized(title)
  }
}
