package import NavViewer

/// The user's corrections to the detected capabilities: `NAVCLIENT_TERMINAL`, words separated by commas.
///
/// `truecolor 256 16 mono` set the colour depth; `sync links kitty receipts symbols`, each also with `no-` in front,
/// set synchronised output, hyperlinks, the keyboard protocol, status requests and a font with symbols; `dark light`
/// set the background; `no-questions` prevents queries to the terminal.
package struct TerminalOverrides: Hashable, Sendable {
  package static let variable = "NAVCLIENT_TERMINAL"

  package var colorDepth: ColorDepth?
  package var synchronizedOutput: Bool?
  package var hyperlinks: Bool?
  package var keyboardProtocol: Bool?
  package var statusReports: Bool?
  package var symbols: Bool?
  package var appearance: Appearance?
  /// Whether the terminal may be queried.
  package var asks = true

  package init() {}

  /// - Parameter text: the words; if two contradict each other, the last one wins.
  /// - Throws: `.unknownOverride` with the first unknown word.
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

  /// All valid words, for messages and help.
  package static let words = [
    "truecolor", "256", "16", "mono", "sync", "no-sync", "links", "no-links", "kitty", "no-kitty",
    "receipts", "no-receipts", "symbols", "no-symbols", "dark", "light", "no-questions",
  ]
}

extension TerminalCapabilities {
  /// Returns these capabilities with the user's corrections; `--color` and NO_COLOR win over the colour depth.
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
