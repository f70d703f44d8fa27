import NavScene

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
