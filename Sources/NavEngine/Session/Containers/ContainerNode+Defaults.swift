import NavBase
import NavScene

/// A container whose pages neither open others nor move, and that leaves keys to the rows in them.
extension ContainerNode {
  var openedPages: [ContainerID] { [] }
  mutating func bringToFront(_ page: ContainerID) {}
  mutating func discardPages(at now: Duration) -> [PageSlot] { [] }
  func recordingMotion(at now: Duration) -> Self? { nil }
  func takingMotions(from other: any ContainerNode) -> Self? { nil }
  func pagesToPrepare(in size: CellSize) -> (shown: [ContainerID], next: [ContainerID]) {
    (shownPages, [])
  }

  mutating func returnToRoot(at now: Duration) -> ContainerID? { nil }
  mutating func open(
    _ target: OpenTarget,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    switch target {
    case .selection: return .unhandled
    case .link: throw Rejection("that page is no longer there: look again")
    }
  }
  mutating func tap(
    part: ContainerID,
    row: Int?,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer { .done }

  mutating func beginPan(
    of part: ContainerID?,
    along axis: PanAxis,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan? { nil }
  func isPanned(serial: Int) -> Bool { false }
  mutating func pan(to delta: Double) {}
  mutating func endPan(_ release: PanRelease?, serial: Int, at now: Duration) {}

  var searchedPages: PagerPages? { nil }
  mutating func reveal(page index: Int, block: Int, at now: Duration) {}
  func numberedEntry(ofPage index: Int) -> NamedPlace? { nil }

  /// Pages by their numbers, followed by a point and the step if that is not the first.
  var activePath: [String] {
    guard let active else { return [] }
    let page = String(active.index + 1)
    return [active.step ?? 0 > 0 ? "\(page).\(active.step ?? 0)" : page]
  }
}

/// Properties that follow from the requirements.
extension ContainerNode {
  var frontPage: ContainerID? { active.flatMap { pageIDs.id(at: $0.index) } }

  /// The number of the front page, from 1, and the number of pages; 0 without a front page.
  var position: (page: Int, pages: Int) { ((active?.index ?? -1) + 1, pageIDs.count) }

  /// The pages that are shown at rest beside one another; the front page is one of them.
  var shownPages: [ContainerID] {
    switch traits.shows {
    case .front, .frontAlone: [frontPage].compactMap(\.self)
    case .all: (0..<pageIDs.count).compactMap { pageIDs.id(at: $0) }
    }
  }

  /// Whether all viewers can reach a page at once: it can be navigated to, and is not behind another page that hides
  /// it.
  func isAccessible(_ page: ContainerID) -> Bool {
    let index = pageIDs.index(of: page)
    return traits.shows == .frontAlone ? index == active?.index : index != nil
  }
}
