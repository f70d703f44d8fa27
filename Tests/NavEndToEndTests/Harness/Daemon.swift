import Foundation
import Testing

/// A navd that runs in a world's runtime directory.
final class Daemon {
  private let world: World
  private var process: StartedProcess

  /// Starts it and waits until it listens.
  init(in world: World) throws {
    self.world = world
    process = try Self.started(in: world)
    world.daemon = self
  }

  var id: pid_t { process.id }
  var log: String { process.errorText }
  var isRunning: Bool { process.exitCode == nil }

  /// What it does and has logged, for failures.
  var report: String {
    let state = process.exitCode.map { "ended with \($0)" } ?? "runs"
    return "navd \(state); its log:\n\(log)"
  }

  /// Ends it with a signal and waits until it has gone.
  ///
  /// - Returns: its exit code, or 128 and the signal that ended it.
  @discardableResult
  func end(_ signal: Int32) throws -> Int32 {
    process.send(signal)
    return try process.waitForExit("navd")
  }

  /// Starts another one after this one has ended.
  func restart() throws {
    process = try Self.started(in: world)
  }

  private static func started(in world: World) throws -> StartedProcess {
    let process = try world.start(Programs.daemon, [])
    _ = try world.write("\(process.id)", to: "navd.pid")
    try eventually("navd listens", found: { process.errorText }) {
      if let code = process.exitCode { throw EndedEarly(code: code, log: process.errorText) }
      return process.errorText.contains("navd: navd listens in \(world.socketDirectory)\n")
    }
    return process
  }

  struct EndedEarly: Error, CustomStringConvertible {
    let code: Int32
    let log: String
    var description: String { "navd ended with \(code) instead of listening\n\(log)" }
  }
}
