import NavBase
import NavScene

/// Pointers and marks: they change the colours of rows that are painted already.
extension ContainerPainter {
  func paintMark(onto canvas: inout Canvas) {
    let overlay = placement.overlay
    guard container.markLength > 0 else {
      return canvas.restyle(placement.clip) { theme.marked($0, under: overlay) }
    }
    let clip = placement.clip
    for y in clip.y..<max(clip.y, clip.maxY) {
      let first = y == frame.y ? container.markStart : 0
      let end = y == frame.maxY - 1 ? container.markLength : frame.width
      let row = CellRect(x: frame.x + first, y: y, width: max(0, end - first), height: 1)
      canvas.restyle(row.intersection(clip)) { theme.marked($0, under: overlay) }
    }
  }

  /// Paints the character that a viewer points at in the viewer's colour, and the viewer's name near it.
  func paintPointer(onto canvas: inout Canvas) {
    guard let page = page(of: container), let row = rowPointedAt(in: page) else { return }
    let column = container.frame.x - page.content.x - row.indent
    guard let shown = row.shownColumn(of: column, shiftedBy: step.shift) else { return }
    // The column of the screen at which the text of the row begins.
    let left = frame.x - column
    let cells = CellRect(x: left + shown, y: frame.y, width: frame.width, height: 1)
    let look = theme.pointerLook(container.selection ?? 0)
    canvas.restyle(cells.intersection(placement.clip)) { theme.pointed($0, shaded(look)) }
    let label = sanitized(container.title).truncated(toColumns: Self.labelColumns)
    guard !label.isEmpty else { return }
    let text = row.shown(shiftedBy: step.shift)
    let width = columnWidth(of: label)
    guard let place = labelPlace(width, besides: cells, in: text, left: left, of: page) else {
      return
    }
    draw(label, x: place.x, y: place.y, look, onto: &canvas)
  }

  /// The most columns of a name beside a pointer.
  private static var labelColumns: Int { 12 }

  private func page(of pointer: Container) -> Container? {
    // Ascending by id, and few are painted with pointers.
    pointer.parent.flatMap { parent in containers.first { $0.id == parent } }
  }

  private func rowPointedAt(in page: Container) -> TextRow? {
    let number = container.frame.y - page.content.y
    if let row = page.rows[number] { return row }
    return (0..<page.content.height).contains(number) ? TextRow() : nil
  }

  /// Returns where a name is written without covering text: above or below the pointer where that row is blank there, else
  /// at the end of its row or of the nearest row with room; the colour says whose name it is.
  ///
  /// - Returns: the first cell; nil if there is no room.
  private func labelPlace(
    _ width: Int,
    besides cells: CellRect,
    in text: TextRow,
    left: Int,
    of page: Container
  ) -> CellPoint? {
    let clip = placement.clip
    guard width <= clip.width, (clip.y..<clip.maxY).contains(cells.y) else { return nil }
    let x = min(cells.x, clip.maxX - width)
    let number = container.frame.y - page.content.y - cells.y
    let rows = (max(clip.y, -number)..<clip.maxY).sorted {
      (remoteness($0, of: cells), $0) < (remoteness($1, of: cells), $1)
    }
    for y in rows {
      let row = y == cells.y ? text : page.rows[number + y]?.shown(shiftedBy: step.shift)
      // The indents of the rows may differ.
      let end = row.map { left - text.indent + $0.indent + columnWidth(of: $0.text) } ?? 0
      let isBlank = y != cells.y && (end <= x || row?.text.isEmpty == true)
      let place = isBlank ? x : max(end, y == cells.y ? cells.maxX : 0) + 1
      if place + width <= clip.maxX { return CellPoint(x: place, y: y) }
    }
    return nil
  }

  /// How far a row is from a pointer's; that one itself comes behind its neighbours.
  private func remoteness(_ y: Int, of cells: CellRect) -> Int {
    y == cells.y ? 3 : 2 * abs(y - cells.y)
  }
}
