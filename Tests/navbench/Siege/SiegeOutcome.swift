/// The effect of one attack on others and on the daemon.
struct SiegeOutcome {
  let siege: Siege
  /// From sending an operation to its reply.
  var roundTrips: [Duration] = []
  /// From sending an operation to the update that shows it.
  var delays: [Duration] = []
  /// The same without the attack, just before it; empty if that was not measured.
  var calm: [Duration] = []
  var memory = Memory()
  /// The largest size of the log of the store, in bytes.
  var longestLog = 0
  var longestTurn = Duration.zero
  /// The beats that the viewer got during the attack, and the attack's time.
  var beats = 0
  var attackTime = Duration.zero
  var newcomer = ""
  var tallies: [String: Int] = [:]
  /// The way in which the daemon stopped.
  var stop = Stop.failed
  var faults: [String] = []

  /// The end of the daemon.
  enum Stop {
    /// It had ended before.
    case ended
    /// It did not end in time and was killed.
    case failed
    /// It ended so long after SIGTERM.
    case stopped(Duration)
  }

  /// The daemon's resident memory, in bytes.
  struct Memory {
    var before = 0
    var peak = 0
    /// 10 s after the attack, or as soon as it is within 4 MiB of before.
    var after = 0
  }

  /// The largest size that the log may have.
  static let logLimit = 64 << 20
  /// One beat in 250 ms.
  private static let beatsPerSecond = 4.0

  /// Returns the faults of the daemon, in sentences; times are not judged.
  func failures() -> [String] {
    var failures = faults + siege.required.compactMap { $0.failure(of: tallies) }
    if memory.after > memory.before + siege.allowance {
      failures.append(
        "memory grew from \(memory.before.inMebibytes) to \(memory.after.inMebibytes) and stayed, allowed are "
          + "\(siege.allowance.inMebibytes) more"
      )
    }
    if longestLog > Self.logLimit {
      failures.append(
        "the log had \(longestLog.inMebibytes), allowed are \(Self.logLimit.inMebibytes)"
      )
    }
    let mostBeats = Int(attackTime / .seconds(1) * Self.beatsPerSecond) + 4
    if beats > mostBeats {
      failures.append("the viewer got \(beats) beats, allowed are \(mostBeats)")
    }
    if let performed = tallies["replays performed"] {
      failures.append("\(performed) operations that were sent again were performed again")
    }
    return failures.map { "\(siege.rawValue): \($0)" }
  }

  static let header = [
    "attack", "reply p50", "p99", "worst", "update p50", "p99", "worst", "MiB before", "peak",
    "after", "log", "stop", "navd",
  ]

  var row: [String] {
    [siege.rawValue] + Self.columns(roundTrips) + Self.columns(delays)
      + [memory.before, memory.peak, memory.after, longestLog].map { "\($0 >> 20)" }
      + stopColumns
  }

  private var stopColumns: [String] {
    switch stop {
    case .ended: ["", "ended"]
    case .failed: ["", "killed"]
    case .stopped(let time): [time.inMilliseconds, "ran"]
    }
  }

  static let secondHeader = ["attack", "longest turn", "update p99 / before", "beats", "newcomer"]

  var secondRow: [String] {
    [siege.rawValue, longestTurn.inMilliseconds, slowdown, "\(beats)", newcomer]
  }

  /// The ratio of what the viewer notices with the attack and without, such as `1.05`.
  private var slowdown: String {
    guard !calm.isEmpty, !delays.isEmpty else { return "" }
    let percent = Int((Figures(delays).p99 / Figures(calm).p99 * 100).rounded())
    return "\(percent / 100).\(percent % 100 / 10)\(percent % 10)"
  }

  /// The counts of the attackers, on one line.
  var counted: String {
    tallies.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  private static func columns(_ times: [Duration]) -> [String] {
    guard !times.isEmpty else { return ["", "", ""] }
    let figures = Figures(times)
    return [figures.p50, figures.p99, figures.largest].map(\.inMilliseconds)
  }
}

extension Int {
  /// Bytes as text, such as `12 MiB`.
  var inMebibytes: String { "\(self >> 20) MiB" }
}
