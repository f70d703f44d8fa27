import Foundation
import NavProcessKit
import Testing

/// Two machines of one test, joined by a link whose faults the test sets while it runs (`Network/link.py`).
///
/// Each machine is a network namespace, which ends with the link and with the programs in it.
final class Network {
  /// The faults of the link, the same in both directions.
  struct Faults {
    /// Milliseconds from one end to the other.
    var delay = 0
    /// Up to so many milliseconds more, so that packets overtake one another.
    var jitter = 0
    /// The share of packets that are lost.
    var loss = 0.0
    /// Bytes in a second; 0 for no limit.
    var rate = 0
    /// Whether everything is lost.
    var isOut = false

    /// A poor mobile network.
    static let poor = Faults(delay: 80, jitter: 40, loss: 0.05)
  }

  /// The packets of the link so far.
  struct Count {
    let carried: Int
    let lost: Int
    let overtaken: Int
  }

  /// The address of the daemon's machine.
  static let address = "10.77.0.1"
  private static let nsenter = "/usr/bin/nsenter"
  private static let device = "/dev/net/tun"

  /// Whether this system lets the tests make networks.
  static let isPermitted: Bool = {
    guard access(device, R_OK | W_OK) == 0, let sandbox = try? Sandbox(),
      let outcome = try? sandbox.run("/usr/bin/unshare", ["--net", "/usr/bin/true"])
    else { return false }
    return outcome.code == 0
  }()
  static let condition: Comment =
    "not run: networks of tests need root, network namespaces and /dev/net/tun"

  private let link: StartedProcess
  private let commands: Int32
  private var commandCount = 0
  /// The words before the command of a program, by which it is started on that machine.
  let onServer: [String]
  let onClient: [String]

  /// Starts the link, without faults.
  ///
  /// - Parameters:
  ///   - sandbox: the sandbox that ends the link after a test that was killed.
  ///   - seed: of the link's random losses and delays.
  /// - Throws: if the link does not start.
  init(in sandbox: Sandbox, seed: UInt64 = 1) throws {
    let path = "\(sandbox.directory)/link"
    try #require(mkfifo(path, 0o600) == 0, "cannot make \(path)")
    let script = "\(Python.repository)/Tests/NavEndToEndTests/Network/link.py"
    let link = try sandbox.start(Programs.python, [script, path, "\(seed)"])
    _ = try sandbox.write("\(link.id)", to: "link.pid")
    try eventually("the link is ready", found: { link.outputText + link.errorText }) {
      try #require(link.exitCode == nil, "the link has ended: \(link.errorText)")
      return link.outputText.hasPrefix("ready ") && link.outputText.contains("\n")
    }
    let line = link.outputText.prefix { $0 != "\n" }
    let namespaces = line.split(separator: " ").dropFirst().map(String.init)
    try #require(namespaces.count == 2, "\(line)")
    commands = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    try #require(commands >= 0, "cannot write to \(path)")
    self.link = link
    onServer = [Self.nsenter, "--net=\(namespaces[0])"]
    onClient = [Self.nsenter, "--net=\(namespaces[1])"]
  }

  deinit { close(commands) }

  /// Sets the faults; an outage also loses what is under way.
  func set(_ faults: Faults) throws {
    try send(
      "set delay=\(faults.delay) jitter=\(faults.jitter) loss=\(faults.loss) rate=\(faults.rate) "
        + "outage=\(faults.isOut ? 1 : 0)"
    )
  }

  /// Gives the client's machine another address instead of its own.
  func moveClient(to address: String) throws {
    try send("address \(address)")
  }

  /// Has every packet of both directions appended to a file from now on, as it was sent.
  ///
  /// - Parameter path: the file, without spaces.
  /// - Throws: if the link has ended.
  func capture(to path: String) throws {
    try send("capture \(path)")
  }

  func count() throws -> Count {
    try send("count")
    let line = try #require(
      link.outputText.split(separator: "\n").last { $0.hasPrefix("carried ") }
    )
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 3, "\(line)")
    return Count(carried: numbers[0], lost: numbers[1], overtaken: numbers[2])
  }

  /// Sends a command, and waits until the link has executed it.
  private func send(_ command: String) throws {
    let bytes = Array("\(command)\n".utf8)
    try #require(write(commands, bytes, bytes.count) == bytes.count, "the link has ended")
    commandCount += 1
    let answer = "done \(commandCount)\n"
    try eventually("the link has executed '\(command)'", found: { link.errorText }) {
      try #require(link.exitCode == nil, "the link has ended: \(link.errorText)")
      return link.outputText.contains(answer)
    }
  }
}
