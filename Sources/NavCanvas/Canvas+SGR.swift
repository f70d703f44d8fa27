import NavGeometry

extension Canvas {
  /// The rows as text with looks and links, for a file or a pipe: nothing in it moves a cursor.
  ///
  /// Each line begins with nothing set and leaves nothing set, so lines can be cut out and put
  /// together. Blanks at the end that show nothing are left out. What terminals disagree about is
  /// written as it is: only a viewer can correct the cursor.
  ///
  /// - Parameters:
  ///   - depth: the depth that the canvas was painted for; `mono` writes no colour, whatever was
  ///     painted.
  ///   - hyperlinks: whether links are written, with OSC 8.
  /// - Returns: a line for each row, without line feeds.
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

  /// Whether a cell looks like one in which nothing was written.
  private func isEmpty(_ cell: Cell, _ depth: ColorDepth) -> Bool {
    guard cell.isBlank else { return false }
    return depth == .mono ? cell.look.attributes.isEmpty : cell.look == .plain
  }
}
