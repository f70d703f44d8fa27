import NavBase
import NavScene

/// A container of a session: all that one kind of container does, without any viewport (Sources/README.md, decision 2).
///
/// A node knows its pages and which of them is in front. It knows neither the content inside a page, which is rows or
/// another container (`PageSlot`), nor the session. It answers an input with a `ContainerAnswer`: what it cannot carry
/// out alone, the session does.
///
/// The session, `ContainerTree` and everything outside the folder of a kind only dispatch to these requirements;
/// `ContainerTree+Kinds.swift` is the only file that names the nodes of all kinds. Requirements on which most kinds agree have a
/// default in `ContainerNode+Defaults.swift`: a new kind implements the groups "Creation", "Pages", "Layout" and
/// "Navigation state", and what it does otherwise.
///
/// Inputs pass through the front pages, from the innermost container outwards, to the first container that handles
/// them.
protocol ContainerNode: Sendable {
  // MARK: Creation

  /// The content that a node is made of.
  associatedtype Content

  /// Returns how many ids a container uses for itself and its parts (such as a bar), before those of its pages.
  static func idCount(of content: Content) -> Int

  /// The most ids that a container uses when it is created, with those of its pages unless they count towards
  /// `SessionContent.pageLimit`.
  static var mostIDs: Int { get }

  /// Creates a node, and the containers in its pages.
  ///
  /// - Parameters:
  ///   - content: valid content.
  ///   - id: the id of the container; the ids of its parts follow it.
  ///   - tree: reserves the ids of the pages, and receives the containers in them.
  init(_ content: Content, as id: ContainerID, in tree: inout ContainerTree)

  // MARK: Pages

  /// The number of ids that the container and its parts use.
  var idCount: Int { get }
  /// The number of pages that can be navigated to.
  var pageCount: Int { get }
  /// The active page, which gets inputs first; nil without pages. A node that shows several pages side by side chooses
  /// one of them.
  var frontPage: ContainerID? { get }

  /// The pages that are shown at rest beside one another, each with inputs of its own; the front page is one of them.
  var shownPages: [ContainerID] { get }

  /// Returns the page at an index, from 0; nil if there is none.
  func page(at index: Int) -> ContainerID?
  /// Returns the index of a page; nil if it can't be navigated to (any more).
  func index(of page: ContainerID) -> Int?
  /// Returns the content of a page, also of one that is still visible although it was removed; nil if it is not one of
  /// this container.
  func slot(of page: ContainerID) -> PageSlot?
  /// Whether it has the content of a page, even if that page was removed (`slot`).
  func hasPage(_ page: ContainerID) -> Bool
  /// Returns the container in a page; nil for rows, and for a page that it does not have.
  func container(in page: ContainerID) -> ContainerID?
  /// Returns the title of a page; empty if the page is not one of this container.
  func title(of page: ContainerID) -> String
  /// Replaces the rows of a page; ignores other pages.
  mutating func set(_ rows: ScrollablePage, of page: ContainerID)
  /// The pages that are more than their content: those with containers, and those with rows that have a place. Pages
  /// that are still visible although they were removed are included.
  var keptPages: [(page: ContainerID, slot: PageSlot)] { get }
  /// The estimated memory of pages that were read besides the node's content, in bytes.
  var openedSize: Int { get }

  /// Whether all viewers can reach a page at once: it can be navigated to, and is not behind another page that hides
  /// it.
  func isAccessible(_ page: ContainerID) -> Bool
  /// Makes a page the front page if it was covered by others of a visible container; does nothing if a press on it
  /// can't reach it otherwise.
  mutating func bringToFront(_ page: ContainerID)

  // MARK: Layout

  /// Removes motions that have ended.
  mutating func settle(at now: Duration)
  /// Removes the pages that were removed so long ago that no viewer sees them any more.
  ///
  /// - Returns: their contents.
  mutating func discardPages(at now: Duration) -> [PageSlot]
  /// Returns the node with a record of what viewers see move now, for viewers that join meanwhile; nil if that has not
  /// changed.
  func recordingMotion(at now: Duration) -> Self?

  /// The kind of the container in scenes.
  var sceneKind: ContainerKind { get }
  /// Returns the size available to a container inside a page at rest, given the size available to this container.
  func availableSize(of page: ContainerID, in size: CellSize) -> CellSize
  /// Returns how the rows of a page are laid out at rest, in a size available to this container; nil if the page is not
  /// one of it.
  func layoutContext(of page: ContainerID, in size: CellSize) -> PageLayoutContext?
  /// Returns the pages that are likely to be shown next, to be laid out in advance.
  func upcomingPages(in size: CellSize) -> [ContainerID]
  /// Returns the pages with texts that have to be wrapped before the container can be laid out without delay.
  func pagesToWrap(in size: CellSize) -> [ContainerID]

  /// Brings what a viewport remembers of the container up to date.
  ///
  /// - Parameters:
  ///   - context: the container in the viewport.
  ///   - state: what the viewport remembers; updated.
  ///   - clock: notes the motions of the container.
  /// - Returns: all pages that are visible from now on until everything rests.
  func visiblePages(
    in context: ContainerContext,
    _ state: inout (any ContainerViewState)?,
    _ clock: inout MotionClock
  ) -> [VisiblePage]
  /// Adds the container, its parts and its pages to a scene, from now until rest.
  ///
  /// - Parameters:
  ///   - container: the container's id, parent and frame.
  ///   - context: the container in the viewport.
  ///   - session: lays out the rows of pages (`Session.shownPage`) and containers in them (`Session.addContainer`); its
  ///     tree does not change.
  ///   - pass: the state of the viewport.
  ///   - builder: receives the containers.
  func addScene(
    as container: Container,
    in context: ContainerContext,
    of session: inout Session,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  )

