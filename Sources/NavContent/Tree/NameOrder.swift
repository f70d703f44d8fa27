/// The key by which entries are sorted: of two keys, the one whose bytes come first comes first.
///
/// A key is a byte for the group (what opens further entries before everything else), the name with
/// small letters and each number as its length and its digits without zeroes before them, a NUL,
/// and the name as it is. No name has a NUL, so a name comes before every longer one that begins
/// with it.
struct NameOrder {
  /// The keys of all names so far, one behind the other.
  private(set) var bytes: [UInt8] = []

  /// Adds the key of an entry and tells where it stands in the bytes.
  ///
  /// O(length).
  mutating func add(_ entry: DirectoryEntry) -> Range<Int> {
    let start = bytes.count
    bytes.append(entry.isBranch ? 0 : 1)
    if entry.name.allSatisfy({ $0 < 0x80 }) {
      add(folded: entry.name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    } else {
      add(folded: Array(String(decoding: entry.name, as: UTF8.self).lowercased().utf8))
    }
    bytes.append(0)
    bytes += entry.name
    return start..<bytes.count
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

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
