import NavScene

/// The places of the pages of a view that are seen on its way to rest, frame by frame.
struct StackWay {
  /// Ascending by id.
  private(set) var pages: [StackPageWay] = []
  /// How many frames are left to the rest.
  let length: Int

  /// - Parameters:
  ///   - view: the stack in its room.
  ///   - frame: the frame of its motion that is now.
  ///   - columns: the room's.
  init(of view: StackView, from frame: Int, columns: Int) {
    self.init(of: view, from: frame, columns: columns, length: 0)
  }

  /// The same as a part of a longer motion: what comes to rest earlier stays where it is, and what is popped
  /// is hidden from then on.
  ///
  /// - Parameters:
  ///   - view: the stack in its room.
  ///   - frame: the frame of its motion that is now.
  ///   - columns: the room's.
  ///   - length: of the whole motion from that frame on.
  init(of view: StackView, from frame: Int, columns: Int, length: Int) {
    let own = max(0, (view.motion?.length ?? 0) - frame)
    self.length = own
    let moving = view.geometry
    // As long as a finger holds the stack, popped pages stay (D-7).
    let rest =
      view.held == nil ? StackGeometry(view.containers.live, metrics: view.metrics) : moving
    let origins = view.cellOrigins(inFrames: frame..<frame + own)
    let last = rest.cellOrigin(at: view.held ?? view.target)
    var window = moving.window(around: origins + [last])
    window.isSpread = view.isSpread
    var resting = rest.window(around: origins + [last])
    resting.isSpread = view.isSpread && view.held != nil
    pages = window.entries.map { StackPageWay(id: $0.page.id) }
    // Z-order is the order of ids: a page that comes back after a pop is a new container (D-16).
    assert(zip(pages, pages.dropFirst()).allSatisfy { $0.id < $1.id }, "pages are out of order")
    for origin in origins { append(window, at: origin, columns: columns) }
    appendRest(resting, at: last, columns: columns, isPartOfMore: length > own)
    pages.removeAll { !$0.isSeen }
  }

  /// One frame on the way.
  private mutating func append(_ window: StackWindow, at origin: Double, columns: Int) {
    for (index, place) in window.places(at: origin, columns: columns).enumerated() {
      pages[index].places.append(place)
    }
  }

  /// The last frame: popped pages are gone, the others are at rest.
  private mutating func appendRest(
    _ window: StackWindow,
    at origin: Double,
    columns: Int,
    isPartOfMore: Bool
  ) {
    var places: [ContainerID: StackPlace] = [:]
    for (entry, place) in zip(window.entries, window.places(at: origin, columns: columns)) {
      places[entry.page.id] = place
    }
    for index in pages.indices {
      if let place = places[pages[index].id] {
        pages[index].places.append(place)
        pages[index].rest = place
      } else if isPartOfMore, var place = pages[index].places.last {
        place.isSeen = false
        place.isRead = false
        pages[index].places.append(place)
      }
    }
  }
}

extension StackWindow {
  /// The entries on the cell grid, in z-order.
  fileprivate func places(at origin: Double, columns: Int) -> [StackPlace] {
    var free = FreeColumns(columns)
    return frames(at: origin).reversed().map {
      StackPlace($0, metrics: metrics, free: &free)
    }.reversed()
  }
}

extension StackGeometry {
  fileprivate func window(around origins: [Double]) -> StackWindow {
    window((origins.min() ?? 0)...(origins.max() ?? 0))
  }
}
