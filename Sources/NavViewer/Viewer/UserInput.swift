import NavBase
import NavScene

/// The keys and the drag that the user is in the middle of, and the mouse's mode.
struct UserInput: Sendable {
  var keys = KeyInterpreter()
  var drags = DragRecognizer()
  var pans = PanPace()
  var pointing = PointerHand()
  /// The key that is being handled; nil for other input.
  var key: Key?
  /// The key whose input was the last that was sent to the session, besides blanking it; nil for other input.
  var mover: Key?
  /// Whether the viewer receives mouse reports; otherwise the terminal handles the mouse.
  private(set) var isMouseOn = true
  /// Whether the user requested a complete redraw; reset by the painter.
  var isRedrawWanted = false
  /// The number of the open pan's first request; nil if none is open.
  private var firstPanRequest: UInt64?
  /// Keys that wait for a connection, or until the view is shown for which they were typed.
  private var heldKeys: [HeldInput] = []

  enum HeldInput: Hashable, Sendable {
    case key(Key)
    case paste(String)
    /// A command for the view of its own that a viewer is about to get.
    case past(SessionCommand)
  }

  /// Cancels the open drag; returns its pan, which is to be released in the session.
  mutating func cancelDrag() -> Pan? {
    pointing.forgetPress()
    return if case .cancelled(let pan)? = drags.cancel() { pan } else { nil }
  }

  /// Records that a pan was opened by a request.
  mutating func beganPan(as request: UInt64) {
    firstPanRequest = request
  }

  /// Whether a request that is no operation and no question is a move of the open pan.
  func isMoveOfOpenPan(_ request: UInt64) -> Bool {
    firstPanRequest.map { request >= $0 } ?? false
  }

  /// Ends the pan of a drag that has ended.
  mutating func endPan() {
    pans.end()
    firstPanRequest = nil
  }

  /// Forgets the open drag and its pan, because the session has no such pan any more.
  mutating func forgetDrag() {
    pointing.forgetPress()
    pointing.forgetPlace()
    _ = drags.cancel()
    endPan()
  }

  /// The number of keys and pasted texts that wait.
  var heldKeyCount: Int { heldKeys.count }

  /// Lets a key or a pasted text wait.
  mutating func hold(_ input: HeldInput) {
    heldKeys.append(input)
  }

  /// Returns the keys that have waited, in order, and forgets them.
  mutating func takeHeldKeys() -> [HeldInput] {
    defer { heldKeys = [] }
    return heldKeys
  }

  mutating func toggleMouse() {
    isMouseOn.toggle()
  }
}

/// Limits the rate of a pan's moves: the newest is sent at most once every sixtieth of a second, and
/// unchanged ones are not sent.
package struct PanPace: Hashable, Sendable {
  private var sent: Pan?
  private var sentAt = Duration.zero
  private var waiting: Pan?

  static let interval = FrameTime.start(of: 1)

  /// Starts a pan; its first move is sent at once.
  mutating func begin(_ pan: Pan, at now: Duration) -> Pan {
    sent = pan
    sentAt = now
    waiting = nil
    return pan
  }

  /// Handles a further move.
  ///
  /// - Returns: the move to send now; nil for none.
  mutating func move(to pan: Pan, at now: Duration) -> Pan? {
    waiting = pan == sent ? nil : pan
    return due(at: now)
  }

  /// Returns the waiting move if it is due; nil for none.
  mutating func due(at now: Duration) -> Pan? {
    guard let pan = waiting, let wake = nextWake, now >= wake else { return nil }
    return begin(pan, at: now)
  }

  /// The time at which the next move is due; nil if none waits.
  package var nextWake: Duration? { waiting.map { _ in sentAt + Self.interval } }

  /// Ends the pan; a waiting move is dropped.
  mutating func end() {
    self = PanPace()
  }
}

