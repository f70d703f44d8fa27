import FoundationEssentials
import GRDB

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

extension [UInt8] {
  /// The bytes as `Data`, for SQLite.
  var data: Data { Data(self) }
}

extension Row {
  func number(_ column: Int) -> UInt64 { UInt64(stored: self[column]) }

  func bytes(_ column: Int) -> [UInt8] {
    let data: Data = self[column]
    return Array(data)
  }
}

extension Database {
  /// Runs a statement that is prepared once per connection.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
