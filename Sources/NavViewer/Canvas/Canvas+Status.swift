package import NavBase

extension Canvas {
  /// Paints the single line of a terminal that is too small for a scene.
  package mutating func paintTooSmall(_ title: String) {
    clear()
    let title = sanitized(title)
    let text = title.isEmpty ? "terminal too small" : "\(title): terminal too small"
    draw(text.truncated(toColumns: size.columns), at: .zero, clip: bounds) { _ in .plain }
  }

  /// Paints the status line: a bar across a row, with a text at its left and one at its right.
  ///
  /// If both texts don't fit, the right one is dropped; if the left one alone doesn't fit, it is truncated
  /// with `…`.
  package mutating func paintStatus(
    left: StyledText,
    right: StyledText,
    row: Int,
    theme: ResolvedTheme
  ) {
    let bar = CellRect(x: 0, y: row, width: size.columns, height: 1)
    fill(bar, with: theme.screen.statusBar)
    // One blank on either side, if the terminal is wide enough.
    let margin = bar.width >= 10 ? 1 : 0
    let room = bar.width - 2 * margin
    let left = left.truncated(toColumns: room)
    let start = CellPoint(x: margin, y: row)
    draw(left.text, runs: left.runs, at: start, clip: bar, look: theme.statusLook(of:))
    let columns = columnWidth(of: right.text)
    guard columns > 0, columnWidth(of: left.text) + 2 + columns <= room else { return }
    let end = CellPoint(x: bar.width - margin - columns, y: row)
    draw(right.text, runs: right.runs, at: end, clip: bar, look: theme.statusLook(of:))
  }

  /// Paints the status line with plain text at the right.
  package mutating func paintStatus(
    left: StyledText,
    right: String,
    row: Int,
    theme: ResolvedTheme
  ) {
    paintStatus(left: left, right: StyledText(right), row: row, theme: theme)
  }
}
