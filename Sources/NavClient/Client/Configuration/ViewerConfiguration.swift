import NavBase
import NavSystem

/// The configuration of a viewer, with the source of each value.
package struct ViewerConfiguration: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case standard
    /// The line in the file, from 1.
    case file(line: Int)
    case environment(variable: String)
    case commandLine
  }

  package private(set) var options = ViewerOptions()
  /// The sources of values that are not defaults.
  private var origins: [ViewerKey: Origin] = [:]

  /// Creates the default configuration.
  package init() {}

  /// Merges the sources: the command line wins over the environment, and that over the file.
  package init(file: ViewerLayer, environment: ViewerLayer, commandLine: ViewerLayer) {
    merge(file) { .file(line: file.lines[$0] ?? 1) }
    merge(environment) { _ in .environment(variable: "NO_COLOR") }
    merge(commandLine) { _ in .commandLine }
  }

  package func origin(of key: ViewerKey) -> Origin { origins[key] ?? .standard }

  private mutating func merge(_ layer: ViewerLayer, from origin: (ViewerKey) -> Origin) {
    options.color = layer.color ?? options.color
    options.theme = layer.theme ?? options.theme
    options.mouse = layer.mouse ?? options.mouse
    options.framesPerSecond = layer.fps ?? options.framesPerSecond
    options.reducedMotion = layer.reducedMotion ?? options.reducedMotion
    options.pictures = layer.pictures ?? options.pictures
    options.plain = layer.plain ?? options.plain
    options.fit = layer.fit ?? options.fit
    options.bare = layer.bare ?? options.bare
    if let name = layer.name { options.name = ViewerName(name) }
    for key in ViewerKey.allCases where layer.has(key) { origins[key] = origin(key) }
  }
}

// MARK: As text

extension ViewerConfiguration {
  /// The configuration in the form of a file, with the source of each value as a comment.
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

  /// A file with the default values, each key with its help text.
  package static var defaultFile: String {
    let options = ViewerOptions()
    let keys = ViewerKey.allCases.map { key in
      "# \(key.help)\n\(key.rawValue) = \(key.value(in: options))\n"
    }
    return """
      # The configuration of navclient: config.toml in $XDG_CONFIG_HOME/navd or ~/.config/navd.
      # A viewer that runs takes over another theme, and mouse, at once; the rest holds from its
      # next start. The tables of navd, [state], [limits] and [control], stand in the same file:
      # `navd config`.

      [viewer]

      """ + keys.joined(separator: "\n")
  }
}
