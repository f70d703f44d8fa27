import CSQLite

/// A prepared statement of a connection, which must outlive it.
final class Statement {
  private let handle: OpaquePointer

  /// Prepares the first statement of a text.
  init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let flags = CUnsignedInt(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(database, sql, -1, flags, &prepared, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: database) }
    guard let prepared else { throw SQLiteError(.statement, message: "there is no statement") }
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it with values for its parameters, in their order.
  ///
  /// - Parameters:
  ///   - values: as many as it has parameters.
  ///   - visit: called with each row that it finds.
  /// - Throws: SQLite's error, or that of `visit`, which ends the statement.
  func run(_ values: [Value], _ visit: (Row) throws -> Void) throws {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: CInt(index + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try visit(Row(statement: handle))
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  private func bind(_ value: Value, at index: CInt) -> CInt {
    // SQLite copies texts and bytes.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .number(let number): return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty text may have no address, which would store NULL.
          $0.isEmpty
            ? sqlite3_bind_text(handle, index, "", 0, copied)
            : sqlite3_bind_text(handle, index, $0.baseAddress, CInt($0.count), copied)
        }
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        $0.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : sqlite3_bind_blob(handle, index, $0.baseAddress, CInt($0.count), copied)
      }
    }
  }

  private func failure(_ code: CInt) -> SQLiteError {
    SQLiteError(code, of: sqlite3_db_handle(handle))
  }
}

/// A row that a statement has found; valid until the next one.
package struct Row {
  fileprivate let statement: OpaquePointer

  /// Returns a column as a number; 0 for NULL.
  package func number(_ column: Int) -> Int64 { sqlite3_column_int64(statement, CInt(column)) }

  /// Returns a column as text; empty for NULL.
  package func text(_ column: Int) -> String {
    guard let address = sqlite3_column_text(statement, CInt(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return String(decoding: UnsafeBufferPointer(start: address, count: count), as: UTF8.self)
  }

  /// Returns a column's bytes; none for NULL.
  package func bytes(_ column: Int) -> [UInt8] {
    guard let address = sqlite3_column_blob(statement, CInt(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return Array(UnsafeRawBufferPointer(start: address, count: count))
  }

  /// Whether a column is NULL.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, CInt(column)) == SQLITE_NULL
  }
}

extension SQLiteError {
  /// The error of a call, with the connection's text.
  init(_ code: CInt, of database: OpaquePointer?) {
    self.init(
      resultCode: code,
      message: database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    )
  }
}

/// A value of a statement's parameter.
package enum Value: Hashable, Sendable {
  case number(Int64)
  case text(String)
  case bytes([UInt8])
}
