import NavCommands
import NavLayout
import NavWire

extension Scene {
  /// What a press and release on something asks the daemon for; nil where it means nothing.
  ///
  /// A dot of the pager that has the keys leads to its page; those of others go by one (PI-6).
  func tap(on hit: SceneHit) -> Request.Input.Action? {
    if case .dot(let page) = hit.part, hit.container == pageControl?.id {
      return page == pageControl?.shownPage ? nil : .command(.goTo(page + 1))
    }
    return switch tap(hit) {
    case .on(let container, let row): .tap(container, row: row)
    case .turn(.after): .command(.forward)
    case .turn(.before): .command(.back)
    case nil: nil
    }
  }
}
