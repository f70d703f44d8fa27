package import NavBase
import NavScene

/// The state that a session has shown in one viewport, as far as the next layout depends on it.
package struct SessionView: Sendable {
  package let viewport: CellSize
  /// The states of containers in the viewport.
  var states: [ContainerID: any ContainerViewState] = [:]
  /// The scroll states of rows that were seen last, by their pages.
  var scrolls: [ContainerID: PageScroll] = [:]

  /// Whether somebody receives the events of bars (`takeBarEvents`); set before the first layout.
  package var reportsBarEvents = false
  /// Whether somebody can show pictures, so that scenes have them (`Container.pictures`).
  package var showsPictures = false

  /// Creates the view of a viewport that has not shown anything yet; `Session.view(in:at:)` returns one that shows the
  /// session.
  package init(viewport: CellSize) {
    self.viewport = viewport
  }

  /// Removes containers that do not exist any more.
  mutating func forget(where hasGone: (ContainerID) -> Bool) {
    for id in states.keys where hasGone(id) { states[id] = nil }
  }
}

/// The state of a viewport at a moment, from which its scenes are made.
struct LayoutPass {
  let now: Duration
  let viewport: CellSize
  let reportsBarEvents: Bool
  let showsPictures: Bool
  /// The states of containers in the viewport; updated while they are laid out.
  var states: [ContainerID: any ContainerViewState]
  private(set) var scrolls: [ContainerID: PageScroll]
  /// Bodies that are laid out already.
  private(set) var bodies: [ContainerID: any PageBody]

  /// - Parameters:
  ///   - view: the viewport; its states are moved here, so that they are not copied.
  ///   - bodies: bodies that are laid out already.
  ///   - now: the time.
  init(of view: inout SessionView, _ bodies: [ContainerID: any PageBody], at now: Duration) {
    self.now = now
    self.bodies = bodies
    viewport = view.viewport
    reportsBarEvents = view.reportsBarEvents
    showsPictures = view.showsPictures
    scrolls = view.scrolls
    states = view.states
    view.states = [:]
  }

  /// The same state with all rows at rest, in their sizes at rest.
  var resting: LayoutPass {
    var pass = self
    pass.scrolls = [:]
    pass.bodies = [:]
    return pass
  }
}

/// A common frame count of all motions that run at the same time, and the rows as they were seen before.
struct MotionClock {
  let now: Duration
  /// The rows as they were seen before.
  let past: [ContainerID: PageScroll]
  /// Bodies that were laid out meanwhile.
  var bodies: [ContainerID: any PageBody] = [:]
  private var begun: Duration?
  /// The number of frames left until the last motion ends.
  private(set) var length = 0

  init(now: Duration, past: [ContainerID: PageScroll]) {
    self.now = now
    self.past = past
  }

  /// When the frame began that is shown now.
  ///
  /// With several motions, the time since which all are in their present frames; from there they are counted together.
  var startedAt: Duration { begun ?? now }

  mutating func note(startedAt: Duration, length: Int) {
    let frame = FrameTime.frame(at: now - startedAt)
    guard frame < length else { return }
    let start = startedAt + FrameTime.start(of: frame)
    begun = max(begun ?? start, start)
    self.length = max(self.length, length - frame)
  }
}
