import NavBase
import NavEngine
import NavScene
import NavTestKit

/// A session of random nested containers, and viewers of several sizes with their own layouts.
struct CompositionWorld {
  private(set) var session: Session
  private(set) var viewers: [SessionWindow]
  private(set) var now = Duration.seconds(100)
  private var generator: SplitMix64
  private var gesture: UInt64 = 0
  private var pan: (owner: Int, move: Pan)?

  static let sizes = [
    CellSize.standardTerminal, CellSize(columns: 200, rows: 60), CellSize(columns: 40, rows: 12),
    CellSize(columns: 50, rows: 9), CellSize(columns: 10, rows: 3), CellSize(columns: 1, rows: 1),
    CellSize(columns: 120, rows: 1),
  ]

  init(_ generator: inout SplitMix64) throws {
    let content = generator.sessionContent()
    try content.check()
    session = Session(content)
    viewers = []
    self.generator = SplitMix64(seed: generator.next())
    for size in Self.sizes {
      viewers.append(SessionWindow(of: &session, in: size, at: now))
    }
  }

  mutating func pass(_ time: Duration) { now += time }

  /// Performs a random action of one viewer, and lays out all viewers.
  mutating func step() throws {
    now += .milliseconds(generator.pick([0, 5, 40, 200, 1_500]))
    let who = generator.int(in: 0...viewers.count - 1)
    let isHeld = session.panOwner != nil
    switch generator.int(in: 0...10) {
    case 0...4: try perform(.command(command()), by: who)
    case 5: try perform(tap(by: who), by: who)
    case 6...8: try drag(by: who)
    case 9: try join(in: viewers[who].view.viewport)
    default: break
    }
    let before = viewers
    try show()
    if isHeld || session.panOwner != nil { return }
    for (old, new) in zip(before, viewers) {
      try new.trajectory.checkContinues(old.trajectory, from: old.frame(at: now))
    }
  }

  /// Checks a viewer that joins during a motion: it ends where the others rest.
  private mutating func join(in size: CellSize) throws {
    now += .milliseconds(1)
    let late = SessionWindow(of: &session, in: size, at: now)
    try checkScene(late.trajectory.start)
    try checkTracks(late.trajectory)
    try checkAgain(late)
    guard session.panOwner == nil else { return }
    let rest = session.rest(in: size, facts: SessionWindow.facts)
    try demand(
      late.trajectory.end.withOrderedCells == rest.withOrderedCells,
      "somebody who comes to \(size) is led elsewhere"
    )
  }

  /// Brings every viewer to rest, long after the last step.
  mutating func rest() throws {
    if session.panOwner != nil { session.letGo(seenBy: viewers[0].view, at: now) }
    try show()
    now += .seconds(20)
    try show()
  }

  private mutating func show() throws {
    for index in viewers.indices {
      viewers[index].show(&session, at: now)
      let viewer = viewers[index]
      try checkScene(viewer.trajectory.start)
      try checkScene(viewer.trajectory.end)
      try checkTracks(viewer.trajectory)
      try viewer.trajectory.checkPagers(isHeld: session.panOwner != nil)
      try checkAgain(viewer)
    }
  }

  /// Checks that a layout at a later time continues the same trajectory.
  private mutating func checkAgain(_ viewer: SessionWindow) throws {
    guard viewer.trajectory.length > 1 else { return }
    let frame = generator.int(in: 1...viewer.trajectory.length - 1)
    let time = viewer.startedAt + FrameTime.start(of: frame)
    guard time > now else { return }
    var model = session
    var view = viewer.view
    let trajectory = model.layout(&view, facts: SessionWindow.facts, at: time).trajectory
    try trajectory.checkAgrees(with: viewer.trajectory, from: frame)
  }

  private mutating func perform(_ action: SessionAction, by who: Int) throws {
    var operation = SessionOperation(
      action,
      on: session,
      seenBy: viewers[who].view,
      by: UInt64(who)
    )
    while true {
      do {
        switch try operation.run(at: now) {
        case .done(let session):
          self.session = session
          return
        case .needs(let request):
          let rooms = operation.availableSizes(for: request, in: Set(viewers.map(\.view.viewport)))
          try operation.supply(PreparedPage(generator.inner(2), availableSizes: rooms), at: now)
        }
      } catch {
        // The operation was refused: nothing has changed.
        return
      }
    }
  }

  private mutating func command() -> SessionCommand {
    generator.pick([
      .forward, .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last,
      .goTo(2), .goTo(500_000), .nextTab, .previousTab, .tab(1), .tab(2), .toggleAttachment,
      .nextPart, .nextPart,
      .search("e"), .search(""), .nextMatch, .previousMatch, .filter("entry 1"), .filter(""),
    ])
  }

  private mutating func container(by who: Int) -> ContainerID {
    let seen = viewers[who].scene(at: now).containers
    return generator.oneIn(10) || seen.isEmpty
      ? ContainerID(rawValue: UInt32(generator.int(in: 1...200))) : generator.pick(seen).id
  }

  private mutating func tap(by who: Int) -> SessionAction {
    let id = container(by: who)
    let column = viewers[who].scene(at: now)[id].flatMap {
      $0.kind == .optionCell ? $0.selection : nil
    }
    let row = generator.oneIn(2) ? generator.int(in: 0...3) : nil
    return .tap(id, row: column ?? row)
  }

  /// Continues a pan, or begins one.
  private mutating func drag(by who: Int) throws {
    if var pan {
      pan.move.translation += generator.int(in: -30...30)
      self.pan = pan
      let owner = pan.owner
      if generator.oneIn(2) {
        _ = session.move(pan.move, by: UInt64(owner), seenBy: viewers[owner].view, at: now)
        return
      }
      self.pan = nil
      let velocity = Double(generator.pick([0, 0, -3, 3, 40, -40, 900, -900]))
      let end = PanEnd(pan.move, velocity: velocity, isCancelled: generator.oneIn(5))
      try perform(.release(end), by: owner)
    } else {
      gesture += 1
      let move = Pan(
        gesture: gesture,
        container: container(by: who),
        axis: generator.pick([.horizontal, .vertical]),
        translation: generator.int(in: -20...20)
      )
      pan = (who, move)
      _ = session.move(move, by: UInt64(who), seenBy: viewers[who].view, at: now)
    }
  }

  // MARK: Laws

  private func checkScene(_ scene: Scene) throws {
    let ids = Set(scene.containers.map(\.id))
    for container in scene.containers {
      guard let parent = container.parent else { continue }
      try demand(ids.contains(parent), "\(container.id) has no parent \(parent)")
      try demand(parent < container.id, "\(container.id) is older than its parent \(parent)")
    }
    // A drag may move the active page out of sight.
    if let focus = scene.focus, session.panOwner == nil {
      try demand(ids.contains(focus), "nobody sees the focus \(focus) in \(scene.viewport)")
    }
    for field in ContainerField.allCases {
      for var container in scene.containers {
        let value = container[field]
        try demand(container.set(field, to: value), "\(field) of \(container.id) is \(value)")
      }
    }
  }

  private func checkTracks(_ trajectory: Trajectory) throws {
    var seen: Set<TrackKey> = []
    for track in trajectory.tracks {
      let key = TrackKey(container: track.container, field: track.field)
      try demand(seen.insert(key).inserted, "two tracks move \(key)")
      try demand(trajectory.start[track.container] != nil, "nothing moves along \(key)")
    }
  }

  private struct TrackKey: Hashable {
    var container: ContainerID
    var field: ContainerField
  }
}
