/// The terminal features that an encoder may use.
package struct EncoderOptions: Hashable, Sendable {
  /// The depth that the canvases were painted for; `mono` writes no colours.
  package var depth: ColorDepth
  /// Whether each frame is wrapped in DEC private mode 2026, so that it appears at once.
  package var synchronizedOutput: Bool
  /// Whether links are written, with OSC 8.
  package var hyperlinks: Bool
  /// Whether the terminal's font has symbols; otherwise ASCII characters replace them.
  package var symbols: Bool

  /// Whether a few cells of a row may be erased with one sequence (ECH).
  ///
  /// Every terminal with synchronised output supports it; some older ones do not.
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
