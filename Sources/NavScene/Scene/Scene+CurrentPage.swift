import NavBase

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
    indexOfCurrentPage(of: pager, index: index).map { containers[$0] }
  }

  /// Returns the same page's index in `containers`; allocates nothing.
  package func indexOfCurrentPage(of pager: ContainerID, index: Int?) -> Int? {
    var pages = 0
    var first: Int?
    // On the other axis all positions are 0.
    var (least, second) = (Int.max, Int.max)
    for number in containers.indices where isPage(number, of: pager) {
      if self[at: number].isSelected { return number }
      first = first ?? number
      pages += 1
      let place = place(of: number)
      if place < least {
        (least, second) = (place, least)
      } else if place < second {
        second = place
      }
    }
    guard let first else { return nil }
    if pages > 1, let index {
      // The index comes from a peer and may overflow.
      let (place, isTooLarge) = index.multipliedReportingOverflow(by: second - least)
      if !isTooLarge,
        let found = containers.indices.first(where: {
          isPage($0, of: pager) && self.place(of: $0) == place
        })
      {
        return found
      }
    }
    guard let scroll = self.index(of: pager).map({ self[at: $0].scroll }) else {
      return first
    }
    var nearest = first
    for number in containers.indices where isPage(number, of: pager) {
      let distance = abs(place(of: number) - scroll.x - scroll.y)
      if distance < abs(place(of: nearest) - scroll.x - scroll.y) { nearest = number }
    }
    return nearest
  }

  private func isPage(_ index: Int, of pager: ContainerID) -> Bool {
    self[at: index].parent == pager && self[at: index].kind == .page
      && !self[at: index].isMirrored
  }

  private func place(of index: Int) -> Int {
    let frame = self[at: index].frame
    return frame.x + frame.y
  }
}
