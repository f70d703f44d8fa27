/// Lists of values without names: their keys are numbers, which change when values are added before them.
extension ListContent {
  /// Whether the key of an entry is only its number.
  package func isNumbered(at index: Int) -> Bool {
    guard details == .column, let first = entries.first?.key.number else { return false }
    return Array(entries.key(at: index)).number == first + index
  }

  /// Returns a numbered entry by its value and those of its neighbors, as far as lists show them.
  package func place(ofNumbered index: Int) -> NamedPlace {
    NamedPlace(of: index, among: entries.indices) { entries[$0].value }
  }

  /// Returns the key that a numbered entry has by now, and whether its value is gone.
  ///
  /// - Parameters:
  ///   - key: the key that it had.
  ///   - place: the entry in an earlier version of the list.
  package func key(following key: [UInt8], at place: NamedPlace) -> (key: [UInt8], isLost: Bool) {
    guard let first = entries.first?.key else { return (key, true) }
    // The list has become so long that its entries are in others.
    guard let first = first.number, let number = key.number else { return (key, false) }
    let found = place.index(near: number &- first, of: entries.count) { entries[$0].value }
    return (entries.indices.contains(found.index) ? entries[found.index].key : key, found.isLost)
  }
}

extension ListEntry {
  /// The text in a list of the value of a numbered entry, without the number, and behind a NUL its detail; empty if the
  /// list shows nothing of the value.
  fileprivate var value: String {
    let text = label.dropFirst(key.count) + remark
    return text.isEmpty ? "" : text + "\0" + detail
  }
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
