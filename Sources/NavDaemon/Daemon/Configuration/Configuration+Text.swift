import NavBase
import NavHost
import NavSystem

extension Configuration {
  /// The whole configuration in the form of a file; a comment after each value names its origin.
  package var text: String {
    ConfigurationKey.Table.allCases.map { table in
      TOMLText.table(
        table.rawValue,
        table.keys.map { ("\($0.name) = \(value(of: $0))", note(on: $0)) }
      )
    }
    .joined(separator: "\n")
  }

  /// Returns a value in the form of a file.
  func value(of key: ConfigurationKey) -> String {
    switch key {
    case .stateDirectory: TOMLText.quoted(stateDirectory)
    case .durability: TOMLText.quoted(durability.rawValue)
    case .limit(let name): "\(limits[name])"
    case .commands: "\(commands)"
    case .diagrams: "\(diagrams)"
    case .icons: "\(icons)"
    case .controlPolicy: TOMLText.quoted(control.policy.word)
    case .idleRelease: TOMLText.quoted(DurationText.text(control.idleRelease ?? .zero))
    case .questions: "\(control.hasQuestions)"
    case .pointers: TOMLText.quoted(control.pointers.rawValue)
    case .recording: TOMLText.quoted(control.recording.rawValue)
    case .metricsListen: TOMLText.quoted(metrics.listen?.description ?? "")
    case .metricsInsecure: "\(metrics.isInsecure)"
    case .logFormat: TOMLText.quoted(log.format.rawValue)
    case .logLevel: TOMLText.quoted(log.level.rawValue)
    }
  }

  private func note(on key: ConfigurationKey) -> String {
    switch origin(of: key) {
    case .standard: "default"
    case .file(let line): "file, line \(line)"
    case .commandLine: "command line"
    }
  }
}