/// Distinguishes taps from pans in the reports of the left mouse button.
///
/// Laws: at most one pan is open; every pan that began is either released or cancelled, exactly once; its translation
/// is always the whole distance from its start along its axis, and the axis is decided at the start and never changes.
struct DragRecognizer: Hashable, Sendable {
  enum Event: Hashable, Sendable {
    /// The button was pressed and released on the same target.
    case tapped(SceneHit)
    case began(Pan)
    case moved(Pan)
    /// With the pointer's velocity in thousandths of a cell per second, positive to the right or down.
    case released(Pan, velocity: Int)
    case cancelled(Pan)
  }

  private enum State: Hashable {
    case idle
    case pressed(Press)
    case panning(Drag)
  }

  private struct Press: Hashable {
    let hit: SceneHit
    let point: CellPoint
    let time: Duration
  }

  private var state = State.idle
  private var lastGesture: UInt64 = 0

  /// Whether the left button is down on a target.
  var isActive: Bool { state != .idle }

  /// The open pan; nil if there is none.
  var pan: Pan? {
    if case .panning(let drag) = state { drag.pan } else { nil }
  }

  /// Handles a mouse report.
  ///
  /// - Parameters:
  ///   - mouse: the report; moves without a button and the wheel are ignored.
  ///   - hit: the target under the pointer, nil for none; used for presses and releases only.
  ///   - now: the time of the report.
  /// - Returns: the resulting event; nil for none.
  mutating func receive(_ mouse: MouseEvent, over hit: SceneHit?, at now: Duration) -> Event? {
    let point = CellPoint(x: mouse.column, y: mouse.row)
    switch (mouse.action, mouse.button) {
    case (.press, .left): return press(on: hit, at: point, now)
    case (.drag, .left): return drag(to: point, at: now)
    case (.release, .left): return release(on: hit, at: point, now)
    // Another button cancels what the left one began.
    case (.press, _), (.drag, _), (.release, _): return cancel()
    case (.move, _), (.wheelUp, _), (.wheelDown, _), (.wheelLeft, _), (.wheelRight, _): return nil
    }
  }

  /// Cancels the press, or the open pan.
  mutating func cancel() -> Event? {
    // Switching over `state` in place and then assigning it crashes the optimiser of Swift 6.3.1.
    let ended = exchange(&state, with: .idle)
    return if case .panning(let drag) = ended { .cancelled(drag.pan) } else { nil }
  }

  private mutating func press(on hit: SceneHit?, at point: CellPoint, _ now: Duration) -> Event? {
    // A second press without a release: the release was lost.
    let cancelled = cancel()
    if let hit { state = .pressed(Press(hit: hit, point: point, time: now)) }
    return cancelled
  }

  private mutating func drag(to point: CellPoint, at now: Duration) -> Event? {
    switch state {
    case .idle: return nil
    case .pressed(let press):
      guard point != press.point else { return nil }
      lastGesture += 1
      let drag = Drag(press, to: point, gesture: lastGesture, at: now)
      state = .panning(drag)
      return .began(drag.pan)
    case .panning(var drag):
      let old = drag.pan
      drag.move(to: point, at: now)
      state = .panning(drag)
      return drag.pan == old ? nil : .moved(drag.pan)
    }
  }

  private mutating func release(on hit: SceneHit?, at point: CellPoint, _ now: Duration) -> Event? {
    defer { state = .idle }
    switch state {
    case .idle: return nil
    case .pressed(let press): return hit == press.hit ? .tapped(press.hit) : nil
    case .panning(var drag):
      drag.move(to: point, at: now)
      return .released(drag.pan, velocity: drag.velocity(at: now))
    }
  }

  /// A pan with its pointer's history.
  private struct Drag: Hashable {
    var pan: Pan
    let start: CellPoint
    private var point: CellPoint
    private var trail: PointerTrail

    init(_ press: Press, to point: CellPoint, gesture: UInt64, at now: Duration) {
      let axis =
        press.hit.axis
        ?? PanAxis(columns: point.x - press.point.x, rows: point.y - press.point.y)
      pan = Pan(gesture: gesture, container: press.hit.container, axis: axis, translation: 0)
      start = press.point
      self.point = start
      trail = PointerTrail(at: press.time)
      move(to: point, at: now)
    }

