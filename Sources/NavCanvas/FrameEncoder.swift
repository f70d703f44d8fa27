import NavGeometry

/// Turns canvases into the bytes that a terminal lacks to show them.
///
/// Law: a terminal that showed the last canvas and is given the bytes shows the new one; equal canvases
/// need no bytes. Nothing that is written can make the terminal scroll.
///
/// Terminals disagree about the width of much of Unicode. After a character that is not certain, the
/// cursor is placed anew, and every cell that the character may have reached is written again. So a
/// terminal that disagrees shows that character badly, and all others where they belong.
package struct FrameEncoder: Sendable {
  private let options: EncoderOptions
  /// What the terminal shows; nil when that is not known.
  private var shown: Canvas?
  private var writer: TerminalWriter

  package init(_ options: EncoderOptions = EncoderOptions()) {
    self.options = options
    writer = TerminalWriter(options)
  }

  /// The terminal may show anything from now on: the next frame is written whole.
  package mutating func forget() {
    shown = nil
  }

  /// The bytes for the next frame; all of them have to reach the terminal.
  ///
  /// A canvas of another size than the last one, or the first, is written on an emptied screen.
  package mutating func encode(_ painted: Canvas) -> [UInt8] {
    let canvas = options.symbols ? painted : painted.withoutSymbols()
    writer.begin(size: canvas.size)
    let old: Canvas
    if let shown, shown.size == canvas.size {
      old = shown
    } else {
      writer.clearScreen()
      old = Canvas(size: canvas.size)
    }
    let change = CanvasChange(from: old, to: canvas, options: options)
    for y in 0..<canvas.size.rows { change.encodeRow(y, with: &writer) }
    shown = canvas
    return writer.finish()
  }
}
