import CNavSupport
import Glibc
import NavGeometry
import ZeroMQ

/// A daemon of its own, in a temporary runtime directory.
final class Navd {
  /// Where clients reach it.
  enum Transport: String, CaseIterable {
    case ipc
    /// On this machine, unencrypted.
    case tcp
  }

  /// Where requests go.
  let input: Endpoint
  /// Where scenes come from.
  let layout: Endpoint
  private let command: [String]
  private var terminal: PseudoTerminal
  /// Stays as long as the daemon.
  private let ground: TemporaryDirectory
  private var log = ""

  /// Starts it and waits until it listens.
  init(in ground: TemporaryDirectory, over transport: Transport = .ipc) throws {
    self.ground = ground
    let program = try Programs.path(of: Programs.daemon)
    switch transport {
    case .ipc:
      input = .ipc(path: "\(ground.path)/navd/input")
      layout = .ipc(path: "\(ground.path)/navd/layout")
      command = [program]
    case .tcp:
      let port = try FreePorts.pair()
      input = .tcp(host: Self.host, port: port)
      layout = .tcp(host: Self.host, port: port + 1)
      command = [program, "--listen", "tcp://\(Self.host):\(port)", "--insecure"]
    }
    terminal = try Self.started(command, in: ground)
    try waitUntilItListens()
  }

  private static let host = "127.0.0.1"
  private static let patience = Duration.seconds(5)

  /// Its process id.
  var process: pid_t { terminal.process }

  /// The arguments with which navclient finds it.
  var clientArguments: [String] {
    input.path == nil ? ["--server", "\(input)"] : []
  }

  /// Ends it as a crash of the machine's power does not, but everything else: `kill -9`.
  func killNow() {
    terminal.killNow()
  }

  /// Starts another one in the place of the one that was killed; does not wait for it.
  ///
  /// - Returns: when it was started.
  func startAgain() throws -> Duration {
    log = ""
    let start = monotonicNow()
    terminal = try Self.started(command, in: ground)
    return start
  }

  /// Takes what it has logged, so that it never waits for its terminal.
  func drain() {
    log += terminal.readText()
  }

  private func waitUntilItListens() throws {
    let deadline = monotonicNow() + Self.patience
    while !log.contains("navd listens in") {
      guard monotonicNow() < deadline else {
        throw BenchError(
          "navd does not listen within 5 s of its start; it says: \(log.isEmpty ? "nothing" : log)"
        )
      }
      var descriptor = pollfd(fd: -1, events: 0, revents: 0)
      poll(&descriptor, 1, 1)
      drain()
    }
  }

  private static func started(
    _ command: [String],
    in ground: TemporaryDirectory
  ) throws -> PseudoTerminal {
    // Wide enough that no line of the log is wrapped.
    try PseudoTerminal(
      command,
      environment: ground.environment,
      size: CellSize(columns: 1_000, rows: 24)
    )
  }
}

/// Time since an arbitrary moment, never going back.
func monotonicNow() -> Duration { .nanoseconds(nav_monotonic_ns()) }
