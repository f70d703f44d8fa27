import NavBase
import NavScene

/// A container of a session: all that one kind of container does, without any viewport (Sources/README.md, decision 2).
///
/// A node knows its pages and which of them is in front. It knows neither the content inside a page, which is rows or
/// another container (`PageSlot`), nor the session. It answers an input with a `ContainerAnswer`: what it cannot carry
/// out alone, the session does.
///
/// The session, `ContainerTree` and everything outside the folder of a kind only dispatch to these requirements;
/// `ContainerTree+Kinds.swift` is the only file that names the nodes of all kinds. What concerns one kind alone, such as
/// the pages that a stack has read, is an extension of `Session` in its folder. Requirements on which most kinds agree
/// have a default in `ContainerNode+Defaults.swift`.
///
/// Inputs pass through the front pages, from the innermost container outwards, to the first container that handles
/// them.
protocol ContainerNode: Sendable {
  // MARK: Creation

  /// The content that a node is made of.
  associatedtype Content

  /// Returns how many ids a container uses for itself and its parts (such as a bar), before those of its pages.
  static func idCount(of content: Content) -> Int

  /// Creates a node, and the containers in its pages.
  ///
  /// - Parameters:
  ///   - content: valid content.
  ///   - id: the id of the container; the ids of its parts follow it.
  ///   - tree: reserves the ids of the pages, and receives the containers in them.
  init(_ content: Content, as id: ContainerID, in tree: inout ContainerTree)

  // MARK: Pages

  /// The properties by which the session distinguishes containers.
  var traits: ContainerTraits { get }
  /// The pages that can be navigated to.
  var pageIDs: PageIDs { get }
  /// The page that gets inputs first; nil without pages. A node that shows several pages side by side chooses one of
  /// them.
  var active: ActivePage? { get }

  /// The content of a page, also of one that is still visible although it was removed; nil if it is not one of this
  /// container.
  ///
  /// The rows of a page can be replaced.
  subscript(page: ContainerID) -> PageSlot? { get set }
  /// Returns the kind of a page, without its content; nil if the page has no content here (`subscript`).
  func kind(of page: ContainerID) -> PageKind?
  /// Returns the title of a page; empty if the page is not one of this container.
  func title(of page: ContainerID) -> String
  /// Returns the entry of a document's list that opened a page, if it is only numbered.
  func numberedEntry(ofPage index: Int) -> NamedPlace?
  /// The pages that are more than their content: those with containers, and those with rows that have a place. Pages
  /// that are still visible although they were removed are included.
  var keptPages: [(page: ContainerID, slot: PageSlot)] { get }
  /// The pages that were opened one after the other, whose ids therefore do not follow from that of the container.
  var openedPages: [ContainerID] { get }
  /// Makes a page the front page if it was covered by others of a visible container; does nothing if a press on it
  /// can't reach it otherwise.
  mutating func bringToFront(_ page: ContainerID)

  // MARK: Layout

  /// Removes the pages that were removed so long ago that no viewer sees them any more.
  ///
  /// - Returns: their contents.
  mutating func discardPages(at now: Duration) -> [PageSlot]
  /// Returns the node with a record of what viewers see move now, for viewers that join meanwhile; nil if that has not
  /// changed.
  func recordingMotion(at now: Duration) -> Self?
  /// Returns this changed copy of a node with the motions that the node has recorded since; nil if there are none.
  func takingMotions(from other: any ContainerNode) -> Self?

  /// Returns how a page is laid out at rest, in a size available to this container; nil if the page is not one of it.
  func layout(of page: ContainerID, in size: CellSize) -> VisiblePage?
  /// Returns the pages that are shown at rest, and those that are likely to be shown next.
  func pagesToPrepare(in size: CellSize) -> (shown: [ContainerID], next: [ContainerID])

