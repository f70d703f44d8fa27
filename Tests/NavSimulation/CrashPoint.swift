/// How a process of the daemon ends.
enum Ending: Hashable, Sendable, CustomStringConvertible {
  /// It says goodbye and closes its files.
  case peace
  /// `kill -9`: what was committed stays.
  case kill
  /// With the machine: what the disk was not waited for is gone. Only worlds of durability `power`
  /// know it, in others it is a kill.
  case powerLoss

  var description: String {
    switch self {
    case .peace: "in peace"
    case .kill: "by a kill"
    case .powerLoss: "by a loss of power"
    }
  }
}

/// Where in a turn of the daemon its process ends.
enum CrashPoint: Hashable, Sendable, CustomStringConvertible {
  /// Requests are taken in; what is to be written is not asked for yet.
  case beforeBatch
  /// What is to be written is known, and lost.
  case beforeCommit
  /// It is written, and nobody has heard of it.
  case afterCommit
  /// Of what the turn says, so many thousandths are out.
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

/// A crash that waits for the next turn in which an operation is at stake.
struct ArmedCrash {
  let point: CrashPoint
  let downFor: Duration
  let ending: Ending
  /// Where the next daemon's numbers come from.
  let seed: UInt64
  /// From then on any turn will do.
  let patienceEnd: Duration

  static let patience = Duration.seconds(3)
}
