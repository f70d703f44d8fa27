/// Lists of values without names: their keys are numbers, which change when values are added before them.
extension ListContent {
  /// The most entries on either side in which a value is looked for, since a session waits.
  private static let reach = 10_000

  /// Whether the key of an entry is only its number.
  package func isNumbered(at index: Int) -> Bool {
    guard details == .column, let first = entries.first?.key.number else { return false }
    return Array(entries.key(at: index)).number == first + index
  }

  /// Returns the key of the entry with the value that a numbered entry had before, as far as lists show it: its own key, or
  /// that of the only one within `reach`; nil if there is none, or there are several.
  package func key(following entry: ListEntry) -> [UInt8]? {
    key(following: entry.key, with: entry.value)
  }

  /// Returns the same for an entry of which only the key and the value are known.
  package func key(following key: [UInt8], with wanted: String) -> [UInt8]? {
    guard wanted.utf8.first != 0 else { return key }
    guard let first = entries.first?.key else { return nil }
    // The list has become so long that its entries are in others.
    guard let first = first.number, let number = key.number else { return key }
    let index = number - first
    if entries.indices.contains(index), entries[index].value == wanted { return key }
    let near = (index - Self.reach..<index + Self.reach).clamped(to: entries.indices)
    let equal = near.lazy.filter { entries[$0].value == wanted }.prefix(2)
    return equal.count == 1 ? equal.first.map { entries[$0].key } : nil
  }
}

extension ListEntry {
  /// The text in a list of the value of a numbered entry, without the number, and behind a NUL its detail.
  package var value: String { label.dropFirst(key.count) + remark + "\0" + detail }
}

extension [UInt8] {
  /// The number that the key of a list's entry is; nil for any other key.
  package var number: Int? { Int(String(decoding: self, as: UTF8.self)) }

  /// The range of entries of a long list that the key of an entry stands for (`~r0-99`); nil for any other key.
  package var range: Range<Int>? {
    guard starts(with: "~r".utf8) else { return nil }
    let ends = String(decoding: dropFirst(2), as: UTF8.self).split(separator: "-")
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0,
      last >= first, last < Int.max
    else { return nil }
    return first..<last + 1
  }
}
