package import NavBase
package import NavScene

/// The layout of a stack in an available size: its pages' frames on the cell grid, and their motion.
///
/// The pages are the stack's children; newer ones cover older ones. A page's content is laid out for the width that
/// edges never use and is placed right of the edges, so that covering a page neither re-wraps its text nor hides its
/// beginning (D-4).
package struct StackLayout: Sendable {
  package let room: CellSize
  package let metrics: StackMetrics

  /// - Parameter room: the size available to the stack.
  package init(room: CellSize) {
    self.room = room
    metrics = .cells(columns: room.columns)
  }

  // MARK: Rooms

  /// Returns the frame size of a page, as high as the stack.
  package func frame(of size: StackPageSize) -> CellSize {
    CellSize(columns: CellGrid.cell(at: metrics.width(of: size)), rows: room.rows)
  }

  /// Returns the columns available to a page's content.
  package func columns(of size: StackPageSize) -> Int {
    max(1, frame(of: size).columns - Int(metrics.edge.room))
  }

  /// Whether pages draw their left edges (D-4).
  package var hasEdges: Bool { metrics.edge.room > 0 }

  /// The rows of a page's header: the title and, if there are rows enough, a rule below it.
  package var headerHeight: Int { room.rows >= 8 ? 2 : room.rows >= 3 ? 1 : 0 }

  /// Returns the size available to a container inside a page.
  package func room(of size: StackPageSize) -> CellSize {
    CellSize(columns: columns(of: size) - borderColumns, rows: room.rows - headerHeight)
  }

  /// The position of such a container in the page: beside its left edge and below its title.
  package var childOrigin: CellPoint { CellPoint(x: borderColumns, y: headerHeight) }

  /// The number of columns in which a page's left edge is drawn.
  private var borderColumns: Int { hasEdges ? 1 : 0 }

  // MARK: Scenes

  /// Returns the pages that a view shows in any frame from the given one of its motion to its rest.
  package func shownPages(of view: StackView, from frame: Int) -> [ContainerID] {
    StackTrajectory(of: view, from: frame, columns: room.columns).pages.filter(\.isSeen).map(\.id)
  }

  /// Adds the stack and its pages, from a frame of the motion to its rest.
  ///
  /// - Parameters:
  ///   - view: the stack in this size.
  ///   - frame: the current frame of its motion.
  ///   - stack: the stack's container, as positioned by its parent.
  ///   - pages: at least those of `shownPages(of:from:)`.
  ///   - lit: a partly covered page that is not darkened: the list beside its preview.
  ///   - builder: receives the containers.
  package func add(
    _ view: StackView,
    from frame: Int,
    as stack: Container,
    pages: [ContainerID: ShownPage],
    lit: ContainerID? = nil,
    to builder: inout SceneBuilder
  ) {
    builder.add(stack)
    let trajectory = StackTrajectory(
      of: view,
      from: frame,
      columns: room.columns,
      length: builder.length
    )
    for page in trajectory.pages where page.isSeen {
      guard let shown = pages[page.id], let first = page.places.first else {
        preconditionFailure("cannot show page \(page.id.rawValue) without its content")
      }
      let body = shown.rows?.body
      let air = body.map(air) ?? 0
      let width = page.places.map(\.width).max() ?? 0
      var start = container(page.id, shown, in: stack.id, at: first, titleRoom: width, air)
      var tracks = page.tracks(contentX: body.map { $0.content.x }, air: air)
      if page.id == lit {
        start.overlay = 0
        tracks.removeAll { $0.field == .overlay }
      }
      if let rows = shown.rows, page.isRead { tracks += rows.tracks(of: page.id) }
      var end: Container?
      if let last = page.rest, last.isSeen {
        var rest = container(page.id, shown, in: stack.id, at: last, titleRoom: last.width, air)
        if page.id == lit { rest.overlay = 0 }
        end = shown.rows.map { $0.rest(rest, hasRows: last.isRead) } ?? rest
      }
      builder.add(
        from: shown.rows.map { $0.start(start, hasRows: page.isRead) } ?? start,
        tracks: tracks,
        to: end
      )
    }
  }

  /// Returns the least number of columns by which rows are shifted right, so that one is blank between the page's edge
  /// and the text; 0 if the rows leave no column for that.
  private func air(of body: any PageBody) -> Int {
    let free = body.frame.columns - Int(metrics.edge.room) - body.content.maxX
    return hasEdges && body.content.x == 1 && free > 1 ? 1 : 0
  }

  private func container(
    _ id: ContainerID,
    _ page: ShownPage,
    in stack: ContainerID,
    at place: StackPlace,
    titleRoom: Int,
    _ air: Int
  ) -> Container {
    var container = Container(
      id: id,
      kind: .page,
      parent: stack,
      frame: CellRect(x: place.x, y: 0, width: place.width, height: room.rows)
    )
    container.title = page.title
    container.headerHeight = headerHeight
    container.isHidden = !place.isSeen
    container.overlay = place.overlay
    if page.rows != nil {
      container.content.x = max(place.shift, air)
    } else {
      container.content = CellRect(
        x: room.columns >= 40 ? 2 : room.columns >= 20 ? 1 : 0,
        y: headerHeight,
        width: max(0, titleRoom - Int(metrics.edge.room) - 4),
        height: 0
      )
      container.scroll.x = -place.shift
    }
    return container
  }
}
