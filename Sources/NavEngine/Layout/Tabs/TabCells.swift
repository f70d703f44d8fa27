package import NavBase
import NavScene

/// Side tabs as painted: frames and texts on the cell grid.
package struct TabCells: Hashable, Sendable {
  package let bar: CellRect
  package let main: CellRect
  /// The attachment's frame, which may extend below the available size while it moves.
  package let bottom: CellRect
  package let isBottomSeen: Bool
  /// The shown tabs from the top.
  package let items: [TabCell]
  /// The shown additional items from the bottom.
  package let additionalItems: [TabCell]
  package let above: Int
  package let below: Int

  /// Rounds a layout, whose unit must be a cell.
  package init(_ layout: TabLayout) {
    bar = layout.bar.cells
    main = layout.main.cells
    bottom = layout.bottom.cells
    isBottomSeen = layout.isBottomSeen
    items = layout.items.map { TabCell($0, in: layout) }
    additionalItems = layout.additionalItems.map { TabCell($0, in: layout) }
    above = layout.hidden.above
    below = layout.hidden.below
  }
}

/// One item of a bar on the cell grid.
package struct TabCell: Hashable, Sendable {
  package let id: TabItemID
  package let frame: CellRect
  package let isSelected: Bool
  /// The icon and the title, or the rows of a custom view; each fits in the frame.
  package let lines: [TabLine]
  package let badge: TabCellBadge?

  fileprivate init(_ place: TabPlace, in layout: TabLayout) {
    id = place.item.id
    frame = place.frame.cells
    isSelected = place.isSelected
    switch place.item.face {
    case .button(let button):
      lines = Self.lines(of: button, place, layout)
      badge = button.badge.flatMap { badge in
        badge.text.map { TabCellBadge($0, role: badge.role, place, layout) }
      }
    case .view(let rows):
      lines = rows.prefix(frame.height).enumerated().map { row, text in
        Self.line(text, y: Double(row), place, layout)
      }
      badge = nil
    case nil:
      preconditionFailure("cannot show an item without a face")
    }
  }

  /// Returns the icon and the bold title, muted unless selected (ST-9); a compact bar shows the icon only.
  private static func lines(
    of button: TabButton,
    _ place: TabPlace,
    _ layout: TabLayout
  ) -> [TabLine] {
    let role: TextRole = place.isSelected ? .plain : .muted
    let metrics = layout.metrics
    let hasIcon = !button.icon.isEmpty
    var lines: [TabLine] = []
    if hasIcon {
      let icon = StyledText(button.icon, style: TextStyle(role: role))
      lines.append(line(icon, y: metrics.item.iconY, place, layout))
    }
    if !button.title.isEmpty, !(hasIcon && metrics.isCompact) {
      let title = StyledText(button.title, style: TextStyle(role: role, attributes: .bold))
      let y = hasIcon ? metrics.item.titleY : metrics.item.loneTitleY
      lines.append(line(title, y: y, place, layout))
    }
    return lines
  }

  private static func line(
    _ text: StyledText,
    y: Double,
    _ place: TabPlace,
    _ layout: TabLayout
  ) -> TabLine {
    let room = place.frame.cells.width - 2 * Int(layout.metrics.item.textInset)
    let shown = text.truncated(toColumns: max(0, room))
    let size = TabSize(width: Double(columnWidth(of: shown.text)), height: 1)
    return TabLine(frame: layout.textFrame(size, y: y, in: place.frame).cells, text: shown)
  }
}

/// A text on one row of an item.
package struct TabLine: Hashable, Sendable {
  /// The frame, in cells of the available size.
  package var frame: CellRect
  /// Sanitised, as wide as the frame.
  package var text: StyledText
}

/// A badge that is shown (ST-10, STQ-4).
package struct TabCellBadge: Hashable, Sendable {
  /// The frame, in cells of the available size: the text with a blank on either side, at least one column for the text.
  package let frame: CellRect
  package let text: String
  package let role: TabBadge.Role

  fileprivate init(_ text: String, role: TabBadge.Role, _ place: TabPlace, _ layout: TabLayout) {
    let size = TabSize(width: Double(max(1, columnWidth(of: text))), height: 1)
    frame = layout.badgeFrame(size, in: place.frame).cells
    self.text = text
    self.role = role
  }
}
