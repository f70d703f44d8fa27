import NavBase
import NavScene
import NavWire

/// A viewer's pointing, with keys or with the right mouse button, and the time at which it is sent.
///
/// Laws: moves are sent at most once in `Pointing.interval`, the newest one in the end; pointing with keys goes on after
/// the pointer has faded, until the person ends it or the daemon refuses it.
struct PointerHand: Hashable, Sendable {
  typealias Place = Request.Point.Place

  /// Whether keys move the pointer.
  private(set) var hasKeys = false
  /// The place that was pointed at last.
  private(set) var place: Place?
  private var sentAt: Duration?
  /// The newest place, while the last one that was sent is younger than `Pointing.interval`.
  private var waiting: Place?
  /// The place of a press of the right button, while it is down and the mouse has not moved.
  private(set) var press: MouseEvent?
  /// The last click of the right button, when it came, and how many came quickly one after the other at its cell.
  private var click: MouseEvent?
  private var clickedAt = Duration.zero
  private var clicks = 0
  /// The longest time between clicks that count as one double click.
  private static let clickInterval = Duration.milliseconds(400)
  /// Whether the right button is down and the mouse has moved.
  private(set) var isDragging = false
  /// The number of the first request since the pointing began.
  private var firstRequest: UInt64?

  /// The shape of a step.
  enum Step: Hashable {
    case left, right, up, down

    init?(_ key: Key) {
      switch key {
      case Key(.left), Key(.character("h")): self = .left
      case Key(.right), Key(.character("l")): self = .right
      case Key(.up), Key(.character("k")): self = .up
      case Key(.down), Key(.character("j")): self = .down
      default: return nil
      }
    }
  }

  // MARK: Moving

  /// Lets keys move the pointer from now on.
  mutating func begin() {
    hasKeys = true
  }

  /// Points at a place.
  ///
  /// - Returns: the place to send now; nil for none.
  mutating func move(to place: Place, at now: Duration) -> Place? {
    self.place = place
    waiting = place
    return due(at: now)
  }

  /// Returns the waiting place if it is due; nil for none.
  mutating func due(at now: Duration) -> Place? {
    guard let place = waiting, now >= sentAt.map({ $0 + Pointing.interval }) ?? now else {
      return nil
    }
    sentAt = now
    waiting = nil
    return place
  }

  /// Records the number of a request that was sent.
  mutating func sent(_ request: UInt64?) {
    firstRequest = firstRequest ?? request
  }

  /// Whether a request that is no operation and no question may be about this pointer.
  func hasSent(_ request: UInt64) -> Bool { firstRequest.map { request >= $0 } ?? false }

  /// Ends pointing with keys; a waiting place is dropped.
  mutating func end() {
    hasKeys = false
    waiting = nil
    firstRequest = nil
  }

  /// Forgets the place, because the scene has other pages now.
  mutating func forgetPlace() {
    place = nil
    waiting = nil
  }

  /// When a place is to be sent; nil for never.
  var nextWake: Duration? { waiting.map { _ in (sentAt ?? .zero) + Pointing.interval } }

  // MARK: The right button

  mutating func press(_ mouse: MouseEvent) {
    press = mouse
    isDragging = false
  }

  /// Handles a move with the right button down.
  ///
  /// - Returns: whether it points at something.
  mutating func drag(_ mouse: MouseEvent) -> Bool {
    if isDragging { return true }
    guard let press, press.column != mouse.column || press.row != mouse.row else { return false }
    self.press = nil
    isDragging = true
    return true
  }

  /// Handles the release of the right button.
  ///
  /// - Returns: where it was pressed if the mouse has not moved, and the number of quick clicks there: 2 for a double click.
  mutating func release(at now: Duration) -> (press: MouseEvent, clicks: Int)? {
    defer { forgetPress() }
    guard let press else { return nil }
    clicks = press == click && now - clickedAt < Self.clickInterval ? clicks + 1 : 1
    (click, clickedAt) = (press, now)
    return (press, clicks)
  }

  mutating func forgetPress() {
    press = nil
    isDragging = false
  }
}
