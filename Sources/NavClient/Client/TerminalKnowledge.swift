import NavBase
package import NavViewer

/// The known capabilities of a viewer's terminal, by source.
struct TerminalKnowledge: Hashable, Sendable {
  /// The capabilities derived from the environment.
  let assumed: TerminalCapabilities
  /// The terminal's own answers.
  var probe: CapabilityProbe
  /// The user's corrections.
  let overrides: TerminalOverrides
  private let pictures: PictureChoice
  /// The size of a cell in pixels as the system knows it, which is that of the present font; zero if it does not.
  var cell = CellSize.zero

  /// - Parameters:
  ///   - environment: the environment variables about the terminal.
  ///   - options: the viewer's options.
  ///   - patience: how long answers are collected.
  ///   - asksAll: whether also what changes nothing that is shown is asked.
  /// - Throws: `.dumb`, `.unknownOverride`.
  init(
    environment: [String: String],
    options: ViewerOptions,
    patience: Duration = CapabilityProbe.patience,
    asksAll: Bool = false
  ) throws(TerminalError) {
    let terminal = environment["TERM", default: ""]
    guard terminal != "dumb" else { throw TerminalError(.dumb) }
    overrides = try TerminalOverrides(
      parsing: environment[TerminalOverrides.variable, default: ""]
    )
    assumed = TerminalCapabilities(environment: environment, color: options.color)
    let isInTmux = !environment["TMUX", default: ""].isEmpty
    let extent = CapabilityProbe.Extent(terminal: terminal, isInTmux: isInTmux)
    pictures = options.pictures
    var questions = assumed.questions(overrides, theme: options.theme)
    if asksAll { questions.formUnion(.all) }
    if pictures != .blocks, assumed.pictures == nil {
      questions.formUnion(isInTmux ? [.version, .cells, .outerVersion] : [.version, .cells])
    }
    probe = CapabilityProbe(
      overrides.asks ? extent : .nothing,
      asking: questions,
      patience: patience
    )
  }

  var capabilities: TerminalCapabilities {
    var findings = probe.findings
    if cell != .zero { findings.cell = cell }
    var known = assumed.learning(from: findings).overridden(by: overrides)
    known.pictures = pictures.terminal(known.pictures, findings)
    // kitty knows a picture by a colour of 24 bits, and who wants no colours wants them nowhere.
    let hasColors = known.colorDepth == .truecolor || known.pictures?.form != .kitty
    if !hasColors || known.colorDepth == .mono { known.pictures = nil }
    return known
  }
}

extension TerminalCapabilities {
  /// Returns the questions whose answers can change what is shown, beyond these capabilities, the user's corrections and
  /// the theme.
  package func questions(
    _ overrides: TerminalOverrides,
    theme: String
  ) -> CapabilityProbe.Questions {
    var questions: CapabilityProbe.Questions = []
    if overrides.keyboardProtocol == nil { questions.insert(.keyboard) }
    if overrides.synchronizedOutput == nil, !synchronizedOutput {
      questions.insert(.synchronization)
    }
    if overrides.appearance == nil, ThemeLibrary.dependsOnBackground(theme) {
      questions.insert(.background)
    }
    if overrides.hyperlinks == nil, !hyperlinks { questions.insert(.version) }
    if overrides.colorDepth == nil, !isDepthChosen, colorDepth != .truecolor {
      questions.insert(.truecolor)
    }
    if overrides.statusReports == nil { questions.insert(.statusReports) }
    return questions
  }

  /// Returns the capabilities updated with the terminal's answers; unanswered ones stay the same.
  func learning(from findings: TerminalFindings) -> TerminalCapabilities {
    var result = self
    if findings.truecolor == true, !isDepthChosen { result.colorDepth = .truecolor }
    result.synchronizedOutput = findings.synchronizedOutput ?? synchronizedOutput
    result.hyperlinks = findings.hyperlinks ?? hyperlinks
    result.keyboardProtocol = findings.keyboardProtocol ?? keyboardProtocol
    result.statusReports = findings.statusReports ?? statusReports
    result.appearance = findings.isLight.map { $0 ? .light : .dark } ?? appearance
    result.pictures = findings.pictures ?? pictures
    return result
  }
}

/// How pictures are shown: the value of `pictures` in the configuration.
package enum PictureChoice: String, CaseIterable, Hashable, Sendable {
  case auto, blocks, kitty, iterm2, sixel

  /// Returns the way in which a terminal shows pictures; nil for blocks.
  ///
  /// - Parameters:
  ///   - found: the way that the terminal is known to have.
  ///   - findings: what it has answered.
  func terminal(_ found: PictureTerminal?, _ findings: TerminalFindings) -> PictureTerminal? {
    switch self {
    case .auto: found
    case .blocks: nil
    case .kitty, .iterm2, .sixel:
      PictureTerminal.Form(rawValue: rawValue).map {
        let isInTmux = findings.version?.hasPrefix("tmux") ?? false
        return PictureTerminal($0, cell: self == .sixel ? findings.cell : .zero, isInTmux: isInTmux)
      }
    }
  }
}
