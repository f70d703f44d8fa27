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
