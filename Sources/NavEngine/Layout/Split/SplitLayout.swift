package import NavBase
package import NavScene

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
    axis = SplitAxis(of: count, state.arrangement, in: room)
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

// MARK: Scene

extension SplitLayout {
  /// The number of ids that a split uses besides those of its pages: its own, and one for each border (SPL-13).
  package static let idCount = SplitState.parts.upperBound

  /// Returns the id of a border.
  package static func borderID(_ border: Int, of split: ContainerID) -> ContainerID {
    precondition((0..<idCount - 1).contains(border), "cannot show border \(border)")
    return ContainerID(rawValue: split.rawValue + 1 + UInt32(border))
  }

  /// Returns the border that a container id stands for; nil if it is none of a split's borders.
  package static func border(_ container: ContainerID, of split: ContainerID) -> Int? {
    guard container > split, container.rawValue - split.rawValue < UInt32(idCount) else {
      return nil
    }
    return Int(container.rawValue - split.rawValue) - 1
  }

  /// Adds the split, its borders and the pages of its parts.
  ///
  /// - Parameters:
  ///   - pages: the shown parts.
  ///   - split: the container's id, parent and origin; the layout sets the frame's size.
  ///   - hasFocus: whether this is the innermost split around the focus.
  ///   - builder: receives the containers; its motion is at least as long as that of the pages' rows.
  package func add(
    _ pages: [NumberedPage],
    as split: Container,
    hasFocus: Bool,
    to builder: inout SceneBuilder
  ) {
    var whole = split
    whole.kind = .split
    whole.frame = CellRect(room).offset(x: split.frame.x, y: split.frame.y)
    builder.add(whole)
    for (index, frame) in borders.enumerated() {
      var border = Container(
        id: Self.borderID(index, of: split.id),
        kind: .splitBorder,
        parent: split.id,
        frame: frame
      )
      border.selection = hasFocus ? focusedSide(ofBorder: index) : nil
      builder.add(border)
    }
    for page in pages {
      guard let frame = part(page.index) else { continue }
      var part = Container(id: page.id, kind: .page, parent: split.id, frame: frame)
      part.title = page.shown.title
      let rows = page.shown.rows
      builder.add(
        from: rows.map { $0.start(part) } ?? part,
        tracks: rows?.tracks(of: page.id) ?? [],
        to: rows.map { $0.rest(part) } ?? part
      )
    }
  }
}

/// The direction in which the parts of a split are arranged.
package enum SplitAxis: Hashable, Sendable, CaseIterable {
  /// From left to right.
  case sideBySide
  /// From the top down.
  case stacked

  /// The smallest extent of a part, in cells (SPL-3): columns of one beside others, rows of one below or above others.
  var least: Int {
    switch self {
    case .sideBySide: 24
    case .stacked: 3
    }
  }

  /// The direction in which parts are arranged in an available size; nil if only one fits (SPL-3).
  init?(of parts: Int, _ arrangement: SplitContent.Arrangement = .automatic, in room: CellSize) {
    let allowed: [Self] =
      switch arrangement {
      case .automatic: Self.allCases
      case .stacked(let columns, let rows):
        room.columns >= columns && room.rows >= rows ? [.stacked] : []
      }
    let fitting = allowed.first { axis in
      axis.extent(of: room) >= parts * axis.least + parts - 1
    }
    guard let fitting else { return nil }
    self = fitting
  }

  /// Returns the extent of an available size along the axis.
  func extent(of room: CellSize) -> Int {
    switch self {
    case .sideBySide: room.columns
    case .stacked: room.rows
    }
  }

  /// Returns the rectangle of some cells along the axis, across the whole available size.
  func rect(from start: Int, extent: Int, in room: CellSize) -> CellRect {
    switch self {
    case .sideBySide: CellRect(x: start, y: 0, width: extent, height: room.rows)
    case .stacked: CellRect(x: 0, y: start, width: room.columns, height: extent)
    }
  }
}
