import CNavSupport
import Glibc
import NavProcessKit
import NavSystem

/// The reason why a measurement failed, and what to do about it.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The programs used by measurements.
enum Programs {
  static let daemon = "navd"
  static let client = "navclient"
  /// This program.
  static let bench = "navbench"

  private static let build =
    "swift build -c release --static-swift-stdlib -debug-info-format none --product"

  /// Returns the path of a program of this project, built next to this one.
  ///
  /// - Throws: `BenchError` if it is missing, or if this is a debug build.
  static func path(of name: String) throws -> String {
    #if DEBUG
      if !isDebugBuildAllowed {
        throw BenchError(
          "this is a debug build, whose figures say nothing: `\(build) \(bench)`, then \(daemon) and "
            + "\(client) in the same way, and run it from .build/release"
        )
      }
    #endif
    let path = "\(directory)/\(name)"
    guard access(path, X_OK) == 0 else {
      throw BenchError("there is no build of \(name) beside navbench: `\(build) \(name)`")
    }
    return path
  }

  /// Whether debug builds are allowed, for tests that check counts and not figures.
  private static var isDebugBuildAllowed: Bool { getenv("NAVBENCH_ANY_BUILD") != nil }

  /// The factor by which the programs may be slower than a release build: a debug build may run under a sanitizer.
  static var slowness: Int { isDebugBuildAllowed ? 4 : 1 }

  /// Returns the path of a program in PATH.
  ///
  /// - Throws: `BenchError` if there is none.
  static func found(_ name: String) throws -> String {
    let paths = searchPath.split(separator: ":").map { "\($0)/\(name)" }
    if let path = paths.first(where: { access($0, X_OK) == 0 }) { return path }
    throw BenchError("PATH has no \(name): install it (apt-get install \(name))")
  }

  static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

  private static var directory: String {
    guard let executable = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(executable) }
    let path = String(cString: executable)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}

/// Runs a command, looked up in PATH, to its end.
///
/// - Returns: its standard output.
/// - Throws: an error if it can't be started or fails.
@discardableResult
func output(of command: [String], environment: [String: String]) throws -> String {
  let process = try StartedProcess(
    command[0],
    Array(command.dropFirst()),
    environment: environment,
    directory: "/tmp"
  )
  guard process.wait() == 0 else {
    throw BenchError("`\(command.joined(separator: " "))` failed: \(process.errorText)")
  }
  return process.outputText
}

/// The number of files and sockets that this program and its child processes may have open.
enum FileLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// - Parameter needed: the least number of descriptors.
  /// - Throws: if the limit stays below that.
  static func raise(toAtLeast needed: Int) throws {
    let limit = DescriptorLimit.raise()
    guard limit > 0, limit < needed else { return }
    throw BenchError(
      "\(needed) files have to be open at once and the system allows \(limit): "
        + "raise the hard limit (ulimit -Hn), or ask for fewer viewers"
    )
  }
}

/// Turns SIGINT, SIGTERM and SIGHUP into an error, so that child processes and their files are removed, too.
enum Interruption {
  /// Blocks the signals on first use, in every thread that starts later.
  private static let signals = nav_signalfd_open([SIGINT, SIGTERM, SIGHUP], 3)

  /// Starts watching; call it before the first thread starts.
  static func watch() throws {
    guard signals >= 0 else { throw BenchError("can't watch signals: close some programs") }
  }

  /// Throws if a signal is pending.
  static func check() throws {
    if nav_signalfd_read(signals) > 0 { throw BenchError("interrupted") }
  }
}

extension TemporaryDirectory {
  /// The environment of the child processes.
  var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": path, "XDG_STATE_HOME": "\(path)/state",
      "XDG_CONFIG_HOME": "\(path)/config", "TERM": "xterm-256color", "LANG": "C.UTF-8",
      "PATH": Programs.searchPath,
    ]
  }
}
