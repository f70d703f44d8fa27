package import NavCommands
package import NavModel
/// The settings of one source: the configuration file or the command line.
package struct ConfigurationLayer: Hashable, Sendable {
  package var stateDirectory: String?
  package var durability: Durability?
  package var limits: [ConfigurableLimit: Int] = [:]
  package var commands: Bool?
  package var controlPolicy: ControlPolicy?
  /// Zero for any time.
  package var idleRelease: Duration?
  package var questions: Bool?
  package var pointers: PointerRule?
  /// The line of each key in the file, from 1.
  package var lines: [ConfigurationKey: Int] = [:]

  package init(stateDirectory: String? = nil, durability: Durability? = nil) {
    self.stateDirectory = stateDirectory
    self.durability = durability
  }

  package func says(_ key: ConfigurationKey) -> Bool {
    switch key {
    case .stateDirectory: stateDirectory != nil
    case .durability: durability != nil
    case .limit(let name): limits[name] != nil
    case .commands: commands != nil
    case .controlPolicy: controlPolicy != nil
    case .idleRelease: idleRelease != nil
    case .questions: questions != nil
    case .pointers: pointers != nil
    }
  }
}
