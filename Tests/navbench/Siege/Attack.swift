import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavSystem
import NavWire
import ZeroMQ

/// An attack on the daemon, with its size.
struct Attack: Sendable {
  let name: String
  /// What one process does; it prints its tallies.
  let run: @Sendable (AttackTarget) throws -> Void
  /// What the attackers must have counted, without which the attack proves nothing.
  var required: [Requirement] = []
  /// The number of attacking processes: separate ones, because navd shares its time by process.
  var processes = 1
  var seconds = 5
  /// The transport by which the attackers, the viewer and the driver reach the daemon.
  var transport = Navd.Transport.ipc
  /// Whether the attackers come over encrypted TCP, and the viewer and the driver do not.
  ///
  /// The times before the attack are measured, too.
  var comesFromNetwork = false
  /// The most files and sockets that the daemon may have open; nil for as many as this program.
  var descriptors: Int?
  /// The memory that the daemon may keep after the attack, in bytes.
  var allowance = 64 << 20
  /// Whether a newcomer must be served while the attack goes on: at the limit of connections no one else gets in.
  var demandsNewcomer = true

  /// The least sum of some tallies.
  struct Requirement: ExpressibleByStringLiteral, Sendable {
    let tallies: [String]
    let least: Int

    init(_ tallies: String..., least: Int) { (self.tallies, self.least) = (tallies, least) }

    init(stringLiteral tally: String) { self.init(tally, least: 1) }

    /// Returns what is missing, in a sentence; nil if nothing is.
    func failure(of counted: [String: Int]) -> String? {
      let sum = tallies.reduce(0) { $0 + (counted[$1] ?? 0) }
      if sum >= least { return nil }
      return
        "the attackers counted \(sum) \(tallies.joined(separator: " or ")), needed are \(least)"
    }
  }

  /// The replies of 100,000 clients.
  private static let replies = 256 << 20

  /// The attacks for what is about load, or about peers that harm others.
  ///
  /// Tests alone are for what no viewer beside it could notice: directories, states and repositories that the daemon or
  /// a client reads (a runtime directory or a state that others may write, links that lead out of a deck, programs that
  /// git runs), sessions set aside after deaths, the memory of decks, a lying daemon, exclusions by `kick`, `doctor`,
  /// and what the pages say.
  static let all = [
    // Nothing, for comparison.
    Attack(name: "calm", run: { _ in }, processes: 0, seconds: 3),
    // Sessions that come and go.
    Attack(name: "mixed", run: { try $0.work() }, required: ["rounds"]),
    connections("connections", descriptors: 256),
    connections("connections-4096", descriptors: 4_096),
    connections("connections-tcp", over: .tcp, descriptors: 256),
    // 10,000 connections over TCP that say nothing, or the beginning of a greeting.
    Attack(
      name: "half-open",
      run: { try $0.leaveHandshakesOpen() },
      required: [Requirement("opened", least: 10_000)],
      processes: 2,
      seconds: 10,
      comesFromNetwork: true
    ),
    // 1,000 handshakes of encryption in a second that fail.
    Attack(
      name: "bad-handshakes",
      run: { try $0.failHandshakes() },
      required: [Requirement("handshakes", least: 8_000), "ended"],
      processes: 2,
      seconds: 10,
      comesFromNetwork: true
    ),
    snapshots("snapshots"), snapshots("snapshots-tcp", over: .tcp),
    Attack(
      name: "metrics",
      run: { try $0.flood { _ in .metrics } },
      required: ["metrics"],
      processes: 2
    ),
    Attack(
      name: "slow-texts",
      run: { try $0.openSlowTexts() },
      required: [Requirement("slow texts", least: 6), Requirement("short texts shown", least: 30)],
      processes: 2,
      seconds: 10
    ),
    // 64 layouts of one text.
    Attack(
      name: "slow-sizes",
      run: { try $0.showInManySizes() },
      required: [Requirement("sizes shown", least: 8)],
      seconds: 20,
      allowance: replies
    ),
    // Questions, control, pointers and sessions.
    flood("asks") { try $0.askForEverything() },
    flood("hostile-texts") { try $0.sendHostileTexts() },
    flood("probes") { try $0.probe() },
    flood("audit") { try $0.fillLog() },
    Attack(
      name: "invitations",
      run: { try $0.useInvitation() },
      required: ["viewers"],
      processes: 2,
      seconds: 8,
      comesFromNetwork: true
    ),
    Attack(
      name: "open-topics",
      run: { try $0.subscribeToOpenTopic() },
      required: ["open topics wanted"],
      seconds: 8,
      comesFromNetwork: true
    ),
    Attack(name: "waits", run: { try $0.wait() }, required: ["waits held"]),
    // Ends earlier, when all clients have been answered.
    Attack(
      name: "clients",
      run: { try $0.exceedClients() },
      required: [Requirement("accepted", least: 100_000), "replays refused"],
      processes: 4,
      seconds: 30,
      allowance: replies
    ),
    Attack(name: "beats", run: { try $0.toggle() }, required: ["toggles"], processes: 2),
    Attack(
      name: "topics",
      run: { try $0.subscribe() },
      required: ["shut for their topics", "shut for their rate"],
      processes: 2
    ),
    Attack(
      name: "memory",
      run: { try $0.openLargeContents() },
      required: [Requirement("decks shown", "decks refused", least: 1)],
      seconds: 12
    ),
    Attack(
      name: "log",
      run: { try $0.move() },
      required: ["accepted"],
      processes: 4,
      seconds: 8,
      allowance: replies
    ),
    Attack(
      name: "shares",
      run: { try $0.takeShares() },
      required: ["viewers", "exports", "waits held"],
      seconds: 8
    ),
  ]