  // MARK: Keys and commands

  /// Whether keys belong to the container as a whole, and not to the rows of its front page.
  var takesKeys: Bool { get }
  /// Whether numbers and ends (`goTo`, `first`, `last`) refer to its pages, and not to the rows of the front page.
  var numbersPages: Bool { get }
  /// The place of its tabs that tab commands select; nil if it has none.
  var tabPlacement: TabPlacement? { get }
  /// Returns how much of a page is revealed; nil for all of it.
  func step(of page: ContainerID) -> Int?
  /// Whether its pages follow one another, so that one may have a successor.
  var isOrdered: Bool { get }
  /// Returns the page or the step after the front page.
  ///
  /// - Parameter current: the front page at its step.
  /// - Returns: nil at the end, for a page with a container, and if its pages do not follow one another.
  func successor(of current: SpeakerPages.Shown) -> SpeakerPages.Shown?
  /// Returns the titles of its pages as an outline; nil if the outline is that of the front page's rows.
  func outline(limit: Int) -> SessionOutline?

  /// Runs a command.
  ///
  /// - Throws: for a page that does not exist; then nothing has changed.
  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer
  /// Returns to the first page, if another one is in front.
  ///
  /// - Returns: the first page if it was in front already; nil if it was not, or there is none to return to.
  mutating func returnToRoot(at now: Duration) -> ContainerID?
  /// Opens what the selected entry of a page's list leads to.
  mutating func open(
    selectedIn page: ContainerID,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer

  // MARK: Pointers

  /// Whether a press on an entry of a list selects and opens it; else it only brings the page to the front.
  var opensEntries: Bool { get }
  /// Returns the list whose selected entry a page previews; nil if the page is not a preview.
  func list(previewedBy page: ContainerID) -> ContainerID?
  /// Handles a press and release on a part of the container, whose id follows that of the container; `row` is the place
  /// in it, as in `SceneTap`.
  mutating func tap(
    part: ContainerID,
    row: Int?,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer
  /// Follows the link with an address (see `TextStyle.page`) in a page; throws if there is none.
  mutating func follow(
    link address: String,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer

  // MARK: Pans

  /// The axis along which a pan moves its pages; nil if it can't be panned.
  var panAxis: PanAxis? { get }
  /// Begins a pan of a part; nil if that part can't be panned along the axis.
  mutating func beginPan(
    ofPart part: ContainerID,
    along axis: PanAxis,
    in context: ContainerContext
  ) -> ContainerPan?
  /// Begins a pan of its pages along `panAxis`, given what the panning viewer's viewport remembers of the container;
  /// nil if they can't be panned now.
  mutating func beginPan(
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan?
  /// Whether the pan with a serial number is in progress: no command has moved what it holds.
  func isPanned(serial: Int) -> Bool
  /// Moves what the pan holds.
  ///
  /// - Parameter delta: its translation since it began, in units of `ContainerPan`.
  mutating func pan(to delta: Double)
  /// Releases or cancels the pan in progress.
  mutating func releasePan(
    _ end: PanEnd,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  )
  /// Cancels the pan with a serial number, if it holds anything.
  mutating func cancelPan(serial: Int, at now: Duration)

  // MARK: Search and events

  /// The pages that a search looks through; nil for the rows of the front page alone.
  var searchedPages: PagerPages? { get }
  /// Shows one of `searchedPages`, as far as a block of its text.
  mutating func reveal(page index: Int, block: Int, at now: Duration)
  /// Returns the events of a change since an earlier state of the node.
  func pageEvents(since before: any ContainerNode, by cause: PagerCause) -> [PagerEvent]

  // MARK: Navigation state

  /// The state, without those of its pages; nil in the initial state.
  var navigationState: NavigationState.Node? { get }
  /// The names of the active page, for `Session.top`.
  var activePath: [String] { get }
  /// Restores a state without a motion, as far as its pages are open; ignores the state of another kind.
  mutating func restore(_ state: NavigationState.Node)
  /// Returns what has to be opened next before a state can be restored; nil if nothing is missing.
  func pageToReopen(for state: NavigationState.Node, of id: ContainerID) -> PageRequest?
  /// Returns the pages that are open and have to be read again when the content is reloaded, from the bottom upwards.
  func pagesToReload(of id: ContainerID) -> [PageRequest]
  /// Returns a page that is part of the content, by its path; nil if it has to be read.
  func knownPage(at path: [UInt8]) -> SessionContent?
  /// Returns the state in which this node, of content that was read again, replaces an earlier one; nil if that is of
  /// another kind.
  func succession(of before: any ContainerNode) -> ContainerSuccession?
}

/// The place of tabs that tab commands select.
enum TabPlacement: Hashable, Sendable {
  /// Beside the pages.
  case side
  /// Above the pages.
  case header
}

/// A page that is visible in a viewport, and how its content is laid out.
struct VisiblePage {
  var page: ContainerID
  /// The size available to a container in it.
  var size: CellSize
  /// The room for its rows.
  var layout: PageLayoutContext
}

/// The parts of an earlier node that a new one continues.
struct ContainerSuccession {
  /// The state to restore.
  var state: NavigationState.Node
  /// The indices of pages with a state of their own: in the earlier node, and in the new one.
  var pages: [(before: Int, now: Int)]
}
