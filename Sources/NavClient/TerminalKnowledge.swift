import NavInput
import NavTerminal

/// What is known of a viewer's terminal, and from where.
struct TerminalKnowledge: Hashable, Sendable {
  /// What its environment says.
  let assumed: TerminalCapabilities
  /// What it says itself.
  var probe: CapabilityProbe
  /// What the user says.
  let overrides: TerminalOverrides

  /// - Parameters:
  ///   - environment: the variables that speak of the terminal.
  ///   - options: how the viewer is configured.
  ///   - patience: how long answers are waited for.
  /// - Throws: `.dumb`, `.unknownOverride`.
  init(
    environment: [String: String],
    options: ViewerOptions,
    patience: Duration = CapabilityProbe.patience
  ) throws(TerminalError) {
    let terminal = environment["TERM", default: ""]
    guard terminal != "dumb" else { throw TerminalError(.dumb) }
    overrides = try TerminalOverrides(
      parsing: environment[TerminalOverrides.variable, default: ""]
    )
    assumed = TerminalCapabilities(environment: environment, color: options.color)
    let isInTmux = !environment["TMUX", default: ""].isEmpty
    let extent = CapabilityProbe.Extent(terminal: terminal, isInTmux: isInTmux)
    probe = CapabilityProbe(overrides.asks ? extent : .nothing, patience: patience)
  }

  var capabilities: TerminalCapabilities {
    assumed.learning(from: probe.findings).overridden(by: overrides)
  }
}
