package import NavCanvas

/// What the user knows better than the terminal: `NAVCLIENT_TERMINAL`, words with commas between them.
///
/// `truecolor 256 16 mono` colours; `sync links kitty receipts symbols`, each also with `no-` in front, for
/// synchronised output, hyperlinks, the keyboard protocol, status requests and a font with symbols; `dark light` the background;
/// `no-questions` asks the terminal nothing.
package struct TerminalOverrides: Hashable, Sendable {
  package static let variable = "NAVCLIENT_TERMINAL"

  package var colorDepth: ColorDepth?
  package var synchronizedOutput: Bool?
  package var hyperlinks: Bool?
  package var keyboardProtocol: Bool?
  package var statusReports: Bool?
  package var symbols: Bool?
  package var appearance: Appearance?
  /// Whether the terminal may be asked at all.
  package var asks = true

  package init() {}

  /// - Parameter text: the words; the last one counts where two contradict each other.
  /// - Throws: `.unknownOverride` with the first word that means nothing.
  package init(parsing text: String) throws(TerminalError) {
    for part in text.split(separator: ",") {
      let word = part.filter { $0 != " " }.lowercased()
      guard take(word) else { throw TerminalError(.unknownOverride(String(part))) }
    }
  }

  private mutating func take(_ word: String) -> Bool {
    switch word {
    case "": break
    case "truecolor", "24bit": colorDepth = .truecolor
    case "256": colorDepth = .palette256
    case "16": colorDepth = .palette16
    case "mono": colorDepth = .mono
    case "dark": appearance = .dark
    case "light": appearance = .light
    case "no-questions": asks = false
    default:
      let isOn = !word.hasPrefix("no-")
      switch isOn ? word : String(word.dropFirst(3)) {
      case "sync": synchronizedOutput = isOn
      case "links": hyperlinks = isOn
      case "kitty": keyboardProtocol = isOn
      case "receipts": statusReports = isOn
      case "symbols": symbols = isOn
      default: return false
      }
    }
    return true
  }

  /// Every word that is understood, for messages and help.
  package static let words = [
    "truecolor", "256", "16", "mono", "sync", "no-sync", "links", "no-links", "kitty", "no-kitty",
    "receipts", "no-receipts", "symbols", "no-symbols", "dark", "light", "no-questions",
  ]
}

extension TerminalCapabilities {
  /// The same with what the user knows better; `--color` and NO_COLOR stay above it.
  package func overridden(by overrides: TerminalOverrides) -> TerminalCapabilities {
    var result = self
    if let depth = overrides.colorDepth, !isDepthChosen { result.colorDepth = depth }
    result.synchronizedOutput = overrides.synchronizedOutput ?? synchronizedOutput
    result.hyperlinks = overrides.hyperlinks ?? hyperlinks
    result.keyboardProtocol = overrides.keyboardProtocol ?? keyboardProtocol
    result.statusReports = overrides.statusReports ?? statusReports
    result.symbols = overrides.symbols ?? symbols
    result.appearance = overrides.appearance ?? appearance
    return result
  }
}
