import NavGeometry
package import NavText

extension Canvas {
  /// Writes a status line: what matters at the left, what may be missing at the right.
  package mutating func paintStatus(
    left: StyledText,
    right: String,
    row: Int,
    theme: Theme,
    depth: ColorDepth
  ) {
    let line = CellRect(x: 0, y: row, width: size.columns, height: 1)
    var look = Look()
    let hasColors = depth == .truecolor || depth == .palette256
    if hasColors {
      look.foreground = theme.statusForeground
      look.background = theme.statusBackground
    } else {
      look.attributes = .reverse
    }
    fill(line, with: look)
    let text = left.truncated(toColumns: max(0, size.columns - 2))
    var column = 1
    var rest = text.text[...]
    for run in text.runs {
      let end = rest.utf8.index(rest.startIndex, offsetBy: run.length)
      var own = look
      let style = theme.look(of: run.style)
      own.attributes.formUnion(style.attributes)
      if hasColors, style.foreground != .terminal { own.foreground = style.foreground }
      column = write(rest[..<end], at: CellPoint(x: column, y: row), clip: line, look: own)
      rest = rest[end...]
    }
    column = write(rest, at: CellPoint(x: column, y: row), clip: line, look: look)
    let start = size.columns - 1 - columnWidth(of: right)
    if start >= column + 2 {
      if hasColors { look.foreground = theme.muted }
      write(right, at: CellPoint(x: start, y: row), clip: line, look: look)
    }
  }

  /// One line for a terminal that has no room for anything else.
  package mutating func paintTooSmall(_ title: String) {
    let text = "\(title) (terminal too small)".truncated(toColumns: size.columns)
    write(text, at: .zero, clip: CellRect(size), look: Look())
  }
}
