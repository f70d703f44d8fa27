import NavLayout
import NavScene

/// At which step each page of a pager is shown.
///
/// The active page is at the step that people have come to, those before it are at their last one and those
/// behind it at their first, so that whatever is turned looks as it will when it is there.
struct PagerSteps: Sendable {
  private let pages: PagerPages
  private let current: Int
  /// Of the active page.
  private let step: Int

  init(_ pages: PagerPages, current: Int, step: Int) {
    self.pages = pages
    self.current = current
    self.step = step
  }

  /// How many steps a page has behind its first state.
  func count(of page: Int) -> Int { pages.stepCount(page) }

  /// The step that is shown of a page; nil where all of it is there at once.
  func shown(of page: Int) -> Int? {
    let count = count(of: page)
    guard count > 0 else { return nil }
    if page == current { return min(step, count) }
    return page < current ? count : 0
  }

  /// Where `forward` leads: a page between that has steps is not passed over, though it is in view in a spread.
  func next(before neighbour: Int?) -> Int? {
    guard let neighbour, neighbour > current else { return neighbour }
    return (current + 1..<neighbour).first { count(of: $0) > 0 } ?? neighbour
  }

  /// The same for `back`.
  func previous(behind neighbour: Int?) -> Int? {
    guard let neighbour, neighbour < current else { return neighbour }
    return (neighbour + 1..<current).last { count(of: $0) > 0 } ?? neighbour
  }
}

extension PagerPages {
  /// How many steps the page at an index has behind its first state.
  func stepCount(_ index: Int) -> Int {
    guard case .listed(let pages) = self, case .page(let page) = pages[index] else { return 0 }
    return page.stepCount
  }
}
