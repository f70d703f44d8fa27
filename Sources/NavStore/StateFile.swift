import GRDB
import NavModel

/// The state file, open for writing.
struct StateFile {
  let files: StoreFiles
  let queue: DatabaseQueue
  /// The contents at the time of opening, until the first write; nil for a new file.
  private(set) var contents: StoredContents?
  private var ordinal: Int64
  /// The identities of the database and its log after the first write.
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

  /// Opens or creates the file of a state directory; an unusable file is set aside.
  ///
  /// - Parameters:
  ///   - files: the files of an existing, locked directory.
  ///   - notes: receives notes for users.
  /// - Returns: the open file.
  /// - Throws: the reason why nothing can be written there.
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

  /// Creates a file where none exists.
  ///
  /// - Throws: the reason why it can't be created.
  static func begin(_ files: StoreFiles) throws(StoreError) -> StateFile {
    do {
      return try StateFile(files)
    } catch {
      throw StoreError(error, path: files.database)
    }
  }

  /// Reads a file that can't be written, with or without its log.
  ///
  /// - Parameter path: the path of a private copy, which may be changed.
  /// - Returns: the contents; nil for an empty file.
  /// - Throws: the reason why it can't be read.
  static func read(_ path: String) throws(Obstacle) -> StoredContents? {
    try inspect(path)
    do {
      return try DatabaseQueue(path: path, configuration: writing)
        .writeWithoutTransaction(migrateAndRead)
    } catch {
      throw Obstacle(error, path: path)
    }
  }

  /// Writes the mark of this start, and waits until it is on the disk.
  ///
  /// - Throws: the reason why it can't be written.
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
    // The contents are no longer needed, and they may be large.
    contents = nil
  }

  /// Writes a batch completely or not at all.
  ///
  /// - Parameter batch: the changes.
  /// - Returns: the length of the log, in bytes.
  /// - Throws: a `StoreError` if the files were removed or replaced, else SQLite's error.
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
