import Glibc
import NavGeometry

/// A program under callgrind, on a pseudo terminal, whose instructions and system calls can be read while it runs.
///
/// callgrind listens to `vgdb`, a program of valgrind, by files in the temporary directory. Counting begins with
/// `startCounting`; until then the program runs faster.
struct CallgrindProgram {
  /// What the main thread of a program has done.
  struct Tally: Equatable {
    var instructions = 0
    var systemCalls = 0

    static func - (left: Tally, right: Tally) -> Tally {
      Tally(
        instructions: left.instructions - right.instructions,
        systemCalls: left.systemCalls - right.systemCalls
      )
    }
  }

  private let process: pid_t
  private let ground: TemporaryDirectory

  /// - Parameters:
  ///   - process: a process that was started with `wrapper`.
  ///   - ground: the directory that was given to `wrapper`.
  init(_ process: pid_t, in ground: TemporaryDirectory) {
    self.process = process
    self.ground = ground
  }

  /// Returns the words before a command that have it run under callgrind.
  static func wrapper(in ground: TemporaryDirectory) throws -> [String] {
    guard let valgrind = Programs.found("valgrind"), Programs.found("vgdb") != nil else {
      throw BenchError("PATH has no valgrind: install it (apt-get install valgrind)")
    }
    return [
      "/usr/bin/env", "SWIFT_DETERMINISTIC_HASHING=1", valgrind, "--tool=callgrind", "--quiet",
      "--instr-atstart=no", "--collect-systime=yes",
      prefix(in: ground), "--callgrind-out-file=/dev/null",
    ]
  }

  /// Has callgrind count from now on.
  func startCounting() throws {
    _ = try ask(["instrumentation", "on"])
  }

  /// Returns the counts of the main thread so far.
  func tally() throws -> Tally {
    // Among others the lines `events: Ir sysCount sysTime` and, for thread 1, `events-1: 40016317 886 2785`; counts
    // of 0 at the end are missing.
    let lines = try ask(["status", "internal"]).split(separator: "\n")
    func words(after name: String) -> [Substring]? {
      lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ")
    }
    guard words(after: "events: ")?.starts(with: ["Ir", "sysCount"]) == true,
      let counts = words(after: "events-1: ")?.map({ Int($0) ?? 0 }), let first = counts.first
    else {
      throw BenchError("callgrind does not tell its counts; it says: \(lines.prefix(20))")
    }
    return Tally(instructions: first, systemCalls: counts.dropFirst().first ?? 0)
  }

  private func ask(_ request: [String]) throws -> String {
    try output(
      of: ["vgdb", Self.prefix(in: ground), "--pid=\(process)"] + request,
      environment: ground.environment
    )
  }

  private static func prefix(in ground: TemporaryDirectory) -> String {
    "--vgdb-prefix=\(ground.path)/vgdb"
  }
}
