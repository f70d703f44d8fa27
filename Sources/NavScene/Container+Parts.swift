import NavGeometry

// Where the parts of a container stand, for whoever paints them and whoever asks what was hit.

extension Container {
  /// How dark a page is that has gone by its whole width: 0.3 of 255, rounded down (SN-9).
  private static let coveredOverlay = 76

  /// Page of a stack: whether other pages cover all of it but its edge.
  package var isCovered: Bool { overlay >= Self.coveredOverlay }

  /// Page: the rows that fit below its top margin.
  package var visibleRows: Int { max(0, frame.height - content.y) }

  /// Page: the column of its scroll bar.
  ///
  /// That is the last column in view, where there are more rows than fit and the text leaves it free. A full
  /// page beside the edges of others goes on behind the viewport's end (SN-10).
  ///
  /// - Parameter columns: how many of the frame's columns are in view, those left of the view included.
  /// - Returns: the column, counted from the frame's first; nil where there is no scroll bar.
  package func scrollBarColumn(of columns: Int) -> Int? {
    let isFree = content.x + content.width < columns
    return visibleRows > 0 && content.height > visibleRows && isFree ? columns - 1 : nil
  }

  /// Page of entries: the header that stands in the first visible row although it is scrolled away.
  ///
  /// Where the header is in view by itself, or below that because a viewer looks further up, nothing
  /// is pinned (TW-9).
  ///
  /// - Parameter offset: how many rows this viewer sees scrolled away.
  /// - Returns: its row; nil where there is none, or where the scene does not hold it.
  package func rowPinned(atOffset offset: Int) -> Int? {
    guard let pinnedRow, pinnedRow < offset, visibleRows > 0, rows[pinnedRow] != nil else {
      return nil
    }
    return pinnedRow
  }

  // MARK: Book

  /// From this z on, a page of a book is a part of a leaf that is turned over: it lies over the flat
  /// part, and that over what stands still (section 3.4).
  package static let turnedOverZ = 2

  // MARK: Page control

  /// The page that the dots show, pinned to those that there are (PI-5).
  package var shownPage: Int { min(max(0, currentPage), max(0, pageCount - 1)) }

  /// The column of the first dot, counted from the frame's first; nil where the dots do not fit, and a number is
  /// shown in their stead (PI-8).
  package var firstDotColumn: Int? {
    // Compared this way round, no count is too large.
    guard pageCount > 0, pageCount <= (frame.width + 1) / 2 else { return nil }
    return (frame.width - (2 * pageCount - 1)) / 2
  }
}
