import NavBase
import NavScene

/// The visible parts of a book in one layout, frame by frame from the current time on.
struct BookTrajectory {
  /// The turns of the leaves that are in the air one after the other, by leg.
  private(set) var turns: [BookLayout.Turn] = []
  /// The current frame and those that follow; empty if no leaf is in the air.
  private(set) var frames: [Frame] = []
  /// Whether a pan holds the book; nothing moves by itself then.
  let isHeld: Bool
  /// The pages that are visible at rest.
  let restingPages: [Int]

  /// A leaf in a frame.
  struct Frame: Hashable {
    /// The index of the turn.
    var turn: Int
    var fold: BookFold
  }

  init(_ book: BookState, in layout: BookLayout, at now: Duration, of count: Int) {
    isHeld = book.pan != nil
    let resting = layout.restingPages(on: book.current, of: count)
    guard let motion = layout.motion(book, at: now) else {
      let leaf = book.leaf(of: layout.sides, at: now)
      let turn = leaf.flatMap { layout.turn(of: $0, of: count) }
      if let turn, let leaf {
        turns = [turn]
        frames = [Frame(turn: 0, fold: BookFold(layout, share: leaf.share))]
      }
      restingPages = turn == nil ? resting : []
      return
    }
    restingPages = resting
    let first = motion.leaf(atFrame: motion.frame(at: now)).leg
    turns = motion.legs[first...].compactMap { layout.turn(of: $0.leaf(atFrame: 0), of: count) }
    frames = (motion.frame(at: now)...motion.length).map { frame in
      let (leaf, leg) = motion.leaf(atFrame: frame)
      return Frame(turn: leg - first, fold: BookFold(layout, share: leaf.share))
    }
  }

  // MARK: Places

  /// The position of a part of the book in a frame.
  struct Place: Hashable {
    var part: BookFold.Part
    var z: Int
    var isHidden = false
  }

  /// The z levels: unmoving pages, above them the leaf's flat part, and above that its turned part.
  enum Level {
    static let below = 0
    static let leaf = 1
    static let back = Container.turnedOverZ
  }

  /// Returns the positions of a page in all frames; empty if no leaf is in the air.
  func places(of page: Int, restingIn frame: CellRect) -> [Place] {
    let still = BookFold.Part(x: frame.x, width: frame.width)
    return frames.map { shown in
      let turn = turns[shown.turn]
      if page == turn.front { return Place(part: shown.fold.flat, z: Level.leaf) }
      if page == turn.back { return Place(part: shown.fold.turned, z: Level.back) }
      return Place(part: still, z: Level.below, isHidden: !turn.below.contains(page))
    }
  }

  /// Returns the positions of the back through which the front of a leaf shows, by the number of its turn.
  func places(ofBackOf turn: Int) -> [Place] {
    frames.map { Place(part: $0.fold.turned, z: Level.back, isHidden: $0.turn != turn) }
  }
}

extension Container {
  /// Moves the container to the position of a part of a book.
  mutating func place(_ place: BookTrajectory.Place) {
    frame.x = place.part.x
    frame.width = place.part.width
    scroll.x = place.part.scrollX
    z = place.z
    isHidden = place.isHidden
  }
}

extension [BookTrajectory.Place] {
  /// Returns the tracks of a part: only changing fields have one.
  func tracks(of id: ContainerID) -> [SceneTrack] {
    guard count > 1 else { return [] }
    let fields: [(ContainerField, [Int])] = [
      (.x, map(\.part.x)), (.width, map(\.part.width)), (.scrollX, map(\.part.scrollX)),
      (.z, map(\.z)), (.isHidden, map { $0.isHidden ? 1 : 0 }),
    ]
    return fields.compactMap { field, values in
      values.allSatisfy { $0 == values[0] }
        ? nil : SceneTrack(container: id, field: field, values: Array<Int>(values.dropFirst()))
    }
  }
}
