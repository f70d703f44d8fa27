/// The capabilities that a terminal has reported; nil where it has not answered.
package struct TerminalFindings: Hashable, Sendable {
  /// DEC private mode 2026.
  package var synchronizedOutput: Bool?
  /// Kitty's keyboard protocol.
  package var keyboardProtocol: Bool?
  /// Whether it stores 24-bit colours.
  package var truecolor: Bool?
  /// Whether its background is light.
  package var isLight: Bool?
  /// Whether it answers status requests (DSR 5).
  package var statusReports: Bool?
  /// Its name and version.
  package var version: String?
  /// Its extensions (DA1).
  package var attributes: [Int]?

  package init() {}

  /// Whether it supports hyperlinks (OSC 8), derived from its name because there is no query for
  /// it.
  ///
  /// Nil for an unknown name or without one.
  package var hyperlinks: Bool? {
    guard let version else { return nil }
    let name = version.prefix { $0.isLetter }.lowercased()
    guard let since = Self.linkedSince.first(where: { name == $0.name })?.version else {
      return nil
    }
    return !Self.numbers(in: version).lexicographicallyPrecedes(since)
  }

  /// The first version of each terminal that supports OSC 8: major and minor.
  private static let linkedSince: [(name: String, version: [Int])] = [
    ("kitty", [0, 19]), ("foot", [0]), ("wezterm", [0]), ("iterm", [0]), ("ghostty", [0]),
    ("contour", [0]), ("alacritty", [0, 11]), ("vte", [5000]), ("tmux", [3, 4]),
    ("mintty", [3]), ("konsole", [20, 12]),
  ]

  /// Returns the first two numbers in a text.
  private static func numbers(in text: String) -> [Int] {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(2)
    return numbers.map { Int($0) ?? 0 }
  }
}
