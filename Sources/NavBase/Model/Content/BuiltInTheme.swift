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
}
