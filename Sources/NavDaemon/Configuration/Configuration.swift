package import NavConfiguration
package import NavHost
package import NavModel

/// What a daemon is configured to do, and where each part of that comes from.
package struct Configuration: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case standard
    /// Its line, from 1.
    case file(line: Int)
    case commandLine
  }

  /// Where sessions are kept.
  package private(set) var stateDirectory: String
  package private(set) var durability = Durability.process
  package private(set) var limits = ConfigurableLimits()
  /// Whether programs are run whose output sessions show.
  package private(set) var commands = true
  /// Of what is not the default.
  private var origins: [ConfigurationKey: Origin] = [:]

  /// What holds without a file and without options.
  package init(stateDirectory: String) {
    self.stateDirectory = stateDirectory
  }

  package func origin(of key: ConfigurationKey) -> Origin { origins[key] ?? .standard }

  /// Takes over what the file says.
  package mutating func takeFile(_ layer: ConfigurationLayer) {
    take(layer) { .file(line: layer.lines[$0] ?? 1) }
  }

  /// Takes over what the command line says, which beats the file.
  package mutating func takeCommandLine(_ layer: ConfigurationLayer) {
    take(layer) { _ in .commandLine }
  }

  private mutating func take(_ layer: ConfigurationLayer, from origin: (ConfigurationKey) -> Origin)
  {
    stateDirectory = layer.stateDirectory ?? stateDirectory
    durability = layer.durability ?? durability
    for (name, value) in layer.limits { limits[name] = value }
    commands = layer.commands ?? commands
    for key in ConfigurationKey.allCases where layer.says(key) { origins[key] = origin(key) }
  }
}

// MARK: While the daemon runs

extension Configuration {
  /// What another configuration changes in a daemon that runs with this one, a line each.
  package func changes(to new: Configuration) -> [String] {
    ConfigurationKey.allCases.compactMap { key in
      let (before, after) = (value(of: key), new.value(of: key))
      guard before != after else { return nil }
      guard key != .stateDirectory else {
        return
          "\(key) is \(after) in the configuration, and stays \(before) until navd is started anew"
      }
      return "\(key) is \(after) from now on, and was \(before)"
    }
  }

  /// The other configuration, less what can't change while the daemon runs: where sessions are kept.
  package func replaced(by new: Configuration) -> Configuration {
    var replaced = new
    replaced.stateDirectory = stateDirectory
    replaced.origins[.stateDirectory] = origins[.stateDirectory]
    return replaced
  }
}
