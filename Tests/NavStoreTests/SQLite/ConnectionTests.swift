import NavStore
import Testing

/// Statements, values and transactions of one connection; files and their logs are those of NavStoreTests.
@Suite struct ConnectionTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (n INTEGER, s TEXT, b BLOB)")
  }

  /// The rows of the table, as text that tells NULL, texts and bytes apart.
  private func rows() throws -> [String] {
    try connection.texts("SELECT quote(n) || ' ' || quote(s) || ' ' || quote(b) FROM t")
  }

  @Test("values are stored as they are; empty ones are not NULL")
  func values() throws {
    let insert = "INSERT INTO t VALUES (?, ?, ?)"
    try connection.run(insert, .number(.min), .text("a\0ü"), .bytes([0, 255]))
    try connection.run(insert, .number(0), .text(""), .bytes([]))
    // Earlier values of a prepared statement are forgotten.
    try connection.run(insert)
    #expect(
      try connection.texts("SELECT hex(s) FROM t") == ["6100C3BC", "", ""]
    )
    #expect(try rows().dropFirst() == ["0 '' X''", "NULL NULL NULL"])
    var read: [(Int64, String, [UInt8], Bool)] = []
    try connection.rows("SELECT n, s, b FROM t") { row in
      read.append((row.number(0), row.text(1), row.bytes(2), row.isNull(0)))
    }
    #expect(read.map(\.0) == [.min, 0, 0] && read.map(\.1) == ["a\0ü", "", ""])
    #expect(read.map(\.2) == [[0, 255], [], []] && read.map(\.3) == [false, false, true])
  }

  @Test("the first number of a query; nil for nothing and for NULL")
  func numbers() throws {
    #expect(try connection.number("SELECT max(n) FROM t") == nil)
    #expect(try connection.number("SELECT n FROM t") == nil)
    try connection.execute("INSERT INTO t (n) VALUES (7), (8)")
    #expect(try connection.number("SELECT n FROM t ORDER BY n") == 7)
  }

  private struct Change: Error {}

  @Test("a transaction that throws changes nothing, and the next one begins")
  func transactions() throws {
    #expect(throws: Change.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t (n) VALUES (1)")
        throw Change()
      }
    }
    // SQLite itself ends this one.
    try connection.execute("CREATE TABLE u (n INTEGER UNIQUE ON CONFLICT ROLLBACK)")
    let conflict = #expect(throws: SQLiteError.self) {
      try connection.transaction { try connection.execute("INSERT INTO u VALUES (1), (1)") }
    }
    #expect(conflict?.code == .constraint)
    try connection.trial(.deferred) { () throws in
      try connection.execute("INSERT INTO t (n) VALUES (2)")
    }
    try connection.transaction { try connection.execute("INSERT INTO t (n) VALUES (3)") }
    #expect(try connection.texts("SELECT n FROM t") == ["3"])
  }

  @Test("errors have a kind and SQLite's text")
  func errors() throws {
    let unknown = #expect(throws: SQLiteError.self) { try connection.run("SELECT x FROM t") }
    #expect(unknown == SQLiteError(.statement, message: "no such column: x"))
    #expect(throws: SQLiteError.self) { try connection.run("") }
    let missing = #expect(throws: SQLiteError.self) {
      _ = try Connection(path: "/nowhere/at/all", access: .reading)
    }
    #expect(missing?.code == .cannotOpen)
    connection.close()
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
    #expect(throws: SQLiteError.self) { try connection.number("SELECT 1") }
    // Once is enough.
    connection.close()
  }

  @Test("references between tables are checked")
  func references() throws {
    try connection.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)")
    try connection.execute("CREATE TABLE c (p INTEGER REFERENCES p (id))")
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO c VALUES (1)")
    }
    #expect(error?.code == .constraint)
  }
}
