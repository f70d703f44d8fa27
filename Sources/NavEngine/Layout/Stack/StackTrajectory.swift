import NavScene

/// The frames on the cell grid of all pages that a view shows during its motion to rest, frame by frame.
struct StackTrajectory {
  /// The moving pages, ascending by id.
  private(set) var pages: [StackPageTrajectory] = []
  /// The number of frames left until rest.
  let length: Int

  /// - Parameters:
  ///   - view: the stack in its available size.
  ///   - frame: the current frame of its motion.
  ///   - columns: the width of that size.
  init(of view: StackView, from frame: Int, columns: Int) {
    self.init(of: view, from: frame, columns: columns, length: 0)
  }

  /// The same as a part of a longer motion: pages that rest earlier keep their position, and popped ones are hidden
  /// from then on.
  ///
  /// - Parameters:
  ///   - view: the stack in its available size.
  ///   - frame: the current frame of its motion.
  ///   - columns: the width of that size.
  ///   - length: the number of frames of the whole motion from that frame on.
  init(of view: StackView, from frame: Int, columns: Int, length: Int) {
    let own = max(0, (view.motion?.length ?? 0) - frame)
    self.length = own
    let moving = view.geometry
    // During a pan, popped pages stay (D-7).
    let rest =
      view.held == nil ? StackGeometry(view.containers.live, metrics: view.metrics) : moving
    let origins = view.cellOrigins(inFrames: frame..<frame + own)
    let last = rest.cellOrigin(at: view.held ?? view.target)
    var window = moving.window(around: origins + [last])
    window.isSpread = view.isSpread
    var resting = rest.window(around: origins + [last])
    resting.isSpread = view.isSpread && view.held != nil
    pages = window.entries.map {
      StackPageTrajectory(id: $0.page.id, frames: origins.count + 1)
    }
    // Z-order is the order of ids: a page that comes back after a pop is a new container (D-16).
    assert(zip(pages, pages.dropFirst()).allSatisfy { $0.id < $1.id }, "pages are out of order")
    var free = FreeColumns(columns)
    for origin in origins {
      window.forEachPlace(at: origin, in: &free) { pages[$0].places.append($1) }
    }
    appendRest(resting, at: last, in: &free, isPartOfMore: length > own)
    pages.removeAll { !$0.isSeen }
  }

  /// Appends the last frame: popped pages are removed, the others at rest.
  private mutating func appendRest(
    _ window: StackWindow,
    at origin: Double,
    in free: inout FreeColumns,
    isPartOfMore: Bool
  ) {
    window.forEachPlace(at: origin, in: &free) { entry, place in
      let id = window.entries[entry].page.id
      guard let index = pages.firstIndex(where: { $0.id == id }) else { return }
      pages[index].places.append(place)
      pages[index].rest = place
    }
    guard isPartOfMore else { return }
    for index in pages.indices where pages[index].rest == nil {
      guard var place = pages[index].places.last else { continue }
      place.isSeen = false
      place.isRead = false
      pages[index].places.append(place)
    }
  }
}

extension StackWindow {
  /// Calls `body` with the index of each entry and its frame on the cell grid, from the topmost entry down.
  fileprivate func forEachPlace(
    at origin: Double,
    in free: inout FreeColumns,
    _ body: (Int, StackPlace) -> Void
  ) {
    free.uncover()
    let frames = frames(at: origin)
    for index in frames.indices.reversed() {
      body(index, StackPlace(frames[index], metrics: metrics, free: &free))
    }
  }
}

extension StackGeometry {
  fileprivate func window(around origins: [Double]) -> StackWindow {
    window((origins.min() ?? 0)...(origins.max() ?? 0))
  }
}

/// One page's frames on the cell grid from a frame of a motion on; a popped page has none in the last frame of its
/// stack.
struct StackPageTrajectory {
  let id: ContainerID
  var places: [StackPlace]
  /// The page's frame at rest; nil for a page that is popped or outside the stack's window by then.
  var rest: StackPlace?

  /// Creates a trajectory without frames, with space for a number of them.
  init(id: ContainerID, frames: Int) {
    self.id = id
    places = []
    places.reserveCapacity(frames)
  }

  var isSeen: Bool { places.contains(where: \.isSeen) }
  var isRead: Bool { places.contains(where: \.isRead) }

  /// Returns the tracks of the page's container.
  ///
  /// - Parameters:
  ///   - contentX: the column of the page's rows; nil if the page holds another container, which moves by the page's
  ///     scroll offset.
  ///   - air: the least number of columns by which the rows are shifted right.
  /// - Returns: a track for each field that changes.
  func tracks(contentX: Int?, air: Int) -> [SceneTrack] {
    [
      track(.x) { $0.x }, track(.width) { $0.width }, track(.overlay) { $0.overlay },
      track(.isHidden) { $0.isSeen ? 0 : 1 },
      contentX.map { column in track(.contentX) { column + max($0.shift, air) } }
        ?? track(.scrollX) { -$0.shift },
    ].compactMap(\.self)
  }

  private func track(_ field: ContainerField, _ value: (StackPlace) -> Int) -> SceneTrack? {
    SceneTrack(field, of: id, along: places.map(value))
  }
}
