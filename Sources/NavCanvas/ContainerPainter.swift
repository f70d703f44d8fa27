import NavGeometry
import NavLayout

/// Paints one container without its children.
struct ContainerPainter {
  let placement: Placement
  let theme: ResolvedTheme
  /// Whether it has the keys.
  let isFocused: Bool

  var container: Container { placement.container }
  var frame: CellRect { placement.frame }

  /// Paints what lies below the container's children.
  func paint(onto canvas: inout Canvas, peek: Int) {
    switch container.kind {
    case .pager, .stack, .tabs, .spine, .optionBar, .optionCell, .indicator:
      canvas.fill(placement.clip, with: shaded(.plain))
    case .page: paintPage(onto: &canvas, peek: peek)
    case .pageControl: paintPageControl(onto: &canvas)
    case .tabBar: paintTabBar(onto: &canvas)
    case .tabItem: paintTabItem(onto: &canvas)
    }
  }

  /// Paints what lies above the container's children.
  func finish(onto canvas: inout Canvas) {
    switch container.kind {
    case .tabBar: paintHiddenTabs(onto: &canvas)
    case .pager, .stack, .tabs, .page, .pageControl, .tabItem, .spine, .optionBar, .optionCell,
      .indicator:
      break
    }
  }

  /// A look below everything that darkens the container.
  func shaded(_ look: Look) -> Look { theme.shaded(look, by: placement.overlay) }

  /// Writes a line of one look from a cell on, as far as it lies in the container.
  func draw(_ text: String, x: Int, y: Int, _ look: Look, onto canvas: inout Canvas) {
    let look = shaded(look)
    canvas.draw(text, at: CellPoint(x: x, y: y), clip: placement.clip) { _ in look }
  }

  /// Paints a column of one character.
  func drawColumn(_ text: String, x: Int, rows: Range<Int>, _ look: Look, onto canvas: inout Canvas)
  {
    let visible = rows.clamped(to: placement.clip.y..<placement.clip.maxY)
    for y in visible { draw(text, x: x, y: y, look, onto: &canvas) }
  }
}
