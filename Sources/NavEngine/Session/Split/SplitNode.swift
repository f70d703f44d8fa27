import NavBase
import NavScene

/// A split without any viewport: the content of each part, their shares, and the part that has the focus.
struct SplitNode {
  var state: SplitState
  /// The drag of a border; nil if there is none.
  var drag: SplitDrag?
  /// The state that the content begins with.
  private let initial: SplitState
  var parts: PartPages

  init(_ content: SplitContent, as id: ContainerID, in tree: inout ContainerTree) {
    parts = PartPages(content.parts, of: id, in: &tree)
    initial = SplitState(weights: content.weights, arrangement: content.arrangement)
    state = initial
  }
}

extension SplitNode: PartsNode {
  static func idCount(of content: SplitContent) -> Int { SplitLayout.idCount }
  /// The most ids that a container uses when it is created, with those of its pages.
  static var mostIDs: Int { SplitLayout.idCount + SplitState.parts.upperBound }

  // MARK: Pages

  var traits: ContainerTraits { ContainerTraits(kind: .split, shows: .all) }
  var active: ActivePage? { ActivePage(index: state.focused) }

  /// Gives the focus to a part (SPL-9).
  mutating func bringToFront(_ page: ContainerID) {
    if let index = pageIDs.index(of: page) { state.focus(index) }
  }

  // MARK: Commands

  /// The next part is chosen by the session, which knows the splits around this one (`Session.focusNextPart`).
  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer { .unhandled }

  // MARK: Navigation state

  /// The shares that stay if the drag of a border is lost before its release (SPL-6).
  private var settledShares: [Int] { drag?.startingShares ?? state.shares }

  var navigationState: NavigationState.Node? {
    let shares = settledShares
    guard shares != initial.shares || state.focused != initial.focused else { return nil }
    return .split(NavigationState.Split(shares: shares, focused: state.focused))
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
      from: before.parts.titles.count,
      to: parts.titles.count,
      equal: { before.parts.titles[$0] == parts.titles[$1] },
      named: { before.parts.titles[$0] == parts.titles[$1] }
    )
    let isSame = before.initial.shares == initial.shares
    return ContainerSuccession(
      state: .split(
        NavigationState.Split(
          shares: isSame ? before.settledShares : initial.shares,
          focused: alignment.place(of: before.state.focused)
        )
      ),
      pages: pages(keptFrom: before, by: alignment)
    )
  }
}
