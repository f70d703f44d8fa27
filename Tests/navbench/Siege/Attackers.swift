import NavGeometry
import NavSystem
import ZeroMQ

/// The processes of one attack.
final class Attackers {
  private let terminals: [PseudoTerminal]
  private var said: [String]

  /// The first word of a line with a tally.
  static let word = "tally"

  /// Starts the processes.
  ///
  /// - Parameters:
  ///   - siege: the attack.
  ///   - processes: their number.
  ///   - time: how long they attack.
  ///   - daemon: the daemon.
  ///   - network: its TCP port to attack; nil for the endpoints of its clients.
  ///   - ground: its directory.
  /// - Throws: if they can't be started.
  init(
    _ siege: Siege,
    processes: Int,
    for time: Duration,
    against daemon: Navd,
    at network: UInt16? = nil,
    in ground: TemporaryDirectory
  ) throws {
    let program = try Programs.path(of: Programs.bench)
    let input = network.map { Endpoint.tcp(host: Navd.host, port: $0) } ?? daemon.input
    let layout = network.map { Endpoint.tcp(host: Navd.host, port: $0 + 1) } ?? daemon.layout
    terminals = try (0..<processes).map { number in
      try PseudoTerminal(
        [
          program, "siege-attack", siege.rawValue, "\(input)", "\(layout)",
          ground.path, "\(number)", "\(time / .seconds(1))",
        ],
        environment: ground.environment,
        size: CellSize(columns: 1_000, rows: 24)
      )
    }
    said = terminals.map { _ in "" }
  }

  /// Kills those that still run.
  func end() {
    for terminal in terminals { terminal.killNow() }
  }

  /// Reads what the processes print.
  ///
  /// - Returns: whether all of them have ended.
  func haveEnded() -> Bool {
    // Reads after the look at the end, so that nothing printed before it is missed.
    let ended = terminals.map { $0.hasEnded() }
    for (index, terminal) in terminals.enumerated() { said[index] += terminal.readText() }
    return ended.allSatisfy { $0 }
  }

  /// Returns what went wrong with the attackers: an attack that failed proves nothing.
  func faults() -> [String] {
    zip(terminals, said).compactMap { terminal, said in
      guard let ending = terminal.ending else { return "an attacker has not ended" }
      if terminal.status == 0 { return nil }
      return "an attacker has failed (\(ending)): \(said.split(separator: "\r\n").last ?? "")"
    }
  }

  /// The sums of what the processes have counted.
  func tallies() -> [String: Int] {
    var sums: [String: Int] = [:]
    for line in said.flatMap({ $0.split(separator: "\r\n") }) {
      guard let (name, number) = Self.tally(of: line) else { continue }
      sums[name, default: 0] += number
    }
    return sums
  }

  /// Parses `navbench: tally NAME NUMBER`, of which the name may have several words; nil for any other line.
  private static func tally(of line: Substring) -> (name: String, number: Int)? {
    let words = line.split(separator: " ")
    guard words.count >= 4, words[1] == word[...], let number = words.last.flatMap({ Int($0) })
    else { return nil }
    return (words[2..<words.count - 1].joined(separator: " "), number)
  }
}