    /// Moves the pointer; a report for the same cell changes nothing.
    mutating func move(to point: CellPoint, at now: Duration) {
      guard point != self.point else { return }
      self.point = point
      pan.translation = pan.axis.translation(from: start, to: point)
      trail.move(to: pan.translation, at: now)
    }

    func velocity(at now: Duration) -> Int {
      let most = Double(PanEnd.maximumVelocity)
      return Int(min(max(-most, trail.velocity(at: now).rounded()), most))
    }
  }
}

extension SceneHit {
  /// The only axis along which a drag moves the part that was hit; nil if it may be either one.
  fileprivate var axis: PanAxis? {
    guard case .border(let movesSideways) = part else { return nil }
    return movesSideways ? .horizontal : .vertical
  }
}

extension PanAxis {
  /// The steepest angle between the pointer's direction and the horizontal that pans horizontally (SN-19): the tangent
  /// of 55 degrees.
  private static let steepestTangent = 1.428_148_006_742_114_6
  /// The assumed ratio of a cell's height to its width.
  private static let cellHeight = 2.0

  /// Decides the axis of a movement, which must not be zero.
  init(columns: Int, rows: Int) {
    precondition(columns != 0 || rows != 0, "cannot tell the axis of no way")
    let across = Double(columns.magnitude)
    let down = Double(rows.magnitude) * Self.cellHeight
    self = down <= across * Self.steepestTangent ? .horizontal : .vertical
  }

  /// Returns the movement's component along the axis, limited to a request's range.
  func translation(from start: CellPoint, to end: CellPoint) -> Int {
    let cells =
      switch self {
      case .horizontal: end.x - start.x
      case .vertical: end.y - start.y
      }
    let most = Pan.maximumTranslation
    return min(max(-most, cells), most)
  }
}

/// A pointer's recent positions on one axis, and its velocity at release (SV-7).
struct PointerTrail: Hashable, Sendable {
  private struct Move: Hashable {
    var time: Duration
    /// In cells from the press.
    var translation: Int
  }

  /// Ascending in time; never empty.
  private var moves: [Move]

  /// The time after which a pointer counts as stopped; older moves do not count for the velocity.
  static let pause = Duration.milliseconds(100)
  /// The most moves that are kept.
  static let capacity = 32

  /// - Parameter now: the time of the press.
  init(at now: Duration) {
    moves = [Move(time: now, translation: 0)]
  }

  var translation: Int { last.translation }

  /// The number of moves that are kept.
  var count: Int { moves.count }

  private var last: Move { moves[moves.count - 1] }

  /// Records a move; one with an earlier time than the last gets the last one's time.
  mutating func move(to translation: Int, at now: Duration) {
    let move = Move(time: max(now, last.time), translation: translation)
    if move.time == last.time { moves.removeLast() }
    moves.append(move)
    // At least two are kept, however old the first: a slow pointer enters a new cell only now and then.
    while moves.count > 2, moves.count > Self.capacity || last.time - moves[0].time > Self.pause {
      moves.removeFirst()
    }
  }

  /// Returns the mean velocity over the last moves in one direction, in thousandths of a cell per second; 0 if the
  /// pointer had stopped.
  ///
  /// After a turn, only the moves in the new direction count.
  func velocity(at now: Duration) -> Double {
    let first = moves[turn]
    guard now - last.time < Self.pause, last.time > first.time else { return 0 }
    let seconds = (last.time - first.time) / .seconds(1)
    return Double(last.translation - first.translation) * 1000 / seconds
  }

  /// The index of the last turn of the pointer; 0 if it never turned.
  private var turn: Int {
    var direction = 0
    var index = moves.count - 1
    while index > 0 {
      let step = (moves[index].translation - moves[index - 1].translation).signum()
      if step * direction < 0 { return index }
      if step != 0 { direction = step }
      index -= 1
    }
    return 0
  }
}
