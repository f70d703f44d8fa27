import Glibc
import NavBase
import NavProcessKit
import NavSystem
import NavWire
import ZeroMQ

/// A daemon in a temporary runtime directory.
final class Navd {
  /// The transport between clients and the daemon.
  enum Transport: String, CaseIterable {
    case ipc
    /// TCP on this machine, unencrypted.
    case tcp
    /// TCP on this machine, where the clients of the directory are known by their key.
    case encrypted
  }

  /// The endpoint for requests.
  let input: Endpoint
  /// The endpoint for scenes.
  let layout: Endpoint
  /// The arguments with which navclient connects to it.
  let clientArguments: [String]
  private let command: [String]
  private var terminal: PseudoTerminal
  /// The directory, kept until the daemon ends.
  private let ground: TemporaryDirectory
  private var log = ""

  static let host = "127.0.0.1"

  /// Starts the daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - ground: its runtime directory and that of its state.
  ///   - transport: how clients reach it.
  ///   - descriptors: how many files and sockets it may have open; nil for as many as this program.
  ///   - options: further arguments of its command.
  ///   - wrapper: the words before its command, for a program that counts what it does.
  /// - Throws: `BenchError` if it does not listen in time.
  init(
    in ground: TemporaryDirectory,
    over transport: Transport = .ipc,
    descriptors: Int? = nil,
    options: [String] = [],
    under wrapper: [String] = []
  ) throws {
    self.ground = ground
    var command = wrapper + [try Programs.path(of: Programs.daemon)] + options
    if transport == .ipc {
      input = .ipc(path: "\(ground.path)/navd/input")
      layout = .ipc(path: "\(ground.path)/navd/layout")
      clientArguments = []
    } else {
      let port = try FreePorts.pair()
      input = .tcp(host: Self.host, port: port)
      layout = .tcp(host: Self.host, port: port + 1)
      command += ["--listen", "tcp://\(Self.host):\(port)", "--remote-paths"]
      command += transport == .tcp ? ["--insecure"] : []
      let key = transport == .tcp ? [] : ["--key", try Self.exchangeKeys(in: ground)]
      clientArguments = ["--server", "\(input)"] + key
    }
    if let descriptors {
      command = ["/bin/sh", "-c", "ulimit -n \(descriptors) && exec \"$0\" \"$@\""] + command
    }
    self.command = command
    terminal = try Self.started(command, in: ground)
    let limit = Duration.seconds(wrapper.isEmpty ? 5 : 60)
    let deadline = monotonicNow() + limit
    while !log.contains("navd listens in") {
      guard monotonicNow() < deadline else {
        throw BenchError("navd does not listen within \(limit) of its start; it says: \(log)")
      }
      log += terminal.readText(within: .milliseconds(1))
    }
  }

  /// The daemon's process id.
  var process: pid_t { terminal.process }

  /// Makes the keys of both ends, lets the clients of a directory in, and returns the daemon's key.
  private static func exchangeKeys(in ground: TemporaryDirectory) throws -> String {
    func key(of program: String) throws -> String {
      let command = [try Programs.path(of: program), "key"]
      let text = try output(of: command, environment: ground.environment)
      return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    }
    for name in ["config", "config/navd"] { _ = try ground.makeDirectory(name) }
    let line = "\(try key(of: Programs.client)) owner\n"
    _ = try ground.write(line, to: "config/navd/authorized_keys")
    return try key(of: Programs.daemon)
  }

  private static func started(
    _ command: [String],
    in ground: TemporaryDirectory
  ) throws -> PseudoTerminal {
    // Wide enough that no line of the log wraps.
    try PseudoTerminal(command, in: ground, size: CellSize(columns: 1_000, rows: 24))
  }

  /// Reads the daemon's log, so that it never blocks on its terminal.
  func drain() { log += terminal.readText() }

  // MARK: End and start

  /// Kills the daemon with SIGKILL.
  func killNow() { terminal.killNow() }

  /// Starts another daemon after this one has ended, without waiting for it.
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
      log += terminal.readText(within: .milliseconds(5))
    }
    return monotonicNow() - start
  }

  // MARK: Sessions

  /// Creates a session.
  func makeSession(_ name: String, showing content: ContentSpec) throws {
    _ = try Participant(of: self).ask(.newSession(name: name, content))
  }

  /// Returns the status of a session.
  func info(of session: String) throws -> Reply.Status {
    let answer = try Participant(of: self).ask(.getStatus(.name(session)))
    guard case .status(let status) = answer.body else {
      throw BenchError("navd does not say how a session is")
    }
    return status
  }
}

/// The daemon of the floor: it publishes a message for each request, then replies, and does nothing else.
///
/// See `CNavFloor.h`.
final class FloorDaemon {
  /// The endpoints of requests and of messages.
  let input: String
  let layout: String
  private let terminal: PseudoTerminal
  /// The directory, kept until the daemon ends.
  private let ground: TemporaryDirectory

  /// - Parameters:
  ///   - ground: the directory of its sockets.
  ///   - messageSize: the bytes of a message: by default those of navd's for a turned page.
  /// - Throws: `BenchError` if it does not start.
  init(in ground: TemporaryDirectory, messageSize: Int = 700) throws {
    input = "ipc://\(ground.path)/floor-input"
    layout = "ipc://\(ground.path)/floor-layout"
    self.ground = ground
    let program = try Programs.path(of: Programs.bench)
    terminal = try PseudoTerminal(
      [program, "floor-daemon", input, layout, "\(messageSize)"],
      in: ground
    )
    try terminal.waitForOutput()
  }

  var process: pid_t { terminal.process }
}
