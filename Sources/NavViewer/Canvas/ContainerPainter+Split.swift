import NavBase
import NavScene

extension ContainerPainter {
  /// Paints the line between two parts of a split.
  ///
  /// Beside the focused part it is a bar in the half of the cells that is next to that part, so that the focus shows
  /// without colours (SPL-12).
  func paintSplitBorder(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(.plain))
    let isUpright = container.isUpright
    let symbol: Unicode.Scalar
    let look: CellStyle
    switch container.selection {
    case 0?:
      symbol = isUpright ? "▌" : "▀"
      look = theme.screen.accent
    case 1?:
      symbol = isUpright ? "▐" : "▄"
      look = theme.screen.accent
    default:
      symbol = isUpright ? "│" : "─"
      look = theme.look(of: TextRole.rule)
    }
    if isUpright {
      drawColumn(symbol, x: frame.x, rows: frame.y..<frame.maxY, look, onto: &canvas)
    } else {
      drawRow(symbol, columns: frame.x..<frame.maxX, y: frame.y, look, onto: &canvas)
    }
  }
}
