/// What one attack did to others and to the daemon.
struct SiegeOutcome {
  let siege: Siege
  /// From sending an operation to its reply.
  var roundTrips: [Duration] = []
  /// From sending an operation to the update that shows it.
  var delays: [Duration] = []
  var memory = Memory()
  /// The largest size of the log of the store, in bytes.
  var longestLog = 0
  var longestTurn = Duration.zero
  /// The beats that the viewer got during the attack, and the attack's time.
  var beats = 0
  var attackTime = Duration.zero
  var newcomer = ""
  var tallies: [String: Int] = [:]
  /// From SIGTERM to the end; nil where the daemon had ended before.
  var stop: Duration?
  var faults: [String] = []

  /// The daemon's resident memory, in bytes.
  struct Memory {
    var before = 0
    var peak = 0
    /// At most 10 s after the attack, earlier if it is near that before.
    var after = 0
  }

  /// The largest size that the log may have.
  static let logLimit = 64 << 20
  /// One beat in 250 ms.
  private static let beatsPerSecond = 4.0

  /// Whatever the daemon must not do, in sentences; times are not judged.
  func failures() -> [String] {
    var failures = faults
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
      + [stop?.inMilliseconds ?? "", stop == nil ? "ended" : "ran"]
  }

  static let secondHeader = ["attack", "longest turn", "beats", "newcomer"]

  var secondRow: [String] {
    [siege.rawValue, longestTurn.inMilliseconds, "\(beats)", newcomer]
  }

  /// What the attackers counted, on one line.
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
