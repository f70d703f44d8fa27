import NavBase
import NavScene

extension ContainerPainter {
  /// Paints the line between the two pages of a book.
  func paintSpine(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(.plain))
    let rule = theme.look(of: TextRole.rule)
    drawColumn("│", x: frame.x, rows: frame.y..<frame.maxY, rule, onto: &canvas)
  }

  // MARK: A turning leaf

  /// Whether the page is the turned part of a leaf in motion.
  var isTurnedOver: Bool {
    step.parent.kind == .pager && container.z >= Container.turnedOverZ
  }

  /// Paints the free edge of a leaf and its fold, which lie on other pages.
  func paintLeafEdges(onto canvas: inout Canvas) {
    let rule = onBar(theme.look(of: TextRole.rule))
    let rows = frame.y..<frame.maxY
    drawColumn("│", x: frame.x, rows: rows, rule, onto: &canvas)
    drawColumn("│", x: frame.maxX - 1, rows: rows, rule, onto: &canvas)
  }

  /// Draws a mirrored row, as seen through its page: from the right end of the content to the left.
  ///
  /// A wide character is not mirrored itself and keeps its two columns.
  func drawMirrored(
    _ row: TextRow,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas,
    look: (TextStyle) -> CellStyle
  ) {
    var x = origin.x + container.content.width - max(0, row.indent)
    var rest = row.text[...]
    func draw(_ length: Int?, _ style: TextStyle) {
      let look = shaded(look(style))
      var left = length ?? .max
      while left > 0, x > clip.x, let character = rest.popFirst() {
        left -= character.utf8.count
        x -= columnWidth(of: character)
        let place = CellPoint(x: x, y: origin.y)
        canvas.draw(String(character), at: place, clip: clip) { _ in look }
      }
    }
    for run in row.runs { draw(max(0, run.length), run.style) }
    // Text after the last run is plain.
    draw(nil, .plain)
  }
}
