import NavBase

/// Sort keys of directory entries, which are compared byte by byte.
///
/// The key by name consists of a byte for the group (directories first), the name in lower case with each number as its
/// length and its digits without leading zeros, a NUL, and the original name. Names contain no NUL, so a name comes
/// before every longer one that starts with it. Other orders put a prefix before that: time and size as eight bytes in
/// descending order after a byte for whether they are known; the kind as the file name extension after a byte for the
/// group.
struct EntryKeys {
  /// All keys so far, concatenated.
  private(set) var bytes: [UInt8] = []
  private let sort: TreeSort

  init(_ sort: TreeSort) {
    self.sort = sort
  }

  /// Adds the key of an entry and returns its range in `bytes`.
  ///
  /// O(length).
  mutating func add(_ entry: DirectoryEntry) -> Range<Int> {
    let start = bytes.count
    switch sort {
    case .name: break
    case .time: add(descending: entry.modified.map { Self.nanoseconds($0) })
    case .size: add(descending: entry.size.map(Int64.init))
    case .kind:
      bytes.append(entry.isBranch ? 0 : 1)
      if !entry.isBranch { add(folding: entry.fileExtension) }
      bytes.append(0)
    }
    bytes.append(entry.isBranch ? 0 : 1)
    add(folding: entry.name)
    bytes.append(0)
    bytes += entry.name
    return start..<bytes.count
  }

  private mutating func add(descending number: Int64?) {
    bytes.append(number == nil ? 1 : 0)
    // Descending order: the bits of the number with its sign flipped, inverted.
    let place = ~UInt64(bitPattern: (number ?? 0) ^ .min)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: place >> UInt64(shift)))
    }
  }

  /// Converts a time to nanoseconds; clamped to 64 bits, which reach from 1677 to 2262.
  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }

  private mutating func add(folding name: [UInt8]) {
    if name.allSatisfy({ $0 < 0x80 }) {
      add(folded: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    } else {
      add(folded: Array(String(decoding: name, as: UTF8.self).lowercased().utf8))
    }
  }

  private mutating func add(folded name: [UInt8]) {
    var index = 0
    while index < name.count {
      guard name[index].isDigit else {
        bytes.append(name[index])
        index += 1
        continue
      }
      let end = name[index...].firstIndex { !$0.isDigit } ?? name.count
      let digits = name[index..<end].drop { $0 == 0x30 }
      // The digit 0 marks any number, so that numbers sort like digits among characters.
      bytes.append(0x30)
      bytes.append(UInt8(truncatingIfNeeded: digits.count >> 8))
      bytes.append(UInt8(truncatingIfNeeded: digits.count))
      bytes += digits
      index = end
    }
  }
}

extension DirectoryEntry {
  /// Whether the sort criterion of an entry is known; a directory counts as known, since it has no size.
  func isKnown(by sort: TreeSort) -> Bool {
    switch sort {
    case .name, .kind: true
    case .time: modified != nil
    case .size: size != nil || (kind != .file && kind != .linkToFile)
    }
  }

  /// The bytes after the last dot of the name; empty without one, and for a name with only a leading dot.
  var fileExtension: [UInt8] {
    guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return [] }
    return Array(name[(dot + 1)...])
  }
}
