/// The entries of a list; those of a long list are packed in one buffer, of which each is created on access.
///
/// An entry as a value takes some hundred bytes besides its texts, and a directory may have a million of them, which are
/// compared, searched and freed while a session waits.
package struct ListEntries: RandomAccessCollection, Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case values([ListEntry])
    case packed(PackedEntries)
  }

  private let storage: Storage

  /// The number of entries from which on they are packed.
  package static let leastPacked = 4_096

  package init(_ entries: some Collection<ListEntry>) {
    storage =
      entries.count < Self.leastPacked
      ? .values(Array(entries)) : .packed(PackedEntries(entries))
  }

  private init(_ packed: PackedEntries) { storage = .packed(packed) }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch storage {
    case .values(let entries): entries.count
    case .packed(let entries): entries.starts.count
    }
  }

  package subscript(index: Int) -> ListEntry {
    switch storage {
    case .values(let entries): entries[index]
    case .packed(let entries): entries[index]
    }
  }

  /// The estimated size in memory, in bytes; O(entries) unless they are packed.
  var memorySize: Int {
    switch storage {
    case .values(let entries): entries.reduce(0) { $0 + $1.memorySize }
    case .packed(let entries):
      entries.bytes.count + entries.starts.count * MemoryLayout<Int>.stride
    }
  }

  // MARK: Parts of entries

  /// Returns the key of an entry without creating the entry.
  package func key(at index: Int) -> ArraySlice<UInt8> {
    switch storage {
    case .values(let entries): entries[index].key[...]
    case .packed(let entries): entries.bytes[entries.key(at: index)]
    }
  }

  /// Returns the first entry with a key.
  ///
  /// O(entries).
  package func firstIndex(ofKey key: [UInt8]) -> Int? {
    nearestIndex(to: 0, ofKey: key[...])
  }

  package func isSelectable(at index: Int) -> Bool {
    switch storage {
    case .values(let entries): entries[index].isSelectable
    case .packed(let entries): entries.flags(at: index).contains(.isSelectable)
    }
  }

  /// Returns the first entry from an index on whose line a test finds; nil if there is none.
  ///
  /// O(text) of the entries up to there: bytes are compared, and a text is created of those alone that are not enough.
  ///
  /// - Parameters:
  ///   - start: an index, or the number of entries.
  ///   - test: what is looked for.
  ///   - details: whether a detail belongs to the line, behind two blanks.
  package func firstIndex(
    from start: Int,
    foundBy test: some LineTest,
    withDetails details: Bool = false
  ) -> Int? {
    switch storage {
    case .values(let entries):
      entries.indices.dropFirst(start).first {
        let (line, detail) = (entries[$0].line, entries[$0].detail)
        return test.isFound(in: details && !detail.isEmpty ? line + "  " + detail : line)
      }
    case .packed(let entries): entries.firstIndex(from: start, foundBy: test, withDetails: details)
    }
  }

  /// Returns the entry with a key, of several the nearest to an index, which need not exist; nil if there is none.
  ///
  /// O(distance).
  package func nearestIndex(
    to index: Int,
    ofKey key: ArraySlice<UInt8>,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> Int? {
    switch storage {
    case .values(let entries):
      nearest(to: index) { entries[$0].key[...] == key && isWanted($0) }
    case .packed(let entries): nearest(to: index) { entries.hasKey(key, at: $0) && isWanted($0) }
    }
  }

  private func nearest(to index: Int, where isWanted: (Int) -> Bool) -> Int? {
    let count = count
    var (before, after) = (Swift.min(index, count - 1), Swift.max(0, index + 1))
    while before >= 0 || after < count {
      if before >= 0, after >= count || index - before <= after - index {
        if isWanted(before) { return before }
        before -= 1
      } else {
        if isWanted(after) { return after }
        after += 1
      }
    }
    return nil
  }

  /// Returns the index of the first of some keys that any entry has; nil if none has one of them.
  ///
  /// O(keys and text of all keys).
  package func firstKey(of keys: [ArraySlice<UInt8>]) -> Int? {
    // The first key of each hash, and the next one with that of each key.
    let mask = (1 << (Int.bitWidth - (8 * keys.count).leadingZeroBitCount)) - 1
    var first = [Int](repeating: keys.count, count: mask + 1)
    var next = [Int](repeating: keys.count, count: keys.count)
    for index in keys.indices.reversed() {
      let slot = Self.hash(of: keys[index]) & mask
      (next[index], first[slot]) = (first[slot], index)
    }
    var best = keys.count
    for entry in indices {
      let key = key(at: entry)
      var index = first[Self.hash(of: key) & mask]
      while index < best, keys[index] != key { index = next[index] }
      best = Swift.min(best, index)
      if best == 0 { break }
    }
    return best < keys.count ? best : nil
  }

  /// FNV-1a.
  private static func hash(of key: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash)
  }

  /// Returns the entries with others from an index on; packed ones before it are copied as they are.
  package func replacing(from index: Int, with more: [ListEntry]) -> ListEntries {
    guard case .packed(let entries) = storage, index >= Self.leastPacked else {
      return ListEntries(prefix(index) + more)
    }
    return ListEntries(PackedEntries(more, behind: index, of: entries))
  }

  /// Returns some of the entries.
  ///
  /// - Parameter indices: ascending.
  package func picked(_ indices: [Int]) -> ListEntries {
    guard case .packed(let entries) = storage, indices.count >= Self.leastPacked else {
      return ListEntries(indices.map { self[$0] })
    }
    return ListEntries(entries.picked(indices))
  }
}

