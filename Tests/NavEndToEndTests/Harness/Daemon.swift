import Foundation
import NavProcessKit
import Testing

/// A navd that runs in a sandbox's runtime directory.
final class Daemon {
  private let sandbox: Sandbox
  private let command: [String]
  private let environment: [String: String]
  private var process: StartedProcess

  /// Starts navd and waits until it listens.
  ///
  /// `confined`: file permissions apply to it even if root runs the tests. `files`: how many files it may have open.
  /// `prefix`: a program that starts it, with its arguments.
  init(
    in sandbox: Sandbox,
    confined: Bool = false,
    files: Int? = nil,
    prefix: [String] = [],
    arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    self.sandbox = sandbox
    self.environment = environment
    let limit = files.map { ["/usr/bin/prlimit", "--nofile=\($0)"] } ?? []
    command =
      prefix + (confined ? Self.confinement : []) + limit + [Programs.daemon] + arguments
    process = try Self.started(command, in: sandbox, environment: environment)
    sandbox.daemon = self
  }

  /// Starts navd in a sandbox of its own.
  static func inSandbox() throws -> (Sandbox, Daemon) {
    let sandbox = try Sandbox()
    return (sandbox, try Daemon(in: sandbox))
  }

  var id: pid_t { process.id }
  var log: String { process.errorText }
  var isRunning: Bool { process.exitCode == nil }

  /// Its state and log, for failures.
  var report: String {
    let state = process.exitCode.map { "ended with \($0)" } ?? "runs"
    return "navd \(state); its log:\n\(log)"
  }

  /// Waits until the log has some words.
  func wait(forLog words: String, at location: SourceLocation = #_sourceLocation) throws {
    try eventually("the log has '\(words)'", at: location, found: { log }) { log.contains(words) }
  }

  func send(_ signal: Int32) {
    process.send(signal)
  }

  /// Ends it with a signal and waits for its end.
  ///
  /// - Returns: its exit code, or 128 and the signal that ended it.
  @discardableResult
  func end(_ signal: Int32) throws -> Int32 {
    process.send(signal)
    let status = try process.waitForExit("navd")
    // The log explains a failure; a sanitizer reports at its end.
    if signal != SIGKILL, status != 0 { print("navd ended with \(status); its log:\n\(log)") }
    return status
  }

  /// Starts a new navd after this one has ended.
  func restart() throws {
    process = try Self.started(command, in: sandbox, environment: environment)
  }

  /// The words before a program's command that remove root's permission to read and write everything; none for other
  /// users.
  static let confinement =
    getuid() == 0
    ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []

  private static func started(
    _ command: [String],
    in sandbox: Sandbox,
    environment: [String: String]
  ) throws -> StartedProcess {
    let process = try sandbox.start(
      command[0],
      Array(command.dropFirst()),
      environment: environment
    )
    _ = try sandbox.write("\(process.id)", to: "navd.pid")
    try eventually("navd listens", found: { process.errorText }) {
      if let code = process.exitCode { throw EndedEarly(code: code, log: process.errorText) }
      // The sentence is part of the line in every format of the log.
      return process.errorText.contains("navd listens in \(sandbox.socketDirectory)")
    }
    return process
  }

  struct EndedEarly: Error, CustomStringConvertible {
    let code: Int32
    let log: String
    var description: String { "navd ended with \(code) instead of listening\n\(log)" }
  }
}
