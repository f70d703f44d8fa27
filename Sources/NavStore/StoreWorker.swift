import Dispatch
import GRDB
import Glibc
import Synchronization

/// The slow work of a store on a thread of its own, one piece after the other: checkpoints,
/// `fdatasync` and closing.
final class StoreWorker: Sendable {
  typealias Completion = @Sendable (Result<Void, StoreError>) -> Void

  private struct State {
    /// Those who wait for the next `fdatasync`.
    var waiting: [Completion] = []
    var isCheckpointAsked = false
    /// The last checkpoint left something in the log.
    var isBehind = false
    /// Why the last checkpoint failed.
    var problem: StoreError?
    var notes: [String] = []
  }

  private let files: StoreFiles
  private let queue = DispatchQueue(label: "navd.store", qos: .utility)
  private let state = Mutex(State())

  init(_ files: StoreFiles) {
    self.files = files
  }

  /// The last checkpoint left something in the log.
  var isBehind: Bool { state.withLock { $0.isBehind } }

  /// What people should know, once.
  func takeNotes() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  // MARK: Checkpoints

  /// Copies the log into the database, as far as nobody is in the way; one that was asked for and has
  /// not begun counts for this one too.
  ///
  /// - Parameter identity: the files that the daemon writes; others at their paths are left alone.
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

  /// On a connection of its own, so that the daemon's commits go on meanwhile.
  ///
  /// - Returns: nothing is left in the log.
  private func copyLog(of identity: [FileID?]) throws(StoreError) -> Bool {
    // A connection would make files where they are missing, and share the index of those that are
    // open with others that took their places.
    guard files.identity == identity else { return true }
    do {
      let connection = try DatabaseQueue(path: files.database, configuration: StateFile.writing)
      return try connection.writeWithoutTransaction { db in
        let frames = try db.checkpoint(.passive)
        return frames.checkpointedFrameCount >= frames.walFrameCount
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another program copies or recovers it.
      return false
    } catch {
      throw StoreError(error, path: files.database)
    }
  }

  // MARK: Power

  /// Waits until the log is on the disk, as far as it was written before this call.
  ///
  /// - Parameter completion: called on the worker's thread.
  func sync(_ completion: @escaping Completion) {
    let isFirst = state.withLock { state in
      state.waiting.append(completion)
      return state.waiting.count == 1
    }
    guard isFirst else { return }
    queue.async { [self] in
      // Whoever comes from here on may have written after the call below, and waits for the next.
      let served = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      let result = Result { () throws(StoreError) in try syncLog() }
      for completion in served { completion(result) }
    }
  }

  /// Tells in the worker's turn that there is nothing to wait for.
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

  // MARK: The end

  /// Copies the whole log, closes the connection and frees the lock, behind everything that was asked
  /// for; waits for it, but not longer than a time.
  ///
  /// - Parameters:
  ///   - connection: the one that writes.
  ///   - lock: freed when the connection is closed.
  ///   - limit: how long the caller waits; the work goes on behind it.
  /// - Returns: whether it was done by then.
  func finish(_ connection: DatabaseQueue?, _ lock: StoreLock?, within limit: Duration) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      if let connection {
        // What can't be copied now stays in the log, where the next start finds it.
        _ = try? connection.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? connection.close()
      }
      lock?.release()
      done.signal()
    }
    return done.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds))) == .success
  }
}
