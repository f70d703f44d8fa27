import GRDB

/// The store of a daemon: one SQLite file in its state directory.
///
/// It belongs to the thread that opened it. Nothing but `open`, `close` and the commit that begins a
/// file anew waits for a disk.
package final class SQLiteStore: SessionStore {
  let files: StoreFiles
  /// Which start this is.
  private let mark: StoreMark
  /// The marks by which the file is known as ours; empty where none could be read.
  private var known: Set<StoreMark>
  private var lock: StoreLock?
  /// Nil while nothing can be written.
  private(set) var file: StateFile?
  /// The file was begun anew, so only a whole batch makes it complete.
  private var needsWhole = false
  private var notes: [String]
  private let worker: StoreWorker
  /// Something was committed since the last checkpoint was asked for.
  private var hasLog = false
  /// The length of the log, in bytes, beyond which the next checkpoint is asked for.
  private var checkpointLength = StoreLimits.logBytes

  /// Why nothing could be written the last time; nil while everything is in the file.
  package private(set) var problem: StoreError?

  init(
    files: StoreFiles,
    mark: StoreMark,
    known: StoreMark?,
    lock: StoreLock?,
    notes: [String]
  ) {
    self.files = files
    self.mark = mark
    self.known = known.map { [$0] } ?? []
    self.lock = lock
    self.notes = notes
    worker = StoreWorker(files)
  }

  /// What people should know that happened since the last call: files set aside, checkpoints that
  /// failed.
  package func takeNotes() -> [String] {
    defer { notes = [] }
    return notes + worker.takeNotes()
  }

  /// Writes a batch whole or not at all; after a return it survives the end of the process.
  ///
  /// Where nothing could be written until now, the file is opened again, at most once a call.
  ///
  /// - Parameter batch: what changed in a turn.
  /// - Throws: why nothing was written; the next commit may succeed.
  package func commit(_ batch: StoreBatch) throws(StoreError) {
    precondition(!isClosed, "cannot commit to a store that was closed")
    guard !batch.isEmpty else { return }
    do {
      try reopenIfNeeded()
      try write(batch)
    } catch {
      problem = error
      throw error
    }
    problem = nil
  }

  private func write(_ batch: StoreBatch) throws(StoreError) {
    guard batch.isWhole || !needsWhole else {
      throw .damaged(path: files.database, reason: "what it held is gone")
    }
    let length: Int
    do {
      // Never nil here, see `reopenIfNeeded`.
      length = try file?.commit(batch) ?? 0
    } catch {
      if (error as? DatabaseError)?.leavesConnectionIntact != true { dropFile(unless: error) }
      throw StoreError(error, path: files.database)
    }
    needsWhole = false
    hasLog = true
    if length > checkpointLength {
      // One that somebody's reading holds up is not asked for again with every commit.
      checkpointLength = length + StoreLimits.logBytes
      worker.checkpoint()
    } else if length <= StoreLimits.keptLogBytes {
      checkpointLength = StoreLimits.logBytes
    }
  }

  /// Closes a connection that may be broken; the next commit opens the file again.
  private func dropFile(unless error: any Error) {
    // A record that is too large says nothing about the file.
    if case .io = error as? StoreError { return }
    guard let file else { return }
    worker.release(file.queue)
    self.file = nil
  }

  // MARK: The worker's part

  /// Has the log copied into the database; the daemon calls it when nothing was committed for
  /// `StoreLimits.idle`.
  package func idle() {
    guard file != nil, hasLog || worker.isBehind else { return }
    hasLog = false
    worker.checkpoint()
  }

  /// Has everything that was committed before this call written to the disk itself, so that it
  /// survives a loss of power.
  ///
  /// Calls that come while one is under way are served together.
  ///
  /// - Parameter completion: called on another thread, once. After a failure it is not known what is
  ///   on the disk; the next batch should be whole.
  package func sync(_ completion: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
    if file == nil, let problem { return worker.fail(completion, with: problem) }
    worker.sync(completion)
  }

  private var isClosed = false

  /// Copies the log into the database, closes the file and frees the directory, within
  /// `StoreLimits.closing`; then the store can't be used any more.
  ///
  /// - Returns: false where the disk took longer; the kernel frees everything when the process ends,
  ///   and nothing that was committed is lost.
  @discardableResult
  package func close() -> Bool {
    guard !isClosed else { return true }
    isClosed = true
    defer {
      file = nil
      lock = nil
    }
    return worker.finish(file?.queue, lock, within: StoreLimits.closing)
  }
}

