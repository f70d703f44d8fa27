import NavBase

/// Encodes canvases as the bytes that update a terminal from one to the next.
///
/// Law: a terminal that shows the previous canvas and receives the bytes shows the new one; equal canvases
/// need no bytes. The output never makes the terminal scroll.
///
/// Terminals disagree about the width of many Unicode characters. After such a character the cursor is
/// positioned again, and every cell that the character may have covered is rewritten. So a terminal with
/// another width shows that character wrongly, and all others in their correct positions.
package struct FrameEncoder: Sendable {
  private let options: EncoderOptions
  /// The canvas that the terminal shows; nil if unknown.
  private var shown: Canvas?
  private var writer: TerminalWriter

  package init(_ options: EncoderOptions = EncoderOptions()) {
    self.options = options
    writer = TerminalWriter(options)
  }

  /// Declares the terminal's contents unknown: the next frame is written whole.
  package mutating func forget() {
    shown = nil
  }

  /// Whether it is unknown what the terminal shows.
  package var isUnknown: Bool { shown == nil }

  /// Returns the bytes for the next frame; all of them have to reach the terminal.
  ///
  /// The first canvas, and one of another size than the last, are written after clearing the screen.
  ///
  /// - Parameters:
  ///   - painted: the next canvas.
  ///   - rows: the rows that may differ from the last canvas; nil for all.
  /// - Returns: the bytes; the next call needs no new memory once they are released.
  package mutating func encode(_ painted: Canvas, rows: RowSet? = nil) -> [UInt8] {
    let canvas = options.symbols ? painted : painted.withoutSymbols()
    writer.begin(size: canvas.size)
    var rows = rows
    if shown?.size != canvas.size {
      writer.clearScreen()
      shown = Canvas(size: canvas.size)
      rows = nil
    }
    // Taken out, so that it is changed in place.
    guard var old = shown.take() else { return [] }
    let change = CanvasChange(from: old, to: canvas, options: options)
    for y in 0..<canvas.size.rows where rows?.contains(y) ?? true {
      change.encodeRow(y, with: &writer)
    }
    if let rows {
      _ = consume change
      old.takeRows(rows, of: canvas)
    } else {
      old = canvas
    }
    shown = old
    return writer.finish()
  }
}
