package import NavBase
package import NavContent
import NavEngine
import NavScene
import NavViewer

/// A session that is run by one viewer of one size, without a daemon, in a time of its own.
///
/// It shows what a viewer would see: scenes are laid out and played as the daemon and its clients do. It depends on
/// nothing but the content, the size and the commands, so every run is the same.
package struct Preview: Sendable {
  private var session: Session
  private var view: SessionView
  private var playback: Playback
  /// The current time.
  private var now = Duration.zero
  /// The time from a command to the next one; nil for until all motions have ended.
  private var overlap: Duration?
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
  ///   - overlap: how long after a command the next one begins; nil for when all motions have ended.
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

  /// The outcome of opening the content, before the first command.
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

  /// Checks that commands need neither a daemon nor other viewers.
  ///
  /// - Throws: `usage` for the first one that does.
  package static func check(_ commands: [ScriptCommand]) throws(PreviewError) {
    for command in commands {
      switch command.action {
      case .snapshot, .wait(.viewers, _), .wait(.version, _), .expect(.viewers):
        let place = command.place.map { "\($0): " } ?? ""
        let text = "\(place)'\(command.text)' needs a session of navd: `navclient run` has one"
        throw PreviewError(.usage, text)
      case .input, .open, .wait, .pause, .expect, .pace, .mark, .say: break
      }
    }
  }

  /// Performs commands, one after the other, until what one of them expects is not the case.
  ///
  /// - Parameters:
  ///   - commands: the commands, checked. The content that they open is the preview's, whatever its name; what they say is
  ///     for the terminal of a run.
  ///   - report: called with the outcome of each command, as soon as it is known.
  package mutating func perform(
    _ commands: [ScriptCommand],
    _ report: (PreviewOutcome) throws -> Void
  ) rethrows {
    var rest = commands[...]
    while let command = rest.popFirst() {
      var pause = overlap
      // A pause right after a command determines how long that has.
      if command.isInput, case .pause(let time)? = rest.first?.action {
        rest.removeFirst()
        pause = time
      }
      let start = now
      guard var outcome = perform(command, for: pause) else { continue }
      outcome.events += session.passingEvents(after: start, through: now)
      outcome.barEvents = takeBarEvents()
      (outcome.reloaded, reloaded) = (reloaded, [])
      try report(outcome)
      if outcome.failure != nil { return }
    }
  }

  /// Performs one command; nil if it has no outcome.
  private mutating func perform(
    _ command: ScriptCommand,
    for pause: Duration?
  ) -> PreviewOutcome? {
    var outcome = PreviewOutcome(command: command.text)
    switch command.action {
    case .input(let input): return perform(input, command.text, for: pause)
    case .pause(let time): outcome.frames += play(command.text, until: now + time)
    case .wait(let condition, _):
      outcome.frames += play(command.text, until: nil)
      outcome.failure = contradiction(of: condition, at: command)
    case .expect(let condition): outcome.failure = contradiction(of: condition, at: command)
    case .pace(let time):
      overlap = time == .zero ? nil : time
      return nil
    case .open, .snapshot, .mark, .say: return nil
    }
    return outcome
  }

  /// Performs an input and lets a time pass; for nil, until all motions have ended.
  private mutating func perform(
    _ input: ScriptInput,
    _ text: String,
    for pause: Duration?
  ) -> PreviewOutcome {
    var outcome = PreviewOutcome(command: text)
    let before = session
    var cause = PagerCause.command
    do throws(Rejection) {
      switch input {
      case .command(let command): try carryOut(.command(command))
      case .keys(let keys): try carryOut(.keys(keys))
      case .tap(let target): try carryOut(try scene.action(tapping: target))
      case .drag(let target, let columns, let rows, let velocity):
        gestures += 1
        let pan = try scene.pan(from: target, columns: columns, rows: rows, gesture: gestures)
        guard session.move(pan, seenBy: view, at: now) else {
          throw Rejection("nothing there moves along that axis")
        }
        outcome.frames += show(text, until: now + FrameTime.start(of: 1), isHeld: true)
        try carryOut(.release(PanEnd(pan, velocity: Double(velocity))))
        cause = .gesture
      }
      outcome.events = session.pageEvents(since: before, by: cause)
      outcome.frames += show(text, until: pause.map { now + $0 })
    } catch {
      outcome.rejection = error.description
      outcome.frames += play(text, until: pause.map { now + $0 })
    }
    return outcome
  }

  /// Returns why a condition does not hold at rest, and what is the case instead; nil if it holds.
  private func contradiction(of condition: ScriptCondition, at command: ScriptCommand) -> String? {
    var (model, view) = (session, view)
    let rest = model.layout(&view, facts: Self.facts, at: now).trajectory.end
    let found = session.position
    let isMet =
      switch condition {
      case .settled, .viewers, .version: true
      case .page(let title): found.title == title
      case .text(let text): rest.isShowing(text)
      case .place(let page, let count): found.page == page && count ?? found.pages == found.pages
      }
    guard !isMet else { return nil }
    let place = command.place.map { "\($0): " } ?? ""
    return "\(place)\(command.text): the page is \"\(found.title)\" (\(found.page)/\(found.pages))"
  }

  // MARK: Actions

  private mutating func carryOut(_ action: SessionAction) throws(Rejection) {
    var operation = SessionOperation(action, on: session, seenBy: view)
    session = try operation.carryOut(for: view.viewport, readBy: reader, at: now)
    if operation.requestsReload { try reload() }
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
    guard let heir = Session(content, following: session, in: view.viewport, readBy: reader) else {
      throw Rejection("what is open is not in the content any more: go back, then reload")
    }
    session = heir
    var next = session.view(in: view.viewport, at: now)
    next.reloadBars(of: view)
    view = next
    reloaded = session.containers
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

extension ScriptCommand {
  fileprivate var isInput: Bool {
    if case .input = action { true } else { false }
  }
}

extension SessionOperation {
  /// Carries the operation out, and reads the pages that it opens.
  ///
  /// - Parameters:
  ///   - viewport: the size in which the session is shown.
  ///   - reader: the reader of the content.
  ///   - now: the time.
  /// - Returns: the session after the operation.
  /// - Throws: if it is not possible.
  mutating func carryOut(
    for viewport: CellSize,
    readBy reader: ContentReader,
    at now: Duration
  ) throws(Rejection) -> Session {
    while true {
      switch try run(at: now) {
      case .done(let session): return session
      case .needs(var request):
        request.availableSizes = availableSizes(for: request, in: [viewport])
        try supply(PreparedPage(reader.page(request.reference, of: 0), for: request), at: now)
      }
    }
  }
}

extension Session {
  /// Creates a session with other content, at the place of an earlier session; nil if that is not there any more.
  ///
  /// - Parameters:
  ///   - content: the content, which must be valid (`check()`).
  ///   - old: the earlier session.
  ///   - viewport: the size in which it is shown.
  ///   - reader: the reader of the content.
  init?(
    _ content: SessionContent,
    following old: Session,
    in viewport: CellSize,
    readBy reader: ContentReader
  ) {
    self.init(PreparedContent(content, viewports: [viewport]), following: old) {
      PreparedPage(reader.page($0.reference, of: 0, isReload: true), for: $0)
    }
  }
}
