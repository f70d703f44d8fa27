import NavBase
import NavScene

/// Links to other pages of the same content.
extension Session {
  /// Follows a link in a page of a stack or a pager.
  ///
  /// - Parameters:
  ///   - address: the address of the link (see `TextStyle.page`).
  ///   - id: the page.
  ///   - viewport: the viewport of the viewer that follows it.
  ///   - now: the time.
  /// - Returns: the outcome.
  /// - Throws: if the page does not exist any more, or has no such link; then nothing has changed.
  mutating func follow(
    _ address: String,
    in id: ContainerID,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    guard let page = tree.page(id), tree.isLive(page) else {
      throw Rejection("that page is no longer there: look again")
    }
    let context = context(of: page.container, seenIn: viewport, at: now)
    let answer = try tree[page.container]?.open(.link(address), in: page.page, context)
    bringToFront(page, besidesInnermost: true)
    return try perform(answer ?? .done, of: page.container, seenIn: viewport, at: now) ?? .done
  }
}
