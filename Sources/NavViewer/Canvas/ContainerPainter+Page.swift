import NavBase
import NavScene

extension ContainerPainter {
  /// Paints a page's rows, and its title if it shows one; nested containers are painted over it.
  func paintPage(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(ground))
    paintRows(onto: &canvas, offset: offset)
    if isTurnedOver { paintLeafEdges(onto: &canvas) }
    guard container.headerHeight > 0, !container.isMirrored else { return }
    if isAttachment {
      paintAttachmentHeader(onto: &canvas)
    } else {
      paintHeader(onto: &canvas)
      paintBorder(onto: &canvas)
    }
  }

  /// The background of the text: the attachment below side tabs stands out from the page above it, a turning leaf from
  /// the pages around it.
  private var ground: CellStyle { isAttachment || isTurnedOver ? theme.screen.bar : .plain }

  /// Whether the page is the attachment of side tabs (ST-1).
  private var isAttachment: Bool { step.parent.kind == .tabs && container.z > 0 }

  // MARK: Rows

  /// The index of the top row; this viewer's own scroll offset is clamped to the text.
  private var offset: Int { container.rowsAway(peekingBy: step.peek) }

  private func paintRows(onto canvas: inout Canvas, offset: Int) {
    let content = container.content
    let top = frame.y + content.y
    let left = frame.x + content.x - container.scroll.x
    // Rows that are scrolled out must not appear in the margin above.
    let clip = placement.clip.intersection(
      CellRect(x: frame.x, y: top, width: frame.width, height: container.visibleRows)
    )
    let pinned = container.rowPinned(atOffset: offset)
    let selection = container.selection
    let inside = clip.intersection(canvas.window)
    let segments = container.rows.segments.span
    for y in inside.y..<inside.maxY {
      // A pinned header covers the row that scrolls under it.
      let index = y == top ? pinned ?? offset : y - top + offset
      guard let (segment, number) = container.rows.place(of: index) else { continue }
      let start = CellPoint(x: left, y: y)
      let isSelected = index == selection
      if let large = segments[segment].rows.span[number].largeRow {
        if let words = container.rows[index - large], words.largeRow == 0 {
          let row = words.large(row: large)
          paint(row, isSelected: isSelected, at: start, clip: clip, onto: &canvas)
        }
      } else if segments[segment].rows.span[number].windows.isEmpty {
        paint(
          segments[segment].rows.span[number],
          isSelected: isSelected,
          at: start,
          clip: clip,
          onto: &canvas
        )
      } else {
        let row = segments[segment].rows[number].shown(shiftedBy: step.shift)
        paint(row, isSelected: isSelected, at: start, clip: clip, onto: &canvas)
      }
    }
    if !container.isMirrored { paintScrollBar(onto: &canvas, offset: offset, clip: clip) }
  }

  private func paint(
    _ row: TextRow,
    isSelected: Bool,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas
  ) {
    if isSelected {
      paintSelected(row, at: origin, clip: clip, onto: &canvas)
    } else {
      paint(row, at: origin, clip: clip, onto: &canvas)
    }
  }

  private func paint(
    _ row: TextRow,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas
  ) {
    var ground = self.ground
    let fill = row.fill
    if fill != .plain {
      ground.background = theme.look(of: fill).background
      let bar = CellRect(
        x: origin.x - 1,
        y: origin.y,
        width: container.content.width + 2,
        height: 1
      )
      canvas.fill(bar.intersection(clip), with: shaded(ground))
    }
    // Rows with columns contain code beside other text.
    let hasCode = fill == .plain && row.hasCode
    let code = hasCode ? theme.look(of: .codeBlock).background : ground.background
    drawPageRow(row, at: origin, clip: clip, onto: &canvas) { style in
      var look = theme.look(of: style)
      if look.background == .terminal {
        look.background = style.role.isToken ? code : ground.background
      }
      return look
    }
  }

  /// Paints a selected row: the selection's style over the row's own, across the content and one column on either side.
  private func paintSelected(
    _ row: TextRow,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas
  ) {
    let mark = isFocused ? theme.screen.selection : theme.screen.otherSelection
    let bar = CellRect(x: origin.x - 1, y: origin.y, width: container.content.width + 2, height: 1)
    canvas.fill(bar.intersection(clip), with: shaded(mark))
    drawPageRow(row, at: origin, clip: clip, onto: &canvas) { style in
      let look = theme.look(of: style)
      var selected = look.selected(as: mark)
      // Search matches keep their colours in a selected row.
      if !style.attributes.isDisjoint(with: .anyFound) {
        (selected.foreground, selected.background) = (look.foreground, look.background)
      }
      return selected
    }
  }

  private func drawPageRow(
    _ row: TextRow,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas,
    look: (TextStyle) -> CellStyle
  ) {
    if container.isMirrored {
      drawMirrored(row, at: origin, clip: clip, onto: &canvas, look: look)
    } else {
      draw(row, at: origin, clip: clip, onto: &canvas, look: look)
    }
  }

  /// Draws a row's text after its indent.
  func draw(
    _ row: TextRow,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas,
    look: (TextStyle) -> CellStyle
  ) {
    let start = CellPoint(x: origin.x + max(0, row.indent), y: origin.y)
    canvas.draw(row.text, runs: row.runs, at: start, clip: clip) { shaded(look($0)) }
  }

  // MARK: Around the rows

  /// Paints the page's title and, if the header has two rows, a line below it.
  private func paintHeader(onto canvas: inout Canvas) {
    var look = isFocused ? theme.screen.accent : CellStyle.plain
    look.attributes.insert(.bold)
    let (left, columns) = header
    let title = sanitized(container.title).truncated(toColumns: columns)
    draw(title, x: left, y: frame.y, look, onto: &canvas)
    guard container.headerHeight > 1 else { return }
    let rule = left..<left + min(columns, frame.width)
    drawRow("─", columns: rule, y: frame.y + 1, theme.look(of: .rule), onto: &canvas)
  }

  /// The first column of the title and its available width: that of the text.
  ///
  /// A page that contains another container instead of rows uses its frame right of the visible page edges, with a
  /// blank on either side.
  private var header: (left: Int, columns: Int) {
    let content = container.content
    guard content.width == 0, container.rows.isEmpty, content.height == 0 else {
      return (frame.x + content.x, max(0, content.width))
    }
    return (frame.x + content.x + 1, max(0, frame.width - content.x - 2))
  }

  /// Paints the left edge of a page that lies on other pages, or is completely covered: the visible part can be
  /// clicked.
  ///
  /// A page that starts in the first column has no edge (PG-2), and a part of a split has borders instead.
  private func paintBorder(onto canvas: inout Canvas) {
    guard container.frame.x > 0 || container.isCovered, step.parent.kind != .split else {
      return
    }
    let rows = frame.y..<frame.maxY
    drawColumn("│", x: frame.x, rows: rows, theme.look(of: .rule), onto: &canvas)
  }

  /// Paints the thumb of a scroll bar in the page's last visible column, if the text leaves that free.
  ///
  /// While the rows are pulled beyond an end, the thumb shrinks by that distance and stays at the end.
  private func paintScrollBar(onto canvas: inout Canvas, offset: Int, clip: CellRect) {
    let end = min(frame.maxX, placement.clip.maxX)
    guard let column = container.scrollBarColumn(of: end - frame.x) else { return }
    let visible = container.visibleRows
    let hidden = container.content.height - visible
    let place = min(max(0, offset), hidden)
    let seen = max(0, visible - min(visible, abs(offset - place)))
    // In halves of a row.
    let length = max(2, 2 * visible * seen / container.content.height)
    let way = 2 * visible - length
    let start = (place * way + hidden / 2) / hidden
    var look = theme.muted
    look.background = ground.background
    let (x, top) = (frame.x + column, frame.y + container.content.y)
    let whole = top + (start + 1) / 2..<top + (start + length) / 2
    let rows = whole.clamped(to: clip.y..<clip.maxY)
    drawColumn("▐", x: x, rows: rows, look, onto: &canvas)
    // Rows of which the thumb covers only a half.
    if start % 2 == 1 { draw("▗", x: x, y: whole.lowerBound - 1, look, in: clip, onto: &canvas) }
    if (start + length) % 2 == 1 {
      draw("▝", x: x, y: whole.upperBound, look, in: clip, onto: &canvas)
    }
  }

  /// Draws a character if it lies within part of the container.
  private func draw(
    _ text: String,
    x: Int,
    y: Int,
    _ look: CellStyle,
    in clip: CellRect,
    onto canvas: inout Canvas
  ) {
    if clip.y <= y, y < clip.maxY { draw(text, x: x, y: y, look, onto: &canvas) }
  }

  // MARK: The attachment of side tabs

  /// Paints a line across the attachment's top, with the title in it.
  private func paintAttachmentHeader(onto canvas: inout Canvas) {
    var rule = theme.look(of: TextRole.rule)
    rule.background = ground.background
    drawRow("─", columns: frame.x..<frame.maxX, y: frame.y, rule, onto: &canvas)
    // Two columns of line and a blank on either side of the title.
    let title = sanitized(container.title).truncated(toColumns: max(0, frame.width - 6))
    guard !title.isEmpty else { return }
    var look = isFocused ? theme.screen.accent : theme.muted
    look.background = ground.background
    look.attributes.insert(.bold)
    draw(" \(title) ", x: frame.x + 2, y: frame.y, look, onto: &canvas)
  }
}

extension TextRow {
  /// Whether a part of the row is a line of a code block.
  fileprivate var hasCode: Bool {
    let runs = runs.span
    for index in runs.indices where runs[index].style.role == .codeBlock { return true }
    return false
  }
}
