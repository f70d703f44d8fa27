package import NavGeometry

/// A stack in one viewport: its pages' frames on the cell grid, and the way of a motion.
///
/// The outermost container is the stack; its pages are its children, a newer one over an older one. Text is
/// laid out for the part of a page that no edge ever takes, and stands right of the edges, so that covering a
/// page neither wraps it anew nor hides its text's beginning (D-4).
package struct StackLayout: Sendable {
  package static let stackID = ContainerID(rawValue: 1)

  package let viewport: CellSize
  package let metrics: StackMetrics

  package init(viewport: CellSize) {
    self.viewport = viewport
    metrics = .cells(columns: viewport.columns)
  }

  /// The container of the page that was the session's nth, from 0.
  package static func pageID(_ serial: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + serial))
  }

  // MARK: Rooms

  /// The room of a page: all rows but the status line's.
  package func frame(of size: StackPageSize) -> CellSize {
    CellSize(
      columns: Int(metrics.width(of: size).rounded(.down)),
      rows: viewport.rows - (viewport.rows >= 3 ? 1 : 0)
    )
  }

  /// The columns of a page that its content may use.
  package func columns(of size: StackPageSize) -> Int {
    max(1, frame(of: size).columns - Int(metrics.edgeRoom))
  }

  /// The rows of a page that belong to its title: the title and, where there is room, a rule below it.
  package var headerHeight: Int {
    let rows = frame(of: .full).rows
    return rows >= 8 ? 2 : rows >= 3 ? 1 : 0
  }

  /// One page that a scene shows, laid out and scrolled.
  package struct Page: Sendable {
    package var title: String
    package var body: any PageBody
    package var offset: Int
    package var selection: Int?
    /// How many entries a list has; 0 for any other page.
    package var entries: Int

    package init(
      title: String,
      body: any PageBody,
      offset: Int,
      selection: Int? = nil,
      entries: Int = 0
    ) {
      self.title = title
      self.body = body
      self.offset = offset
      self.selection = selection
      self.entries = entries
    }
  }

  /// Which page has the keys, and what they mean there.
  package struct Focus: Hashable, Sendable {
    package var page: ContainerID
    package var kind: FocusKind

    package init(page: ContainerID, kind: FocusKind) {
      self.page = page
      self.kind = kind
    }
  }

  // MARK: Scenes

  /// The pages of which a view shows anything from a frame of its motion on to its rest.
  package func shownPages(of view: StackView, from frame: Int) -> [ContainerID] {
    let way = Way(of: view, from: frame, in: viewport)
    return way.pages.filter(\.isSeen).map(\.id)
  }

  /// The way of a view from a frame of its motion to its rest; at rest nothing moves.
  ///
  /// - Parameters:
  ///   - view: the stack in this viewport.
  ///   - frame: the frame of its motion that is now.
  ///   - focus: the page that has the keys.
  ///   - pages: at least those of `shownPages(of:from:)`.
  ///   - facts: what every scene says of the session.
  /// - Returns: the way from that frame to rest.
  package func trajectory(
    of view: StackView,
    from frame: Int,
    focus: Focus?,
    pages: [ContainerID: Page],
    facts: SessionFacts
  ) -> Trajectory {
    let way = Way(of: view, from: frame, in: viewport)
    var start = emptyScene(focus, facts)
    var end = start
    var tracks: [SceneTrack] = []
    for page in way.pages where page.isSeen {
      guard let shown = pages[page.id], let first = page.places.first else {
        preconditionFailure("cannot show page \(page.id.rawValue) without its content")
      }
      start.insert(container(page.id, shown, at: first, hasRows: page.isRead))
      tracks += page.tracks(contentX: shown.body.content.x)
      if let last = page.rest, last.isSeen {
        end.insert(container(page.id, shown, at: last, hasRows: last.isRead))
      }
    }
    guard way.length > 0 else { return Trajectory(rest: end) }
    return Trajectory(start: start, tracks: tracks, length: way.length, end: end)
  }

  private func emptyScene(_ focus: Focus?, _ facts: SessionFacts) -> Scene {
    var scene = Scene(viewport: viewport, of: facts)
    scene.focus = focus?.page
    scene.focusKind = focus?.kind ?? .none
    scene.insert(
      Container(id: Self.stackID, kind: .stack, frame: CellRect(frame(of: .full)))
    )
    return scene
  }

  private func container(
    _ id: ContainerID,
    _ page: Page,
    at place: StackPlace,
    hasRows: Bool
  ) -> Container {
    var container = Container(
      id: id,
      kind: .page,
      parent: Self.stackID,
      frame: CellRect(x: place.x, y: 0, width: place.width, height: frame(of: .full).rows)
    )
    container.title = page.title
    container.headerHeight = headerHeight
    container.content = page.body.content.offset(x: place.shift, y: 0)
    container.scroll.y = page.offset
    container.selection = page.selection
    container.pageCount = page.entries
    container.isHidden = !place.isSeen
    container.overlay = place.overlay
    if hasRows { container.rows = page.body.heldRows(at: page.offset) }
    return container
  }
}

