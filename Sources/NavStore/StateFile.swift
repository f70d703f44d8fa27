import GRDB
import GRDBSQLite

/// Why a file can't be used as it is.
enum Obstacle: Error {
  /// It holds what navd did not write.
  case damaged(reason: String)
  case newer(schema: Int)
  /// Not the file is to be blamed, but the way to it.
  case other(StoreError)
}

/// The state file, open for writing.
struct StateFile {
  let files: StoreFiles
  let queue: DatabaseQueue
  /// What it held when it was opened; nil for one that was begun just now.
  let contents: StoredContents?
  private var ordinal: Int64
  /// What lay at the two paths after the first write.
  private var identity: [FileID?] = []

  private init(_ files: StoreFiles) throws(Obstacle) {
    let path = files.database
    if FileID.lies(at: path) { try Self.inspect(path) }
    guard FileID.lies(at: path) || !FileID.lies(at: files.log) else {
      throw .damaged(reason: "it is missing, but its log is there")
    }
    do {
      try files.makeDatabase()
      queue = try DatabaseQueue(path: path, configuration: Self.writing)
      contents = try queue.writeWithoutTransaction(Self.migrateAndRead)
    } catch {
      throw Obstacle(error, path: path)
    }
    guard contents?.mark.epoch != .max else {
      throw .damaged(reason: "no epoch can follow its own")
    }
    self.files = files
    ordinal = contents?.ordinal ?? 0
  }

  /// Opens the file of a state directory, or begins one; a file that can't be used is set aside.
  ///
  /// - Parameters:
  ///   - files: in a directory that is there and locked.
  ///   - notes: takes what people should know.
  /// - Returns: the file.
  /// - Throws: why nothing can be written there.
  static func open(_ files: StoreFiles, notes: inout [String]) throws(StoreError) -> StateFile {
    let note: String
    do {
      return try StateFile(files)
    } catch {
      note = try error.note(settingAside: files)
    }
    notes.append(note)
    return try begin(files)
  }

  /// Begins a file where none lies.
  static func begin(_ files: StoreFiles) throws(StoreError) -> StateFile {
    do {
      return try StateFile(files)
    } catch {
      throw StoreError(error, path: files.database)
    }
  }

  /// Reads a file that can't be written, without its log or with it.
  ///
  /// - Parameter path: a copy that nobody else uses; it may be changed.
  /// - Returns: what it holds, nil for an empty one.
  /// - Throws: why it can't be read.
  static func read(_ path: String) throws(Obstacle) -> StoredContents? {
    try inspect(path)
    do {
      return try DatabaseQueue(path: path, configuration: writing)
        .writeWithoutTransaction(migrateAndRead)
    } catch {
      throw Obstacle(error, path: path)
    }
  }

  /// Writes which start this is, and waits until it is on the disk.
  mutating func write(_ mark: StoreMark) throws(StoreError) {
    do {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.inTransaction(.immediate) {
          try db.run(
            "INSERT OR REPLACE INTO mark (id, bornEpoch, epoch, topicKey) VALUES (1, ?, ?, ?)",
            [mark.bornEpoch.stored, mark.epoch.stored, mark.topicKey.data]
          )
          return .commit
        }
        try db.execute(sql: "PRAGMA synchronous = NORMAL")
      }
    } catch {
      throw StoreError(error, path: files.database)
    }
    identity = [files.database, files.log].map { FileID.read($0)?.id }
  }

  /// Writes a batch whole or not at all.
  ///
  /// - Parameter batch: what changed.
  /// - Returns: the length of the log before, in bytes.
  /// - Throws: a `StoreError` where the files were taken away, else what SQLite says.
  mutating func commit(_ batch: StoreBatch) throws -> Int {
    let found = [files.database, files.log].map(FileID.read)
    guard found.map({ $0?.id }) == identity else {
      throw StoreError.damaged(
        path: files.database,
        reason: "it or its log was removed or replaced while it was in use"
      )
    }
    var writer = BatchWriter(path: files.database, ordinal: ordinal)
    try queue.inTransaction(.immediate) { db in
      try writer.write(batch, to: db)
      return .commit
    }
    ordinal = writer.ordinal
    return found[1]?.length ?? 0
  }
}

// MARK: Connections

extension StateFile {
  /// What every connection that writes is set to.
  static var writing: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(StoreLimits.busyWait.milliseconds) / 1_000)
    configuration.prepareDatabase { db in
      // The log outlives the connection, see the module's documentation.
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

  /// Looks at a file without changing it, so that one that is damaged or of a newer schema stays as
  /// it is.
  private static func inspect(_ path: String) throws(Obstacle) {
    guard !FileID.isDirectory(path) else { throw .damaged(reason: "it is a directory") }
    // SQLite would delete the log of an empty database.
    let log = FileID.read(StoreFiles.log(of: path))?.length ?? 0
    if FileID.read(path)?.length == 0, log > 0 {
      throw .damaged(reason: "it is empty, but its log is not")
    }
    var configuration = Configuration()
    // A transaction that was cut short while the file was begun can't be taken back by a reader.
    configuration.readonly = !FileID.lies(at: path + "-journal")
    configuration.busyMode = .timeout(Double(StoreLimits.busyWait.milliseconds) / 1_000)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
    do {
      try DatabaseQueue(path: path, configuration: configuration).unsafeRead { db in
        switch try Schema.find(db) {
        case .usable: break
        case .newer(let version): throw Obstacle.newer(schema: version)
        case .foreign: throw Obstacle.damaged(reason: "it was not written by navd")
        }
        let finding = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        guard finding == "ok" else { throw Obstacle.damaged(reason: finding ?? "it has no pages") }
      }
    } catch {
      throw Obstacle(error, path: path)
    }
  }

  private static func migrateAndRead(_ db: Database) throws -> StoredContents? {
    if case .usable(let version) = try Schema.find(db) { try Schema.migrate(db, from: version) }
    return try StoredContents.read(db)
  }
}

extension Obstacle {
  /// What a call that opens, checks or reads a file threw.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as Obstacle: self = error
    case let error as StoreError: self = .other(error)
    case let error as DatabaseError where !error.blamesTheFile:
      self = .other(StoreError(error, path: path))
    case let error as DatabaseError:
      self = .damaged(reason: error.message ?? "\(error.resultCode)")
    default: self = .damaged(reason: "\(error)")
    }
  }
}

extension Obstacle {
  /// Renames a file that can't be used.
  ///
  /// - Returns: what was done, for people.
  /// - Throws: why it can't be renamed, or what is in the way besides the file.
  fileprivate func note(settingAside files: StoreFiles) throws(StoreError) -> String {
    let path = files.database
    switch self {
    case .damaged(let reason):
      let name = try files.setAside(as: "damaged", stamp: StoreFiles.stamp())
      return "\(path) is damaged (\(reason)): it was renamed to \(name); an empty state begins"
    case .newer(let schema):
      let name = try files.setAside(as: "newer-schema-\(schema)", stamp: nil)
      return "\(path) was written by a newer navd (schema \(schema), this one knows "
        + "\(Schema.steps.count)): it was renamed to \(name); an empty state begins. To have it back, "
        + "stop navd, rename it to \(path) and start the newer navd"
    case .other(let error): throw error
    }
  }
}

extension StoreError {
  fileprivate init(_ obstacle: Obstacle, path: String) {
    switch obstacle {
    case .damaged(let reason): self = .damaged(path: path, reason: reason)
    case .newer(let schema):
      self = .damaged(path: path, reason: "it has the newer schema \(schema)")
    case .other(let error): self = error
    }
  }
}
