import NavBase
import NavScene

/// A container whose pages neither open others nor move, and that leaves keys to the rows in them.
extension ContainerNode {
  // MARK: Pages

  var shownPages: [ContainerID] { [frontPage].compactMap(\.self) }
  func isAccessible(_ page: ContainerID) -> Bool { index(of: page) != nil }
  func hasPage(_ page: ContainerID) -> Bool { slot(of: page) != nil }
  func container(in page: ContainerID) -> ContainerID? { slot(of: page)?.container }
  mutating func bringToFront(_ page: ContainerID) {}
  var openedSize: Int { 0 }

  /// The number of the front page, from 1, and the number of pages; 0 without a front page.
  var position: (page: Int, pages: Int) {
    ((frontPage.flatMap { index(of: $0) } ?? -1) + 1, pageCount)
  }

  // MARK: Layout

  mutating func settle(at now: Duration) {}
  mutating func discardPages(at now: Duration) -> [PageSlot] { [] }
  func recordingMotion(at now: Duration) -> Self? { nil }
  func upcomingPages(in size: CellSize) -> [ContainerID] { [] }
  func pagesToWrap(in size: CellSize) -> [ContainerID] { [frontPage].compactMap(\.self) }

  // MARK: Keys and commands

  var takesKeys: Bool { false }
  var numbersPages: Bool { false }
  var tabPlacement: TabPlacement? { nil }
  func step(of page: ContainerID) -> Int? { nil }
  var isOrdered: Bool { false }
  func successor(of current: SpeakerPages.Shown) -> SpeakerPages.Shown? { nil }
  func outline(limit: Int) -> SessionOutline? { nil }
  mutating func returnToRoot(at now: Duration) -> ContainerID? { nil }
  mutating func open(
    selectedIn page: ContainerID,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer { .unhandled }

  // MARK: Pointers

  var opensEntries: Bool { false }
  func list(previewedBy page: ContainerID) -> ContainerID? { nil }
  mutating func tap(
    part: ContainerID,
    row: Int?,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer { .done }
  mutating func follow(
    link address: String,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    throw Rejection("that page is no longer there: look again")
  }

  // MARK: Pans

  var panAxis: PanAxis? { nil }
  mutating func beginPan(
    ofPart part: ContainerID,
    along axis: PanAxis,
    in context: ContainerContext
  ) -> ContainerPan? { nil }
  mutating func beginPan(
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan? { nil }
  func isPanned(serial: Int) -> Bool { false }
  mutating func pan(to delta: Double) {}
  mutating func releasePan(
    _ end: PanEnd,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) {}
  mutating func cancelPan(serial: Int, at now: Duration) {}

  // MARK: Search and events

  var searchedPages: PagerPages? { nil }
  mutating func reveal(page index: Int, block: Int, at now: Duration) {}
  func pageEvents(since before: any ContainerNode, by cause: PagerCause) -> [PagerEvent] { [] }

  // MARK: Navigation state

  var activePath: [String] { position.page > 0 ? [String(position.page)] : [] }
  func pageToReopen(for state: NavigationState.Node, of id: ContainerID) -> PageRequest? { nil }
  func pagesToReload(of id: ContainerID) -> [PageRequest] { [] }
  func knownPage(at path: [UInt8]) -> SessionContent? { nil }
}
