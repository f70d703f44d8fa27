import NavModel

/// The rule by which a store requests checkpoints of its log.
struct CheckpointSchedule {
  /// Whether there was a commit since the last checkpoint request.
  private var hasLog = false
  /// The length of the log, in bytes, that triggers the next checkpoint.
  private var length = StoreLimits.logBytes

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

  /// Records a commit that left a log of a length in bytes; returns whether a checkpoint is due.
  mutating func commit(leaving bytes: Int) -> Bool {
    hasLog = true
    if bytes > length {
      // A checkpoint that a reader blocks is not requested again with every commit.
      length = bytes + StoreLimits.logBytes
      return true
    }
    if bytes <= StoreLimits.keptLogBytes { length = StoreLimits.logBytes }
    return false
  }
}
