/// The keys by which entries are sorted: of two keys, the one whose bytes come first comes first.
///
/// The key by name is a byte for the group (what opens further entries before everything else), the
/// name with small letters and each number as its length and its digits without zeroes before them,
/// a NUL, and the name as it is. No name has a NUL, so a name comes before every longer one that
/// begins with it. The other orders put something in front of that: time and size as eight bytes
/// from the greatest to the smallest behind a byte for whether they are known, and the kind as what
/// the name ends in behind a byte for the group.
struct EntryKeys {
  /// All keys so far, one behind the other.
  private(set) var bytes: [UInt8] = []
  private let sort: ListingOrder.Sort

  init(_ sort: ListingOrder.Sort) {
    self.sort = sort
  }

  /// Adds the key of an entry and tells where it stands in the bytes.
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
    // From the greatest number to the smallest one, as if without a sign.
    let place = ~UInt64(bitPattern: (number ?? 0) ^ .min)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: place >> UInt64(shift)))
    }
  }

  /// As far as a number of 64 bits reaches: from 1677 to 2262.
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
      // The digit 0 stands for any number, so that numbers stand where digits do among characters.
      bytes.append(0x30)
      bytes.append(UInt8(truncatingIfNeeded: digits.count >> 8))
      bytes.append(UInt8(truncatingIfNeeded: digits.count))
      bytes += digits
      index = end
    }
  }
}

extension DirectoryEntry {
  /// Whether that is known of it which an order goes by; a directory has no size that could be.
  func isKnown(by sort: ListingOrder.Sort) -> Bool {
    switch sort {
    case .name, .kind: true
    case .time: modified != nil
    case .size: size != nil || (kind != .file && kind != .linkToFile)
    }
  }

  /// What stands behind the last dot of the name; empty without one, and for a name that only begins with it.
  fileprivate var fileExtension: [UInt8] {
    guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return [] }
    return Array(name[(dot + 1)...])
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
