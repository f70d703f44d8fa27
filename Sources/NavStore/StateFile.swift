import NavModel
import GRDB

/// The state file, open for writing.
struct StateFile {
  let files: StoreFiles
  let queue: DatabaseQueue
  /// What it held when it was opened, until the first write; nil for one that was begun just now.
  private(set) var contents: StoredContents?
  private var ordinal: Int64
  /// What lay at the paths of the database and its log after the first write.
  private(set) var identity: [FileID?] = []

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
    self.files = files
    ordinal = contents?.ordinal ?? 0
    guard contents?.mark.epoch != .max else {
      throw .damaged(reason: "no epoch can follow its own")
    }
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
  ///
  /// - Throws: why it can't be made.
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
  ///
  /// - Throws: why it can't be written.
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
    identity = files.identity
    // Nobody asks any more, and it may be large.
    contents = nil
  }

  /// Writes a batch whole or not at all.
  ///
  /// - Parameter batch: what changed.
  /// - Returns: the length of the log, in bytes.
  /// - Throws: a `StoreError` where the files were taken away, else what SQLite says.
  mutating func commit(_ batch: StoreBatch) throws -> Int {
    guard files.identity == identity else {
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
    return FileID.read(files.log)?.length ?? 0
  }
}
