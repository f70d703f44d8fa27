import NavBase

// The parts of containers, found by their kinds, parents and fields (`scene.proto`: ContainerKind). Ids only order them:
// no reader computes an id.

extension Scene {
  /// The container that counts the pages of the focused pager: its page control, shown or not, else its header.
  ///
  /// Both are siblings of the pager, behind it and before the next pager. O(containers).
  package var pageControl: Container? { indexOfPageControl.map { containers[$0] } }

  /// The index of that container in `containers`.
  package var indexOfPageControl: Int? {
    guard let focus, let pager = index(of: focus) else { return nil }
    guard self[at: pager].kind == .pager else { return nil }
    let parent = self[at: pager].parent
    var header: Int?
    for index in pager + 1..<containers.count
    where self[at: index].parent == parent {
      let kind = self[at: index].kind
      if kind == .pager { break }
      if kind == .pageControl { return index }
      if kind == .optionBar, header == nil { header = index }
    }
    return header
  }

  /// The bar of side tabs; nil if there is none in view.
  package func bar(of tabs: Container) -> Container? {
    containers.first { $0.kind == .tabBar && $0.parent == tabs.id }
  }

  /// The items of a bar that stand for tabs, from top to bottom: those in the area in which tabs scroll.
  ///
  /// Additional items stand below it. The first one is number `hiddenAbove` of all tabs, from 0.
  package func tabs(in bar: Container) -> [Container] {
    containers
      .filter {
        $0.kind == .tabItem && $0.parent == bar.id && $0.frame.y < bar.content.maxY
      }
      .sorted { ($0.frame.y, $0.id) < ($1.frame.y, $1.id) }
  }
}

extension [Container] {
  /// Returns the pager among siblings, ascending by id, whose pages a page control counts: the nearest one before it.
  func pager(of control: Container) -> Container? {
    last { $0.kind == .pager && $0.id < control.id }
  }
}

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