/// The places of every container of a view, frame by frame.
private struct Way {
  var pages: [PageWay]
  /// How many frames are left to the rest.
  let length: Int

  init(of view: StackView, from frame: Int, in viewport: CellSize) {
    let moving = view.geometry
    let rest = StackGeometry(view.containers.filter { !$0.isPopped }, metrics: view.metrics)
    let restPlaces = Self.places(of: rest, at: view.target, in: viewport)
    length = max(0, (view.motion?.length ?? 0) - frame)
    var pages = view.containers.map { PageWay(id: $0.page.id) }
    // Z-order is the order of ids: a page that comes back after a pop is a new container (D-16).
    assert(zip(pages, pages.dropFirst()).allSatisfy { $0.id < $1.id }, "pages are out of order")
    if let motion = view.motion {
      for step in frame..<max(frame, motion.length) {
        let offset = motion.scroll.offset(atFrame: step)
        for (index, place) in Self.places(of: moving, at: offset, in: viewport).enumerated() {
          pages[index].places.append(place)
        }
      }
    }
    // Popped pages are gone in the last frame; the others are at rest then.
    let live = pages.indices.filter { !view.containers[$0].isPopped }
    for (index, place) in zip(live, restPlaces) {
      pages[index].places.append(place)
      pages[index].rest = place
    }
    self.pages = pages
  }

  private static func places(
    of geometry: StackGeometry,
    at offset: Double,
    in viewport: CellSize
  ) -> [StackPlace] {
    var places: [StackPlace] = []
    var free = FreeColumns(viewport.columns)
    for frame in geometry.frames(at: offset).reversed() {
      places.append(StackPlace(frame, metrics: geometry.metrics, free: &free))
    }
    return places.reversed()
  }
}

/// One page's places from a frame on; a popped page has none in the last frame.
private struct PageWay {
  let id: ContainerID
  var places: [StackPlace] = []
  /// Nil for a popped page.
  var rest: StackPlace?

  init(id: ContainerID) {
    self.id = id
  }

  var isSeen: Bool { places.contains(where: \.isSeen) }
  var isRead: Bool { places.contains(where: \.isRead) }

  /// How the fields of the page's container move.
  func tracks(contentX: Int) -> [SceneTrack] {
    [
      track(.x) { $0.x }, track(.width) { $0.width }, track(.overlay) { $0.overlay },
      track(.isHidden) { $0.isSeen ? 0 : 1 }, track(.contentX) { contentX + $0.shift },
    ].compactMap(\.self)
  }

  private func track(_ field: ContainerField, _ value: (StackPlace) -> Int) -> SceneTrack? {
    var values = places.map(value)
    // What stays to the end needs not be said.
    while values.count > 1, values[values.count - 1] == values[values.count - 2] {
      values.removeLast()
    }
    guard values.count > 1 else { return nil }
    return SceneTrack(container: id, field: field, values: Array(values.dropFirst()))
  }
}
