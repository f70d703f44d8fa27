import NavBase

extension Canvas {
  /// Returns the rows as text with styles and links, for a file or a pipe: it contains no cursor
  /// movements.
  ///
  /// Each line starts and ends with the default style, so lines can be cut out and joined. Trailing
  /// blanks without a visible style are omitted. Characters whose width differs between terminals
  /// are written as they are: only a viewer can correct the cursor.
  ///
  /// - Parameters:
  ///   - depth: the depth that the canvas was painted for; `mono` writes no colours.
  ///   - hyperlinks: whether links are written, with OSC 8.
  /// - Returns: one line per row, without line feeds.
  package func sgrLines(depth: ColorDepth, hyperlinks: Bool = true) -> [String] {
    let options = EncoderOptions(depth: depth, hyperlinks: hyperlinks)
    return (0..<size.rows).map { sgrLine($0, options) }
  }

  private func sgrLine(_ y: Int, _ options: EncoderOptions) -> String {
    let cells = row(y)
    guard let last = cells.lastIndex(where: { !isEmpty($0, options.depth) }) else { return "" }
    var writer = TerminalWriter(options)
    var link: String?
    for cell in cells[...last] where cell.width > 0 {
      link = address(of: cell)
      if let scalar = cell.glyph.scalar {
        writer.put(cell, scalar, link: link)
      } else {
        for scalar in character(of: cell).unicodeScalars { writer.put(cell, scalar, link: link) }
      }
    }
    var line = String(decoding: writer.bytes, as: UTF8.self)
    if options.hyperlinks, link != nil { line += "\u{1B}]8;;\u{1B}\\" }
    let plain = Cell(Glyph("x"), width: 1, look: .plain)
    if !writer.isReady(for: plain, link: link) { line += "\u{1B}[m" }
    return line
  }

  /// Whether a cell looks like one that was never written.
  private func isEmpty(_ cell: Cell, _ depth: ColorDepth) -> Bool {
    guard cell.isBlank else { return false }
    return depth == .mono ? cell.look.attributes.isEmpty : cell.look == .plain
  }
}
