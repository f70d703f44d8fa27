package import NavBase
import NavScene

/// The layout of the bar above a pager's pages in an available size (AboutPagers, AboutOptionBars).
///
/// Tabs share the width as long as each gets the least width of a column; otherwise, and for options, they form a
/// scrolling strip of natural widths. Arrows are three cells: back, the title of the page, forward.
///
/// It is cheap to create for each layout: the expensive measurements are in `OptionColumns`.
package struct PagerHeaderLayout: Hashable, OptionBarSource, Sendable {
  package let columns: OptionColumns
  package let header: BarStyle
  /// The size available to the bar and the pages below it.
  package let room: CellSize
  /// The widths of the cells, in columns of the bar's content.
  package let widths: ColumnWidths

  private static let metrics = OptionBarMetrics.cells

  /// - Parameters:
  ///   - columns: the columns, one for each page.
  ///   - header: the kind of bar.
  ///   - room: the size available to the bar and the pages.
  package init(_ columns: OptionColumns, _ header: BarStyle, room: CellSize) {
    self.columns = columns
    self.header = header
    self.room = room
    switch header {
    case .options: widths = columns.naturalWidths
    case .buttons, .segments:
      let isShared = Double(room.columns) >= Self.metrics.leastColumn * Double(columns.count)
      widths =
        isShared
        ? ColumnWidths(sharing: room.columns, among: columns.count) : columns.naturalWidths
    case .arrows: widths = Self.arrowWidths(room.columns)
    }
  }

  /// Returns the widths of arrows: the title uses the width between them; if that is less than an arrow's, all three
  /// share the width.
  private static func arrowWidths(_ room: Int) -> ColumnWidths {
    let title = Double(room) - 2 * metrics.arrow
    return title < metrics.arrow
      ? ColumnWidths(sharing: room, among: 3) : ColumnWidths([metrics.arrow, title, metrics.arrow])
  }

  // MARK: Rows

  /// Returns the number of rows of the bar: one for titles, and one for an indicator if the available size has at least
  /// ten rows (S15-title-bar).
  ///
  /// - Parameter room: the size available to the bar and the pages.
  /// - Returns: the rows; 0 if there is only one row, which the page needs.
  package static func height(inRoom room: CellSize) -> Int {
    room.rows >= OptionBarMetrics.leastRowsForIndicator
      ? 2 : room.rows >= OptionBarMetrics.leastRowsForBar ? 1 : 0
  }

  package var height: Int { Self.height(inRoom: room) }

  // MARK: Columns

  /// Whether a finger can scroll the bar.
  package var scrolls: Bool { widths.total > viewport }

  package var viewport: Double { Double(room.columns) }

  package func identifier(of column: Int) -> HeaderCellKind? {
    header == .arrows && column != Arrow.title ? .arrow : .title
  }

  /// The columns of arrows; the third one leads forward.
  private enum Arrow {
    static let back = 0
    static let title = 1
  }

  /// Returns the column that is marked as selected while a page is active.
  func selectedColumn(ofPage page: Int) -> Int? {
    guard columns.count > 0 else { return nil }
    return header == .arrows ? Arrow.title : page
  }

  /// Returns a column's text while a page is active.
  func title(of column: Int, page: Int) -> String {
    guard header == .arrows else { return columns.title(at: column) }
    return switch column {
    case Arrow.back: "‹"
    case Arrow.title: page < columns.count ? columns.title(at: page) : ""
    default: "›"
    }
  }

  /// Returns whether a cell cannot be chosen: an arrow that leads beyond an end (MBX-5).
  func isUnavailable(_ column: Int, in trajectory: OptionBarTrajectory) -> Bool {
    guard header == .arrows else { return false }
    return switch column {
    case Arrow.back: trajectory.ends?.isFirst ?? (trajectory.current == 0)
    case Arrow.title: false
    default: trajectory.ends?.isLast ?? (trajectory.current + 1 >= columns.count)
    }
  }

  // MARK: Positions

  /// Returns the bar's offset while the pages are at a position.
  ///
  /// - Parameters:
  ///   - position: a page's index, or a fractional position between two.
  ///   - anchor: the column at the left edge plus the share of it that is scrolled out, if a pan has scrolled the bar;
  ///     nil if it follows the pages (ZX-9).
  /// - Returns: a legal offset.
  package func offset(at position: Double, anchor: Double? = nil) -> Double {
    guard scrolls else { return 0 }
    guard let anchor else { return widths.offset(centering: position, inViewport: viewport) }
    return widths.offset(ofLeftColumn: anchor)
      .clamped(to: widths.offsets(inViewport: viewport))
  }

  /// Returns the indicator's span in the bar's content while the pages are at a position.
  ///
  /// Below tabs it is interpolated between its neighbours (MBXQ-4); below arrows, which are not tabs, it is the page's
  /// share of the bar.
  package func mark(at position: Double) -> ColumnWidths.Span {
    guard header == .arrows else { return widths.span(at: position) }
    guard columns.count > 0 else { return ColumnWidths.Span(origin: 0, width: 0) }
    let width = max(
      min(Self.metrics.leastMark, viewport),
      viewport / Double(columns.count)
    )
    let pitch = columns.count > 1 ? (viewport - width) / Double(columns.count - 1) : width
    // Beyond the ends it moves by its own width, as below tabs.
    let inside = position.clamped(to: 0...Double(columns.count - 1))
    return ColumnWidths.Span(origin: inside * pitch + (position - inside) * width, width: width)
  }
}

/// The kinds of cells of a pager's header, which are not reused for one another.
package enum HeaderCellKind: Hashable, Sendable {
  case title
  case arrow
}