extension ListEntries: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: ListEntry...) { self.init(elements) }
}

/// Records of entries in one buffer; equal entries have equal records.
///
/// A record has flags, the numbers of the bytes of its texts, the key, the line, and behind two blanks the detail: the line
/// with the detail is one piece, in which a search looks.
private struct PackedEntries: Hashable, Sendable {
  let starts: [Int]
  let bytes: [UInt8]

  /// Those of most entries together are a control, for which nobody looks.
  struct Flags: OptionSet {
    let rawValue: UInt8

    /// The two lowest bits are what the entry opens.
    static let opens: UInt8 = 3
    static let isSelectable = Flags(rawValue: 4)
    static let hasDetail = Flags(rawValue: 8)
    /// The line has the bytes of the key and is not written.
    static let isNamed = Flags(rawValue: 16)
    static let isFaulty = Flags(rawValue: 32)
    /// Line or detail have more than ASCII.
    static let isWide = Flags(rawValue: 64)
    /// A lead or a remark.
    static let hasMore = Flags(rawValue: 128)
  }

  /// Where the texts of a record are.
  private struct Texts {
    let key: Range<Int>
    let line: Range<Int>
    /// The line without its lead and its remark.
    let label: Range<Int>
    let detail: Range<Int>
  }

  /// - Parameters:
  ///   - entries: the entries.
  ///   - count: the number of entries of `others` before them.
  ///   - others: entries that are packed.
  init(
    _ entries: some Collection<ListEntry>,
    behind count: Int = 0,
    of others: PackedEntries? = nil
  ) {
    var writer = ByteWriter()
    var starts: [Int] = []
    starts.reserveCapacity(count + entries.count)
    if let others {
      starts += others.starts[..<count]
      let end = count < others.starts.count ? others.starts[count] : others.bytes.count
      writer.write(others.bytes[..<end])
    }
    for entry in entries {
      starts.append(writer.bytes.count)
      Self.write(entry, to: &writer)
    }
    writer.trim()
    self.starts = starts
    bytes = writer.bytes
  }

  private init(_ starts: [Int], _ bytes: [UInt8]) {
    self.starts = starts
    self.bytes = bytes
  }

  private static func write(_ entry: ListEntry, to writer: inout ByteWriter) {
    var flags = Flags(rawValue: entry.opens.rawValue & Flags.opens)
    let (line, detail) = (entry.line.utf8, entry.detail.utf8)
    if entry.isSelectable { flags.insert(.isSelectable) }
    if entry.isFaulty { flags.insert(.isFaulty) }
    if !entry.detail.isEmpty { flags.insert(.hasDetail) }
    if !entry.lead.isEmpty || !entry.remark.isEmpty {
      flags.insert(.hasMore)
    } else if line.elementsEqual(entry.key) {
      flags.insert(.isNamed)
    }
    if line.contains(where: { $0 >= 0x80 }) || detail.contains(where: { $0 >= 0x80 }) {
      flags.insert(.isWide)
    }
    writer.write(byte: flags.rawValue)
    writer.write(count: entry.key.count)
    if !flags.contains(.isNamed) { writer.write(count: line.count) }
    if flags.contains(.hasMore) {
      writer.write(count: entry.lead.utf8.count)
      writer.write(count: entry.remark.utf8.count)
    }
    if flags.contains(.hasDetail) { writer.write(count: detail.count) }
    writer.write(entry.key[...])
    if !flags.contains(.isNamed) { writer.writeBytes(of: entry.line) }
    if flags.contains(.hasDetail) { writer.writeBytes(of: "  " + entry.detail) }
  }

