import FoundationEssentials
import GRDB
import GRDBSQLite

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

/// A value that is written by each commit.
enum StoredValue {
  case number(Int64)
  case bytes([UInt8])
}

/// Statements of which each commit runs a few: their values are bound directly, which takes a tenth of the instructions of
/// GRDB's arguments of any type.
extension Database {
  /// Runs a statement that is prepared once per connection.
  func run(_ sql: String, _ values: StoredValue...) throws {
    _ = try cachedStatement(sql: sql).run(values)
  }

  /// Returns the first number that a query finds; nil if it finds nothing.
  func number(_ sql: String) throws -> Int64? { try cachedStatement(sql: sql).run([]) }

  /// Makes changes in a transaction that waits for other programs at its beginning: all of them, or none if `change`
  /// throws.
  func transaction(_ change: () throws -> Void) throws {
    try run("BEGIN IMMEDIATE TRANSACTION")
    do {
      try change()
      try run("COMMIT TRANSACTION")
    } catch {
      // SQLite has ended it already after some errors.
      if isInsideTransaction { try? run("ROLLBACK TRANSACTION") }
      throw error
    }
  }
}

extension Statement {
  /// Runs it with values for its parameters, in their order.
  ///
  /// - Returns: the first number of its first row; nil without a row.
  fileprivate func run(_ values: [StoredValue]) throws -> Int64? {
    defer {
      sqlite3_reset(sqliteStatement)
      sqlite3_clear_bindings(sqliteStatement)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: CInt(index + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    var found: Int64?
    while true {
      switch sqlite3_step(sqliteStatement) {
      case SQLITE_ROW: found = found ?? sqlite3_column_int64(sqliteStatement, 0)
      case SQLITE_DONE: return found
      case let code: throw failure(code)
      }
    }
  }

  private func bind(_ value: StoredValue, at index: CInt) -> CInt {
    switch value {
    case .number(let number): sqlite3_bind_int64(sqliteStatement, index, number)
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        // SQLite copies them. An empty array may have no address, which would store NULL.
        $0.isEmpty
          ? sqlite3_bind_zeroblob(sqliteStatement, index, 0)
          : sqlite3_bind_blob(sqliteStatement, index, $0.baseAddress, CInt($0.count), Self.copied)
      }
    }
  }

  /// `SQLITE_TRANSIENT`.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func failure(_ code: CInt) -> DatabaseError {
    let message = sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)).map { String(cString: $0) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
  }
}