  /// Removes motions that have ended, and brings what a viewport remembers of the container up to date.
  ///
  /// - Parameters:
  ///   - context: the container in the viewport.
  ///   - state: what the viewport remembers; updated.
  ///   - clock: notes the motions of the container.
  /// - Returns: all pages that are visible from now on until everything rests.
  mutating func advance(
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

  // MARK: Inputs

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
  /// Opens what the selected entry of a page's list or a link in a page leads to.
  ///
  /// - Throws: for a link that does not exist.
  mutating func open(
    _ target: OpenTarget,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer
  /// Handles a press and release on a part of the container, whose id follows that of the container; `row` is the place
  /// in it, as in `SceneTap`.
  mutating func tap(
    part: ContainerID,
    row: Int?,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer

  // MARK: Pans

  /// Begins a pan; nil if nothing can be panned now.
  ///
  /// - Parameters:
  ///   - part: the part to pan; nil for the pages, along the axis of the traits.
  ///   - axis: the axis of the pan.
  ///   - context: the container in the panning viewer's viewport.
  ///   - state: what that viewport remembers of the container.
  mutating func beginPan(
    of part: ContainerID?,
    along axis: PanAxis,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan?
  /// Whether the pan with a serial number is in progress: no command has moved what it holds.
  func isPanned(serial: Int) -> Bool
  /// Moves what the pan holds.
  ///
  /// - Parameter delta: its translation since it began, in units of `ContainerPan`.
  mutating func pan(to delta: Double)
  /// Ends the pan with a serial number, if it holds anything; cancels it without a release.
  mutating func endPan(_ release: PanRelease?, serial: Int, at now: Duration)

  // MARK: Search

  /// The pages that a search looks through; nil for the rows of the front page alone.
  var searchedPages: PagerPages? { get }
  /// Shows one of `searchedPages`, as far as a block of its text.
  mutating func reveal(page index: Int, block: Int, at now: Duration)

  // MARK: Navigation state

  /// The state, without those of its pages; nil in the initial state.
  var navigationState: NavigationState.Node? { get }
  /// The names of the active page, for `Session.top`.
  var activePath: [String] { get }
  /// Restores a state without a motion, as far as its pages are open; ignores the state of another kind.
  mutating func restore(_ state: NavigationState.Node)
  /// Returns the state in which this node, of content that was read again, replaces an earlier one; nil if that is of
  /// another kind.
  func succession(of before: any ContainerNode) -> ContainerSuccession?
}

/// The properties by which the session distinguishes containers.
struct ContainerTraits {
  /// The kind of the container in scenes.
  let kind: ContainerKind
  /// Which pages are shown at rest, or can be reached.
  var shows = ShownPages.front
  /// Whether its pages follow one another, and keys turn them instead of moving the rows of the front page.
  var turnsPages = false
  /// Whether numbers and ends (`goTo`, `first`, `last`) refer to its pages, and not to the rows of the front page.
  var numbersPages = false
  /// The place of its tabs that tab commands select; nil if it has none.
  var tabPlacement: TabPlacement?
  /// Whether a press on an entry of a list selects and opens it; else it only brings the page to the front.
  var opensEntries = false
  /// The axis along which a pan moves its pages; nil if it can't be panned.
  var panAxis: PanAxis?

  enum ShownPages {
    /// The front page; all viewers can reach the others at once.
    case front
    /// The front page, which hides the others.
    case frontAlone
    /// All pages beside one another, each with inputs of its own.
    case all
  }

  /// The place of tabs that tab commands select.
  enum TabPlacement {
    /// Beside the pages.
    case side
    /// Above the pages.
    case header
  }
}

/// The active page of a container.
struct ActivePage {
  var index: Int
  /// The step up to which it is revealed, from 0; nil if pages have no steps.
  var step: Int?
}

/// The page that an open command leads to.
enum OpenTarget {
  /// The page of the selected entry of a list.
  case selection
  /// The page that the link with an address leads to (see `TextStyle.page`).
  case link(String)
}

/// The parts of an earlier node that a new one continues.
struct ContainerSuccession {
  /// The state to restore.
  var state: NavigationState.Node
  /// The indices of pages with a state of their own: in the earlier node, and in the new one.
  var pages: [(before: Int, now: Int)]
  /// Whether the active page of the earlier node is missing.
  var isLost = false
}
