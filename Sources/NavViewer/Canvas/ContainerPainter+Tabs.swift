import NavBase
import NavScene

extension ContainerPainter {
  // MARK: The bar

  /// Paints the bar's background, and a line in its last column.
  func paintTabBar(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.screen.bar))
    paintRule(onto: &canvas)
  }

  /// Paints marks for scrolled-out tabs beside the line, with their number if the items leave space: at the first tab
  /// and at the last one, which is above the items that are not tabs.
  func paintHiddenTabs(onto canvas: inout Canvas) {
    let tabs = container.content.offset(x: 0, y: frame.y)
    let last = tabs.maxY - 1
    // Valid for any content height that a peer sends.
    let rows = 0..<max(1, min(Self.itemRows, tabs.height))
    paintHidden(container.hiddenAbove, "▴", rows: rows.map { tabs.y + $0 }, onto: &canvas)
    paintHidden(container.hiddenBelow, "▾", rows: rows.map { last - $0 }, onto: &canvas)
  }

  /// Paints a number and a mark in the first of an item's rows where those columns are blank; otherwise the mark alone;
  /// otherwise the mark on the line itself.
  private func paintHidden(_ count: Int, _ mark: String, rows: [Int], onto canvas: inout Canvas) {
    guard count > 0 else { return }
    let rows = rows.filter { placement.clip.y <= $0 && $0 < placement.clip.maxY }
    guard let nearest = rows.first else { return }
    let number = String(count)
    for text in [number + mark, mark] {
      // One column more than the text, so that it does not touch its left neighbour.
      let start = frame.maxX - 1 - text.count
      let room = start - 1..<frame.maxX - 1
      guard room.lowerBound >= placement.clip.x, room.upperBound <= placement.clip.maxX else {
        continue
      }
      let free = rows.first { y in
        room.allSatisfy { canvas[CellPoint(x: $0, y: y)].isBlank }
      }
      guard let free else { continue }
      return paintMark(text, at: CellPoint(x: start, y: free), onto: &canvas)
    }
    paintMark(mark, at: CellPoint(x: frame.maxX - 1, y: nearest), onto: &canvas)
  }

  /// The number of rows of an item: one each for its badge, its icon and its title.
  private static let itemRows = 3

  private func paintMark(_ text: String, at point: CellPoint, onto canvas: inout Canvas) {
    guard placement.clip.contains(point) else { return }
    var look = theme.screen.accent
    look.background = canvas.look(at: point).background
    canvas.draw(text, at: point, clip: placement.clip) { _ in
      var shown = shaded(look)
      shown.background = look.background
      return shown
    }
  }

  private func paintRule(onto canvas: inout Canvas) {
    var look = theme.look(of: TextRole.rule)
    look.background = theme.screen.bar.background
    drawColumn("│", x: frame.maxX - 1, rows: frame.y..<frame.maxY, look, onto: &canvas)
  }

  // MARK: Items

  /// Paints an item's rows and its badge on the bar's background, with the bar's line; highlights the selected item.
  func paintTabItem(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.screen.bar))
    paintRule(onto: &canvas)
    let ground =
      isFocused
      ? theme.screen.selection : container.isSelected ? theme.screen.selectedTab : theme.screen.bar
    if isFocused || container.isSelected {
      let box = CellRect(x: frame.x, y: frame.y, width: frame.width - 1, height: frame.height)
      canvas.fill(box.intersection(placement.clip), with: shaded(ground))
    }
    if container.isSelected { paintMark(on: ground, onto: &canvas) }
    paintItemRows(on: ground, onto: &canvas)
    paintBadge(onto: &canvas)
  }

  private func paintMark(on ground: CellStyle, onto canvas: inout Canvas) {
    var look = theme.screen.accent
    look.background = ground.background
    look.attributes.formUnion(ground.attributes)
    drawColumn("▌", x: frame.x, rows: frame.y..<frame.maxY, look, onto: &canvas)
  }

  private func paintItemRows(on ground: CellStyle, onto canvas: inout Canvas) {
    let clip = placement.clip
    let inside = clip.intersection(canvas.window)
    for y in inside.y..<inside.maxY {
      guard let row = container.rows[y - frame.y] else { continue }
      draw(row, at: CellPoint(x: frame.x, y: y), clip: clip, onto: &canvas) { style in
        var look = theme.look(of: style)
        if style.role == .plain, container.isSelected {
          look.foreground = theme.screen.accent.foreground
        }
        let background = look.background == .terminal ? ground.background : look.background
        look = look.selected(as: ground)
        look.background = background
        return look
      }
    }
  }

  /// Paints the badge at the upper right, left of the line: the text with a blank on either side (ST-9, ST-10).
  private func paintBadge(onto canvas: inout Canvas) {
    guard !container.badge.isEmpty else { return }
    let text = sanitized(container.badge).truncated(toColumns: TabBadge.mostColumns)
    let width = max(1, columnWidth(of: text)) + 2
    let left = frame.maxX - 1 - width
    let look = theme.look(of: container.badgeRole)
    let pill = CellRect(x: left, y: frame.y, width: width, height: 1)
    canvas.fill(pill.intersection(placement.clip), with: shaded(look))
    draw(" \(text) ", x: left, y: frame.y, look, onto: &canvas)
  }
}
