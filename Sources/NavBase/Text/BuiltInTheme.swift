/// The built-in themes that content may ask for.
///
/// The raw values are part of the wire protocol.
package enum BuiltInTheme: UInt8, CaseIterable, Hashable, Sendable {
  /// The viewer's own colours.
  case own = 0
  case dark = 1
  case light = 2
  case projector = 3
  case stage = 4
  case clear = 5
  case night = 6
  case earth = 7
  case frost = 8
  case dusk = 9
  case paper = 10

  /// Those of the compiler are found by reflection, which takes about 100,000 instructions each time.
  private static let names = [
    "own", "dark", "light", "projector", "stage", "clear", "night", "earth", "frost", "dusk",
    "paper",
  ]

  /// The name in theme options, in decks and in JSON.
  package var name: String { Self.names[Int(rawValue)] }
}
