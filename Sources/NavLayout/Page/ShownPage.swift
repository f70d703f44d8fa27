import NavGeometry
import NavScene

/// What a page of a container shows in one viewport: rows that are scrolled, or another container.
package struct ShownPage: Sendable {
  package var title: String
  /// Nil where another container stands in the page.
  package var rows: ShownRows?

  package init(title: String, rows: ShownRows? = nil) {
    self.title = title
    self.rows = rows
  }

  /// Whether its last row says which of the pages of a pager it is.
  var saysPlace: Bool { rows?.body.saysPlace ?? false }
}

/// Rows of a page and how far they are scrolled, from now to rest.
package struct ShownRows: Sendable {
  package var body: any PageBody
  /// The rows scrolled away now; below 0 and above `maximumOffset` while the rows are pulled beyond
  /// an end.
  package var offset: Int
  /// The same in the frames of a motion from the first one on; behind the last it stays.
  package var way: [Int]
  /// The entry of a list that is selected.
  package var selection: Int?
  /// How many entries a list has; 0 for any other page.
  package var entries: Int
  /// The words that a list is filtered by, and how many entries it would have without them.
  package var filter = ""
  package var unfiltered = 0

  package init(
    body: any PageBody,
    offset: Int,
    way: [Int] = [],
    selection: Int? = nil,
    entries: Int = 0
  ) {
    self.body = body
    self.offset = offset
    self.way = way
    self.selection = selection
    self.entries = entries
  }

  /// The rows scrolled away at rest.
  package var restingOffset: Int { way.last ?? offset }

  /// A page's container as it is now, given as it is without rows.
  ///
  /// - Parameters:
  ///   - container: the page without what it shows.
  ///   - hasRows: whether the rows are looked at on the way.
  /// - Returns: the page with it.
  func start(_ container: Container, hasRows: Bool = true) -> Container {
    var container = filled(container, offset: offset)
    guard hasRows else { return container }
    container.rows = body.heldRows(along: [offset] + way)
    return container
  }

  /// The same at rest.
  func rest(_ container: Container, hasRows: Bool = true) -> Container {
    var container = filled(container, offset: restingOffset)
    if hasRows { container.rows = body.heldRows(at: restingOffset) }
    return container
  }

  /// How the rows of a container move.
  func ways(of container: ContainerID) -> [SceneTrack] {
    guard !way.isEmpty else { return [] }
    let scroll = SceneTrack(container: container, field: .scrollY, values: way)
    let headers = way.map { body.pinnedRow(atOffset: $0) }
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
    if body.lineCount > 0 {
      // Where a motion leads to is said at once.
      container.pageCount = body.lineCount
      container.currentPage = body.line(ofRow: min(max(0, restingOffset), body.rowCount - 1))
    }
    guard let selection else { return container }
    let row = body.row(ofEntry: selection)
    container.selection = row
    // What of the rows above it are headers: the others, and it, are counted.
    container.currentPage = row - selection
    return container
  }
}
