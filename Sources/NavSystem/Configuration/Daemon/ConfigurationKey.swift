/// A setting of the daemon, with its table and key in the file.
package enum ConfigurationKey: ConfigurationName, Sendable {
  case stateDirectory
  case durability
  case limit(ConfigurableLimit)
  /// Whether sessions may run commands and show their output.
  case commands
  /// Whether programs draw the diagrams of decks.
  case diagrams
  /// Whether entries of directories have icons.
  case icons
  /// The policy of new sessions.
  case controlPolicy
  /// The longest time for which a driver may leave its session unmoved.
  case idleRelease
  /// Whether the audience may ask questions.
  case questions
  /// The rule for pointing at places.
  case pointers
  /// Whether owners may record sessions.
  case recording
  /// The address at which metrics are served over HTTP.
  case metricsListen
  /// Whether that may be an address that other machines reach.
  case metricsInsecure
  case logFormat
  /// The least important lines of the log.
  case logLevel

  /// All settings, in the order in which they are printed.
  package static var allCases: [ConfigurationKey] {
    [.stateDirectory, .durability] + ConfigurableLimit.allCases.map { .limit($0) }
      + [
        .commands, .diagrams, .icons, .controlPolicy, .idleRelease, .questions, .pointers,
        .recording, .metricsListen,
        .metricsInsecure, .logFormat, .logLevel,
      ]
  }

  package enum Table: String, CaseIterable, Hashable, Sendable {
    case state
    case limits
    case control
    case metrics
    case log

    package var keys: [ConfigurationKey] { ConfigurationKey.allCases.filter { $0.table == self } }
  }

  package var table: Table {
    switch self {
    case .stateDirectory, .durability: .state
    case .limit, .commands, .diagrams, .icons: .limits
    case .controlPolicy, .idleRelease, .questions, .pointers, .recording: .control
    case .metricsListen, .metricsInsecure: .metrics
    case .logFormat, .logLevel: .log
    }
  }

  package var name: String {
    switch self {
    case .stateDirectory: "directory"
    case .durability: "durability"
    case .limit(let name): name.rawValue
    case .commands: "commands"
    case .diagrams: "diagrams"
    case .icons: "icons"
    case .controlPolicy: "policy"
    case .idleRelease: "idle_release"
    case .questions: "questions"
    case .pointers: "pointers"
    case .recording: "recording"
    case .metricsListen: "listen"
    case .metricsInsecure: "insecure"
    case .logFormat: "format"
    case .logLevel: "level"
    }
  }
}

extension ConfigurationKey {
  package var tableName: String { table.rawValue }
}

/// A limit that can be configured; the raw value is its key in the file (proto/README.md: Limits).
package enum ConfigurableLimit: String, CaseIterable, Hashable, Sendable {
  case sessions
  case viewers
  case streams
  case streamsPerSession = "streams_per_session"
  case requestsPerSecond = "requests_per_second"
  case requestBurst = "request_burst"
  case clients
  case memory
  case journal
  case credentialViewers = "credential_viewers"
  case credentialStreams = "credential_streams"
  case credentialRequestsPerSecond = "credential_requests_per_second"

  /// The valid values.
  package var range: ClosedRange<Int> {
    switch self {
    case .sessions: 1...10_000
    case .viewers: 1...100_000
    case .streams, .streamsPerSession: 1...10_000
    case .requestsPerSecond: 1...100_000
    case .requestBurst: 1...1_000_000
    // With fewer, a repeated request could soon be taken for a new one, since the ledger forgets
    // its client.
    case .clients: 100...1_000_000
    case .memory: 16...1_000_000
    case .journal: 1...4_096
    case .credentialViewers: 1...100_000
    case .credentialStreams: 1...10_000
    case .credentialRequestsPerSecond: 1...100_000
    }
  }
}
