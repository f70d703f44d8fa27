import NavBase
package import NavScene

/// The content of a page in one viewport: scrolled rows, or another container.
package struct ShownPage: Sendable {
  package var title: String
  /// The rows; nil if the page holds another container.
  package var rows: ShownRows?

  package init(title: String, rows: ShownRows? = nil) {
    self.title = title
    self.rows = rows
  }

  /// Whether its last row states the page's position in its pager.
  var saysPlace: Bool { rows?.body.saysPlace ?? false }
}

/// The rows of a page and their offsets, from now to rest.
package struct ShownRows: Sendable {
  package var body: any PageBody
  /// The current offset; below 0 or above `maximumOffset` while the rows are pulled beyond an end.
  package var offset: Int
  /// The offsets in the frames of a motion from the first one on; the last value stays in effect.
  package var offsets: [Int]
  /// The selected entry of a list.
  package var selection: Int?
  /// The number of entries of a list; 0 for any other page.
  package var entries: Int
  /// The filter words of a list, and its number of entries without the filter.
  package var filter = ""
  package var unfiltered = 0
  /// Whether somebody can show the pictures in the rows.
  package var showsPictures = false

  package init(
    body: any PageBody,
    offset: Int,
    offsets: [Int] = [],
    selection: Int? = nil,
    entries: Int = 0
  ) {
    self.body = body
    self.offset = offset
    self.offsets = offsets
    self.selection = selection
    self.entries = entries
  }

  /// The offset at rest.
  package var restingOffset: Int { offsets.last ?? offset }

  /// Returns a page's container in its current state.
  ///
  /// - Parameters:
  ///   - container: the page without its content.
  ///   - hasRows: whether the rows are visible during the motion.
  /// - Returns: the page with its content.
  func start(_ container: Container, hasRows: Bool = true) -> Container {
    var container = filled(container, offset: offset)
    guard hasRows else { return container }
    container.rows = body.heldRows(along: [offset] + offsets)
    return container
  }

  /// Returns a page's container at rest.
  func rest(_ container: Container, hasRows: Bool = true) -> Container {
    var container = filled(container, offset: restingOffset)
    if hasRows { container.rows = body.heldRows(at: restingOffset) }
    return container
  }

  /// Returns the tracks of a container's rows.
  func tracks(of container: ContainerID) -> [SceneTrack] {
    guard !offsets.isEmpty else { return [] }
    let scroll = SceneTrack(container: container, field: .scrollY, values: offsets)
    let headers = offsets.map { body.pinnedRow(atOffset: $0) }
    let first = body.pinnedRow(atOffset: offset)
    guard headers.contains(where: { $0 != first }) else { return [scroll] }
    var page = Container(id: container, kind: .page, frame: CellRect(body.frame))
    let values = headers.map { header in
      page.pinnedRow = header
      return page[.pinnedRow]
    }
    return [scroll, SceneTrack(container: container, field: .pinnedRow, values: values)]
  }

  private func filled(_ container: Container, offset: Int) -> Container {
    var container = container
    container.content = body.content.offset(x: container.content.x, y: 0)
    container.scroll.y = offset
    container.pinnedRow = body.pinnedRow(atOffset: offset)
    container.pageCount = entries
    container.filter = filter
    container.unfiltered = unfiltered
    container.hidesIndicator = !body.scrolling.showsIndicators
    if showsPictures { container.pictures = restingPictures }
    if body.lineCount > 0 {
      // The line at the end of a motion is published at its beginning.
      container.pageCount = body.lineCount
      container.currentPage = body.line(ofRow: min(max(0, restingOffset), body.rowCount - 1))
    }
    guard let selection else { return container }
    let row = body.row(ofEntry: selection)
    container.selection = row
    // All rows above the selected one that are not entries are headers.
    container.currentPage = row - selection
    return container
  }
}

extension ShownRows {
  /// The first pictures of those that a viewer sees at rest, or after it has scrolled by less than a screen on its own.
  fileprivate var restingPictures: [PlacedPicture] {
    let near = restingOffset - body.visibleRows..<restingOffset + 2 * body.visibleRows
    let pictures = body.pictures.lazy.filter { near.overlaps($0.row..<$0.row + $0.rows) }
    return Array(pictures.prefix(Limits.pictures))
  }
}

/// A page that a container shows, by its number among the container's pages.
package struct NumberedPage: Sendable {
  /// From 0.
  package var index: Int
  package var id: ContainerID
  package var shown: ShownPage

  package init(index: Int, id: ContainerID, shown: ShownPage) {
    self.index = index
    self.id = id
    self.shown = shown
  }
}
