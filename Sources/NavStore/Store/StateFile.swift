import Glibc
import NavBase

/// The state file, open for writing.
struct StateFile {
  let files: StoreFiles
  let connection: Connection
  /// The contents at the time of opening, until the first write; nil for a new file.
  private(set) var contents: StoredContents?
  private var ordinal: Int64
  /// The number of commits.
  private(set) var commits: UInt64
  /// Keeps that number beside the database; nil until the first write.
  private(set) var commitFile: CommitFile?
  /// The identities of the database and its log after the first write.
  private(set) var identity = StoreFiles.Identity()
  /// The frames of the log after the last commit, and the length of its file in bytes.
  private var log = (frames: 0, bytes: 0)
  private let frameBytes: Int
  /// `dataVersion` as a commit has found it; nil where the next one has to ask, since something else may have changed it.
  private var knownDataVersion: Int64?

  private init(_ files: StoreFiles) throws(Obstacle) {
    let path = files.database
    do {
      try files.makeDatabase()
      connection = try Self.connect(path)
      contents = try Self.migrateAndRead(connection)
      frameBytes = try connection.frameBytes
    } catch {
      throw Obstacle(error, path: path)
    }
    self.files = files
    ordinal = contents?.ordinal ?? 0
    commits = contents?.commits ?? 0
    guard contents?.mark.epoch != .max else {
      throw .damaged(reason: "no epoch can follow its own")
    }
  }

  /// Opens or creates the file of a state directory; an unusable file is set aside.
  ///
  /// - Parameters:
  ///   - files: the files of an existing, locked directory.
  ///   - notes: receives notes for users.
  ///   - isReported: whether users know what it lacks; they do afterwards, even if the file can't be opened.
  /// - Returns: the open file.
  /// - Throws: the reason why nothing can be written there.
  static func open(
    _ files: StoreFiles,
    notes: inout [String],
    isReported: inout Bool
  ) throws(StoreError) -> StateFile {
    let note: String
    do {
      let inventory = try inspect(files)
      if !isReported { try reportShortfall(of: inventory, files, to: &notes) }
      isReported = true
      return try StateFile(files)
    } catch {
      note = try error.note(settingAside: files)
    }
    notes.append(note)
    return try begin(files)
  }

  private static func inspect(_ files: StoreFiles) throws(Obstacle) -> Inventory? {
    guard FileID.lies(at: files.database) else {
      guard FileID.lies(at: files.log) else { return nil }
      throw .damaged(reason: "it is missing, but its log is there")
    }
    return try inspect(files.database)
  }

