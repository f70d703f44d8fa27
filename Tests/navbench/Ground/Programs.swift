import Glibc

/// The programs used by measurements.
enum Programs {
  static let daemon = "navd"
  static let client = "navclient"
  /// This program.
  static let bench = "navbench"

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

  private static let build =
    "swift build -c release --static-swift-stdlib -debug-info-format none --product"

  /// Returns the path of tmux, the peer.
  ///
  /// - Throws: `BenchError` if PATH has none.
  static func tmux() throws -> String {
    if let path = found("tmux") { return path }
    throw BenchError(
      "PATH has no tmux, which `mirror` measures beside navd, and in which `kills` and `stall` run "
        + "navclient: install it (apt-get install tmux), or run what does without: `navbench reply`"
    )
  }

  /// Returns the path of a program in PATH; nil if there is none.
  static func found(_ name: String) -> String? {
    searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  }

  private static var directory: String {
    guard let executable = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(executable) }
    let path = String(cString: executable)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}

/// Runs a command and waits for its end, ignoring its exit status.
func run(_ command: [String]) {
  let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  defer {
    for argument in arguments { free(argument) }
  }
  var process: pid_t = 0
  if posix_spawnp(&process, command[0], nil, nil, arguments, environ) == 0 {
    waitpid(process, nil, 0)
  }
}
