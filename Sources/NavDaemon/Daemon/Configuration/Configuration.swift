package import NavBase
package import NavHost
package import NavSystem

/// The configuration of a daemon, and the origin of each value.
package struct Configuration: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case standard
    /// The line of the file, from 1.
    case file(line: Int)
    case commandLine
  }

  /// The directory where sessions are stored.
  package private(set) var stateDirectory: String
  package private(set) var durability = Durability.process
  package internal(set) var limits = ConfigurableLimits()
  /// Whether sessions may run programs to show their output.
  package private(set) var commands = true
  /// Whether programs draw the diagrams of decks.
  package private(set) var diagrams = false
  /// Whether entries of directories have icons.
  package private(set) var icons = false
  /// The control of sessions.
  package private(set) var control = ControlSettings()
  /// The settings of serving metrics over HTTP.
  package private(set) var metrics = MetricsSettings()
  package private(set) var log = LogSettings()
  /// The origins of the values that are not defaults.
  private var origins: [ConfigurationKey: Origin] = [:]

  /// Creates the defaults, in force without a file and without options.
  ///
  /// - Parameters:
  ///   - stateDirectory: the directory where sessions are stored.
  ///   - memory: the memory of all contents, in MiB.
  package init(stateDirectory: String, memory: Int = DaemonLimits.memory) {
    self.stateDirectory = stateDirectory
    limits.memory = memory
  }

  package func origin(of key: ConfigurationKey) -> Origin { origins[key] ?? .standard }

  /// Applies the values of the file.
  package mutating func takeFile(_ layer: ConfigurationLayer) {
    take(layer) { .file(line: layer.lines[$0] ?? 1) }
  }

  /// Applies the values of the command line, which override the file.
  package mutating func takeCommandLine(_ layer: ConfigurationLayer) {
    take(layer) { _ in .commandLine }
  }

  private mutating func take(_ layer: ConfigurationLayer, from origin: (ConfigurationKey) -> Origin)
  {
    stateDirectory = layer.stateDirectory ?? stateDirectory
    durability = layer.durability ?? durability
    for (name, value) in layer.limits { limits[name] = value }
    commands = layer.commands ?? commands
    diagrams = layer.diagrams ?? diagrams
    icons = layer.icons ?? icons
    control.policy = layer.control.policy ?? control.policy
    control.pointers = layer.control.pointers ?? control.pointers
    control.recording = layer.control.recording ?? control.recording
    if let idleRelease = layer.control.idleRelease {
      control.idleRelease = idleRelease == .zero ? nil : idleRelease
    }
    control.hasQuestions = layer.control.questions ?? control.hasQuestions
    if let listen = layer.metrics.listen { metrics.listen = listen }
    metrics.isInsecure = layer.metrics.isInsecure ?? metrics.isInsecure
    log = layer.log.applied(to: log)
    for key in ConfigurationKey.allCases where layer.says(key) { origins[key] = origin(key) }
  }
}

// MARK: While the daemon runs

extension Configuration {
  /// Returns the changes that another configuration makes in a daemon that runs with this one, one line each.
  package func changes(to new: Configuration) -> [String] {
    ConfigurationKey.allCases.compactMap { key in
      let (before, after) = (value(of: key), new.value(of: key))
      guard before != after else { return nil }
      guard !key.needsStart else {
        return
          "\(key) is \(after) in the configuration, and stays \(before) until navd is started anew"
      }
      return "\(key) is \(after) from now on, and was \(before)"
    }
  }

  /// Returns the other configuration without the parts that can't change while the daemon runs: the state directory, and
  /// where metrics are served.
  package func replaced(by new: Configuration) -> Configuration {
    var replaced = new
    replaced.stateDirectory = stateDirectory
    replaced.metrics = metrics
    for key in ConfigurationKey.allCases where key.needsStart {
      replaced.origins[key] = origins[key]
    }
    return replaced
  }
}

extension ConfigurationKey {
  /// Whether a change has an effect at the next start only.
  fileprivate var needsStart: Bool {
    switch self {
    case .stateDirectory, .metricsListen, .metricsInsecure: true
    case .durability, .limit, .commands, .diagrams, .icons, .controlPolicy, .idleRelease,
      .questions,
      .pointers, .recording, .logFormat, .logLevel:
      false
    }
  }
}
