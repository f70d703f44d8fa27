import NavLayout
import NavText

/// Links that lead to other pages of the same content.
extension Session {
  /// Follows a link that stands in a page of a stack.
  ///
  /// - Parameters:
  ///   - address: of the link (see `TextStyle.page`).
  ///   - id: the page.
  ///   - now: the time.
  /// - Returns: the page that has to be read for it, nil when it is done.
  /// - Throws: when the page has gone or has no such link; nothing has changed then.
  mutating func follow(
    _ address: String,
    in id: ContainerID,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    guard let page = tree.page(id), tree.isLive(page), case .stack(let stack) = tree[page.container]
    else { throw Rejection("that page has gone meanwhile") }
    let opening = try stack.opening(link: address, in: page.page, of: page.container)
    if case .nothing = opening { throw Rejection("that link has gone meanwhile") }
    bringToFront(page, besidesInnermost: true)
    if case .needs(let request) = try open(opening, in: page, at: now) { return request }
    return nil
  }
}
