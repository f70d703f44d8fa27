package import NavBase

/// The store of a daemon: one SQLite file in its state directory.
///
/// It belongs to the thread that opened it. That thread waits for the disk only in `open`, in `close`, in the first commit
/// after a checkpoint, in a commit that finds the log long (`shortenLog`), and in a commit that reopens the file.
package final class SQLiteStore {
  let files: StoreFiles
  var marks: Marks
  var lock: StoreLock?
  /// Nil while the file can't be written.
  var file: StateFile?
  /// Whether the file was created anew, so that only a whole batch makes it complete.
  var needsWhole = false
  var notes: [String] = []
  let worker: StoreWorker
  private var isClosed = false
  var checkpoints = CheckpointSchedule()
  /// The free space of the disk in bytes, and the length of the log when it was asked for; nil if it has to be asked.
  var freeBytes: (count: Int, log: Int)?

  /// The reason of the last failed commit; nil while everything is in the file.
  package internal(set) var problem: StoreError?

  /// The marks of the store's file.
  struct Marks {
    /// The mark of this start.
    let own: StoreMark
    /// The marks that identify the file as this store's; empty if none could be read.
    var known: Set<StoreMark>
    /// Whether users know what the file lacks; from then on, batches bring what it lacks.
    var isReported: Bool
  }

  init(files: StoreFiles, marks: Marks, lock: StoreLock?) {
    self.files = files
    self.marks = marks
    self.lock = lock
    worker = StoreWorker(files)
  }

  /// Returns notes for users since the last call: files set aside, failed checkpoints.
  package func takeNotes() -> [String] {
    defer { notes = [] }
    return notes + worker.takeNotes()
  }

  /// Writes a batch completely or not at all; once it returns, the batch survives the end of the process.
  ///
  /// After an earlier failure, each call reopens the file at most once.
  ///
  /// - Parameters:
  ///   - batch: the changes of a turn; it refers only to stored sessions and to its own heads.
  ///   - looks: whether to look first whether the files are still in place; without it, `look` has to be called soon.
  /// - Throws: the reason why nothing was written; the next commit may succeed. The caller's next batch must include this
  ///   one's changes or be whole.
  package func commit(_ batch: StoreBatch, looks: Bool = true) throws(StoreError) {
    precondition(!isClosed, "cannot commit to a store that was closed")
    guard !batch.isEmpty else { return }
    do {
      try reopenIfNeeded()
      try write(batch, looks: looks)
    } catch {
      problem = error
      throw error
    }
    problem = nil
  }

  /// Looks whether the lock, the database and its log are still the files that were opened.
  ///
  /// - Throws: what is wrong. The next commit opens the files again, or makes new ones; it must be whole.
  package func look() throws(StoreError) {
    guard let file else { return }
    do throws(StoreError) {
      guard lock?.isAt(files.lock) == true else { throw StoreError.lockLost(path: files.lock) }
      try file.look()
    } catch {
      drop(file)
      problem = error
      throw error
    }
  }

  private func write(_ batch: StoreBatch, looks: Bool) throws(StoreError) {
    guard batch.isWhole || !needsWhole else {
      throw .damaged(path: files.database, reason: "what it held is gone")
    }
    if looks { try look() }
    guard var file else { return }
    let length: Int
    do {
      length = try commit(batch, to: &file)
    } catch {
      if error.leavesConnectionIntact { self.file = file } else { drop(file) }
      throw StoreError(error, path: files.database)
    }
    needsWhole = false
    shortenLog(of: &file, length: length)
    self.file = file
  }

  /// Closes a connection that may be broken; the next commit opens the file again.
  ///
  /// It is closed at once, because two connections share their state of a log, and the next connection may find another
  /// log.
  private func drop(_ file: StateFile) {
    file.connection.close()
    self.file = nil
  }

  // MARK: Worker requests

  /// Requests a checkpoint; the daemon calls it after `StoreLimits.idle` without a commit.
  package func idle() {
    guard let file, checkpoints.idle(isBehind: worker.isBehind) else { return }
    worker.checkpoint(of: file.identity)
  }

  /// Requests that all earlier commits are written to the disk itself, so that they survive a loss of power.
  ///
  /// Calls during a running request are served together.
  ///
  /// - Parameter completion: called once, on another thread. After a failure the state of the disk is unknown; the next
  ///   batch should be whole.
  package func sync(_ completion: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
    if file == nil, let problem { return worker.fail(completion, with: problem) }
    worker.sync(file.map { ($0.commitFile, $0.commits) }, completion)
  }

  /// Copies the log into the database, closes the file and releases the directory, within `StoreLimits.closing`; the
  /// store is unusable afterwards.
  ///
  /// - Returns: false on timeout; the kernel releases everything at the end of the process, and no commit is lost.
  @discardableResult
  package func close() -> Bool { close(within: StoreLimits.closing) }

  @discardableResult
  package func close(within limit: Duration) -> Bool {
    guard !isClosed else { return true }
    isClosed = true
    defer {
      file = nil
      lock = nil
    }
    return worker.finish(file?.connection, lock, within: limit)
  }
}

extension UInt64 {
  /// The signed number with the same bits, which SQLite can store.
  var stored: Int64 { Int64(bitPattern: self) }

  init(stored: Int64) { self.init(bitPattern: stored) }

  /// The stored ranges for the numbers 0 through this one: two ranges if it is in the upper half,
  /// which is stored as negative numbers.
  var storedUpTo: [ClosedRange<Int64>] {
    stored >= 0 ? [0...stored] : [0...Int64.max, Int64.min...stored]
  }
}

extension Row {
  /// Returns a column as the number with the same bits.
  func unsigned(_ column: Int) -> UInt64 { UInt64(stored: number(column)) }
}
