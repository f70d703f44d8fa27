import NavBase
import NavScene

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