  /// Notes what a usable file lacks, after copying it with its log if that may help.
  private static func reportShortfall(
    of inventory: Inventory?,
    _ files: StoreFiles,
    to notes: inout [String]
  ) throws(Obstacle) {
    let content = CommitFile.read(files.commits)
    let shortfalls = Shortfall.all(of: inventory, content, boot: CommitFile.boot())
    guard !shortfalls.isEmpty else { return }
    do {
      let needsCopy = shortfalls.contains(where: \.needsCopy)
      let copy = needsCopy ? try files.copyAside(as: "damaged", stamp: StoreFiles.stamp()) : nil
      notes += shortfalls.map { $0.note(files.database, copy: $0.needsCopy ? copy : nil) }
    } catch {
      throw .other(error)
    }
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
  /// - Returns: the contents, and the numbers by which a shortfall is noticed; nil for an empty file.
  /// - Throws: the reason why it can't be read.
  static func read(
    _ path: String
  ) throws(Obstacle) -> (contents: StoredContents?, inventory: Inventory?) {
    let inventory = try inspect(path)
    do {
      return (try migrateAndRead(connect(path)), inventory)
    } catch {
      throw Obstacle(error, path: path)
    }
  }

  /// Writes the mark of this start, and waits until it is on the disk.
  ///
  /// - Throws: the reason why it can't be written.
  mutating func write(_ mark: StoreMark) throws(StoreError) {
    // Opened first: if that fails, the database is as it was read.
    let commitFile = try CommitFile(
      files.commits,
      CommitCount(
        bornEpoch: mark.bornEpoch,
        written: commits,
        synced: commits,
        boot: CommitFile.boot()
      )
    )
    do {
      try connection.execute("PRAGMA synchronous = FULL")
      try connection.transaction {
        try connection.run(
          "INSERT OR REPLACE INTO mark (id, bornEpoch, epoch, topicKey) VALUES (1, ?, ?, ?)",
          .number(mark.bornEpoch.stored),
          .number(mark.epoch.stored),
          .bytes(mark.topicKey)
        )
        try count(commits + 1)
      }
      try connection.execute("PRAGMA synchronous = NORMAL")
    } catch {
      throw StoreError(error, path: files.database)
    }
    commits += 1
    commitFile.noteWritten(commits)
    commitFile.noteSynced(commits)
    self.commitFile = commitFile
    (identity, log.bytes) = files.look()
    log.frames = connection.logFrames
    // The contents are no longer needed, and they may be large.
    contents = nil
  }

  /// Throws if the files were removed or replaced.
  func look() throws(StoreError) {
    guard files.identity == identity else {
      throw StoreError.damaged(
        path: files.database,
        reason: "it or its log was removed or replaced while it was in use"
      )
    }
  }

  /// Writes a batch completely or not at all.
  ///
  /// - Parameter batch: the changes.
  /// - Returns: the length of the log, in bytes.
  /// - Throws: SQLite's error, or the `StoreError` of a record that is too long.
  mutating func commit(_ batch: StoreBatch) throws -> Int {
    var writer = BatchWriter(path: files.database, ordinal: ordinal)
    var version = knownDataVersion
    do {
      try connection.transaction {
        version = try version ?? dataVersion
        try writer.write(batch, to: connection)
        try count(commits + 1)
      }
    } catch {
      giveBackLog(behind: log.bytes, ifStill: version)
      throw error
    }
    knownDataVersion = version
    ordinal = writer.ordinal
    commits += 1
    commitFile?.noteWritten(commits)
    noteLog()
    return log.bytes
  }

  /// Notes how long the log is after a commit, without a system call while it only grows.
  private mutating func noteLog() {
    let frames = connection.logFrames
    // SQLite begins a log anew behind its header, and shortens a long file then.
    log.bytes = frames > log.frames ? max(log.bytes, frameBytes * frames + 32) : logLength
    log.frames = frames
  }

  private func count(_ commits: UInt64) throws {
    try connection.run(
      "INSERT OR REPLACE INTO commits (id, count) VALUES (1, ?)",
      .number(commits.stored)
    )
  }

  /// A number that differs after each commit of another connection.
  private var dataVersion: Int64? {
    get throws { try connection.number("PRAGMA data_version") }
  }

  /// Gives the space of a batch that did not fit back: the database may need it to take up the log.
  ///
  /// - Parameters:
  ///   - length: the length of the log before the batch, in bytes.
  ///   - dataVersion: that of the batch's transaction. If another program has committed since then, the end of the log
  ///     is its own.
  private mutating func giveBackLog(behind length: Int, ifStill dataVersion: Int64?) {
    knownDataVersion = nil
    guard let dataVersion, logLength > length else { return }
    try? connection.trial(.immediate) {
      if try self.dataVersion == dataVersion { truncate(files.log, length) }
    }
  }

  /// The length of the log, in bytes.
  var logLength: Int { FileID.read(files.log)?.length ?? 0 }

  /// Copies the rest of the log into the database and empties it, without waiting for any other program.
  ///
  /// - Returns: false if another program reads it; as much as possible is copied.
  /// - Throws: SQLite's error.
  mutating func emptyLog() throws -> Bool {
    connection.setBusyWait(0)
    defer {
      connection.setBusyWait(Self.busyWait)
      knownDataVersion = nil
      log = (0, logLength)
    }
    do {
      _ = try connection.checkpoint(.truncate)
      return true
    } catch let error where error.code == .busy {
      return false
    }
  }
}
