/// A way in which a process of the daemon ends.
enum Ending: Hashable, Sendable, CustomStringConvertible {
  /// An orderly stop: it says goodbye and closes its files.
  case peace
  /// `kill -9`: committed data stays.
  case kill
  /// A power loss: data without a finished sync is lost. Only in worlds of durability `power`; in
  /// others it is a kill.
  case powerLoss

  var description: String {
    switch self {
    case .peace: "in peace"
    case .kill: "by a kill"
    case .powerLoss: "by a loss of power"
    }
  }
}

/// The point of a daemon's turn at which its process ends.
enum CrashPoint: Hashable, Sendable, CustomStringConvertible {
  /// Requests are accepted; the batch is not requested yet.
  case beforeBatch
  /// The batch is made, and lost.
  case beforeCommit
  /// The batch is written, but nothing is published or answered.
  case afterCommit
  /// After a share of the turn's actions, in thousandths.
  case between(thousandths: Int)

  var description: String {
    switch self {
    case .beforeBatch: "before the batch"
    case .beforeCommit: "before the commit"
    case .afterCommit: "behind the commit"
    case .between(let thousandths): "with \(thousandths)/1000 of the turn's actions done"
    }
  }

  var count: Coverage.Count {
    switch self {
    case .beforeBatch: .crashesBeforeBatch
    case .beforeCommit: .crashesBeforeCommit
    case .afterCommit: .crashesAfterCommit
    case .between: .crashesBetween
    }
  }
}

/// A crash that waits for the next turn that handles an operation.
struct ArmedCrash {
  let point: CrashPoint
  let downFor: Duration
  let ending: Ending
  /// The seed of the next daemon's random numbers.
  let seed: UInt64
  /// From this time on the crash happens in any turn.
  let patienceEnd: Duration

  static let patience = Duration.seconds(3)
}
