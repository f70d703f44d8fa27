import NavGeometry
import NavText

/// What the terminal can take (`TerminalCapabilities` finds it out).
package struct EncoderOptions: Hashable, Sendable {
  package var depth: ColorDepth
  /// Frames are wrapped in DEC's mode 2026.
  package var synchronizedOutput: Bool
  /// Links are written with OSC 8.
  package var hyperlinks: Bool

  package init(depth: ColorDepth, synchronizedOutput: Bool = false, hyperlinks: Bool = false) {
    self.depth = depth
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
  }
}

/// Turns canvases into the bytes that bring a terminal from the last one to the next.
///
/// It remembers what the terminal shows. The terminal has to have autowrap off and to understand the
/// sequences of a VT with SGR.
package struct FrameEncoder: Sendable {
  private let options: EncoderOptions
  /// Nil while it is unknown what the terminal shows.
  private var shown: Canvas?

  package init(_ options: EncoderOptions) {
    self.options = options
  }

  /// Forgets what the terminal shows: the next frame is written whole.
  package mutating func forget() {
    shown = nil
  }

  /// The bytes that show a canvas; none when nothing changes.
  package mutating func encode(_ canvas: Canvas) -> [UInt8] {
    var writer = TerminalWriter(options: options, links: canvas.links)
    let old = shown?.size == canvas.size ? shown : nil
    if old == nil { writer.clear() }
    let blank = Canvas(size: canvas.size)
    let before = old ?? blank
    for row in 0..<canvas.size.rows {
      encode(row, of: canvas, over: before, with: &writer)
    }
    shown = canvas
    return writer.finish()
  }

  private func encode(
    _ row: Int,
    of canvas: Canvas,
    over before: Canvas,
    with writer: inout TerminalWriter
  ) {
    let columns = canvas.size.columns
    let start = row * columns
    let end = Self.endOfText(of: canvas, row: row)
    var column = 0
    while column < columns {
      if isSame(start + column, canvas, before) {
        column += 1
        continue
      }
      // A change in the right half of a wide character is a change of the whole.
      var first = column
      while first > 0, canvas.cells[start + first].glyph.isContinuation { first -= 1 }
      if first >= end {
        writer.eraseToEndOfLine(from: CellPoint(x: first, y: row), look: canvas.cells[start + first].look)
        return
      }
      let cell = canvas.cells[start + first]
      let text = canvas.text(of: cell.glyph)
      let width = first + 1 < columns && canvas.cells[start + first + 1].glyph.isContinuation ? 2 : 1
      writer.put(text, width: width, look: cell.look, at: CellPoint(x: first, y: row))
      column = first + width
    }
  }

  /// The column behind which a row holds only blanks of one look.
  private static func endOfText(of canvas: Canvas, row: Int) -> Int {
    let columns = canvas.size.columns
    let start = row * columns
    guard columns > 0, canvas.cells[start + columns - 1].glyph == .blank else { return columns }
    let last = canvas.cells[start + columns - 1]
    // Erasing paints the background only.
    guard last.look.attributes.intersection([.underline, .strikethrough, .reverse]).isEmpty,
      last.look.link == 0
    else { return columns }
    var end = columns
    while end > 0, canvas.cells[start + end - 1].glyph == .blank,
      canvas.cells[start + end - 1].look.background == last.look.background,
      canvas.cells[start + end - 1].look.attributes
        .intersection([.underline, .strikethrough, .reverse]).isEmpty,
      canvas.cells[start + end - 1].look.link == 0
    {
      end -= 1
    }
    return end
  }

  private func isSame(_ index: Int, _ a: Canvas, _ b: Canvas) -> Bool {
    let (left, right) = (a.cells[index], b.cells[index])
    if left.glyph.cluster != nil || right.glyph.cluster != nil {
      guard a.text(of: left.glyph) == b.text(of: right.glyph) else { return false }
    } else if left.glyph != right.glyph {
      return false
    }
    if left.look.link != 0 || right.look.link != 0 {
      var (x, y) = (left.look, right.look)
      guard a.address(of: x.link) == b.address(of: y.link) else { return false }
      x.link = 0
      y.link = 0
      return x == y
    }
    return left.look == right.look
  }
}

extension Canvas {
  fileprivate func address(of link: UInt16) -> String? {
    link == 0 ? nil : links[Int(link) - 1]
  }
}
