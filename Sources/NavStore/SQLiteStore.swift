package import NavModel
import GRDB

/// The store of a daemon: one SQLite file in its state directory.
///
/// It belongs to the thread that opened it. That thread waits for the disk itself in `open`, in
/// `close`, in the first commit after a checkpoint and in one that opens the file again.
package final class SQLiteStore: SessionStore {
  let files: StoreFiles
  /// Which start this is.
  let mark: StoreMark
  /// The marks by which the file is known as ours; empty where none could be read.
  var known: Set<StoreMark>
  var lock: StoreLock?
  /// Nil while nothing can be written.
  var file: StateFile?
  /// The file was begun anew, so only a whole batch makes it complete.
  var needsWhole = false
  var notes: [String] = []
  let worker: StoreWorker
  private var isClosed = false
  /// Something was committed since the last checkpoint was asked for.
  var hasLog = false
  /// The length of the log, in bytes, beyond which the next checkpoint is asked for.
  var checkpointLength = StoreLimits.logBytes

  /// Why nothing could be written the last time; nil while everything is in the file.
  package internal(set) var problem: StoreError?

  init(
    files: StoreFiles,
    mark: StoreMark,
    known: StoreMark?,
    lock: StoreLock?
  ) {
    self.files = files
    self.mark = mark
    self.known = known.map { [$0] } ?? []
    self.lock = lock
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
    guard var file else { return }
    let length: Int
    do {
      length = try file.commit(batch)
    } catch {
      if !error.leavesConnectionIntact { drop(file) }
      throw StoreError(error, path: files.database)
    }
    self.file = file
    needsWhole = false
    hasLog = true
    if length > checkpointLength {
      // One that somebody's reading holds up is not asked for again with every commit.
      checkpointLength = length + StoreLimits.logBytes
      worker.checkpoint(of: file.identity)
    } else if length <= StoreLimits.keptLogBytes {
      checkpointLength = StoreLimits.logBytes
    }
  }

  /// Closes a connection that may be broken; the next commit opens the file again.
  ///
  /// At once, because two connections share what they know of a log, and the next one may find
  /// another log.
  private func drop(_ file: StateFile) {
    try? file.queue.close()
    self.file = nil
  }

  // MARK: The worker's part

  /// Has the log copied into the database; the daemon calls it when nothing was committed for
  /// `StoreLimits.idle`.
  package func idle() {
    guard let file, hasLog || worker.isBehind else { return }
    hasLog = false
    worker.checkpoint(of: file.identity)
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

  /// Copies the log into the database, closes the file and frees the directory, within
  /// `StoreLimits.closing`; then the store can't be used any more.
  ///
  /// - Returns: false where the disk took longer; the kernel frees everything when the process ends,
  ///   and nothing that was committed is lost.
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
    return worker.finish(file?.queue, lock, within: limit)
  }
}
