import NavCommands
import NavLayout
import NavModel
import NavScene

/// A split without any viewport: the content of each part, their shares, and the part that has the focus.
struct SplitNode {
  var state: SplitState
  /// The drag of a border; nil if there is none.
  var drag: SplitDrag?
  /// The state that the content begins with.
  private let initial: SplitState
  /// The id of the first part's page; those of the other parts' pages follow it.
  private let firstPage: ContainerID
  /// The content of each part.
  private var slots: [PageSlot]
  private let titles: [String]

  init(_ content: SplitContent, as id: ContainerID, in tree: inout ContainerTree) {
    let firstPage = tree.takeIDs(content.parts.count)
    self.firstPage = firstPage
    slots = content.parts.enumerated().map { index, part in
      let page = ContainerID(rawValue: firstPage.rawValue + UInt32(index))
      return tree.insert(part, in: ContainerTree.Page(container: id, page: page))
    }
    titles = content.parts.map(\.title)
    initial = SplitState(weights: content.weights)
    state = initial
  }

  func pageID(_ index: Int) -> ContainerID {
    ContainerID(rawValue: firstPage.rawValue + UInt32(index))
  }
}

extension SplitNode: ContainerNode {
  static func idCount(of content: SplitContent) -> Int { SplitLayout.idCount }
  static var mostIDs: Int { SplitLayout.idCount + SplitState.parts.upperBound }

  // MARK: Pages

  var idCount: Int { SplitLayout.idCount }
  var pageCount: Int { slots.count }
  var frontPage: ContainerID? { pageID(state.focused) }

  func page(at index: Int) -> ContainerID? { slots.indices.contains(index) ? pageID(index) : nil }

  func index(of page: ContainerID) -> Int? {
    guard page >= firstPage else { return nil }
    let index = Int(page.rawValue - firstPage.rawValue)
    return index < slots.count ? index : nil
  }

  func slot(of page: ContainerID) -> PageSlot? { index(of: page).map { slots[$0] } }
  func title(of page: ContainerID) -> String { index(of: page).map { titles[$0] } ?? "" }

  mutating func set(_ rows: ScrollablePage, of page: ContainerID) {
    if let index = index(of: page) { slots[index] = .rows(rows) }
  }

  var keptPages: [(page: ContainerID, slot: PageSlot)] {
    slots.enumerated().map { (pageID($0.offset), $0.element) }
  }

  /// All parts are shown beside the front page.
  var shownPages: [ContainerID] { slots.indices.map { pageID($0) } }

  /// Gives the focus to a part (SPL-9).
  mutating func bringToFront(_ page: ContainerID) {
    if let index = index(of: page) { state.focus(index) }
  }

  // MARK: Commands

  /// The next part is chosen by the session, which knows the splits around this one (`Session.focusNextPart`).
  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer { .unhandled }

  // MARK: Navigation state

  var navigationState: NavigationState.Node? {
    guard state != initial else { return nil }
    return .split(NavigationState.Split(shares: state.shares, focused: state.focused))
  }

  mutating func restore(_ state: NavigationState.Node) {
    guard case .split(let split) = state else { return }
    self.state.set(shares: split.shares)
    self.state.focus(split.focused)
  }

  /// Parts are matched by their titles.
  ///
  /// Shares are kept if the content begins with the same ones as before.
  func succession(of before: any ContainerNode) -> ContainerSuccession? {
    guard let before = before as? SplitNode else { return nil }
    let alignment = SequenceAlignment(
      from: before.slots.count,
      to: slots.count,
      equal: { before.titles[$0] == titles[$1] },
      named: { before.titles[$0] == titles[$1] }
    )
    let isSame = before.initial.shares == initial.shares
    return ContainerSuccession(
      state: .split(
        NavigationState.Split(
          shares: isSame ? before.state.shares : initial.shares,
          focused: alignment.place(of: before.state.focused)
        )
      ),
      pages: before.slots.indices.compactMap { index in
        alignment.index(of: index).map { (index, $0) }
      }
    )
  }
}
