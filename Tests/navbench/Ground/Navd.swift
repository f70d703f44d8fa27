import CNavSupport
import Glibc
import NavGeometry
import NavProcessKit
import NavSystem
import ZeroMQ

/// A daemon in a temporary runtime directory.
final class Navd {
  /// The transport between clients and the daemon.
  enum Transport: String, CaseIterable {
    case ipc
    /// TCP on this machine, unencrypted.
    case tcp
  }

  /// The key of a daemon that is reached over encrypted TCP; nil otherwise.
  private var key: String?

  /// The endpoint for requests.
  let input: Endpoint
  /// The endpoint for scenes.
  let layout: Endpoint
  private let command: [String]
  private var terminal: PseudoTerminal
  /// The directory, kept until the daemon ends.
  private let ground: TemporaryDirectory
  private var log = ""

  /// Starts the daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - ground: its runtime directory and that of its state.
  ///   - transport: how clients reach it.
  ///   - isEncrypted: for TCP: whether the clients of this directory are known by their key, and no others.
  ///   - descriptors: how many files and sockets it may have open; nil for as many as this program.
  ///   - options: further arguments of its command.
  ///   - wrapper: the words before its command, for a program that counts what it does.
  /// - Throws: `BenchError` if it does not listen in time.
  init(
    in ground: TemporaryDirectory,
    over transport: Transport = .ipc,
    isEncrypted: Bool = false,
    descriptors: Int? = nil,
    options: [String] = [],
    under wrapper: [String] = []
  ) throws {
    self.ground = ground
    var command = wrapper + [try Programs.path(of: Programs.daemon)] + options
    switch transport {
    case .ipc:
      input = .ipc(path: "\(ground.path)/navd/input")
      layout = .ipc(path: "\(ground.path)/navd/layout")
    case .tcp:
      let port = try FreePorts.pair()
      input = .tcp(host: Self.host, port: port)
      layout = .tcp(host: Self.host, port: port + 1)
      command += ["--listen", "tcp://\(Self.host):\(port)", "--remote-paths"]
      command += isEncrypted ? [] : ["--insecure"]
      if isEncrypted { key = try Self.exchangeKeys(in: ground) }
    }
    if let descriptors {
      command = ["/bin/sh", "-c", "ulimit -n \(descriptors) && exec \"$0\" \"$@\""] + command
    }
    self.command = command
    terminal = try Self.started(command, in: ground)
    try waitUntilItListens(within: wrapper.isEmpty ? .seconds(5) : .seconds(60))
  }

  static let host = "127.0.0.1"

  /// The daemon's process id.
  var process: pid_t { terminal.process }

  /// The arguments with which navclient connects to it.
  var clientArguments: [String] {
    (input.path == nil ? ["--server", "\(input)"] : []) + (key.map { ["--key", $0] } ?? [])
  }

  /// Makes the keys of both ends, and lets the clients of a directory in.
  ///
  /// - Returns: the daemon's key.
  private static func exchangeKeys(in ground: TemporaryDirectory) throws -> String {
    func key(of program: String) throws -> String {
      let command = [try Programs.path(of: program), "key"]
      let text = try output(of: command, environment: ground.environment)
      return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    }
    _ = try ground.makeDirectory("config")
    _ = try ground.makeDirectory("config/navd")
    _ = try ground.write(
      "\(try key(of: Programs.client)) owner\n",
      to: "config/navd/authorized_keys"
    )
    return try key(of: Programs.daemon)
  }

  /// Kills the daemon with SIGKILL.
  func killNow() {
    terminal.killNow()
  }

  /// Starts another daemon after `killNow` without waiting for it.
  ///
  /// - Returns: the time of the start.
  func startAgain() throws -> Duration {
    log = ""
    let start = monotonicNow()
    terminal = try Self.started(command, in: ground)
    return start
  }

  /// Whether the daemon has ended by itself.
  func hasEnded() -> Bool { terminal.hasEnded() }

  /// The end of the daemon: its exit code or signal, and the last line of its log; nil while it runs.
  var ending: String? {
    guard let how = terminal.ending else { return nil }
    drain()
    return log.split(separator: "\r\n").last.map { "\(how): \($0)" } ?? how
  }

  /// Stops the daemon with SIGTERM.
  ///
  /// - Returns: the time until its end.
  /// - Throws: `BenchError` if it has not ended in time; then it is killed.
  func stop(within limit: Duration) throws -> Duration {
    let start = monotonicNow()
    kill(process, SIGTERM)
    while !terminal.hasEnded() {
      guard monotonicNow() < start + limit else {
        terminal.killNow()
        throw BenchError("navd has not ended \(limit) after SIGTERM")
      }
      _ = terminal.read(within: .milliseconds(5))
    }
    return monotonicNow() - start
  }

  /// Reads the daemon's log, so that it never blocks on its terminal.
  func drain() {
    log += terminal.readText()
  }

  private func waitUntilItListens(within limit: Duration) throws {
    let deadline = monotonicNow() + limit
    while !log.contains("navd listens in") {
      guard monotonicNow() < deadline else {
        throw BenchError(
          "navd does not listen within \(limit) of its start; it says: \(log.isEmpty ? "nothing" : log)"
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
    // Wide enough that no line of the log wraps.
    try PseudoTerminal(
      command,
      environment: ground.environment,
      size: CellSize(columns: 1_000, rows: 24)
    )
  }
}