  private static func connections(
    _ name: String,
    over transport: Navd.Transport = .ipc,
    descriptors: Int
  ) -> Attack {
    Attack(
      name: name,
      run: { try $0.connect(max(300, descriptors)) },
      required: ["connected"],
      processes: 2,
      transport: transport,
      descriptors: descriptors,
      demandsNewcomer: false
    )
  }

  private static func flood(
    _ name: String,
    _ run: @escaping @Sendable (AttackTarget) throws -> Void
  ) -> Attack {
    Attack(name: name, run: run, required: [Requirement("answers", least: 500)], processes: 2)
  }

  private static func snapshots(
    _ name: String,
    over transport: Navd.Transport = .ipc
  ) -> Attack {
    Attack(
      name: name,
      run: {
        let size = CellSize(columns: 1_000, rows: 500)
        try $0.flood { _ in .takeSnapshot(AttackTarget.watched, size) }
      },
      required: [Requirement("snapshots", "slowDown", least: 1)],
      processes: 8,
      transport: transport
    )
  }
}

extension Attack: ExpressibleByArgument {
  init?(argument: String) {
    guard let named = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = named
  }

  var defaultValueDescription: String { name }

  static var allValueStrings: [String] { all.map(\.name) }
}

/// One attacking process of `siege`, which starts it.
struct AttackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "siege-attack",
    abstract: "Attacks a daemon for a time.",
    shouldDisplay: false
  )

  @Argument(help: "Which attack.") var attack: Attack
  @Argument(help: "Where requests go.") var input: String
  @Argument(help: "Where scenes come from.") var layout: String
  @Argument(help: "The daemon's directory.") var folder: String
  @Argument(help: "The number of this process, from 0.") var number: Int

  func run() throws {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    try attack.run(
      AttackTarget(
        input: try Endpoint(parsing: input),
        layout: try Endpoint(parsing: layout),
        folder: folder,
        number: number,
        end: monotonicNow() + .seconds(attack.seconds)
      )
    )
  }
}

/// The processes of one attack.
final class Attackers {
  private let terminals: [PseudoTerminal]
  private var said: [String]

  /// Starts the processes against a daemon, or against its TCP port for an attack from the network.
  init(
    _ attack: Attack,
    against daemon: Navd,
    at network: UInt16?,
    in ground: TemporaryDirectory
  ) throws {
    let program = try Programs.path(of: Programs.bench)
    let input = network.map { Endpoint.tcp(host: Navd.host, port: $0) } ?? daemon.input
    let layout = network.map { Endpoint.tcp(host: Navd.host, port: $0 + 1) } ?? daemon.layout
    terminals = try (0..<attack.processes).map { number in
      try PseudoTerminal(
        [program, "siege-attack", attack.name, "\(input)", "\(layout)", ground.path, "\(number)"],
        in: ground,
        size: CellSize(columns: 1_000, rows: 24)
      )
    }
    said = terminals.map { _ in "" }
  }

  /// Kills those that still run.
  func end() { for terminal in terminals { terminal.killNow() } }

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
      // `navbench: tally NAME NUMBER`, of which the name may have several words.
      let words = line.split(separator: " ")
      guard words.count >= 4, words[1] == "tally", let number = words.last.flatMap({ Int($0) })
      else { continue }
      sums[words[2..<words.count - 1].joined(separator: " "), default: 0] += number
    }
    return sums
  }
}
