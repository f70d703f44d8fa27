import NavBase
import NavScene

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
