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
