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
      "--separate-threads=yes", "--compress-strings=no", "--compress-pos=no", "--dump-instr=yes",
      "--demangle=no",
      "--vgdb-prefix=\(ground.path)/vgdb",
      "--callgrind-out-file=\(ground.path)/\(outputs).%p",
    ]
  }

  private static let outputs = "callgrind"

  /// Has callgrind count from now on.
  func startCounting() throws { _ = try ask("instrumentation on") }

  /// Has callgrind count from 0.
  func startAnew() throws { _ = try ask("zero") }

  /// The work of a program's main thread since `startAnew`.
  struct Work {
    /// The requests for memory.
    var allocations: Int
    /// The distinct cache lines of 64 bytes and pages of 4 KiB whose instructions it has run.
    var lines: Int
    var pages: Int
  }

  /// Returns the work of each program since the last call, `startAnew`, or the start.
  func work() throws -> [Work] {
    // It writes a file for each thread, the main one's first, with a line `calls=` after each called function's name. A line
    // of costs begins with the address of an instruction, such as 0x4a31f0, in the file of the last line `ob=`: without its
    // last 3 digits that is the page, and without its last 6 bits the line.
    _ = try ask("dump")
    let script = """
      for process; do
        newest=$(ls -t "$0/\(Self.outputs).$process".*-01 | head -n 1)
        awk '/^ob=/ { object = $0 }
          /^cfn=/ { name = $0; sub(/^cfn=/, "", name) }
          /^calls=/ && name ~ /^(malloc|calloc|realloc|memalign|aligned_alloc|posix_memalign)(@|$)/ {
            split($0, words, /[= ]/); sum += words[2]
          }
          /^0x/ {
            digits = length($1)
            quarter = int((index("0123456789abcdef", substr($1, digits - 1, 1)) - 1) / 4)
            page = object substr($1, 1, digits - 3)
            line = page substr($1, digits - 2, 1) quarter
            if (!(page in pages)) { pages[page]; pageCount++ }
            if (!(line in lines)) { lines[line]; lineCount++ }
          }
          END { print sum + 0, lineCount + 0, pageCount + 0 }' "$newest"
        rm -f -- "$0/\(Self.outputs).$process".*
      done
      """
    let works = try output(
      of: ["/bin/sh", "-c", script, ground.path] + processes.map { "\($0)" },
      environment: ground.environment
    )
    .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    guard works.count == processes.count, works.allSatisfy({ $0.count == 3 }) else {
      throw BenchError("callgrind has not written what each program called")
    }
    return works.map { Work(allocations: $0[0], lines: $0[1], pages: $0[2]) }
  }

  /// Returns the names of the functions of each program's own that its main thread has run since the last call or the
  /// start, each before those that it calls.
  func functions() throws -> [[String]] {
    _ = try ask("dump")
    // `fn=` begins the block of a function in the file of the last line `ob=`, `cfn=` names one that it calls. A function
    // that calls itself has a second name, with an apostrophe and a number.
    let script = """
      for process; do
        program=$(tr '\\0' '\\n' <"/proc/$process/cmdline" | grep -m 1 -E '/(navd|navclient)$')
        newest=$(ls -t "$0/\(Self.outputs).$process".*-01 | head -n 1)
        awk -v "own=ob=$program" '/^ob=/ { isOwn = $0 == own }
          /^c?fn=/ {
            kind = /^c/ ? "calls" : isOwn ? "own" : "other"
            sub(/^c?fn=/, ""); sub(/\\047.*/, ""); print kind, $0
          }' "$newest"
        rm -f -- "$0/\(Self.outputs).$process".*
        echo \(Self.end)
      done
      """
    return try output(
      of: ["/bin/sh", "-c", script, ground.path] + processes.map { "\($0)" },
      environment: ground.environment
    )
    .split(separator: "\n").split(separator: Substring(Self.end)).map(Self.calledInOrder)
  }

  /// Returns the names behind `own`, each before those that it `calls`.
  private static func calledInOrder(_ lines: ArraySlice<Substring>) -> [String] {
    var (callers, calls): ([Substring], [Substring: [Substring]]) = ([], [:])
    var (own, called): (Set<Substring>, Set<Substring>) = ([], [])
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let kind = words.first, let name = words.last else { continue }
      if kind == "calls", let caller = callers.last {
        calls[caller, default: []].append(name)
        called.insert(name)
      } else {
        callers.append(name)
        if kind == "own" { own.insert(name) }
      }
    }
    var (names, seen): ([String], Set<Substring>) = ([], [])
    var next = Array((callers.filter { !called.contains($0) } + callers).reversed())
    while let name = next.popLast() {
      guard seen.insert(name).inserted else { continue }
      // callgrind's own names for no function are in parentheses.
      if own.contains(name), !name.hasPrefix("(") { names.append(String(name)) }
      next += (calls[name] ?? []).reversed()
    }
    return names
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
