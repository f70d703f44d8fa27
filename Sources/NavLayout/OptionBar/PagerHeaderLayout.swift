package import NavGeometry

/// The bar above the pages of a pager in a room (sections 1.4, 2.5 and 6.4).
///
/// Tabs share the room while each gets the least width of a column; else, and where they are
/// options, they form a strip of natural widths that scrolls. Arrows are three cells: back, the
/// title of the page, forward.
///
/// Cheap to make for each layout: what costs time is in `OptionColumns`.
package struct PagerHeaderLayout: Hashable, OptionBarSource, Sendable {
  package let columns: OptionColumns
  package let header: PagerHeader
  /// What the bar and the pages below it may fill.
  package let room: CellSize
  /// Of the cells, in columns of the bar's content.
  package let widths: ColumnWidths

  private static let metrics = OptionBarMetrics.cells

  /// - Parameters:
  ///   - columns: one for each page.
  ///   - header: what stands above the pages.
  ///   - room: what the bar and the pages may fill.
  package init(_ columns: OptionColumns, _ header: PagerHeader, room: CellSize) {
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

  /// The title has what the arrows leave; where that is nothing all three share.
  private static func arrowWidths(_ room: Int) -> ColumnWidths {
    let title = Double(room) - 2 * metrics.arrow
    return title < metrics.arrow
      ? ColumnWidths(sharing: room, among: 3) : ColumnWidths([metrics.arrow, title, metrics.arrow])
  }

  // MARK: Rows

  /// The rows of the bar: titles, and an indicator in rooms of at least ten rows (S15-title-bar).
  ///
  /// - Parameter room: what the bar and the pages may fill.
  /// - Returns: 0 for a room of one row, which the page needs.
  package static func height(inRoom room: CellSize) -> Int {
    room.rows >= OptionBarMetrics.leastRowsForIndicator
      ? 2 : room.rows >= OptionBarMetrics.leastRowsForBar ? 1 : 0
  }

  package var height: Int { Self.height(inRoom: room) }

  /// What is left for the pages, below the bar.
  package var pagesRoom: CellSize {
    CellSize(columns: room.columns, rows: room.rows - height)
  }

  // MARK: Columns

  /// Whether a finger can scroll the bar.
  package var scrolls: Bool { widths.total > viewport }

  package var viewport: Double { Double(room.columns) }

  /// The column of the bar that is under a column of the room; nil where none is.
  ///
  /// - Parameters:
  ///   - x: from the bar's left edge.
  ///   - offset: how many columns are scrolled out.
  /// - Returns: the index; of arrows 0 for back, 1 for the title, 2 for forward.
  package func column(at x: Int, scrolledBy offset: Int = 0) -> Int? {
    (0..<room.columns).contains(x) ? widths.column(at: Double(x + offset)) : nil
  }

  package func identifier(of column: Int) -> HeaderCellKind? {
    header == .arrows && column != Arrow.title ? .arrow : .title
  }

  /// The cells of arrows.
  private enum Arrow {
    static let back = 0
    static let title = 1
    static let forward = 2
  }

  /// The column that looks selected while a page is active.
  func selectedColumn(ofPage page: Int) -> Int? {
    guard columns.count > 0 else { return nil }
    return header == .arrows ? Arrow.title : page
  }

  /// What a column says while a page is active.
  func title(of column: Int, page: Int) -> String {
    guard header == .arrows else { return columns.title(at: column) }
    return switch column {
    case Arrow.back: "‹"
    case Arrow.title: page < columns.count ? columns.title(at: page) : ""
    default: "›"
    }
  }

  /// Whether a cell can't be chosen: an arrow that leads beyond an end (MBX-5).
  func isUnavailable(_ column: Int, in way: OptionBarWay) -> Bool {
    guard header == .arrows else { return false }
    return switch column {
    case Arrow.back: way.ends?.isFirst ?? (way.current == 0)
    case Arrow.title: false
    default: way.ends?.isLast ?? (way.current + 1 >= columns.count)
    }
  }

  // MARK: Places

  /// Where the bar is scrolled to while the pages stand at a position.
  ///
  /// - Parameters:
  ///   - position: a page's index, or a place between two.
  ///   - anchor: the column, with the share of it that is scrolled out, to which a finger has
  ///     scrolled the bar; nil where it follows the pages (ZX-9).
  /// - Returns: a legal offset.
  package func offset(at position: Double, anchor: Double? = nil) -> Double {
    guard scrolls else { return 0 }
    guard let anchor else { return widths.offset(centering: position, inViewport: viewport) }
    return widths.offset(ofLeftColumn: anchor)
      .clamped(to: widths.offsets(inViewport: viewport))
  }

  /// Where the indicator stands in the bar's content while the pages stand at a position.
  ///
  /// Below tabs between its neighbours (MBXQ-4); below arrows, which are no tabs, at the page's
  /// share of the bar.
  package func mark(at position: Double) -> ColumnWidths.Span {
    guard header == .arrows else { return widths.span(at: position) }
    guard columns.count > 0 else { return ColumnWidths.Span(origin: 0, width: 0) }
    let width = max(
      min(Self.metrics.leastMark, viewport),
      viewport / Double(columns.count)
    )
    let pitch = columns.count > 1 ? (viewport - width) / Double(columns.count - 1) : width
    // Beyond the ends by its own width, as below tabs.
    let inside = position.clamped(to: 0...Double(columns.count - 1))
    return ColumnWidths.Span(origin: inside * pitch + (position - inside) * width, width: width)
  }
}

/// The kinds of cells of a pager's header: one is not used for the other.
package enum HeaderCellKind: Hashable, Sendable {
  case title
  case arrow
}
