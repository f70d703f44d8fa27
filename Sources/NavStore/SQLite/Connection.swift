import NavBase
import CSQLite

/// A connection to a database file, which is closed with it.
///
/// One thread uses it at a time: whoever gives it to another thread no longer uses it. That is why it may be sent.
package final class Connection: @unchecked Sendable {
  /// Whether the connection only reads the file, or also writes it.
  package enum Access: Hashable, Sendable {
    case reading
    /// It is created if it is missing.
    case writing
  }

  private let database: OpaquePointer
  /// The statements that are prepared once.
  private var statements: [String: Statement] = [:]
  private var isClosed = false
  /// The number of frames in the log after the last commit of this connection; 0 before the first one.
  package private(set) var logFrames = 0

  /// Opens a file; references between tables are checked.
  ///
  /// SQLite looks at the content of the file no earlier than at the first statement that needs it.
  ///
  /// - Parameters:
  ///   - path: the file, or `:memory:` for a database of this connection alone.
  ///   - access: whether the file is only read.
  ///   - busyWait: how long a statement waits for other connections, in milliseconds.
  /// - Throws: the reason why it can't be opened.
  package init(
    path: String,
    access: Access = .writing,
    busyWait: Int = 0
  ) throws(SQLiteError) {
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path.utf8.terminated,
      &opened,
      flags | SQLITE_OPEN_NOMUTEX,
      LogWriting.registered
    )
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close_v2(opened) }
      throw SQLiteError(code, of: opened)
    }
    database = opened
    sqlite3_extended_result_codes(opened, 1)
    setBusyWait(busyWait)
    try execute("PRAGMA foreign_keys = ON; PRAGMA cache_spill = OFF")
  }

  deinit { close() }

  /// Closes it; later calls fail.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    statements = [:]
    sqlite3_close_v2(database)
  }

  /// Sets how long a statement waits for other connections, in milliseconds.
  package func setBusyWait(_ milliseconds: Int) {
    sqlite3_busy_timeout(database, CInt(milliseconds))
  }

  /// Counts the frames of the log from now on, and leaves its copying to the caller.
  package func countLogFrames() {
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      database,
      { own, _, _, frames in
        guard let own else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(own).takeUnretainedValue().logFrames = Int(frames)
        return SQLITE_OK
      },
      own
    )
  }

  /// The length of a frame of the log, in bytes: a page behind a header.
  package var frameBytes: Int { get throws { Int(try number("PRAGMA page_size") ?? 0) + 24 } }

  /// Keeps the log file when the last connection closes.
  package func keepLog() {
    var isOn: CInt = 1
    sqlite3_file_control(database, nil, SQLITE_FCNTL_PERSIST_WAL, &isOn)
  }

  // MARK: Statements

  /// Runs statements without parameters.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check()
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: database) }
  }

  /// Runs a statement that is prepared once.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: the values of its parameters, in their order.
  /// - Throws: SQLite's error.
  package func run(_ sql: String, _ values: Value...) throws {
    try prepared(sql).run(values) { _ in }
  }

  /// Returns the first number that a query finds, which is prepared once; nil if it finds nothing or NULL.
  package func number(_ sql: String) throws -> Int64? {
    var found: Int64?
    try prepared(sql).run([]) { row in found = found ?? (row.isNull(0) ? nil : row.number(0)) }
    return found
  }

  /// Returns the texts that a query finds in its first column.
  package func texts(_ sql: String) throws -> [String] {
    var found: [String] = []
    try rows(sql) { found.append($0.text(0)) }
    return found
  }

  /// Calls a function with each row that a query finds.
  package func rows(_ sql: String, _ visit: (Row) throws -> Void) throws {
    try check()
    try Statement(sql, on: database).run([], visit)
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    try check()
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: database)
    statements[sql] = statement
    return statement
  }

  private func check() throws(SQLiteError) {
    guard !isClosed else { throw SQLiteError(.other(SQLITE_MISUSE), message: "it is closed") }
  }

  // MARK: Transactions

  /// The way in which a transaction begins.
  package enum Beginning: String, Hashable, Sendable {
    /// It takes the locks that it needs when it needs them.
    case deferred = "BEGIN DEFERRED TRANSACTION"
    /// It may write at once, and waits for other connections that write.
    case immediate = "BEGIN IMMEDIATE TRANSACTION"
  }

  /// Makes changes in a transaction that may write at once: all of them, or none if `change` throws.
  package func transaction<Result>(_ change: () throws -> Result) throws -> Result {
    try run(Beginning.immediate.rawValue)
    do {
      let result = try change()
      try run("COMMIT TRANSACTION")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Calls a function in a transaction whose changes are undone.
  package func trial<Result>(
    _ beginning: Beginning,
    _ body: () throws -> Result
  ) throws -> Result {
    try run(beginning.rawValue)
    defer { rollBack() }
    return try body()
  }

  private func rollBack() {
    // SQLite has ended it already after some errors.
    if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK TRANSACTION") }
  }

  // MARK: The log

  /// The part of the log that a checkpoint copies.
  package enum Checkpoint: Sendable {
    /// As much as other connections allow now.
    case passive
    /// All of it, and the log is emptied: waits for other connections.
    case truncate
  }

  /// Copies the log into the database.
  ///
  /// - Returns: the number of its frames, and of those that are copied; -1 without a log.
  package func checkpoint(
    _ checkpoint: Checkpoint
  ) throws(SQLiteError) -> (frames: Int, copied: Int) {
    try check()
    let mode =
      switch checkpoint {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    var frames: CInt = -1
    var copied: CInt = -1
    let code = sqlite3_wal_checkpoint_v2(database, nil, mode, &frames, &copied)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: database) }
    return (Int(frames), Int(copied))
  }
}
