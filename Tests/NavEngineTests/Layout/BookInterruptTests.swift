import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("D-9, SV-11: books never jump, at any interruption, time and size")
struct BookInterruptTests {
  private static let count = 5
  /// Widths with single pages, and with spreads if the spine is in the middle or the width
  /// suffices.
  private static let widths = [2, 19, 41, 80, 101]
  private static let frames = [0, 1, 3, 7, 10, 14, 19, 20]

  @Test(
    "every turn, interrupted in any frame by a turn to any page",
    arguments: Spine.allCases,
    [false, true]
  )
  func turns(spine: Spine, isDoubleSided: Bool) throws {
    for columns in sampled(Self.widths) {
      for first in 0..<Self.count {
        for second in 0..<Self.count where second != first {
          let film = BookFilm(columns, spine, isDoubleSided, pages: Self.count, at: first)
          try checkInterrupts(of: film, turningTo: second)
        }
      }
    }
  }

  private func checkInterrupts(of film: BookFilm, turningTo page: Int) throws {
    var film = film
    try film.perform { $0.turn(to: page, at: $1) }
    for frame in sampled(Self.frames) {
      var later = film
      try later.advance(to: FrameTime.start(of: frame))
      for third in 0..<Self.count {
        var last = later
        try last.perform { $0.turn(to: third, at: $1) }
        try last.finish(on: third)
      }
    }
  }

  @Test(
    "every turn, caught in any frame by a drag in either kind of layout, and released",
    arguments: Spine.allCases,
    BookSides.allCases
  )
  func fingers(spine: Spine, sides: BookSides) throws {
    for columns in Self.widths {
      for (first, second) in [(0, 1), (0, 2), (1, 2), (2, 1), (4, 0), (3, 4), (0, 4)] {
        var film = BookFilm(columns, spine, false, pages: Self.count, at: first)
        try film.perform { $0.turn(to: second, at: $1) }
        for frame in sampled(Self.frames) {
          var held = film
          try held.advance(to: FrameTime.start(of: frame))
          try held.perform { $0.beginPan(in: sides, at: $1) }
          for velocity in [-2.0, 0, 2] {
            var released = held
            try released.perform {
              $0.release(velocity: velocity, flickSpeed: 1, isCancelled: velocity == 0, at: $1)
            }
            try released.finish(on: released.state.current)
          }
        }
      }
    }
  }

  @Test("PS-6: any sequence of requests and drags, in both kinds of layouts")
  func anything() throws {
    try forSeeds(0..<80) { generator in
      let spine = Spine.allCases[generator.int(in: 0...2)]
      let isDoubleSided = generator.oneIn(2)
      let count = generator.int(in: 1...9)
      var films = [60, 101].map {
        BookFilm($0, spine, isDoubleSided, pages: count, at: count / 2)
      }
      var now = Duration.zero
      for _ in 0..<14 {
        now += FrameTime.start(of: generator.int(in: 0...24))
        let page = generator.int(in: 0...count - 1)
        let share = Double(generator.int(in: -12...12)) / 10
        let (sides, kind) = (BookSides.allCases[generator.int(in: 0...1)], generator.int(in: 0...4))
        for index in films.indices {
          try films[index].advance(to: now)
          let layout = films.map(\.layout)[sides == .pages ? 0 : 1]
          try films[index].perform(isFree: kind == 3) { book, now in
            switch kind {
            case 0, 1: book.turn(to: page, at: now)
            case 2 where book.pan == nil: book.beginPan(in: sides, at: now)
            case 3 where book.pan != nil:
              book.pan(
                by: share,
                forward: layout.next(from: book.current, of: count),
                back: layout.previous(from: book.current, of: count)
              )
            case 4:
              book.release(velocity: share, flickSpeed: 1, isCancelled: share > 0.7, at: now)
            default: break
            }
          }
        }
        try demand(films[0].state == films[1].state)
      }
      for index in films.indices {
        try films[index].perform {
          $0.release(velocity: 0, flickSpeed: 1, isCancelled: false, at: $1)
        }
        try films[index].finish(on: films[index].state.current)
      }
    }
  }
}

