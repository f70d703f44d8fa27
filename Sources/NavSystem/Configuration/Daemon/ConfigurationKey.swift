/// A setting of the daemon, with its table and key in the file.
package enum ConfigurationKey: ConfigurationName, Sendable {
  case stateDirectory
  case durability
  case limit(ConfigurableLimit)
  /// Whether sessions may run commands and show their output.
  case commands
  /// The policy of new sessions.
  case controlPolicy
  /// The longest time for which a driver may leave its session unmoved.
  case idleRelease
  /// Whether the audience may ask questions.
  case questions
  /// The rule for pointing at places.
  case pointers
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
        .commands, .controlPolicy, .idleRelease, .questions, .pointers, .metricsListen,
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
    case .limit, .commands: .limits
    case .controlPolicy, .idleRelease, .questions, .pointers: .control
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
    case .controlPolicy: "policy"
    case .idleRelease: "idle_release"
    case .questions: "questions"
    case .pointers: "pointers"
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
