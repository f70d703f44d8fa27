import NavLayout
import NavModel
import NavScene
import NavText

/// Links to other pages of the same content.
extension Session {
  /// Follows a link in a page of a stack or a pager.
  ///
  /// - Parameters:
  ///   - address: the address of the link (see `TextStyle.page`).
  ///   - id: the page.
  ///   - now: the time.
  /// - Returns: the outcome.
  /// - Throws: if the page does not exist any more, or has no such link; then nothing has changed.
  mutating func follow(
    _ address: String,
    in id: ContainerID,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    guard let page = tree.page(id), tree.isLive(page) else {
      throw Rejection("that page has gone meanwhile")
    }
    switch tree[page.container] {
    case .stack(let stack):
      let opening = try stack.opening(link: address, in: page.page, of: page.container)
      if case .nothing = opening { throw Rejection("that link has gone meanwhile") }
      bringToFront(page, besidesInnermost: true)
      return try open(opening, in: page, at: now) ?? .done
    case .pager(let pager):
      guard let target = pager.target(ofLink: address, in: page.page) else {
        throw Rejection("that link has gone meanwhile")
      }
      bringToFront(page, besidesInnermost: true)
      choose(target, of: page.container, at: now)
      return .done
    case .tabs, nil: throw Rejection("that page has gone meanwhile")
    }
  }
}

extension PagerNode {
  /// Returns the page that a link in another page leads to; nil if there is no such link or no such page.
  fileprivate func target(ofLink address: String, in page: ContainerID) -> Int? {
    guard let index = index(of: page), let rows = self[index].rows,
      rows.content.document.hasLink(to: address),
      let key = TextStyle.page(ofAddress: address), key.hasPrefix("#"),
      let target = content.anchors[String(key.dropFirst())]
        ?? content.anchors[key.dropFirst().lowercased()],
      pages.indices.contains(target)
    else { return nil }
    return target
  }
}
