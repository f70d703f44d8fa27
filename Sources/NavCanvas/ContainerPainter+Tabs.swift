import NavGeometry
import NavLayout
import NavText

extension ContainerPainter {
  // MARK: The bar

  /// The bar's ground, and a rule in its last column.
  func paintTabBar(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.bar))
    paintRule(onto: &canvas)
  }

  /// Where tabs are scrolled out a mark in the rule, and how many they are where the items leave room: above
  /// the first tab and below the last, which is above the items that stand for no tab.
  func paintHiddenTabs(onto canvas: inout Canvas) {
    let tabs = container.content.offset(x: 0, y: frame.y)
    paintHidden(container.hiddenAbove, "▴", y: tabs.y, onto: &canvas)
    paintHidden(container.hiddenBelow, "▾", y: tabs.maxY - 1, onto: &canvas)
  }

  private func paintHidden(_ count: Int, _ mark: String, y: Int, onto canvas: inout Canvas) {
    guard count > 0, placement.clip.y <= y, y < placement.clip.maxY else { return }
    var look = theme.accent
    look.background = theme.bar.background
    draw(mark, x: frame.maxX - 1, y: y, look, onto: &canvas)
    let number = String(count)
    let start = frame.maxX - 1 - number.utf8.count
    // One column more than the number takes: it does not touch what stands at its left.
    let room = start - 1..<frame.maxX - 1
    guard room.lowerBound >= placement.clip.x, room.upperBound <= placement.clip.maxX else {
      return
    }
    let isFree = room.allSatisfy { canvas[CellPoint(x: $0, y: y)].isBlank }
    guard isFree else { return }
    look.background = canvas.look(at: CellPoint(x: start, y: y)).background
    canvas.draw(number, at: CellPoint(x: start, y: y), clip: placement.clip) { _ in
      var shown = shaded(look)
      shown.background = look.background
      return shown
    }
  }

  private func paintRule(onto canvas: inout Canvas) {
    var look = theme.look(of: TextRole.rule)
    look.background = theme.bar.background
    drawColumn("│", x: frame.maxX - 1, rows: frame.y..<frame.maxY, look, onto: &canvas)
  }

  // MARK: Items

  /// An item's rows and its badge on the bar's ground, which goes on behind it with its rule; the selected one
  /// stands out.
  func paintTabItem(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(theme.bar))
    paintRule(onto: &canvas)
    let ground = isFocused ? theme.selection : container.isSelected ? theme.selectedTab : theme.bar
    if isFocused || container.isSelected {
      let box = CellRect(x: frame.x, y: frame.y, width: frame.width - 1, height: frame.height)
      canvas.fill(box.intersection(placement.clip), with: shaded(ground))
    }
    if container.isSelected { paintMark(on: ground, onto: &canvas) }
    paintItemRows(on: ground, onto: &canvas)
    paintBadge(onto: &canvas)
  }

  private func paintMark(on ground: Look, onto canvas: inout Canvas) {
    var look = theme.accent
    look.background = ground.background
    look.attributes.formUnion(ground.attributes)
    drawColumn("▌", x: frame.x, rows: frame.y..<frame.maxY, look, onto: &canvas)
  }

  private func paintItemRows(on ground: Look, onto canvas: inout Canvas) {
    let clip = placement.clip
    for y in clip.y..<clip.maxY {
      guard let row = container.rows[y - frame.y] else { continue }
      draw(row, at: CellPoint(x: frame.x, y: y), clip: clip, onto: &canvas) { style in
        var look = theme.look(of: style)
        if style.role == .plain, container.isSelected { look.foreground = theme.accent.foreground }
        let background = look.background == .terminal ? ground.background : look.background
        look = look.selected(as: ground)
        look.background = background
        return look
      }
    }
  }

  /// A pill at the upper right, left of the rule: the text with a blank on either side (ST-9, ST-10).
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
