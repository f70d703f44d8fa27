package import NavBase
package import NavContent
import NavEngine
import NavScene
import NavViewer

/// A session that is run by one viewer of one size, without a daemon, in a time of its own.
///
/// It shows what a viewer would see: scenes are laid out and played as the daemon and its clients do. It depends on
/// nothing but the content, the size and the steps, so every run is the same.
package struct Preview: Sendable {
  private var session: Session
  private var view: SessionView
  private var playback: Playback
  /// The current time.
  private var now = Duration.zero
  /// The time from a step to the next one; nil for until all motions have ended.
  private let overlap: Duration?
  private let reader: ContentReader
  private let readAgain: @Sendable () throws(PreviewError) -> SessionContent
  private var gestures: UInt64 = 0
  /// Events of bars that no outcome contains yet.
  private var barEvents: [BarEvent] = []
  /// The containers whose content was read again, which no outcome contains yet.
  private var reloaded: [ContainerID] = []
  private let openingBarEvents: [BarEvent]

  private static let facts = SessionFacts(name: "layout", viewers: 1)

  /// - Parameters:
  ///   - content: the content.
  ///   - size: the size of the viewer's terminal.
  ///   - overlap: how long after a step the next one begins; nil for when all motions have ended.
  ///   - reader: the reader of the content, which also reads the pages behind entries.
  ///   - readAgain: reads the content again for `reload`; nil for content that stays the same.
  /// - Throws: `noInput` for content that can't be shown.
  package init(
    _ content: SessionContent,
    size: CellSize,
    overlap: Duration? = nil,
    readBy reader: ContentReader = ContentReader(),
    readAgain: (@Sendable () throws(PreviewError) -> SessionContent)? = nil
  ) throws(PreviewError) {
    self.reader = reader
    self.readAgain = readAgain ?? { content }
    do {
      try content.check()
    } catch {
      throw PreviewError(.noInput, "\(error)")
    }
    session = Session(content)
    view = session.view(in: size, at: .zero)
    view.reportsBarEvents = true
    self.overlap = overlap
    let first = session.layout(&view, facts: Self.facts, at: .zero).trajectory.end
    playback = Playback(resting: HashedScene(first))
    openingBarEvents = view.takeBarEvents()
  }

  /// The outcome of opening the content, before the first step.
  package var opening: PreviewOutcome {
    PreviewOutcome(
      command: "open",
      frames: [
        frame(of: "open")
      ],
      barEvents: openingBarEvents
    )
  }

  private mutating func takeBarEvents() -> [BarEvent] {
    defer { barEvents = [] }
    return barEvents
  }

  private var scene: Scene { playback.current.scene }

  /// Performs steps, one after the other.
  ///
  /// - Parameters:
  ///   - steps: the steps.
  ///   - report: called with the outcome of each step, as soon as it is known.
  package mutating func perform(
    _ steps: [PreviewStep],
    _ report: (PreviewOutcome) throws -> Void
  ) rethrows {
    var rest = steps[...]
    while let step = rest.popFirst() {
      var pause = overlap
      // A wait right after a step determines how long that step has.
      if !step.isWait, case .wait(let time?)? = rest.first?.action {
        rest.removeFirst()
        pause = time
      }
      let start = now
      var outcome = perform(step, for: pause)
      outcome.events += session.passingEvents(after: start, through: now)
      outcome.barEvents = takeBarEvents()
      (outcome.reloaded, reloaded) = (reloaded, [])
      try report(outcome)
    }
  }

  /// Performs one step and lets a time pass; for nil, until all motions have ended.
  private mutating func perform(_ step: PreviewStep, for pause: Duration?) -> PreviewOutcome {
    var outcome = PreviewOutcome(command: step.text)
    let before = session
    do {
      switch step.action {
      case .command(let command): try carryOut(.command(command))
      case .keys(let keys): try carryOut(.keys(keys))
      case .tap(let point): try tap(point)
      case .drag(let point, let axis, let cells, let velocity):
        let move = try move(from: point, axis, cells: cells)
        outcome.frames += show(step.text, until: now + FrameTime.start(of: 1), isHeld: true)
        try carryOut(.release(PanEnd(move, velocity: velocity)))
      case .wait(let time):
        outcome.frames += play(step.text, until: time.map { now + $0 })
        return outcome
      }
      let isDrag = if case .drag = step.action { true } else { false }
      outcome.events = session.pageEvents(since: before, by: isDrag ? .gesture : .command)
      outcome.frames += show(step.text, until: pause.map { now + $0 })
    } catch {
      outcome.rejection = error.description
      outcome.frames += play(step.text, until: pause.map { now + $0 })
    }
    return outcome
  }

  // MARK: Actions

  private mutating func carryOut(_ action: SessionAction) throws(Rejection) {
    var operation = SessionOperation(action, on: session, seenBy: view)
    while true {
      switch try operation.run(at: now) {
      case .done(let session):
        self.session = session
        if operation.requestsReload { try reload() }
        return
      case .needs(var request):
        request.availableSizes = operation.availableSizes(for: request, in: [view.viewport])
        let page = reader.page(request.reference, of: 0)
        try operation.supply(PreparedPage(page, for: request), at: now)
      }
    }
  }

  /// Continues with the content that is read again, at the same place, as a daemon does.
  private mutating func reload() throws(Rejection) {
    let content: SessionContent
    do throws(PreviewError) {
      content = try readAgain()
    } catch {
      throw Rejection(error.description)
    }
    try content.check()
    let prepared = PreparedContent(content, viewports: [view.viewport])
    let heir = Session(prepared, following: session) {
      PreparedPage(reader.page($0.reference, of: 0, isReload: true), for: $0)
    }
    guard let heir else {
      throw Rejection("what is open is not in the content any more: go back, then reload")
    }
    session = heir
    var next = session.view(in: view.viewport, at: now)
    next.reloadBars(of: view)
    view = next
    reloaded = session.containers
  }

  private mutating func tap(_ point: CellPoint) throws(Rejection) {
    let link = ScenePicture.link(in: scene, at: point)
    guard let hit = scene.hit(point), let tap = scene.tap(hit, link: link) else {
      throw Rejection("nothing answers a tap there: tap on a tab, an entry, a dot or another page")
    }
    guard let action = SessionAction(tap) else {
      throw Rejection("that link leads out of the session, where a viewer copies it: tap elsewhere")
    }
    try carryOut(action)
  }

  private mutating func move(
    from point: CellPoint,
    _ axis: PanAxis,
    cells: Int
  ) throws(Rejection) -> Pan {
    guard let hit = scene.hit(point) else { throw Rejection("nothing is there to be dragged") }
    gestures += 1
    let move = Pan(gesture: gestures, container: hit.container, axis: axis, translation: cells)
    guard session.move(move, seenBy: view, at: now) else {
      throw Rejection("nothing there moves along that axis")
    }
    return move
  }

  // MARK: Time

  /// Lays out the session as it is now, and lets time pass.
  private mutating func show(
    _ command: String,
    until end: Duration?,
    isHeld: Bool = false
  ) -> [PreviewFrame] {
    let (trajectory, startedAt) = session.layout(&view, facts: Self.facts, at: now)
    barEvents += view.takeBarEvents()
    do {
      let departure = try playback.scene(atFrame: playback.frame(at: now))
      let timeline = Timeline(from: departure.scene, along: trajectory)
      playback = try Playback(timeline, from: departure, startedAt: startedAt)
    } catch {
      preconditionFailure("cannot play what was just laid out: \(error)")
    }
    return [frame(of: command, isHeld: isHeld)] + play(command, until: end)
  }

  /// Lets time pass; for nil, until all motions have ended.
  private mutating func play(_ command: String, until end: Duration?) -> [PreviewFrame] {
    var frames: [PreviewFrame] = []
    while let next = playback.nextFrameTime, end.map({ next < $0 }) ?? true {
      do {
        try playback.advance(to: next)
      } catch {
        preconditionFailure("cannot play what was just laid out: \(error)")
      }
      now = max(now, next)
      frames.append(frame(of: command))
    }
    if let end { now = max(now, end) }
    return frames
  }

  private func frame(of command: String, isHeld: Bool = false) -> PreviewFrame {
    let stage: PreviewFrame.Stage =
      if isHeld { .held } else if playback.isOver { .rest } else {
        playback.frame == playback.timeline.first ? .start : .moving
      }
    return PreviewFrame(
      command: command,
      frame: playback.frame,
      time: now,
      scene: scene,
      stage: stage,
      stacks: session.stackReports(in: view, at: now).filter { scene[$0.stack] != nil }
    )
  }
}
