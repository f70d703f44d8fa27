package import NavCanvas

/// What the user asked for with `--color`.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case auto, always, never
  case palette256 = "256"
  case palette16 = "16"
}

/// What a terminal can do.
///
/// The environment tells first, so the first paint waits for nothing; what is not known to work is not
/// used. What the terminal answers comes later, and `TerminalOverrides` win over both.
package struct TerminalCapabilities: Hashable, Sendable {
  package var colorDepth: ColorDepth
  /// Whether the user asked for that depth, so that no terminal knows better.
  package let isDepthChosen: Bool
  /// DEC private mode 2026: a frame appears at once.
  package var synchronizedOutput: Bool
  /// OSC 8: text that leads to an address.
  package var hyperlinks: Bool
  /// Kitty's keyboard protocol: Esc and every modified key are told apart.
  package var keyboardProtocol = false
  /// DSR 5: the terminal says when it has read everything.
  package var statusReports = false
  /// Whether its font has symbols beyond box drawing.
  package var symbols = true
  package var appearance = Appearance.dark

  package init(
    colorDepth: ColorDepth,
    synchronizedOutput: Bool = false,
    hyperlinks: Bool = false
  ) {
    self.colorDepth = colorDepth
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
    isDepthChosen = false
  }

  /// Reads TERM, COLORTERM, NO_COLOR, TERM_PROGRAM and VTE_VERSION.
  ///
  /// An explicit choice wins over NO_COLOR; `always` means the colours that the terminal would have
  /// without NO_COLOR, and at least 16.
  package init(environment: [String: String], color: ColorChoice = .auto) {
    let terminal = environment["TERM", default: ""].lowercased()
    let depth = Self.colorDepth(of: terminal, environment)
    let isModern = Self.modernTerminals.contains { terminal.contains($0) }
    colorDepth =
      switch color {
      case .auto: environment["NO_COLOR", default: ""].isEmpty ? depth : .mono
      case .always: depth == .mono ? .palette16 : depth
      case .never: .mono
      case .palette256: .palette256
      case .palette16: .palette16
      }
    isDepthChosen =
      switch color {
      case .auto: !environment["NO_COLOR", default: ""].isEmpty
      case .always: false
      case .never, .palette256, .palette16: true
      }
    synchronizedOutput = isModern
    symbols = !Self.terminalsWithoutSymbols.contains { terminal.hasPrefix($0) }
    hyperlinks = isModern || Self.hasHyperlinks(terminal, environment)
  }

  /// The modes that a program sets in such a terminal.
  package func modes(mouse: Bool = true) -> TerminalModes {
    TerminalModes(
      mouse: mouse,
      synchronizedOutput: synchronizedOutput,
      hyperlinks: hyperlinks,
      keyboardProtocol: keyboardProtocol
    )
  }

  /// Terminals that name themselves in TERM and are known to have truecolor, 2026 and OSC 8.
  private static let modernTerminals = [
    "kitty", "ghostty", "foot", "wezterm", "alacritty", "contour",
  ]

  /// The console of the kernel has 512 characters, what is older still fewer.
  private static let terminalsWithoutSymbols = ["linux", "vt1", "vt2", "vt3", "ansi", "cons25"]

  private static func colorDepth(
    of terminal: String,
    _ environment: [String: String]
  ) -> ColorDepth {
    if terminal.isEmpty || terminal == "dumb" { return .mono }
    let advertised = environment["COLORTERM", default: ""].lowercased()
    if advertised == "truecolor" || advertised == "24bit" { return .truecolor }
    if modernTerminals.contains(where: { terminal.contains($0) }) { return .truecolor }
    if terminal.hasSuffix("-direct") || terminal.hasSuffix("-truecolor") { return .truecolor }
    if terminal.contains("256color") || terminal.hasPrefix("tmux") { return .palette256 }
    if terminal.hasSuffix("-mono") || terminal.hasSuffix("-m") { return .mono }
    let hasNoColors = ["vt100", "vt102", "vt220", "vt320"].contains { terminal.hasPrefix($0) }
    return hasNoColors ? .mono : .palette16
  }

  private static func hasHyperlinks(_ terminal: String, _ environment: [String: String]) -> Bool {
    // A multiplexer inherits the variables of the terminal around it.
    if terminal.hasPrefix("tmux") || terminal.hasPrefix("screen") { return false }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 5000 }
    return ["iTerm.app", "WezTerm", "ghostty", "vscode"]
      .contains(environment["TERM_PROGRAM", default: ""])
  }
}
