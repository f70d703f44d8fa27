package import NavBase

/// One rectangle of a scene: its position and its content.
///
/// `FieldTable.container` is the schema of its fields; `Fields/ContainerFields.swift` has an accessor for each.
package struct Container: Hashable, Sendable {
  package let id: ContainerID
  package internal(set) var values: FieldValues
  package var rows = RowTable()

  package init(id: ContainerID, kind: ContainerKind, parent: ContainerID? = nil, frame: CellRect) {
    self.init(id)
    self.kind = kind
    self.parent = parent
    self.frame = frame
  }

  /// Creates a container whose fields all have their initial values.
  package init(_ id: ContainerID) {
    self.id = id
    values = FieldTable.container.initial
  }
}

// Positions of the parts of a container, for painting and hit testing.

extension Container {
  /// The overlay of a page that is covered over its whole width: 0.3 of 255, rounded down (SN-9).
  private static let coveredOverlay = 76

  /// Page of a stack: whether other pages cover everything but its edge.
  package var isCovered: Bool { overlay >= Self.coveredOverlay }

  /// Page: the rows that fit below its top margin.
  package var visibleRows: Int { max(0, frame.height - content.y) }

  /// Returns the column of a page's scroll bar.
  ///
  /// It is the last visible column, if there are more rows than fit and the text leaves that column free. A full page
  /// beside the edges of other pages extends beyond the viewport's end (SN-10).
  ///
  /// - Parameter columns: the number of the frame's columns up to the last visible one, including those left of the
  ///   viewport.
  /// - Returns: the column, counted from the frame's first; nil if there is no scroll bar, or none is wanted.
  package func scrollBarColumn(of columns: Int) -> Int? {
    let isFree = content.x + content.width < columns && !hidesIndicator
    return visibleRows > 0 && content.height > visibleRows && isFree ? columns - 1 : nil
  }

  /// Returns the row of the section header that is pinned in the first visible row of a page of entries although it is
  /// scrolled away.
  ///
  /// Nothing is pinned if the header is visible at its own position, also because a viewer scrolled further up on its
  /// own (TW-9).
  ///
  /// - Parameter offset: the number of rows scrolled away for this viewer.
  /// - Returns: its row; nil if nothing is pinned or the scene does not hold the row.
  package func rowPinned(atOffset offset: Int) -> Int? {
    guard let pinnedRow, pinnedRow < offset, visibleRows > 0, rows[pinnedRow] != nil else {
      return nil
    }
    return pinnedRow
  }

  /// Returns the number of rows scrolled away for a viewer that has scrolled a page on its own, limited to its rows.
  package func rowsAway(peekingBy peek: Int) -> Int {
    let shared = scroll.y
    guard peek != 0 else { return shared }
    // The shared offset is negative while an inset lies above the first row, and larger than usual below the last one.
    return min(max(min(0, shared), shared + peek), max(0, content.height - visibleRows, shared))
  }

  /// Whether it lies on rows of a page and scrolls with them: a pointer or a mark.
  package var liesOnRows: Bool { kind == .pointer || kind == .mark }

  // MARK: Book

  /// The lowest z of the parts of a leaf that are turned over: they lie over the flat part of the leaf, which lies over
  /// the resting pages (AboutBooks).
  package static let turnedOverZ = 2

  // MARK: Split

  /// Border of a split: whether it stands between parts that are side by side, so that it moves sideways.
  package var isUpright: Bool { frame.height > 1 || frame.width == 1 }

  // MARK: Page control

  /// The page that the dots show, clamped to the existing pages (PI-5).
  package var shownPage: Int { min(max(0, currentPage), max(0, pageCount - 1)) }

  /// The column of the first dot, counted from the frame's first; nil if the dots do not fit and a number is shown
  /// instead (PI-8).
  package var firstDotColumn: Int? {
    // Written without a multiplication of the count, which could overflow.
    guard pageCount > 0, pageCount <= (frame.width + 1) / 2 else { return nil }
    return (frame.width - (2 * pageCount - 1)) / 2
  }
}

extension Container {
  /// Whether some rows show long lines through windows, which each viewer scrolls sideways.
  package var hasLongLines: Bool {
    rows.segments.contains { $0.rows.contains { !$0.windows.isEmpty } }
  }

  /// The largest number of columns by which the long lines can be scrolled; O(rows that the scene holds).
  package var hiddenColumns: Int {
    rows.segments.reduce(0) { most, segment in
      segment.rows.reduce(most) { max($0, $1.windows.isEmpty ? 0 : $1.hiddenColumns) }
    }
  }

  /// The number of columns by which the long lines must be scrolled to show the current search match; 0 if none.
  package var columnsToMatch: Int {
    for segment in rows.segments {
      for row in segment.rows where !row.windows.isEmpty {
        let columns = row.columnsToMatch
        if columns > 0 { return columns }
      }
    }
    return 0
  }
}
