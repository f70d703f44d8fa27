import Foundation
import NavProcessKit
import NavTestKit
import Testing

/// The isolated environment of one test: a runtime directory of its own, and programs that use only this directory.
final class Sandbox {
  /// A new directory, short enough for the path of a socket.
  let directory: String
  private var janitor: StartedProcess?
  /// The sandbox's daemon, whose report is part of failures.
  weak var daemon: Daemon?

  private let backtraces: Bool

  /// With `backtraces`, crashing programs print backtraces, as they do outside of tests.
  init(backtraces: Bool = false) throws {
    self.backtraces = backtraces
    directory = try makeTemporaryDirectory("nav")
    janitor = try start("/bin/sh", ["-c", Self.cleaning, "janitor", "\(getpid())", directory])
  }

  deinit {
    janitor = nil
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Waits for the end of the tests and cleans up, so that a killed run leaves nothing behind.
  ///
  /// While the tests run, each sandbox ends its own programs.
  private static let cleaning = """
    trap '' INT HUP
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    for socket in "$2"/*.tmux; do tmux -S "$socket" kill-server; done 2>/dev/null
    for file in "$2"/*.pid; do kill -9 "$(cat "$file")"; done 2>/dev/null
    rm -rf "$2"
    """

  var runtimeDirectory: String { directory }
  /// The directory of the programs' sockets.
  var socketDirectory: String { "\(runtimeDirectory)/navd" }

  /// The sanitizer settings of the test run; read once, because other tests change variables.
  private static let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"].contains(name)
  }

  /// The environment of the sandbox's programs.
  var environment: [String: String] {
    let variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": directory, "LANG": "C.UTF-8",
      "XDG_RUNTIME_DIR": runtimeDirectory, "XDG_STATE_HOME": "\(directory)/state",
      // An interactive crash report at a terminal would delay a test.
      "SWIFT_BACKTRACE": backtraces ? "interactive=no" : "enable=no",
    ]
    return variables.merging(Self.inherited) { $1 }
  }

  func start(
    _ program: String,
    _ arguments: [String],
    environment extra: [String: String] = [:]
  ) throws -> StartedProcess {
    try StartedProcess(
      program,
      arguments,
      environment: environment.merging(extra) { $1 },
      directory: directory
    )
  }

  /// Runs a program to its end.
  func run(
    _ program: String,
    _ arguments: [String],
    environment extra: [String: String] = [:],
    within limit: Duration = deadline
  ) throws -> Outcome {
    let process = try start(program, arguments, environment: extra)
    let name = URL(fileURLWithPath: program).lastPathComponent
    let command = ([name] + arguments).joined(separator: " ")
    let code = try process.waitForExit(command, within: limit)
    return Outcome(
      command: command,
      code: code,
      output: process.outputText,
      errors: process.errorText
    )
  }

  func client(_ arguments: String..., within limit: Duration = deadline) throws -> Outcome {
    try run(Programs.client, arguments, within: limit)
  }

  /// Runs the client, expects it to succeed, and returns its output.
  @discardableResult
  func succeed(
    _ arguments: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try run(Programs.client, arguments)
    try #require(outcome.code == 0, "\(outcome)", sourceLocation: location)
    return outcome.output
  }

  /// Returns the key that `navclient key` or `navd key` prints.
  func key(of program: String = Programs.client, _ options: String...) throws -> String {
    let outcome = try run(program, ["key"] + options)
    try #require(outcome.code == 0, "\(outcome)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Writes a file, and the directories in which it is.
  func write(_ text: String, to name: String) throws -> String {
    let path = "\(directory)/\(name)"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  func read(_ name: String) -> String? {
    try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
  }
}

/// The paths of the programs under test.
enum Programs {
  static let daemon = "\(directory)/navd"
  static let client = "\(directory)/navclient"
  static let bench = "\(directory)/navbench"
  static let tmux = "/usr/bin/tmux"
  static let python = "/usr/bin/python3"

  /// The directory of the test runner, which is the build's own.
  private static let directory: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().path
  }()

  /// The transports of the stress tests.
  static let stressTransports = ["ipc", "tcp"]

  /// The number of times that the stress tests kill the daemon under load.
  static let stressKills =
    ProcessInfo.processInfo.environment["NAV_KILLS"].flatMap { Int($0) }.map { max(1, $0) } ?? 10

  /// The number of times that the daemon is killed in a row.
  static let kills =
    ProcessInfo.processInfo.environment["NAV_KILLS"].flatMap { Int($0) }.map { max(1, $0) } ?? 2
}

extension StartedProcess {
  func waitForExit(_ what: String, within limit: Duration = deadline) throws -> Int32 {
    try eventually("\(what) has ended", within: limit, found: { outputText + errorText }) {
      exitCode != nil
    }
    return try #require(exitCode)
  }
}

/// The result of a program.
struct Outcome: CustomStringConvertible {
  let command: String
  let code: Int32
  let output: String
  let errors: String

  var errorLines: [Substring] { errors.split(separator: "\n") }

  var description: String {
    "`\(command)` ended with \(code)\noutput: \(output)\nerrors: \(errors)"
  }
}