/// A book in one layout, frame by frame; every change has to begin with the visible state.
private struct BookFilm {
  var world: BookWorld
  private var now = Duration.zero
  private let twin: BookTwin
  private let name: String

  init(_ columns: Int, _ spine: Spine, _ isDoubleSided: Bool, pages count: Int, at page: Int) {
    world = BookWorld(
      pages: count,
      columns: columns,
      rows: 2,
      spine,
      isDoubleSided: isDoubleSided,
      at: page
    )
    twin = world.twin
    name = "\(columns) columns, \(spine), \(isDoubleSided)"
  }

  var state: BookState { world.state }
  var layout: BookLayout { world.layout }

  /// The visible leaf, according to the model.
  private var leaf: BookLeaf? { state.leaf(of: layout.sides, at: now) }

  private func painted(_ leaf: BookLeaf?) -> [BookCell?] {
    guard let leaf else { return twin.paint(on: state.current) }
    return twin.paint(from: leaf.lower, to: leaf.upper, share: leaf.share)
  }

  /// Advances the time: each frame shows the leaf a little further, one leaf after the other.
  mutating func advance(to end: Duration) throws {
    let step = FrameTime.start(of: 1)
    while now < end {
      let before = leaf
      now = min(end, now + step)
      world.state.settle(at: now)
      let after = leaf
      let isSameLeaf = before?.lower == after?.lower && before?.upper == after?.upper
      if isSameLeaf, let before, let after {
        try demand(abs(after.share - before.share) < 0.21, "\(name): \(before), \(after)")
      } else if let before {
        // One leaf has landed, or is about to, before the next one is lifted.
        let landing = after.map { abs($0.share - 0.5) > 0.4 } ?? true
        try demand(abs(before.share - 0.5) > 0.29 && landing, "\(name): \(before), \(after as Any)")
      }
    }
  }

  /// Performs a change, which begins with the visible state; a free one may move what is held.
  mutating func perform(
    isFree: Bool = false,
    _ change: (inout BookState, Duration) -> Void
  ) throws {
    let before = painted(leaf)
    let (old, page) = (leaf, state.current)
    change(&world.state, now)
    let trajectory = world.trajectory(at: now)
    let shown = trajectory.start.bookColumns
    if !isFree {
      try demand(shown == before, "\(name), \(now): from \(page) \(old as Any) to \(state)")
    }
    try demand(shown == painted(leaf), "\(name), \(now): \(state)")
    // A drag does not change the current page, and a turn leads to it.
    try demand(!isFree || state.current == page, "\(name), \(now): \(state)")
    try demand(
      (0..<world.count).contains(state.current) && (state.pan == nil || state.motion == nil)
    )
    for sides in BookSides.allCases {
      guard let turn = state.turn(of: sides, at: now) else { continue }
      try demand(turn.target == sides.side(of: state.current) && turn.legs.count <= 2, name)
    }
  }

  /// Lets the book come to rest on a page, and checks the leaf in each frame.
  mutating func finish(on page: Int) throws {
    let trajectory = world.trajectory(at: now)
    let motion = layout.motion(state, at: now)
    let first = motion?.frame(at: now) ?? 0
    for frame in 0...trajectory.length where frame % 9 == 0 || frame == trajectory.length {
      let leaf = motion.flatMap {
        first + frame < $0.length ? $0.leaf(atFrame: first + frame) : nil
      }
      let shown = trajectory.scene(atFrame: frame).bookColumns
      try demand(shown == painted(leaf?.leaf), "\(name): frame \(frame) of \(trajectory.length)")
    }
    try demand(trajectory.end.bookColumns == twin.paint(on: page), "\(name): rest on \(page)")
    try advance(to: now + .milliseconds(520))
    try demand(
      state.current == page && world.trajectory(at: now) == Trajectory(rest: trajectory.end),
      name
    )
  }
}
