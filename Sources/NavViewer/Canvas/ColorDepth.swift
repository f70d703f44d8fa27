/// The number of colours that a terminal shows.
package enum ColorDepth: CaseIterable, Hashable, Sendable {
  /// No colours, only attributes.
  case mono
  /// The 16 colours that the terminal's own theme defines.
  case palette16
  /// xterm's 256 colours.
  case palette256
  /// 24 bits.
  case truecolor
}
