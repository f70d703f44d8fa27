import Dispatch
import Glibc
import NavBase
import Synchronization

/// Runs the slow work of a store on a serial queue: checkpoints, `fdatasync` and closing.
final class StoreWorker: Sendable {
  typealias Completion = @Sendable (Result<Void, StoreError>) -> Void

  private struct State {
    /// The completions waiting for the next `fdatasync`.
    var waiting: [Completion] = []
    /// The commits that it covers.
    var covered: (file: CommitFile?, commits: UInt64)?
    var isCheckpointAsked = false
    /// The bytes of the log that the last checkpoint found copied.
    var copied = 0
    /// Whether the last checkpoint was incomplete.
    var isBehind = false
    /// The reason why the last checkpoint failed.
    var problem: StoreError?
    var notes: [String] = []
  }

  private let files: StoreFiles
  private let queue = DispatchQueue(label: "navd.store", qos: .utility)
  private let state = Mutex(State())
  /// The checkpoints that were requested and have not ended.
  private let checkpoints = DispatchGroup()

  init(_ files: StoreFiles) {
    self.files = files
  }

  /// Whether the last checkpoint was incomplete.
  var isBehind: Bool { state.withLock { $0.isBehind } }

  /// Returns the notes for users and clears them.
  func takeNotes() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  // MARK: Checkpoints

  /// Requests a checkpoint as far as readers allow it; a request that has not started yet also serves this call.
  ///
  /// - Parameter identity: the files that the daemon writes; replaced files at their paths are left alone.
  func checkpoint(of identity: StoreFiles.Identity) {
    let isFirst = state.withLock { state in
      defer { state.isCheckpointAsked = true }
      return !state.isCheckpointAsked
    }
    guard isFirst else { return }
    checkpoints.enter()
    queue.async { [self] in
      defer { checkpoints.leave() }
      state.withLock { $0.isCheckpointAsked = false }
      let result = Result { () throws(StoreError) in try copyLog(of: identity) }
      state.withLock { state in
        switch result {
        case .success(let log):
          state.isBehind = !log.isWhole
          state.copied = log.copied
          state.problem = nil
        case .failure(let error):
          state.isBehind = true
          state.copied = 0
          if state.problem != error { state.notes.append("a checkpoint failed: \(error)") }
          state.problem = error
        }
      }
    }
  }

  /// Waits for the requested checkpoints, up to a time limit.
  ///
  /// - Returns: how many bytes of the log the last one has copied; nil if they take longer.
  func copied(within limit: Duration) -> Int? {
    guard checkpoints.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds))) == .success
    else { return nil }
    return state.withLock { $0.copied }
  }

  /// Copies the log on a connection of its own, so that the daemon can commit in the meantime.
  ///
  /// - Returns: how much of the log is copied, in bytes, and whether that is all that it had when this began.
  private func copyLog(
    of identity: StoreFiles.Identity
  ) throws(StoreError) -> (copied: Int, isWhole: Bool) {
    // A connection would create missing files, and share the index of open files with their replacements.
    guard files.identity == identity else { return (0, true) }
    do {
      let connection = try StateFile.connect(files.database)
      let (frames, copied) = try connection.checkpoint(.passive)
      // There is no log: SQLite counts -1 frames.
      guard copied > 0 else { return (0, frames <= 0) }
      // The header of the log has 32 bytes.
      return (32 + copied * (try connection.frameBytes), copied >= frames)
    } catch let error as SQLiteError where error.code == .busy {
      // Another program is checkpointing or recovering it.
      return (0, false)
    } catch {
      throw StoreError(error, path: files.database)
    }
  }

  // MARK: Power durability

  /// Waits until everything written to the log before this call is on the disk.
  ///
  /// - Parameters:
  ///   - covered: the number of commits, and the file that keeps it.
  ///   - completion: called on the worker's queue.
  func sync(
    _ covered: (file: CommitFile?, commits: UInt64)?,
    _ completion: @escaping Completion
  ) {
    let isFirst = state.withLock { state in
      state.covered = covered
      state.waiting.append(completion)
      return state.waiting.count == 1
    }
    guard isFirst else { return }
    queue.async { [self] in
      // A later caller may have written after the `fdatasync` below, and waits for the next one.
      let (served, covered) = state.withLock { state in
        defer { state.waiting = [] }
        return (state.waiting, state.covered)
      }
      let result = Result { () throws(StoreError) in
        try syncLog()
        if let covered { covered.file?.noteSynced(covered.commits) }
      }
      for completion in served { completion(result) }
    }
  }

  /// Reports a failure in the worker's turn, without any work.
  func fail(_ completion: @escaping Completion, with error: StoreError) {
    queue.async { completion(.failure(error)) }
  }

  private func syncLog() throws(StoreError) {
    let descriptor = open(files.log.utf8.terminated, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(system: errno, path: files.log) }
    defer { close(descriptor) }
    while fdatasync(descriptor) != 0 {
      guard errno == EINTR else { throw StoreError(system: errno, path: files.log) }
    }
  }

  // MARK: Closing

  /// Copies the whole log, closes the connection and releases the lock, after all earlier requests; waits up to a time
  /// limit.
  ///
  /// - Parameters:
  ///   - connection: the writing connection.
  ///   - lock: released after the connection is closed.
  ///   - limit: how long the caller waits; the work continues afterwards.
  /// - Returns: whether the work was done in time.
  func finish(_ connection: Connection?, _ lock: StoreLock?, within limit: Duration) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      if let connection {
        // An incomplete copy leaves the rest in the log, where the next start reads it.
        _ = try? connection.checkpoint(.truncate)
        connection.close()
      }
      lock?.release()
      done.signal()
    }
    return done.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds))) == .success
  }
}
