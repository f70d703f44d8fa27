import NavBase
import NavScene

/// The step at which each page of a pager is shown.
///
/// The active page is at its current step, those before it are at their last one and those after it at their first, so
/// that a page looks the same during a turn and after it.
struct PagerSteps: Sendable {
  private let pages: PagerPages
  private let current: Int
  /// The step of the active page.
  private let step: Int

  init(_ pages: PagerPages, current: Int, step: Int) {
    self.pages = pages
    self.current = current
    self.step = step
  }

  /// Returns how many steps a page has after its first state.
  func count(of page: Int) -> Int { pages.stepCount(page) }

  /// Returns the step at which a page is shown; nil if it has no steps.
  func shown(of page: Int) -> Int? {
    let count = count(of: page)
    guard count > 0 else { return nil }
    if page == current { return min(step, count) }
    return page < current ? count : 0
  }

  /// Returns the page that `forward` leads to: pages between that have steps are not skipped, even if they are visible
  /// in a spread.
  func next(before neighbour: Int?) -> Int? {
    guard let neighbour, neighbour > current else { return neighbour }
    return (current + 1..<neighbour).first { count(of: $0) > 0 } ?? neighbour
  }

  /// Returns the page that `back` leads to, in the same way.
  func previous(behind neighbour: Int?) -> Int? {
    guard let neighbour, neighbour < current else { return neighbour }
    return (neighbour + 1..<current).last { count(of: $0) > 0 } ?? neighbour
  }
}
