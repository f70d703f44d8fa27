import NavBase

extension StateFile {
  /// Opens a connection that writes.
  static func connect(_ path: String) throws -> Connection {
    let connection = try Connection(path: path, busyWait: busyWait)
    // See the module's documentation.
    connection.keepLog()
    // Of a new file: a key press changes a few rows in three pages, each of which is written whole.
    try connection.execute("PRAGMA page_size = 1024")
    guard try connection.texts("PRAGMA journal_mode = WAL") == ["wal"] else {
      throw SQLiteError(
        .cannotOpen,
        message: "the file system has no shared memory, which its log needs"
      )
    }
    try connection.execute(
      """
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = \(StoreLimits.keptLogBytes);
      PRAGMA trusted_schema = OFF;
      """
    )
    connection.countLogFrames()
    return connection
  }

  /// The longest wait of a connection for other programs, in milliseconds.
  static var busyWait: Int { Int(StoreLimits.busyWait.milliseconds) }

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
    // A connection for reading can't roll back a transaction that was interrupted while the file was
    // created.
    let access: Connection.Access = FileID.lies(at: path + "-journal") ? .writing : .reading
    do {
      let db = try Connection(path: path, access: access, busyWait: busyWait)
      try db.execute("PRAGMA trusted_schema = OFF")
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
      let finding = try db.texts("PRAGMA integrity_check(1)").first
      guard finding == "ok" else { throw Obstacle.damaged(reason: finding ?? "it has no pages") }
      return try Inventory.read(db, version: known)
    } catch {
      throw Obstacle(error, path: path)
    }
  }

  static func migrateAndRead(_ db: Connection) throws -> StoredContents? {
    if case .usable(let version) = try Schema.find(db) { try Schema.migrate(db, from: version) }
    for table in ["snapshot", "change"] {
      try db.execute("DELETE FROM \(table) WHERE session NOT IN (SELECT id FROM session)")
    }
    return try StoredContents.read(db)
  }
}
