import ArgumentParser

/// An attack on the daemon, with its size.
enum Siege: String, CaseIterable, ExpressibleByArgument {
  /// Nothing, for comparison.
  case calm
  /// Sessions that come and go; also the load of a soak.
  case mixed
  case connections
  case connectionsAt4096 = "connections-4096"
  case connectionsOverTCP = "connections-tcp"
  /// 10,000 connections over TCP that say nothing, or the beginning of a greeting.
  case halfOpen = "half-open"
  /// 1,000 handshakes of encryption in a second that fail.
  case badHandshakes = "bad-handshakes"
  case snapshots
  case snapshotsOverTCP = "snapshots-tcp"
  case waits
  case clients
  case beats
  case topics
  case memory
  case log
  case shares

  /// The number of attacking processes.
  ///
  /// They are separate processes because navd shares its time by process.
  var processes: Int {
    switch self {
    case .calm: 0
    case .mixed, .waits, .memory, .shares: 1
    case .connections, .connectionsAt4096, .connectionsOverTCP, .halfOpen, .badHandshakes, .beats,
      .topics:
      2
    case .clients, .log: 4
    case .snapshots, .snapshotsOverTCP: 8
    }
  }

  /// The duration of the attack.
  var time: Duration {
    switch self {
    case .calm: .seconds(3)
    case .mixed, .connections, .connectionsAt4096, .connectionsOverTCP, .snapshots,
      .snapshotsOverTCP, .waits, .beats, .topics:
      .seconds(5)
    case .log, .shares: .seconds(8)
    case .halfOpen, .badHandshakes: .seconds(10)
    case .memory: .seconds(12)
    // Ends earlier, when all clients have been answered.
    case .clients: .seconds(30)
    }
  }

  /// The transport by which the attackers, the viewer and the driver reach the daemon.
  var transport: Navd.Transport {
    switch self {
    case .connectionsOverTCP, .snapshotsOverTCP: .tcp
    case .calm, .mixed, .connections, .connectionsAt4096, .halfOpen, .badHandshakes, .snapshots,
      .waits, .clients, .beats, .topics, .memory, .log, .shares:
      .ipc
    }
  }

  /// Whether the attackers come over encrypted TCP, and the viewer and the driver do not.
  ///
  /// The times before the attack are measured, too.
  var comesFromNetwork: Bool {
    switch self {
    case .halfOpen, .badHandshakes: true
    case .calm, .mixed, .connections, .connectionsAt4096, .connectionsOverTCP, .snapshots,
      .snapshotsOverTCP, .waits, .clients, .beats, .topics, .memory, .log, .shares:
      false
    }
  }

  /// The most files and sockets that the daemon may have open; nil for as many as this program.
  var descriptors: Int? {
    switch self {
    case .connections, .connectionsOverTCP: 256
    case .connectionsAt4096: 4_096
    case .calm, .mixed, .halfOpen, .badHandshakes, .snapshots, .snapshotsOverTCP, .waits, .clients,
      .beats, .topics, .memory, .log, .shares:
      nil
    }
  }

  /// The memory that the daemon may keep after the attack, in bytes.
  var allowance: Int {
    switch self {
    // The replies of 100,000 clients.
    case .clients, .log: 256 << 20
    case .calm, .mixed, .connections, .connectionsAt4096, .connectionsOverTCP, .halfOpen,
      .badHandshakes, .snapshots, .snapshotsOverTCP, .waits, .beats, .topics, .memory, .shares:
      64 << 20
    }
  }

  /// Whether a newcomer must be served while the attack goes on.
  ///
  /// At the limit of connections no one else gets in.
  var demandsNewcomer: Bool {
    switch self {
    case .connections, .connectionsAt4096, .connectionsOverTCP: false
    case .calm, .mixed, .halfOpen, .badHandshakes, .snapshots, .snapshotsOverTCP, .waits, .clients,
      .beats, .topics, .memory, .log, .shares:
      true
    }
  }

  /// The attack of one process; nil for none.
  var attack: (any Attack.Type)? {
    switch self {
    case .calm: nil
    case .mixed: MixedLoad.self
    case .connections, .connectionsAt4096, .connectionsOverTCP: ConnectionAttack.self
    case .halfOpen: HalfOpenAttack.self
    case .badHandshakes: BadHandshakeAttack.self
    case .snapshots, .snapshotsOverTCP: SnapshotAttack.self
    case .waits: WaitAttack.self
    case .clients: ClientAttack.self
    case .beats: BeatAttack.self
    case .topics: TopicAttack.self
    case .memory: MemoryAttack.self
    case .log: LogAttack.self
    case .shares: ShareAttack.self
    }
  }
}

// MARK: What the attackers must have done

extension Siege {
  /// The least sum of some tallies, without which the attack proves nothing.
  struct Requirement {
    let tallies: [String]
    let least: Int

    init(_ tallies: String..., least: Int = 1) {
      self.tallies = tallies
      self.least = least
    }

    /// Returns what is missing, in a sentence; nil if nothing is.
    func failure(of counted: [String: Int]) -> String? {
      let sum = tallies.reduce(0) { $0 + (counted[$1] ?? 0) }
      if sum >= least { return nil }
      return
        "the attackers counted \(sum) \(tallies.joined(separator: " or ")), needed are \(least)"
    }
  }

  var required: [Requirement] {
    switch self {
    case .calm: []
    case .mixed: [Requirement("rounds")]
    case .connections, .connectionsAt4096, .connectionsOverTCP: [Requirement("connected")]
    case .halfOpen: [Requirement("opened", least: 10_000)]
    case .badHandshakes: [Requirement("handshakes", least: 8_000), Requirement("ended")]
    case .snapshots, .snapshotsOverTCP: [Requirement("snapshots", "slowDown")]
    case .waits: [Requirement("waits held")]
    case .clients: [Requirement("accepted", least: 100_000), Requirement("replays refused")]
    case .beats: [Requirement("toggles")]
    case .topics: [Requirement("shut for their topics"), Requirement("shut for their rate")]
    case .memory: [Requirement("decks shown", "decks refused")]
    case .log: [Requirement("accepted")]
    case .shares: [Requirement("viewers"), Requirement("exports"), Requirement("waits held")]
    }
  }
}
