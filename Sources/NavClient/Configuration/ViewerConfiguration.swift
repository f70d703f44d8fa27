import NavConfiguration

/// How a viewer is configured, and where each part of that comes from.
package struct ViewerConfiguration: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case standard
    /// Its line, from 1.
    case file(line: Int)
    case environment(variable: String)
    case commandLine
  }

  package private(set) var options = ViewerOptions()
  /// Of what is not the default.
  private var origins: [ViewerKey: Origin] = [:]

  /// What holds without a file, an environment and options.
  package init() {}

  /// Puts together what was said: the command line beats the environment, that the file.
  package init(file: ViewerLayer, environment: ViewerLayer, commandLine: ViewerLayer) {
    take(file) { .file(line: file.lines[$0] ?? 1) }
    take(environment) { _ in .environment(variable: "NO_COLOR") }
    take(commandLine) { _ in .commandLine }
  }

  package func origin(of key: ViewerKey) -> Origin { origins[key] ?? .standard }

  private mutating func take(_ layer: ViewerLayer, from origin: (ViewerKey) -> Origin) {
    options.color = layer.color ?? options.color
    options.theme = layer.theme ?? options.theme
    options.mouse = layer.mouse ?? options.mouse
    options.framesPerSecond = layer.fps ?? options.framesPerSecond
    options.reducedMotion = layer.reducedMotion ?? options.reducedMotion
    options.plain = layer.plain ?? options.plain
    options.fit = layer.fit ?? options.fit
    options.bare = layer.bare ?? options.bare
    for key in ViewerKey.allCases where layer.says(key) { origins[key] = origin(key) }
  }
}

// MARK: As text

extension ViewerConfiguration {
  /// The configuration as a file would say it, with a note behind each value where it comes from.
  package var text: String {
    TOMLText.table(
      ConfigurationSchema.viewer,
      ViewerKey.allCases.map { ("\($0.rawValue) = \($0.value(in: options))", note(on: $0)) }
    )
  }

  private func note(on key: ViewerKey) -> String {
    switch origin(of: key) {
    case .standard: "default"
    case .file(let line): "file, line \(line)"
    case .environment(let variable): "environment, \(variable)"
    case .commandLine: "command line"
    }
  }

  /// A file that says what holds without any, each key with what it is about.
  package static var defaultFile: String {
    let options = ViewerOptions()
    let keys = ViewerKey.allCases.map { key in
      "# \(key.help)\n\(key.rawValue) = \(key.value(in: options))\n"
    }
    return """
      # The configuration of navclient: config.toml in $XDG_CONFIG_HOME/navd or ~/.config/navd.
      # A viewer that runs takes over another theme, and mouse, at once; the rest holds from its
      # next start. The tables of navd, [state] and [limits], stand in the same file: `navd config`.

      [viewer]

      """ + keys.joined(separator: "\n")
  }
}
