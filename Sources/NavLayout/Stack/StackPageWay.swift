import NavScene

/// One page's places from a frame on; a popped page has none in the last frame of its stack.
struct StackPageWay {
  let id: ContainerID
  var places: [StackPlace] = []
  /// Nil for a page that is gone or out of view then.
  var rest: StackPlace?

  init(id: ContainerID) {
    self.id = id
  }

  var isSeen: Bool { places.contains(where: \.isSeen) }
  var isRead: Bool { places.contains(where: \.isRead) }

  /// How the fields of the page's container move.
  ///
  /// - Parameters:
  ///   - contentX: the column of the page's rows; nil where another container stands in the page, which is moved by
  ///     scrolling the page.
  ///   - air: by how many columns they are moved right at least.
  /// - Returns: a track for each field that moves.
  func tracks(contentX: Int?, air: Int) -> [SceneTrack] {
    [
      track(.x) { $0.x }, track(.width) { $0.width }, track(.overlay) { $0.overlay },
      track(.isHidden) { $0.isSeen ? 0 : 1 },
      contentX.map { column in track(.contentX) { column + max($0.shift, air) } }
        ?? track(.scrollX) { -$0.shift },
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
