import ArgumentParser

/// An attack on the daemon, with its size.
enum Siege: String, CaseIterable, ExpressibleByArgument {
  /// Nothing, for comparison.
  case calm
  case connections
  case connectionsAt4096 = "connections-4096"
  case snapshots
  case waits
  case clients
  case beats
  case topics
  case memory
  case log
  case shares

  /// The number of attacking processes.
  ///
  /// The daemon is fair by process, so they are not the measuring one.
  var processes: Int {
    switch self {
    case .calm: 0
    case .waits, .memory, .shares: 1
    case .connections, .connectionsAt4096, .beats, .topics: 2
    case .clients, .log: 4
    case .snapshots: 8
    }
  }

  /// How long the attack lasts.
  var time: Duration {
    switch self {
    case .calm: .seconds(3)
    case .connections, .connectionsAt4096, .snapshots, .waits, .beats, .topics: .seconds(5)
    case .log, .shares: .seconds(8)
    case .memory: .seconds(12)
    // Ends earlier, when all clients have been answered.
    case .clients: .seconds(30)
    }
  }

  /// How many files and sockets the daemon may have open; nil for as many as this program.
  var descriptors: Int? {
    switch self {
    case .connections: 256
    case .connectionsAt4096: 4_096
    case .calm, .snapshots, .waits, .clients, .beats, .topics, .memory, .log, .shares: nil
    }
  }

  /// What the daemon may keep in memory after the attack.
  var allowance: Int {
    switch self {
    // The replies of 100,000 clients.
    case .clients, .log: 256 << 20
    case .calm, .connections, .connectionsAt4096, .snapshots, .waits, .beats, .topics, .memory,
      .shares:
      64 << 20
    }
  }

  /// Whether a newcomer must be served while the attack goes on.
  ///
  /// At the limit of connections no one else gets in.
  var demandsNewcomer: Bool {
    switch self {
    case .connections, .connectionsAt4096: false
    case .calm, .snapshots, .waits, .clients, .beats, .topics, .memory, .log, .shares: true
    }
  }

  /// The attack of one process.
  var attack: any Attack.Type {
    switch self {
    case .connections, .connectionsAt4096: ConnectionAttack.self
    case .snapshots: SnapshotAttack.self
    case .waits: WaitAttack.self
    case .clients: ClientAttack.self
    case .beats: BeatAttack.self
    case .topics: TopicAttack.self
    case .memory: MemoryAttack.self
    case .log: LogAttack.self
    case .shares: ShareAttack.self
    case .calm: MixedLoad.self
    }
  }
}
