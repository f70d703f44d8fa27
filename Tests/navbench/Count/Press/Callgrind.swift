import Glibc
import NavGeometry

/// Programs under callgrind whose instructions and system calls can be read while they run.
///
/// callgrind listens to `vgdb`, a program of valgrind, by files in the temporary directory. Counting begins with
/// `startCounting`; until then the programs run faster.
struct Callgrind {
  /// What the main thread of a program has done.
  struct Tally: Equatable {
    var instructions: Int
    var systemCalls: Int

    static func - (left: Tally, right: Tally) -> Tally {
      Tally(
        instructions: left.instructions - right.instructions,
        systemCalls: left.systemCalls - right.systemCalls
      )
    }
  }

  private let processes: [pid_t]
  private let ground: TemporaryDirectory

  /// - Parameters:
  ///   - processes: processes that were started with `wrapper`.
  ///   - ground: the directory that was given to `wrapper`.
  init(_ processes: [pid_t], in ground: TemporaryDirectory) {
    self.processes = processes
    self.ground = ground
  }

  /// Returns the words before a command that have it run under callgrind.
  static func wrapper(in ground: TemporaryDirectory) throws -> [String] {
    guard let valgrind = Programs.found("valgrind"), Programs.found("vgdb") != nil else {
      throw BenchError("PATH has no valgrind: install it (apt-get install valgrind)")
    }
    return [
      "/usr/bin/env", "SWIFT_DETERMINISTIC_HASHING=1", valgrind, "--tool=callgrind", "--quiet",
      "--instr-atstart=no", "--collect-systime=yes", "--vgdb-prefix=\(ground.path)/vgdb",
      "--callgrind-out-file=/dev/null",
    ]
  }

  /// Has callgrind count from now on.
  func startCounting() throws {
    _ = try ask("instrumentation on")
  }

  /// Returns the counts of each program's main thread so far, read at about the same time.
  func tallies() throws -> [Tally] {
    try ask("status internal").map { try Self.tally(from: $0) }
  }

  private static func tally(from answer: Substring) throws -> Tally {
    // Among others the lines `events: Ir sysCount sysTime` and, for thread 1, `events-1: 40016317 886 2785`; counts
    // of 0 at the end are missing.
    let lines = answer.split(separator: "\n")
    func words(after name: String) -> [Substring]? {
      lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ")
    }
    guard words(after: "events: ")?.starts(with: ["Ir", "sysCount"]) == true,
      let counts = words(after: "events-1: ")?.map({ Int($0) ?? 0 }), let first = counts.first
    else { throw BenchError("callgrind does not tell its counts; it says: \(answer.prefix(500))") }
    return Tally(instructions: first, systemCalls: counts.dropFirst().first ?? 0)
  }

  /// Sends a command to all programs at once.
  ///
  /// - Returns: the answer of each.
  private func ask(_ command: String) throws -> [Substring] {
    // A short --max-invoke-ms: vgdb soon interrupts a program that waits, which adds no instructions to it.
    let script = """
      for process; do
        vgdb --max-invoke-ms=5 "--vgdb-prefix=$0/vgdb" "--pid=$process" \(command) >"$0/answer.$process" &
      done
      wait
      for process; do cat "$0/answer.$process"; echo \(Self.end); done
      """
    let answers = try output(
      of: ["/bin/sh", "-c", script, ground.path] + processes.map { "\($0)" },
      environment: ground.environment
    )
    .split(separator: "\(Self.end)\n", omittingEmptySubsequences: false).dropLast()
    guard answers.count == processes.count else {
      throw BenchError("vgdb does not answer: run `vgdb -l` by hand and read why")
    }
    return Array(answers)
  }

  private static let end = "end-of-answer"
}
