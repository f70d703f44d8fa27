import NavText

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

extension Outline {
  var wire: Navd_V1_Outline {
    var message = Navd_V1_Outline()
    message.entries = entries.map(\.wire)
    message.current = current.map { UInt32(clamping: $0 + 1) } ?? 0
    message.version = version
    message.isCut = isCut
    return message
  }

  /// Decodes an outline.
  ///
  /// - Throws: `WireError` for too many entries, or for a current entry that does not exist.
  init(_ message: Navd_V1_Outline) throws(WireError) {
    guard message.entries.count <= Self.entryLimit else {
      throw WireError("an outline of \(message.entries.count) entries; at most \(Self.entryLimit)")
    }
    guard message.current <= message.entries.count else {
      throw WireError("entry \(message.current) of an outline of \(message.entries.count)")
    }
    self.init(
      entries: message.entries.map(Entry.init),
      current: message.current == 0 ? nil : Int(message.current) - 1,
      version: message.version,
      isCut: message.isCut
    )
  }
}

extension Outline.Entry {
  fileprivate var wire: Navd_V1_OutlineEntry {
    var message = Navd_V1_OutlineEntry()
    message.level = UInt32(clamping: level)
    message.title = title
    message.number = UInt32(clamping: number)
    return message
  }

  fileprivate init(_ message: Navd_V1_OutlineEntry) {
    self.init(
      level: min(max(1, Int(message.level)), Outline.levelLimit),
      title: sanitized(message.title),
      number: Int(message.number)
    )
  }
}
