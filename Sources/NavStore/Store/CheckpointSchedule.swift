import NavBase

/// The rule by which a store shortens its log.
///
/// The worker copies a long log into the database while commits go on. A commit that comes before the copy ends keeps the
/// log from restarting. So the writing connection copies the rest, which is short, and empties the log.
struct CheckpointSchedule {
  /// The next step after a commit.
  enum Step: Hashable {
    case nothing
    /// Ask the worker to copy the log.
    case copy
    /// Wait for the worker, briefly: it is slower than the commits.
    case wait
    /// Copy the rest of the log and empty it.
    case finish
  }

  private enum Phase {
    /// The log may grow up to a length in bytes, more than usual after a copy that was blocked.
    case growing(to: Int)
    /// The worker was asked to copy it when it had a length in bytes.
    case copying(at: Int)
  }

  private var phase = Phase.growing(to: 0)
  /// Whether there was a commit since the last checkpoint request.
  private var hasLog = false

  /// Restarts after opening a file, whose log holds the mark of this start.
  mutating func restart() {
    self = CheckpointSchedule()
    hasLog = true
  }

  /// Returns whether a store that is idle requests a checkpoint: after a commit, or if the last one is incomplete.
  mutating func idle(isBehind: Bool) -> Bool {
    defer { hasLog = false }
    return hasLog || isBehind
  }

  /// Records a commit.
  ///
  /// - Parameters:
  ///   - bytes: the length of the log.
  ///   - free: the free space of its disk, in bytes. The log stays shorter, so that the database can always take it up.
  ///   - copied: how many bytes of the log the worker has copied; nil while it is at work.
  /// - Returns: what to do now.
  mutating func commit(leaving bytes: Int, free: Int, copied: Int?) -> Step {
    hasLog = true
    let usual = max(StoreLimits.leastLogBytes, min(StoreLimits.logBytes, free / 2))
    let most = max(StoreLimits.leastLogBytes, min(StoreLimits.fullLogBytes, free))
    switch phase {
    case .growing(let length):
      guard bytes > max(usual, length) else {
        // Restarted: no reader blocks it any more.
        if bytes <= StoreLimits.keptLogBytes { phase = .growing(to: 0) }
        return .nothing
      }
      // On a small disk, all of it is a short rest.
      if copied != nil, bytes <= StoreLimits.logRestBytes { return .finish }
      phase = .copying(at: bytes)
      return .copy
    case .copying(let length):
      guard let copied else { return bytes > most ? .wait : .nothing }
      if bytes <= usual {
        phase = .growing(to: 0)
        return .nothing
      }
      let isRestShort = bytes - copied <= StoreLimits.logRestBytes
      if isRestShort || bytes > most { return .finish }
      // A copy that a reader blocks is not requested again with every commit.
      guard bytes >= length + StoreLimits.logRestBytes else { return .nothing }
      phase = .copying(at: bytes)
      return .copy
    }
  }

  /// Records the end of a step `finish`.
  ///
  /// - Parameter bytes: the length of a log that a reader keeps from being emptied, which is left to grow for a while;
  ///   nil if it is empty.
  mutating func finished(leaving bytes: Int?) {
    phase = .growing(to: bytes.map { $0 + min($0, StoreLimits.logBytes) } ?? 0)
  }
}
