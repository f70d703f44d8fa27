import NavBase
import NavScene

/// Pointers and marks: they change the colours of rows that are painted already.
extension ContainerPainter {
  func paintMark(onto canvas: inout Canvas) {
    let overlay = placement.overlay
    canvas.restyle(placement.clip) { theme.marked($0, under: overlay) }
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

  /// Returns where a name is written: above the pointer where that row is blank there, else behind the word, before it, or
  /// at the end of the row.
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
    guard width <= clip.width else { return nil }
    let above = cells.y - 1
    if above >= clip.y {
      let row = page.rows[container.frame.y - page.content.y - 1]?.shown(shiftedBy: step.shift)
      let x = min(cells.x, clip.maxX - width)
      // The indents of both rows may differ.
      let end = row.map { $0.text.isEmpty ? 0 : $0.indent + columnWidth(of: $0.text) } ?? 0
      if left - text.indent + end <= x { return CellPoint(x: x, y: above) }
    }
    let word = text.word(around: cells.x - left + text.indent)
    let behind = left - text.indent + word.upperBound + 1
    if behind + width <= clip.maxX { return CellPoint(x: behind, y: cells.y) }
    let before = left - text.indent + word.lowerBound - 1 - width
    if before >= clip.x { return CellPoint(x: before, y: cells.y) }
    return nil
  }
}

extension TextRow {
  /// Returns the columns of the word around a column, including the indent; the column itself between words.
  fileprivate func word(around column: Int) -> Range<Int> {
    let bytes = Array(text.utf8)
    let clusters = clusters
    let isBlank = { (cluster: RowCluster) in bytes[cluster.bytes.lowerBound] == 0x20 }
    guard let index = clusters.firstIndex(where: { $0.columns.contains(column) }),
      !isBlank(clusters[index])
    else { return column..<column + 1 }
    let first = clusters[..<index].lastIndex(where: isBlank).map { $0 + 1 } ?? 0
    let end = clusters[index...].firstIndex(where: isBlank) ?? clusters.count
    return clusters[first].columns.lowerBound..<clusters[end - 1].columns.upperBound
  }
}
