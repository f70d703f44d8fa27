import NavBase
import NavScene

extension ContainerPainter {
  // MARK: The bar

  /// Paints the bar's background, and below the cells the line on which the indicator moves.
  func paintOptionBar(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.screen.bar))
    guard frame.height > 1 else { return }
    paintIndicatorRule(onto: &canvas)
  }

  /// Paints a mark over the first or the last column if cells are scrolled out there.
  func paintHiddenOptions(onto canvas: inout Canvas) {
    let look = onBar(theme.screen.accent)
    if container.scroll.x > container.content.x {
      draw("‹", x: frame.x, y: frame.y, look, onto: &canvas)
    }
    if container.scroll.x + frame.width < container.content.maxX {
      draw("›", x: frame.maxX - 1, y: frame.y, look, onto: &canvas)
    }
  }

  private func paintIndicatorRule(onto canvas: inout Canvas) {
    let rule = onBar(theme.look(of: TextRole.rule))
    drawRow("─", columns: frame.x..<frame.maxX, y: frame.maxY - 1, rule, onto: &canvas)
  }

  // MARK: Cells

  /// Paints a title centred in its cell, with a blank on either side if the cell is wide enough.
  func paintOptionCell(onto canvas: inout Canvas) {
    let look = faded(cellLook)
    canvas.fill(placement.clip, with: look)
    let margin = frame.width > 2 ? 1 : 0
    let room = frame.width - 2 * margin
    let title = sanitized(container.title).truncated(toColumns: room)
    let left = frame.x + margin + (room - columnWidth(of: title)) / 2
    let start = CellPoint(x: left, y: frame.y)
    canvas.draw(title, at: start, clip: placement.clip) { _ in look }
    guard isSeparated else { return }
    let rule = onBar(theme.look(of: TextRole.rule))
    drawColumn("│", x: frame.x, rows: frame.y..<frame.maxY, rule, onto: &canvas)
  }

  /// Returns a cell's style with its overlay applied.
  ///
  /// A disabled cell has its own overlay. Black over a light theme would make the cell stand out,
  /// so its text has the colour of a rule, on a background as bright as the bar's.
  private func faded(_ look: CellStyle) -> CellStyle {
    guard container.overlay > 0 else { return shaded(look) }
    var faint = look
    faint.foreground = theme.look(of: TextRole.rule).foreground
    let attributes = shaded(faint).attributes
    faint = theme.shaded(faint, by: placement.overlayAround)
    // With few colours it is dim.
    faint.attributes.formUnion(attributes)
    return faint
  }

  private var cellStyle: BarStyle { step.parent.barStyle }

  private var cellLook: CellStyle {
    switch cellStyle {
    case .buttons: buttonLook
    case .arrows: arrowLook
    case .segments, .options: segmentLook
    }
  }

  /// The selected page's tab has the accent colour as soon as the indicator arrives; an underline if the bar has no row
  /// for that.
  private var buttonLook: CellStyle {
    guard step.isLit else { return onBar(theme.muted) }
    var look = onBar(theme.screen.accent)
    look.attributes.insert(.bold)
    if step.parent.kind != nil, step.parent.height == 1 { look.attributes.insert(.underline) }
    return look
  }

  /// The title between the arrows is not a button.
  private var arrowLook: CellStyle {
    guard container.isSelected else { return onBar(theme.screen.accent) }
    var look = onBar(.plain)
    look.attributes.insert(.bold)
    return look
  }

  private var segmentLook: CellStyle {
    guard container.isSelected else { return onBar(theme.muted) }
    var look = theme.screen.selection
    look.attributes.insert(.bold)
    return look
  }

  /// Whether a segment needs a line before it: neither the selected one nor the one after it does.
  private var isSeparated: Bool {
    guard cellStyle == .segments, !container.isSelected, step.parent.kind != nil,
      let column = container.selection
    else { return false }
    return column > 0 && column - 1 != step.parent.currentPage
  }

  // MARK: The indicator

  /// Paints the indicator as a heavy part of the line below the cells: `──╼━━━━╾──`.
  ///
  /// Eighths of a cell would need block characters, which make a bar as high as the titles. A line
  /// has a resolution of half a cell, which is enough: during a turn it moves more than that
  /// between two frames. It looks the same at any colour depth, and terminals agree on the width of
  /// these characters. The length is rounded separately from the start, so it does not flicker
  /// during the motion.
  func paintIndicator(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.screen.bar))
    paintIndicatorRule(onto: &canvas)
    guard container.markLength > 0 else { return }
    let start = 2 * frame.x + Self.halves(container.markStart)
    let end = start + max(1, Self.halves(container.markLength))
    let y = frame.maxY - 1
    let look = onBar(theme.screen.accent)
    // Cells that are heavy over their whole width, and a half-heavy one on either side.
    let first = (start + 1) >> 1
    let last = end >> 1
    drawRow("━", columns: first..<last, y: y, look, onto: &canvas)
    if start & 1 == 1 { draw("╼", x: first - 1, y: y, look, onto: &canvas) }
    if end & 1 == 1 { draw("╾", x: last, y: y, look, onto: &canvas) }
  }

  /// Rounds eighths of a column to halves.
  private static func halves(_ eighths: Int) -> Int { (eighths + 2) >> 2 }
}
