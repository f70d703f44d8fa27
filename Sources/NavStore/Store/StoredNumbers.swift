extension UInt64 {
  /// The signed number with the same bits, which SQLite can store.
  var stored: Int64 { Int64(bitPattern: self) }

  init(stored: Int64) { self.init(bitPattern: stored) }

  /// The stored ranges for the numbers 0 through this one: two ranges if it is in the upper half,
  /// which is stored as negative numbers.
  var storedUpTo: [ClosedRange<Int64>] {
    stored >= 0 ? [0...stored] : [0...Int64.max, Int64.min...stored]
  }
}

extension Row {
  /// Returns a column as the number with the same bits.
  func unsigned(_ column: Int) -> UInt64 { UInt64(stored: number(column)) }
}
