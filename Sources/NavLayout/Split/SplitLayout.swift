package import NavGeometry

/// The layout of a split in an available size: its parts and the borders between them (AboutSplits).
///
/// It is a function of the shares, the focused part and the size: rounding happens here, and nothing of it is written
/// back (SPL-5).
package struct SplitLayout: Hashable, Sendable {
  package let state: SplitState
  package let room: CellSize
  /// The direction of the parts; nil if only the focused part is shown (SPL-3).
  package let axis: SplitAxis?
  /// The start of each part along the axis, counted without the borders, and the end of the last one.
  let places: [Int]

  package init(_ state: SplitState, room: CellSize) {
    self.state = state
    self.room = room
    let count = state.shares.count
    axis = SplitMetrics.axis(of: count, room: room)
    guard let axis else {
      places = []
      return
    }
    let space = axis.extent(of: room) - (count - 1)
    var places = Self.places(of: state.shares, in: space)
    // The parts before a border keep their smallest extent, then those behind it (SPL-4).
    for index in 1..<count { places[index] = max(places[index], places[index - 1] + axis.least) }
    for index in (1..<count).reversed() {
      places[index] = min(places[index], places[index + 1] - axis.least)
    }
    self.places = places
  }

  /// Returns where parts with these shares begin, rounded to the nearest cell, and the end of the last one (SPL-4).
  static func places(of shares: [Int], in space: Int) -> [Int] {
    var sum = 0
    return [0]
      + shares.map { share in
        sum += share
        return (space * sum + SplitState.whole / 2) / SplitState.whole
      }
  }

  /// Returns a part's frame in the available size; nil if the part is not shown.
  package func part(_ index: Int) -> CellRect? {
    guard state.shares.indices.contains(index) else { return nil }
    guard let axis else { return index == state.focused ? CellRect(room) : nil }
    return axis.rect(
      from: places[index] + index,
      extent: places[index + 1] - places[index],
      in: room
    )
  }

  /// The indices of the shown parts, in reading order.
  package var shownParts: [Int] { axis == nil ? [state.focused] : Array(state.shares.indices) }

  /// The borders between the shown parts, in reading order; border `k` is behind part `k`.
  package var borders: [CellRect] {
    guard let axis else { return [] }
    return (0..<places.count - 2).map { border in
      axis.rect(from: places[border + 1] + border, extent: 1, in: room)
    }
  }

  /// Returns on which side of a border the focused part is: 0 before it, 1 behind it; nil if neither neighbour has the
  /// focus (SPL-12).
  package func focusedSide(ofBorder border: Int) -> Int? {
    switch state.focused - border {
    case 0: 0
    case 1: 1
    default: nil
    }
  }
}
