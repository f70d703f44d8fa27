import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("Taps and pans of the mouse (SN-19, SN-20, SV-7, S15-pan-angle)")
struct DragRecognizerTests {
  private static let page = hit(column: 3)
  private static let other = hit(column: 13)

  /// Returns the hit of a column where two pages lie side by side.
  private static func hit(column: Int) -> SceneHit {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 10))
    for index in 0...1 {
      let id = ContainerID(rawValue: UInt32(17 + index))
      let frame = CellRect(x: 10 * index, y: 0, width: 10, height: 10)
      var page = Container(id: id, kind: .page, frame: frame)
      page.content = CellRect(x: 0, y: 0, width: 10, height: 10)
      scene.insert(page)
    }
    guard let hit = scene.hit(CellPoint(x: column, y: 2)) else {
      preconditionFailure("no page at column \(column)")
    }
    return hit
  }

  /// A recogniser with a clock in milliseconds.
  private struct Hand {
    var recognizer = DragRecognizer()

    mutating func mouse(
      _ action: MouseEvent.Action,
      _ column: Int,
      _ row: Int,
      button: MouseEvent.Button? = .left,
      over hit: SceneHit? = DragRecognizerTests.page,
      at milliseconds: Int = 0
    ) -> DragRecognizer.Event? {
      recognizer.receive(
        MouseEvent(action, button: button, column: column, row: row),
        over: hit,
        at: .milliseconds(milliseconds)
      )
    }

    mutating func press(_ column: Int, _ row: Int, at milliseconds: Int = 0) {
      let event = mouse(.press, column, row, at: milliseconds)
      #expect(event == nil)
    }
  }

  private static func pan(_ axis: PanAxis, _ translation: Int, gesture: UInt64 = 1) -> Pan {
    Pan(gesture: gesture, container: page.container, axis: axis, translation: translation)
  }

  // MARK: Taps

  @Test("a press and a release in one cell are a tap, at any time between them")
  func tap() {
    var hand = Hand()
    hand.press(5, 4)
    let repeated = hand.mouse(.drag, 5, 4, at: 10)
    #expect(repeated == nil)
    let event = hand.mouse(.release, 5, 4, at: 60_000)
    #expect(event == .tapped(Self.page))
    let again = hand.mouse(.release, 5, 4, at: 60_001)
    #expect(again == nil && !hand.recognizer.isActive)
  }

  @Test("a release in another cell without a move is a tap if it hits the same target")
  func releaseElsewhere() {
    for (hit, isTap) in [(Self.page, true), (Self.other, false), (nil, false)] {
      var hand = Hand()
      hand.press(5, 4)
      let event = hand.mouse(.release, 9, 4, over: hit)
      #expect(event == (isTap ? .tapped(Self.page) : nil))
    }
  }

  @Test("a press on nothing has no effect")
  func nothing() {
    var hand = Hand()
    let events = [
      hand.mouse(.press, 5, 4, over: nil), hand.mouse(.drag, 9, 4), hand.mouse(.release, 9, 4),
    ]
    #expect(events == [nil, nil, nil] && !hand.recognizer.isActive)
  }

  // MARK: The axis

  @Test(
    "SN-19, S15-pan-angle: 55 degrees divide the axes, with cells twice as high as wide; exactly vertical is vertical",
    arguments: [
      (1, 0, .horizontal), (0, 1, .vertical), (1, 1, .vertical), (2, 1, .horizontal),
      // tan 55 degrees is 1.428: 10/7 is just above it, 4/3 is below it.
      (7, 5, .vertical), (3, 2, .horizontal), (4, 3, .vertical), (3, 3, .vertical),
      (40, 28, .horizontal), (40, 29, .vertical), (1000, 714, .horizontal),
      (10_000, 7_140, .horizontal), (10_000, 7_141, .vertical), (0, 100, .vertical),
      (100, 0, .horizontal),
    ] as [(Int, Int, PanAxis)]
  )
  func axis(columns: Int, rows: Int, axis: PanAxis) {
    for (dx, dy) in [(columns, rows), (-columns, rows), (columns, -rows), (-columns, -rows)] {
      #expect(PanAxis(columns: dx, rows: dy) == axis)
      var hand = Hand()
      hand.press(20_000, 20_000)
      let event = hand.mouse(.drag, 20_000 + dx, 20_000 + dy, at: 10)
      #expect(event == .began(Self.pan(axis, axis == .horizontal ? dx : dy)))
    }
  }

  @Test(
    "SN-19: the axis is decided once; the translation counts from the press in both directions"
  )
  func translation() {
    var hand = Hand()
    hand.press(20, 10)
    var events: [DragRecognizer.Event?] = []
    for (column, row) in [(22, 10), (22, 18), (24, 4), (20, 10), (3, 10), (3, 10), (-1, 0)] {
      events.append(hand.mouse(.drag, column, row, at: events.count * 10))
    }
    #expect(
      events == [
        .began(Self.pan(.horizontal, 2)), nil, .moved(Self.pan(.horizontal, 4)),
        .moved(Self.pan(.horizontal, 0)), .moved(Self.pan(.horizontal, -17)), nil,
        .moved(Self.pan(.horizontal, -21)),
      ]
    )
    // A pan that returns to its start does not become a tap.
    let event = hand.mouse(.release, 20, 10, at: 500)
    #expect(
      event == .released(Self.pan(.horizontal, 0), velocity: 47_727),
      "it comes back to the right"
    )
  }

  @Test("a release away from the last move counts as a move, also outside of everything")
  func releaseMoves() {
    var hand = Hand()
    hand.press(20, 10)
    _ = hand.mouse(.drag, 20, 11, at: 50)
    let event = hand.mouse(.release, 25, 15, over: nil, at: 100)
    #expect(event == .released(Self.pan(.vertical, 5), velocity: 50_000))
  }

  @Test("a translation is limited to what a request can contain")
  func longest() {
    for (column, translation) in [
      (1_048_576, 1_048_576), (1_048_577, 1_048_576), (Int(Int32.max), 1_048_576),
      (-1_048_577, -1_048_576),
    ] {
      var hand = Hand()
      hand.press(0, 0)
      let event = hand.mouse(.drag, column, 0, at: 10)
      #expect(event == .began(Self.pan(.horizontal, translation)))
      // After a microsecond or a nanosecond the velocity still fits a request.
      let release = hand.recognizer.receive(
        MouseEvent(.release, button: .left, column: 0, row: 0),
        over: nil,
        at: .milliseconds(10) + .nanoseconds(1)
      )
      guard case .released(_, let velocity) = release else {
        Issue.record("no release")
        continue
      }
      #expect(abs(velocity) <= 1 << 30)
    }
  }

  // MARK: Velocity

  @Test(
    "SV-7: a pointer that has not moved for 100 ms has stopped",
    arguments: [(0, 100_000), (1, 100_000), (99, 100_000), (100, 0), (101, 0), (5_000, 0)]
  )
  func stopped(pause: Int, velocity: Int) {
    var hand = Hand()
    hand.press(0, 0)
    for step in 1...5 { _ = hand.mouse(.drag, step, 0, at: step * 10) }
    let event = hand.mouse(.release, 5, 0, at: 50 + pause)
    #expect(event == .released(Self.pan(.horizontal, 5), velocity: velocity))
  }

  @Test(
    "SN-20: the velocity is the pointer's own, positive to the right or down",
    arguments: [
      (1, 0, PanAxis.horizontal, 50_000), (-1, 0, .horizontal, -50_000), (0, 1, .vertical, 50_000),
      (0, -1, .vertical, -50_000),
    ]
  )
  func sign(dx: Int, dy: Int, axis: PanAxis, velocity: Int) {
    var hand = Hand()
    hand.press(50, 50)
    for step in 1...4 { _ = hand.mouse(.drag, 50 + step * dx, 50 + step * dy, at: step * 20) }
    let event = hand.mouse(.release, 50 + 4 * dx, 50 + 4 * dy, at: 80)
    #expect(event == .released(Self.pan(axis, 4 * (dx + dy)), velocity: velocity))
  }

  @Test("SV-7: the velocity equals that of a reference implementation that keeps every move")
  func twin() throws {
    try forSeeds(0..<500) { generator in
      var trail = PointerTrail(at: .zero)
      // Every move: the time in milliseconds and the position.
      var all = [(time: 0, translation: 0)]
      var now = 0
      for _ in 0..<generator.int(in: 0...60) {
        now += generator.pick([0, 1, 5, 16, 40, 99, 100, 101, 300])
        let translation = generator.int(in: -50...50)
        trail.move(to: translation, at: .milliseconds(now))
        all.append((now, translation))
        try demand(trail.count <= PointerTrail.capacity)
        try demand(trail.translation == translation)
      }
      for pause in [0, 99, 100] {
        let velocity = trail.velocity(at: .milliseconds(now + pause))
        let expected = pause < 100 ? Self.velocity(of: all) : 0
        try demand(abs(velocity - expected) < 1e-6, "\(velocity), not \(expected): \(all)")
      }
    }
  }

  /// Returns the mean over the window, from all moves.
  private static func velocity(of all: [(time: Int, translation: Int)]) -> Double {
    // Of several moves at one time only the last one counts.
    let moves = all.indices.filter { $0 + 1 == all.count || all[$0 + 1].time > all[$0].time }
      .map { all[$0] }
    guard moves.count > 1, let last = moves.last else { return 0 }
    let window = moves.filter { last.time - $0.time <= 100 }
    let kept = window.count > 1 ? Array(window.suffix(PointerTrail.capacity)) : moves.suffix(2)
    // A change of direction drops earlier moves.
    guard var first = kept.first, var corner = kept.first else { return 0 }
    var direction = 0
    for move in kept {
      let step = (move.translation - corner.translation).signum()
      if step == -direction, step != 0 { first = corner }
      if step != 0 { (direction, corner) = (step, move) }
    }
    return Double(last.translation - first.translation) * 1_000_000
      / Double(last.time - first.time)
  }

  @Test("a clock that goes back does not affect positions")
  func clock() {
    var trail = PointerTrail(at: .milliseconds(100))
    trail.move(to: 3, at: .milliseconds(150))
    trail.move(to: 5, at: .milliseconds(120))
    #expect(trail.translation == 5 && trail.count == 2)
    #expect(trail.velocity(at: .milliseconds(150)) == 100_000)
    #expect(trail.velocity(at: .zero) == 100_000)
  }

  // MARK: Cancelling

  @Test(
    "another button cancels a pan and a press",
    arguments: [
      (MouseEvent.Action.press, MouseEvent.Button.right), (.press, .middle), (.release, .right),
      (.drag, .middle),
    ]
  )
  func otherButton(action: MouseEvent.Action, button: MouseEvent.Button) {
    var hand = Hand()
    hand.press(5, 4)
    let before = hand.mouse(action, 5, 4, button: button)
    let after = hand.mouse(.release, 5, 4)
    #expect(before == nil && after == nil)
    hand.press(5, 4)
    let began = hand.mouse(.drag, 8, 4)
    #expect(began == .began(Self.pan(.horizontal, 3)))
    let cancelled = hand.mouse(action, 9, 4, button: button)
    #expect(cancelled == .cancelled(Self.pan(.horizontal, 3)))
    let events = [hand.mouse(.drag, 10, 4), hand.mouse(.release, 10, 4)]
    #expect(events == [nil, nil])
  }

  @Test("a second press begins a new gesture: the release in between was lost")
  func downTwice() {
    var hand = Hand()
    hand.press(5, 4)
    _ = hand.mouse(.drag, 8, 4)
    let cancelled = hand.mouse(.press, 0, 0)
    #expect(cancelled == .cancelled(Self.pan(.horizontal, 3)))
    let began = hand.mouse(.drag, 0, 2)
    #expect(began == .began(Self.pan(.vertical, 2, gesture: 2)))
  }

  @Test("the wheel and moves without a button do not affect a drag")
  func wheel() {
    var hand = Hand()
    hand.press(5, 4)
    for action in [MouseEvent.Action.wheelUp, .wheelDown, .wheelLeft, .wheelRight, .move] {
      let event = hand.mouse(action, 30, 9, button: nil)
      #expect(event == nil)
    }
    let began = hand.mouse(.drag, 8, 4)
    #expect(began == .began(Self.pan(.horizontal, 3)))
    #expect(hand.recognizer.pan == Self.pan(.horizontal, 3))
  }

  // MARK: Laws

  @Test(
    "in any sequence: one pan at a time, each ended once, its translation the pointer's"
  )
  func laws() throws {
    try forSeeds(0..<2_000) { generator in
      var recognizer = DragRecognizer()
      var open: Pan?
      var start = CellPoint.zero
      var newest: UInt64 = 0
      var now = Duration.zero
      for _ in 0..<40 {
        now += .milliseconds(generator.int(in: 0...120))
        let mouse = generator.mouse()
        let point = CellPoint(x: mouse.column, y: mouse.row)
        let hit = generator.pick([Self.page, Self.page, Self.other, nil])
        let event =
          generator.oneIn(15)
          ? recognizer.cancel() : recognizer.receive(mouse, over: hit, at: now)
        switch event {
        case .began(let pan):
          try demand(open == nil && pan.gesture == newest + 1, "began within another")
          try demand(pan.axis == PanAxis(columns: point.x - start.x, rows: point.y - start.y))
          newest = pan.gesture
          open = pan
        case .moved(let pan):
          try demand(open?.gesture == pan.gesture && open?.axis == pan.axis, "not the open one")
          try demand(open?.container == pan.container && open != pan, "moved nothing")
          open = pan
        case .released(let pan, let velocity):
          try demand(open?.gesture == pan.gesture, "released what is not open")
          try demand(abs(velocity) <= 1 << 30)
          try demand(pan.translation == Self.way(of: pan, from: start, to: point))
          open = nil
        case .cancelled(let pan):
          try demand(open == pan, "cancelled what is not open")
          open = nil
        case .tapped(let tapped):
          try demand(open == nil && tapped == hit, "tapped in a pan")
        case nil: break
        }
        if let open, mouse.action == .drag, event != nil {
          try demand(open.translation == Self.way(of: open, from: start, to: point))
        }
        try demand(recognizer.pan == open, "another one is open")
        if mouse.action == .press, mouse.button == .left { start = point }
      }
    }
  }

  private static func way(of pan: Pan, from start: CellPoint, to end: CellPoint) -> Int {
    pan.axis == .horizontal ? end.x - start.x : end.y - start.y
  }
}

