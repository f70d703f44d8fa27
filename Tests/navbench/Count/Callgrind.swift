import Glibc
import NavProcessKit

/// Programs under callgrind whose instructions and system calls can be read while they run.
///
/// callgrind listens to `vgdb`, a program of valgrind, by files in the temporary directory. Counting begins with
/// `startCounting`; until then the programs run faster.
struct Callgrind {
  /// The work of the main thread of a program.
  struct Tally: Equatable {
    var instructions: Int
    var systemCalls: Int

    /// The least of each count of several tallies.
    static func least(of tallies: [Tally]) -> Tally {
      Tally(
        instructions: tallies.map(\.instructions).min() ?? 0,
        systemCalls: tallies.map(\.systemCalls).min() ?? 0
      )
    }

    static func - (left: Tally, right: Tally) -> Tally {
      Tally(
        instructions: left.instructions - right.instructions,
        systemCalls: left.systemCalls - right.systemCalls
      )
    }
  }

  private let processes: [pid_t]
  private let ground: TemporaryDirectory

  /// Processes that were started with the `wrapper` of a directory.
  init(_ processes: [pid_t], in ground: TemporaryDirectory) {
    self.processes = processes
    self.ground = ground
  }

  /// Makes the words before a command that have it run under callgrind, which uses a directory for its files and counts
  /// from the start of the program if it should.
  static func wrapper(in ground: TemporaryDirectory, counting: Bool = false) throws -> [String] {
    [
      "/usr/bin/env", "SWIFT_DETERMINISTIC_HASHING=1", try Programs.found("valgrind"),
      "--tool=callgrind", "--quiet",
      "--instr-atstart=\(counting ? "yes" : "no")", "--collect-systime=yes",
      "--separate-threads=yes", "--compress-strings=no", "--vgdb-prefix=\(ground.path)/vgdb",
      "--callgrind-out-file=\(ground.path)/\(outputs).%p",
    ]
  }

  private static let outputs = "callgrind"

  /// Has callgrind count from now on.
  func startCounting() throws { _ = try ask("instrumentation on") }

  /// Has callgrind count from 0.
  func startAnew() throws { _ = try ask("zero") }

  /// Returns how often the main thread of each program has asked for memory since the last call, `startAnew`, or the start.
  func allocations() throws -> [Int] {
    // It writes a file for each thread, the main one's first, with a line `calls=` after each called function's name.
    _ = try ask("dump")
    let script = """
      for process; do
        newest=$(ls -t "$0/\(Self.outputs).$process".*-01 | head -n 1)
        awk '/^cfn=/ { name = $0; sub(/^cfn=/, "", name) }
          /^calls=/ && name ~ /^(malloc|calloc|realloc|memalign|aligned_alloc|posix_memalign)(@|$)/ {
            split($0, words, /[= ]/); sum += words[2]
          }
          END { print sum + 0 }' "$newest"
        rm -f -- "$0/\(Self.outputs).$process".*
      done
      """
    let counts = try output(
      of: ["/bin/sh", "-c", script, ground.path] + processes.map { "\($0)" },
      environment: ground.environment
    )
    .split(separator: "\n").compactMap { Int($0) }
    guard counts.count == processes.count else {
      throw BenchError("callgrind has not written what each program called")
    }
    return counts
  }

  /// Returns the counts of each program's main thread so far, read at about the same time.
  func tallies() throws -> [Tally] {
    try ask("status internal").map { try Self.tally(from: $0) }
  }

  /// Reads the programs' terminals until the counts of their main threads no longer change for 50 ms.
  ///
  /// - Returns: the counts at that time.
  func talliesAtRest(_ terminals: [PseudoTerminal]) throws -> [Tally] {
    var tallies = try tallies()
    while true {
      try PseudoTerminal.settle(terminals, quiet: .milliseconds(50))
      let later = try self.tallies()
      if later == tallies { return later }
      tallies = later
    }
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
