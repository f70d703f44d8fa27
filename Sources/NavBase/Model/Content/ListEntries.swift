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
    indices.first { self.key(at: $0) == key[...] }
  }

  package func isSelectable(at index: Int) -> Bool {
    switch storage {
    case .values(let entries): entries[index].isSelectable
    case .packed(let entries): entries.flags(at: index).contains(.isSelectable)
    }
  }

  /// Returns whether a test finds the line of an entry, whose bytes are enough for most tests.
  package func isLineFound(at index: Int, by test: some LineTest) -> Bool {
    if case .packed(let entries) = storage, let line = entries.line(at: index) {
      let span = entries.bytes.span.extracting(line.bytes)
      if let isFound = test.isFound(in: span, isASCII: line.isASCII) { return isFound }
    }
    return test.isFound(in: self[index].line)
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
private struct PackedEntries: Hashable, Sendable {
  let starts: [Int]
  let bytes: [UInt8]

  struct Flags: OptionSet {
    let rawValue: UInt8

    /// The two lowest bits are what the entry opens.
    static let opens: UInt8 = 3
    static let isSelectable = Flags(rawValue: 4)
    static let isFaulty = Flags(rawValue: 8)
    /// The label has the bytes of the key and is not written.
    static let isNamed = Flags(rawValue: 16)
    static let isASCII = Flags(rawValue: 32)
    static let hasDetail = Flags(rawValue: 64)
    /// A lead or a remark.
    static let hasMore = Flags(rawValue: 128)
  }

  init(_ entries: some Collection<ListEntry>) {
    var writer = ByteWriter()
    var starts: [Int] = []
    starts.reserveCapacity(entries.count)
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
    if entry.isSelectable { flags.insert(.isSelectable) }
    if entry.isFaulty { flags.insert(.isFaulty) }
    if entry.label.utf8.elementsEqual(entry.key) { flags.insert(.isNamed) }
    if entry.label.utf8.allSatisfy({ $0 < 0x80 }) { flags.insert(.isASCII) }
    if !entry.detail.isEmpty { flags.insert(.hasDetail) }
    if !entry.lead.isEmpty || !entry.remark.isEmpty { flags.insert(.hasMore) }
    writer.write(byte: flags.rawValue)
    writer.write(count: entry.key.count)
    writer.write(entry.key[...])
    if !flags.contains(.isNamed) { writer.write(entry.label) }
    if flags.contains(.hasDetail) { writer.write(entry.detail) }
    if flags.contains(.hasMore) {
      writer.write(entry.lead)
      writer.write(entry.remark)
    }
  }

  subscript(index: Int) -> ListEntry {
    let flags = flags(at: index)
    let key = key(at: index)
    var reader = ByteReader(bytes, at: key.upperBound)
    let label =
      flags.contains(.isNamed) ? String(decoding: bytes[key], as: UTF8.self) : reader.text()
    let detail = flags.contains(.hasDetail) ? reader.text() : ""
    let lead = flags.contains(.hasMore) ? reader.text() : ""
    let remark = flags.contains(.hasMore) ? reader.text() : ""
    return ListEntry(
      key: Array(bytes[key]),
      label: label,
      detail: detail,
      lead: lead,
      remark: remark,
      opens: ListEntry.Opens(rawValue: flags.rawValue & Flags.opens) ?? .nothing,
      isSelectable: flags.contains(.isSelectable),
      isFaulty: flags.contains(.isFaulty)
    )
  }

  func flags(at index: Int) -> Flags { Flags(rawValue: bytes[starts[index]]) }

  func key(at index: Int) -> Range<Int> { text(at: starts[index] + 1) }

  /// Returns where the bytes of a text are, whose number is written at an offset.
  private func text(at offset: Int) -> Range<Int> {
    var (start, count, shift) = (offset, 0, 0)
    while bytes[start] >= 0x80 {
      count |= Int(bytes[start] & 0x7F) << shift
      (start, shift) = (start + 1, shift + 7)
    }
    count |= Int(bytes[start]) << shift
    return start + 1..<start + 1 + count
  }

  /// Returns where the line of an entry is written; nil if it is more than the label.
  func line(at index: Int) -> (bytes: Range<Int>, isASCII: Bool)? {
    let flags = flags(at: index)
    guard !flags.contains(.hasMore) else { return nil }
    let isASCII = flags.contains(.isASCII)
    let key = key(at: index)
    return (flags.contains(.isNamed) ? key : text(at: key.upperBound), isASCII)
  }

  func picked(_ indices: [Int]) -> PackedEntries {
    var writer = ByteWriter()
    var places: [Int] = []
    places.reserveCapacity(indices.count)
    for index in indices {
      places.append(writer.bytes.count)
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      writer.write(bytes[starts[index]..<end])
    }
    writer.trim()
    return PackedEntries(places, writer.bytes)
  }
}
