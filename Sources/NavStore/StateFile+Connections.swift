import GRDB
import GRDBSQLite
import NavModel

extension StateFile {
  /// The configuration of every writing connection.
  static var writing: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(StoreLimits.busyWait.milliseconds) / 1_000)
    configuration.prepareDatabase { db in
      // The log is kept when the connection closes, see the module's documentation.
      var isOn: CInt = 1
      sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isOn)
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw DatabaseError(
          resultCode: .SQLITE_CANTOPEN,
          message: "the file system has no shared memory, which its log needs"
        )
      }
      try db.execute(
        sql: """
          PRAGMA synchronous = NORMAL;
          PRAGMA wal_autocheckpoint = 0;
          PRAGMA journal_size_limit = \(StoreLimits.keptLogBytes);
          PRAGMA trusted_schema = OFF;
          """
      )
    }
    return configuration
  }

  /// Inspects a file without changing it, so that a damaged or newer file stays as it is.
  ///
  /// - Returns: its numbers; nil if nothing was written to it yet.
  /// - Throws: the reason why it can't be used.
  static func inspect(_ path: String) throws(Obstacle) -> Inventory? {
    guard !FileID.isDirectory(path) else { throw .damaged(reason: "it is a directory") }
    // SQLite would delete the log of an empty database.
    let log = FileID.read(StoreFiles.log(of: path))?.length ?? 0
    if FileID.read(path)?.length == 0, log > 0 {
      throw .damaged(reason: "it is empty, but its log is not")
    }
    // SQLite would open such a file for reading only, which would be mistaken for missing
    // permissions.
    guard FileID.writeVersion(path) <= 2 else {
      throw .damaged(reason: "its header says that only a newer SQLite may write it")
    }
    var configuration = Configuration()
    // A read-only connection can't roll back a transaction that was interrupted while the file was
    // created.
    configuration.readonly = !FileID.lies(at: path + "-journal")
    configuration.busyMode = .timeout(Double(StoreLimits.busyWait.milliseconds) / 1_000)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
    do {
      return try DatabaseQueue(path: path, configuration: configuration).unsafeRead { db in
        let known: Int
        switch try Schema.find(db) {
        case .usable(let version):
          known = version
          guard try Schema.isIntact(db, version: version) else {
            throw Obstacle.damaged(reason: "its tables are not those of its version")
          }
        case .newer(let version): throw Obstacle.newer(schema: version)
        case .foreign: throw Obstacle.damaged(reason: "it was not written by navd")
        }
        let finding = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        guard finding == "ok" else { throw Obstacle.damaged(reason: finding ?? "it has no pages") }
        return try Inventory.read(db, version: known)
      }
    } catch {
      throw Obstacle(error, path: path)
    }
  }

  static func migrateAndRead(_ db: Database) throws -> StoredContents? {
    if case .usable(let version) = try Schema.find(db) { try Schema.migrate(db, from: version) }
    for table in ["snapshot", "change"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE session NOT IN (SELECT id FROM session)")
    }
    return try StoredContents.read(db)
  }
}