// MARK: Opening

extension SQLiteStore {
  /// Opens the store of a state directory, or begins one.
  ///
  /// What can't be used is set aside, see the module's documentation. A directory that can't be
  /// written is no error: what it holds is read, `problem` says what is wrong, and every commit tries
  /// again.
  ///
  /// - Parameters:
  ///   - directory: made when it is missing, for this user alone.
  ///   - now: milliseconds since 1970.
  ///   - random: gives the key of a new store, so it must be one that nobody can foretell.
  /// - Returns: the store, what it held, and what people should know.
  /// - Throws: `locked` where another daemon uses the directory, and nothing else.
  package static func open(
    directory: String,
    epoch now: UInt64,
    random: inout some RandomNumberGenerator
  ) throws(StoreError) -> (SQLiteStore, StoredState, notes: [String]) {
    let files = StoreFiles(directory: directory)
    let key = (0..<StoreLimits.topicKeyBytes).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    let newMark = StoreMark(bornEpoch: now, epoch: now, topicKey: key)
    var notes: [String] = []
    var lock: StoreLock?
    var problem: StoreError?
    var file: StateFile?
    do {
      try files.makeDirectory()
      lock = try StoreLock(files.lock)
      file = try StateFile.open(files, notes: &notes)
    } catch .locked(let path, let pid) {
      throw .locked(path: path, pid: pid)
    } catch {
      problem = error
    }
    let contents = file.map(\.contents) ?? readCopy(files, notes: &notes)
    let mark = contents?.mark.next(at: now) ?? newMark
    let store = SQLiteStore(
      files: files,
      mark: mark,
      known: contents?.mark,
      lock: lock,
      notes: []
    )
    if let file { problem = store.adopt(file) }
    if let problem { store.begin(without: problem, notes: &notes) }
    return (store, StoredState(contents, mark), notes)
  }

  /// Takes a file, when this start could be written into it.
  ///
  /// - Returns: why it could not.
  private func adopt(_ opened: StateFile) -> StoreError? {
    var opened = opened
    do {
      try opened.write(mark)
    } catch {
      worker.release(opened.queue)
      return error
    }
    known.insert(mark)
    file = opened
    hasLog = true
    checkpointLength = StoreLimits.logBytes
    return nil
  }

  private func begin(without problem: StoreError, notes: inout [String]) {
    self.problem = problem
    notes.append("nothing is kept for now: \(problem)")
  }

  /// What lies in a directory that can't be written.
  private static func readCopy(_ files: StoreFiles, notes: inout [String]) -> StoredContents? {
    guard FileID.exists(files.database) else { return nil }
    do {
      let copy = try StateCopy(of: files.database)
      return try StateFile.read(copy.path)
    } catch {
      let reason =
        switch Obstacle(error, path: files.database) {
        case .damaged(let reason): "is damaged: \(reason)"
        case .newer(let schema): "was written by a newer navd (schema \(schema))"
        case .other(let error): "can't be read: \(error)"
        }
      notes.append("\(files.database) \(reason); an empty state begins")
      return nil
    }
  }

  private func reopenIfNeeded() throws(StoreError) {
    guard file == nil else { return }
    try files.makeDirectory()
    if lock == nil { lock = try StoreLock(files.lock) }
    var opened = try StateFile.open(files, notes: &notes)
    if let mark = opened.contents?.mark, !known.contains(mark) {
      // Nobody has read what it holds, so nothing of ours may replace it.
      worker.release(opened.queue)
      let name = try files.setAside(as: "unread", stamp: StoreFiles.stamp())
      notes.append(
        "\(files.database) holds a state that could not be read before: it was renamed to \(name)"
      )
      opened = try StateFile.begin(files)
    }
    needsWhole = needsWhole || (opened.contents == nil && !known.isEmpty)
    if let error = adopt(opened) { throw error }
  }
}

extension StoreMark {
  /// The mark of the next start of the same store.
  fileprivate func next(at now: UInt64) -> StoreMark {
    StoreMark(
      bornEpoch: bornEpoch,
      epoch: max(epoch == .max ? .max : epoch + 1, now),
      topicKey: topicKey
    )
  }
}

extension StoredState {
  fileprivate init(_ contents: StoredContents?, _ mark: StoreMark) {
    self.init(
      bornEpoch: mark.bornEpoch,
      epoch: mark.epoch,
      topicKey: mark.topicKey,
      sessions: contents?.sessions ?? [],
      replies: contents?.replies ?? []
    )
  }
}
