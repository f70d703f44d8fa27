import NavGeometry

extension Scene {
  /// Returns the page at which a pager rests or will come to rest, derived from the scene's containers.
  ///
  /// In a book the active page is marked. In other pagers a page is at its index times the distance between two pages;
  /// the pages that a motion shows keep that distance.
  ///
  /// - Parameters:
  ///   - pager: the pager's container.
  ///   - index: the active page's index, from the page control; nil if unknown.
  /// - Returns: the page; nil if the scene has no page of that pager.
  package func currentPage(of pager: ContainerID, index: Int?) -> Container? {
    let pages = containers.filter { $0.parent == pager && $0.kind == .page && !$0.isMirrored }
    if let marked = pages.first(where: \.isSelected) { return marked }
    guard let first = pages.first else { return nil }
    // On the other axis all positions are 0.
    let places = pages.map { $0.frame.x + $0.frame.y }
    if pages.count > 1, let index {
      let sorted = places.sorted()
      let distance = sorted[1] - sorted[0]
      // The index comes from a peer and may overflow.
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
