import NavGeometry

extension Scene {
  /// The page on which a pager rests or comes to rest, as its containers tell it.
  ///
  /// A book marks it. Elsewhere a page stands at its index times the distance of two pages, and
  /// pages that are seen on the way stand that far apart.
  ///
  /// - Parameters:
  ///   - pager: the pager's container.
  ///   - index: the active page's, as its page control says; nil where there is none.
  /// - Returns: nil where the scene has no page of that pager.
  package func currentPage(of pager: ContainerID, index: Int?) -> Container? {
    let pages = containers.filter { $0.parent == pager && $0.kind == .page && !$0.isMirrored }
    if let marked = pages.first(where: \.isSelected) { return marked }
    guard let first = pages.first else { return nil }
    // Along the other axis they all stand at 0.
    let places = pages.map { $0.frame.x + $0.frame.y }
    if pages.count > 1, let index {
      let sorted = places.sorted()
      let distance = sorted[1] - sorted[0]
      // Whatever a peer says, no product is too large.
      let (place, isTooLarge) = index.multipliedReportingOverflow(by: distance)
      if !isTooLarge, let found = places.firstIndex(of: place) { return pages[found] }
    }
    guard let scroll = self[pager]?.scroll else { return first }
    return pages.min {
      abs($0.frame.x + $0.frame.y - scroll.x - scroll.y)
        < abs($1.frame.x + $1.frame.y - scroll.x - scroll.y)
    }
  }
}
