import NavGeometry
import NavScene
import NavText

extension ContainerPainter {
  // MARK: The bar

  /// The bar's ground, and below the cells a rule in which the indicator moves.
  func paintOptionBar(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.bar))
    guard frame.height > 1 else { return }
    paintIndicatorRule(onto: &canvas)
  }

  /// Where cells are scrolled out a mark over the first or the last column.
  func paintHiddenOptions(onto canvas: inout Canvas) {
    let look = onBar(theme.accent)
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

  /// A title in the middle of its cell, with a blank on either side where there is room.
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

  /// A cell's look under what darkens it.
  ///
  /// One that can't be chosen has an overlay of its own: black over a light theme would make it
  /// stand out, so it is written as faintly as a rule, on a ground as bright as the bar's.
  private func faded(_ look: Look) -> Look {
    guard container.overlay > 0 else { return shaded(look) }
    var faint = look
    faint.foreground = theme.look(of: TextRole.rule).foreground
    let attributes = shaded(faint).attributes
    faint = theme.shaded(faint, by: placement.overlayAround)
    // With few colours it is dim.
    faint.attributes.formUnion(attributes)
    return faint
  }

  private var cellStyle: BarStyle { placement.parent?.barStyle ?? .buttons }

  private var cellLook: Look {
    switch cellStyle {
    case .buttons: buttonLook
    case .arrows: arrowLook
    case .segments, .options: segmentLook
    }
  }

  /// The page's tab stands out in the accent, and where no row is left for the indicator by a line
  /// below it.
  private var buttonLook: Look {
    guard container.isSelected else { return onBar(theme.muted) }
    var look = onBar(theme.accent)
    look.attributes.insert(.bold)
    if placement.parent?.frame.height == 1 { look.attributes.insert(.underline) }
    return look
  }

  /// The title between the arrows is no button.
  private var arrowLook: Look {
    guard container.isSelected else { return onBar(theme.accent) }
    var look = onBar(.plain)
    look.attributes.insert(.bold)
    return look
  }

  private var segmentLook: Look {
    guard container.isSelected else { return onBar(theme.muted) }
    var look = theme.selection
    look.attributes.insert(.bold)
    return look
  }

  /// Whether a segment is divided from the one before: the selected one ends by itself.
  private var isSeparated: Bool {
    guard cellStyle == .segments, !container.isSelected, let parent = placement.parent,
      let column = container.selection
    else { return false }
    return column > 0 && column - 1 != parent.currentPage
  }

  // MARK: The indicator

  /// The mark as a heavy part of the rule below the cells: `──╼━━━━╾──`.
  ///
  /// Eighths of a cell could be told apart only by blocks, which make a bar as high as the titles.
  /// A line can be cut in halves of cells: during a turn it goes by more than that from frame to
  /// frame, it looks the same with any number of colours and with none, and terminals agree about
  /// the width of these characters. The length is rounded apart from the beginning, so it does not
  /// flicker on the way.
  func paintIndicator(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.bar))
    paintIndicatorRule(onto: &canvas)
    guard container.markLength > 0 else { return }
    let start = 2 * frame.x + Self.halves(container.markStart)
    let end = start + max(1, Self.halves(container.markLength))
    let y = frame.maxY - 1
    let look = onBar(theme.accent)
    // Cells that are heavy as a whole, and on either side one that is so by half.
    let first = (start + 1) >> 1
    let last = end >> 1
    drawRow("━", columns: first..<last, y: y, look, onto: &canvas)
    if start & 1 == 1 { draw("╼", x: first - 1, y: y, look, onto: &canvas) }
    if end & 1 == 1 { draw("╾", x: last, y: y, look, onto: &canvas) }
  }

  /// The nearest number of halves of a column, of eighths.
  private static func halves(_ eighths: Int) -> Int { (eighths + 2) >> 2 }
}
