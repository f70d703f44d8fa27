package import NavViewer

/// The value of `--color`.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case auto, always, never
  case palette256 = "256"
  case palette16 = "16"
}

/// The capabilities of a terminal.
///
/// The first value comes from the environment, so the first paint waits for no answer; a capability that is
/// not known to work is not used. The terminal's answers refine it later, and `TerminalOverrides` win over
/// both.
package struct TerminalCapabilities: Hashable, Sendable {
  package var colorDepth: ColorDepth
  /// Whether the user chose the depth; the terminal's answers do not change it then.
  package let isDepthChosen: Bool
  /// DEC private mode 2026 (synchronised output): a frame appears at once.
  package var synchronizedOutput: Bool
  /// OSC 8: hyperlinks.
  package var hyperlinks: Bool
  /// Kitty's keyboard protocol: Esc and every key with a modifier have distinct codes.
  package var keyboardProtocol = false
  /// DSR 5: the terminal answers once it has processed all output before the request.
  package var statusReports = false
  /// How it shows pictures; nil if it is not known to, and with fewer colours than pictures have.
  package var pictures: PictureTerminal?
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
  /// An explicit `color` wins over NO_COLOR. `always` means the depth that the terminal has without
  /// NO_COLOR, and at least 16 colours.
  package init(environment: [String: String], color: ColorChoice = .auto) {
    let terminal = environment["TERM", default: ""].lowercased()
    let isModern = Self.modernTerminals.contains { terminal.has($0) }
    let depth = isModern ? .truecolor : Self.colorDepth(of: terminal, environment)
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
    // Those that set these names have placeholders since they exist.
    if ["xterm-kitty", "xterm-ghostty"].contains(terminal) { pictures = PictureTerminal(.kitty) }
  }

  /// Returns the modes that a program sets in this terminal.
  package func modes(mouse: Bool = true) -> TerminalModes {
    TerminalModes(
      mouse: mouse,
      synchronizedOutput: synchronizedOutput,
      hyperlinks: hyperlinks,
      keyboardProtocol: keyboardProtocol
    )
  }

  /// Terminals that are recognised by TERM and known to support truecolor, mode 2026 and OSC 8.
  private static let modernTerminals = [
    "kitty", "ghostty", "foot", "wezterm", "alacritty", "contour",
  ]

  /// Terminals with a small character set: the Linux console has 512 characters, older ones fewer.
  private static let terminalsWithoutSymbols = ["linux", "vt1", "vt2", "vt3", "ansi", "cons25"]

  private static func colorDepth(
    of terminal: String,
    _ environment: [String: String]
  ) -> ColorDepth {
    if terminal.isEmpty || terminal == "dumb" { return .mono }
    let advertised = environment["COLORTERM", default: ""].lowercased()
    if advertised == "truecolor" || advertised == "24bit" { return .truecolor }
    if terminal.hasSuffix("-direct") || terminal.hasSuffix("-truecolor") { return .truecolor }
    if terminal.has("256color") || terminal.hasPrefix("tmux") { return .palette256 }
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

extension String {
  /// Whether a text is part of this one: `contains` looks up types when it is called first, which takes a part of every
  /// start.
  fileprivate func has(_ part: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
  }
}
