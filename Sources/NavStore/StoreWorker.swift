import Dispatch
import GRDB
import Glibc
import NavModel
import Synchronization

/// Runs the slow work of a store on a serial queue: checkpoints, `fdatasync` and closing.
final class StoreWorker: Sendable {
  typealias Completion = @Sendable (Result<Void, StoreError>) -> Void

  private struct State {
    /// The completions waiting for the next `fdatasync`.
    var waiting: [Completion] = []
    var isCheckpointAsked = false
    /// Whether the last checkpoint was incomplete.
    var isBehind = false
    /// The reason why the last checkpoint failed.
    var problem: StoreError?
    var notes: [String] = []
  }

  private let files: StoreFiles
  private let queue = DispatchQueue(label: "navd.store", qos: .utility)
  private let state = Mutex(State())

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
  func checkpoint(of identity: [FileID?]) {
    let isFirst = state.withLock { state in
      defer { state.isCheckpointAsked = true }
      return !state.isCheckpointAsked
    }
    guard isFirst else { return }
    queue.async { [self] in
      state.withLock { $0.isCheckpointAsked = false }
      let result = Result { () throws(StoreError) in try copyLog(of: identity) }
      state.withLock { state in
        switch result {
        case .success(let isDone):
          state.isBehind = !isDone
          state.problem = nil
        case .failure(let error):
          state.isBehind = true
          if state.problem != error { state.notes.append("a checkpoint failed: \(error)") }
          state.problem = error
        }
      }
    }
  }

  /// Copies the log on a connection of its own, so that the daemon can commit in the meantime.
  ///
  /// - Returns: whether the whole log was copied.
  private func copyLog(of identity: [FileID?]) throws(StoreError) -> Bool {
    // A connection would create missing files, and share the index of open files with their replacements.
    guard files.identity == identity else { return true }
    do {
      let connection = try DatabaseQueue(path: files.database, configuration: StateFile.writing)
      return try connection.writeWithoutTransaction { db in
        let frames = try db.checkpoint(.passive)
        return frames.checkpointedFrameCount >= frames.walFrameCount
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another program is checkpointing or recovering it.
      return false
    } catch {
      throw StoreError(error, path: files.database)
    }
  }

  // MARK: Power durability

  /// Waits until everything written to the log before this call is on the disk.
  ///
  /// - Parameter completion: called on the worker's queue.
  func sync(_ completion: @escaping Completion) {
    let isFirst = state.withLock { state in
      state.waiting.append(completion)
      return state.waiting.count == 1
    }
    guard isFirst else { return }
    queue.async { [self] in
      // A later caller may have written after the `fdatasync` below, and waits for the next one.
      let served = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      let result = Result { () throws(StoreError) in try syncLog() }
      for completion in served { completion(result) }
    }
  }

  /// Reports a failure in the worker's turn, without any work.
  func fail(_ completion: @escaping Completion, with error: StoreError) {
    queue.async { completion(.failure(error)) }
  }

  private func syncLog() throws(StoreError) {
    let descriptor = open(files.log, O_RDONLY | O_CLOEXEC)
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
  func finish(_ connection: DatabaseQueue?, _ lock: StoreLock?, within limit: Duration) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      if let connection {
        // An incomplete copy leaves the rest in the log, where the next start reads it.
        _ = try? connection.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? connection.close()
      }
      lock?.release()
      done.signal()
    }
    return done.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds))) == .success
  }
}