extension SplitMix64 {
  /// A report as a terminal may send it, most often of the left button in motion.
  mutating func mouse() -> MouseEvent {
    let action: MouseEvent.Action = pick([
      .press, .press, .drag, .drag, .drag, .drag, .drag, .release, .move, .wheelUp,
    ])
    let hasButton = action == .press || action == .drag || action == .release
    let button: MouseEvent.Button = oneIn(20) ? pick([.middle, .right]) : .left
    return MouseEvent(
      action,
      button: hasButton ? button : nil,
      column: int(in: 0...12),
      row: int(in: 0...6)
    )
  }
}

@Suite("The rate of a pan's moves (proto/README.md: Passing input)")
struct PanPaceTests {
  private static func pan(_ translation: Int, gesture: UInt64 = 1) -> Pan {
    Pan(
      gesture: gesture,
      container: ContainerID(rawValue: 17),
      axis: .horizontal,
      translation: translation
    )
  }

  @Test("in any sequence: at most one per interval, and the last one is always sent")
  func law() throws {
    try forSeeds(0..<500) { generator in
      var pace = PanPace()
      var now = Duration.zero
      var sent: [(pan: Pan, at: Duration)] = [(pace.begin(Self.pan(1), at: now), now)]
      var newest = 1
      for _ in 0..<50 {
        let next = now + .milliseconds(generator.int(in: 0...40))
        if let wake = pace.nextWake, wake <= next {
          try demand(wake >= now, "due before its time")
          if let pan = pace.due(at: wake) { sent.append((pan, wake)) }
        }
        now = next
        newest = generator.int(in: -3...3)
        if let pan = pace.move(to: Self.pan(newest), at: now) { sent.append((pan, now)) }
      }
      if let wake = pace.nextWake, let pan = pace.due(at: wake) { sent.append((pan, wake)) }
      try demand(sent.last?.pan.translation == newest, "the last word is missing")
      for (a, b) in zip(sent, sent.dropFirst()) {
        try demand(b.at - a.at >= PanPace.interval, "too soon")
        try demand(a.pan != b.pan, "said twice")
      }
    }
  }
}
