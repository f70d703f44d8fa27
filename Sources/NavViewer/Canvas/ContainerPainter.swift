import NavBase
import NavScene

/// Paints one container after the other, each without its children.
///
/// It can't be copied, so that nothing it holds is.
struct ContainerPainter: ~Copyable {
  let containers: [Container]
  let theme: ResolvedTheme
  /// The container that is painted, and where.
  var step: PaintStep

  init(_ containers: [Container], _ step: PaintStep, theme: ResolvedTheme) {
    self.containers = containers
    self.theme = theme
    self.step = step
  }

  var container: Container {
    _read { yield containers.span[step.index] }
  }

  var placement: Placement { step.placement }
  var frame: CellRect { step.placement.frame }
  var isFocused: Bool { step.isFocused }

  func paint(onto canvas: inout Canvas) {
    if step.isAbove {
      finish(onto: &canvas)
    } else {
      begin(onto: &canvas)
    }
  }

  /// Paints the parts below the container's children.
  private func begin(onto canvas: inout Canvas) {
    switch step.kind {
    case .pager, .stack, .tabs, .split: canvas.fill(placement.clip, with: shaded(.plain))
    case .page: paintPage(onto: &canvas)
    case .pageControl: paintPageControl(onto: &canvas)
    case .tabBar: paintTabBar(onto: &canvas)
    case .tabItem: paintTabItem(onto: &canvas)
    case .spine: paintSpine(onto: &canvas)
    case .optionBar: paintOptionBar(onto: &canvas)
    case .optionCell: paintOptionCell(onto: &canvas)
    case .indicator: paintIndicator(onto: &canvas)
    case .splitBorder: paintSplitBorder(onto: &canvas)
    case .pointer: paintPointer(onto: &canvas)
    case .mark: paintMark(onto: &canvas)
    }
  }

  /// Paints the parts above the container's children.
  private func finish(onto canvas: inout Canvas) {
    switch step.kind {
    case .tabBar: paintHiddenTabs(onto: &canvas)
    case .optionBar: paintHiddenOptions(onto: &canvas)
    case .pager, .stack, .tabs, .page, .pageControl, .tabItem, .spine, .optionCell, .indicator,
      .split, .splitBorder, .pointer, .mark:
      break
    }
  }

  /// Returns a style darkened by the overlays of the container and its ancestors.
  func shaded(_ look: CellStyle) -> CellStyle { theme.shaded(look, by: placement.overlay) }

  /// Returns a style with the background of a bar.
  func onBar(_ look: CellStyle) -> CellStyle {
    var look = look
    look.background = theme.screen.bar.background
    return look
  }

  /// Draws a line of one style from a cell on, clipped to the container.
  func draw(_ text: String, x: Int, y: Int, _ look: CellStyle, onto canvas: inout Canvas) {
    let look = shaded(look)
    canvas.draw(text, at: CellPoint(x: x, y: y), clip: placement.clip) { _ in look }
  }

  /// Paints a row of one repeated character of one column, clipped to the container.
  func drawRow(
    _ scalar: Unicode.Scalar,
    columns: Range<Int>,
    y: Int,
    _ look: CellStyle,
    onto canvas: inout Canvas
  ) {
    let row = CellRect(x: columns.lowerBound, y: y, width: columns.count, height: 1)
    canvas.fill(row.intersection(placement.clip), with: scalar, shaded(look))
  }

  /// Paints a column of one repeated character of one column, clipped to the container.
  func drawColumn(
    _ scalar: Unicode.Scalar,
    x: Int,
    rows: Range<Int>,
    _ look: CellStyle,
    onto canvas: inout Canvas
  ) {
    let column = CellRect(x: x, y: rows.lowerBound, width: 1, height: rows.count)
    canvas.fill(column.intersection(placement.clip), with: scalar, shaded(look))
  }
}

extension ContainerPainter {
  /// Paints a dot per page with a blank between two, or only the page number if they don't fit
  /// (PI-8).
  func paintPageControl(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(.plain))
    let count = container.pageCount
    guard count > 0 else { return }
    let current = container.shownPage
    guard let first = container.firstDotColumn else {
      return paintNumber(current + 1, of: count, onto: &canvas)
    }
    for page in 0..<count {
      let look = page == current ? theme.screen.accent : theme.muted
      let dot = page == current ? "●" : "○"
      draw(dot, x: frame.x + first + 2 * page, y: frame.y, look, onto: &canvas)
    }
  }

  private func paintNumber(_ page: Int, of count: Int, onto canvas: inout Canvas) {
    let text = "‹\(page)/\(count)›"
    let left = frame.x + max(0, (frame.width - columnWidth(of: text)) / 2)
    draw(text, x: left, y: frame.y, theme.muted, onto: &canvas)
  }
}
