import NavGeometry
import NavScene

/// What is seen of a book in one layout, frame by frame from now on.
struct BookWay {
  /// The leaves that are in the air one after the other, by their legs.
  private(set) var turns: [BookLayout.Turn] = []
  /// Now, and in the frames that follow; empty where nothing is in the air.
  private(set) var frames: [Frame] = []
  /// Whether a finger has the leaf; nothing moves by itself then.
  let isHeld: Bool
  /// The pages that are seen in the end.
  let restingPages: [Int]

  /// A leaf in a frame.
  struct Frame: Hashable {
    /// Which of the turns it is.
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

  /// Where a part of the book stands in a frame.
  struct Place: Hashable {
    var part: BookFold.Part
    var z: Int
    var isHidden = false
  }

  /// Above what stands still, the leaf's flat part, and over that its turned part.
  enum Level {
    static let below = 0
    static let leaf = 1
    static let back = Container.turnedOverZ
  }

  /// The places of a page in all frames; empty where it stands still.
  func places(of page: Int, restingIn frame: CellRect) -> [Place] {
    let still = BookFold.Part(x: frame.x, width: frame.width)
    return frames.map { shown in
      let turn = turns[shown.turn]
      if page == turn.front { return Place(part: shown.fold.flat, z: Level.leaf) }
      if page == turn.back { return Place(part: shown.fold.turned, z: Level.back) }
      return Place(part: still, z: Level.below, isHidden: !turn.below.contains(page))
    }
  }

  /// The places of the back through which the front of a leaf is seen, by the number of its turn.
  func places(ofBackOf turn: Int) -> [Place] {
    frames.map { Place(part: $0.fold.turned, z: Level.back, isHidden: $0.turn != turn) }
  }
}

extension Container {
  /// Stands where a part of a book does.
  mutating func place(_ place: BookWay.Place) {
    frame.x = place.part.x
    frame.width = place.part.width
    scroll.x = place.part.scrollX
    z = place.z
    isHidden = place.isHidden
  }
}

extension [BookWay.Place] {
  /// How a part moves: only what changes has a track.
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