  subscript(index: Int) -> ListEntry {
    let (flags, texts) = (flags(at: index), texts(at: index))
    return ListEntry(
      key: Array(bytes[texts.key]),
      label: text(texts.label),
      detail: text(texts.detail),
      lead: text(texts.line.lowerBound..<texts.label.lowerBound),
      remark: text(texts.label.upperBound..<texts.line.upperBound),
      opens: ListEntry.Opens(rawValue: flags.rawValue & Flags.opens) ?? .nothing,
      isSelectable: flags.contains(.isSelectable),
      isFaulty: flags.contains(.isFaulty)
    )
  }

  func flags(at index: Int) -> Flags { Flags(rawValue: bytes[starts[index]]) }

  func key(at index: Int) -> Range<Int> { texts(at: index).key }

  func hasKey(_ key: ArraySlice<UInt8>, at index: Int) -> Bool {
    let place = self.key(at: index)
    guard place.count == key.count else { return false }
    let offset = place.lowerBound - key.startIndex
    // Keys of neighbours often begin alike.
    for index in key.indices.reversed() where bytes[offset + index] != key[index] { return false }
    return true
  }

  private func texts(at index: Int) -> Texts {
    let flags = flags(at: index)
    var offset = starts[index] + 1
    let keyCount = count(at: &offset)
    let lineCount = flags.contains(.isNamed) ? keyCount : count(at: &offset)
    let lead = flags.contains(.hasMore) ? count(at: &offset) : 0
    let remark = flags.contains(.hasMore) ? count(at: &offset) : 0
    let detail = flags.contains(.hasDetail) ? count(at: &offset) : 0
    let key = offset..<offset + keyCount
    let start = flags.contains(.isNamed) ? offset : key.upperBound
    let end = start + lineCount
    let detailStart = detail > 0 ? end + 2 : end
    return Texts(
      key: key,
      line: start..<end,
      label: start + lead..<end - remark,
      detail: detailStart..<detailStart + detail
    )
  }

  /// Reads a number, and moves the offset behind it.
  private func count(at offset: inout Int) -> Int {
    var (count, shift) = (0, 0)
    while bytes[offset] >= 0x80 {
      count |= Int(bytes[offset] & 0x7F) << shift
      (offset, shift) = (offset + 1, shift + 7)
    }
    count |= Int(bytes[offset]) << shift
    offset += 1
    return count
  }

  private func text(_ range: Range<Int>) -> String {
    range.isEmpty ? "" : String(decoding: bytes[range], as: UTF8.self)
  }

  func firstIndex(
    from start: Int,
    foundBy test: some LineTest,
    withDetails details: Bool
  ) -> Int? {
    var index = start
    let span = bytes.span
    while index < starts.count {
      // Most entries are passed without a look at their records.
      guard let place = test.firstCandidate(in: span, from: starts[index]) else { return nil }
      while index + 1 < starts.count, starts[index + 1] <= place { index += 1 }
      let texts = texts(at: index)
      let line = texts.line.lowerBound..<(details ? texts.detail : texts.line).upperBound
      let isFound = test.isFound(
        in: span.extracting(line),
        isASCII: !flags(at: index).contains(.isWide)
      )
      if isFound ?? test.isFound(in: text(line)) { return index }
      index += 1
    }
    return nil
  }

  func picked(_ indices: [Int]) -> PackedEntries {
    var writer = ByteWriter()
    var places: [Int] = []
    places.reserveCapacity(indices.count)
    var next = 0
    while next < indices.count {
      // Entries that follow one another are copied at once.
      let first = indices[next]
      let moved = writer.bytes.count - starts[first]
      var index = first
      while next < indices.count, indices[next] == index {
        places.append(starts[index] + moved)
        (next, index) = (next + 1, index + 1)
      }
      writer.write(bytes[starts[first]..<(index < starts.count ? starts[index] : bytes.count)])
    }
    writer.trim()
    return PackedEntries(places, writer.bytes)
  }
}
