/// What an encoder may use of a terminal.
package struct EncoderOptions: Hashable, Sendable {
  /// The depth that the canvases were painted for; `mono` writes no colour, whatever was painted.
  package var depth: ColorDepth
  /// Wraps each frame in DEC private mode 2026, so that it appears at once.
  package var synchronizedOutput: Bool
  /// Writes links with OSC 8.
  package var hyperlinks: Bool
  /// Whether the terminal's font has symbols; letters stand for them where it has not.
  package var symbols: Bool

  /// Whether some cells of a row may be erased at once (ECH).
  ///
  /// No terminal that shows frames at once lacks it; some that are older do.
  var erasesCells: Bool { synchronizedOutput }

  package init(
    depth: ColorDepth = .truecolor,
    synchronizedOutput: Bool = false,
    hyperlinks: Bool = false,
    symbols: Bool = true
  ) {
    self.depth = depth
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
    self.symbols = symbols
  }
}
