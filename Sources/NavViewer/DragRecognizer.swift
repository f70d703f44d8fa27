import NavCommands
import NavGeometry
import NavInput
import NavScene
import NavWire

/// Tells taps from pans in what the left button of a mouse does.
///
/// Laws: at most one pan is open; every one that began is either released or cancelled, once; its translation is
/// always the whole way of the pointer along its axis, which is decided when it begins and stays.
struct DragRecognizer: Hashable, Sendable {
  enum Event: Hashable, Sendable {
    /// The button went down and up on the same thing.
    case tapped(SceneHit)
    case began(Pan)
    case moved(Pan)
    /// With the pointer's velocity in thousandths of a cell a second, positive to the right or down.
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

  /// Whether the button is down on something.
  var isActive: Bool { state != .idle }

  /// The pan that is open.
  var pan: Pan? {
    if case .panning(let drag) = state { drag.pan } else { nil }
  }

  /// Takes a report of the mouse.
  ///
  /// - Parameters:
  ///   - mouse: the report; moves without a button and the wheel change nothing.
  ///   - hit: what it is over, nil for nothing; looked at for presses and releases.
  ///   - now: when it came.
  /// - Returns: what came of it.
  mutating func receive(_ mouse: MouseEvent, over hit: SceneHit?, at now: Duration) -> Event? {
    let point = CellPoint(x: mouse.column, y: mouse.row)
    switch (mouse.action, mouse.button) {
    case (.press, .left): return press(on: hit, at: point, now)
    case (.drag, .left): return drag(to: point, at: now)
    case (.release, .left): return release(on: hit, at: point, now)
    // Another button takes back what the left one began.
    case (.press, _), (.drag, _), (.release, _): return cancel()
    case (.move, _), (.wheelUp, _), (.wheelDown, _), (.wheelLeft, _), (.wheelRight, _): return nil
    }
  }

  /// Forgets the press, and takes back the pan that came of it.
  mutating func cancel() -> Event? {
    // Looked at in its place and then written, it brings the optimiser of Swift 6.3.1 down.
    let ended = exchange(&state, with: .idle)
    return if case .panning(let drag) = ended { .cancelled(drag.pan) } else { nil }
  }

  private mutating func press(on hit: SceneHit?, at point: CellPoint, _ now: Duration) -> Event? {
    // Down twice: the release in between was lost.
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

  /// A pan and what is needed to go on with it.
  private struct Drag: Hashable {
    var pan: Pan
    let start: CellPoint
    private var point: CellPoint
    private var trail: PointerTrail

    init(_ press: Press, to point: CellPoint, gesture: UInt64, at now: Duration) {
      let axis = PanAxis(columns: point.x - press.point.x, rows: point.y - press.point.y)
      pan = Pan(gesture: gesture, container: press.hit.container, axis: axis, translation: 0)
      start = press.point
      self.point = start
      trail = PointerTrail(at: press.time)
      move(to: point, at: now)
    }

    /// Another cell; the same one again is no move.
    mutating func move(to point: CellPoint, at now: Duration) {
      guard point != self.point else { return }
      self.point = point
      pan.translation = pan.axis.translation(from: start, to: point)
      trail.move(to: pan.translation, at: now)
    }

    func velocity(at now: Duration) -> Int {
      let most = Double(Request.PanRelease.maximumVelocity)
      return Int(min(max(-most, trail.velocity(at: now).rounded()), most))
    }
  }
}
