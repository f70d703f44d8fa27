package import NavBase

extension SplitMix64 {
  /// A navigation place with up to a dozen nodes of all kinds.
  package mutating func place() -> NavigationState {
    NavigationState(
      nodes: Dictionary(
        (0..<int(in: 0...12)).map { _ in (placePath(), placeNode()) },
        uniquingKeysWith: { first, _ in first }
      ),
      search: oneIn(2) ? "" : text(),
      wrapsLines: oneIn(2),
      numbers: pick(NavigationState.Numbers.allCases),
      isBlank: oneIn(2),
      theme: oneIn(2) ? nil : pick(BuiltInTheme.allCases)
    )
  }

  /// The given place with some nodes changed, some removed and some added.
  package mutating func place(near place: NavigationState) -> NavigationState {
    var near = place
    for path in place.nodes.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      switch int(in: 0...3) {
      case 0: near.nodes[path] = nil
      case 1: near.nodes[path] = placeNode()
      default: continue
      }
    }
    for _ in 0..<int(in: 0...3) { near.nodes[placePath()] = placeNode() }
    if oneIn(3) { near.search = oneIn(2) ? "" : text() }
    if oneIn(3) { near.wrapsLines.toggle() }
    if oneIn(3) { near.isBlank.toggle() }
    if oneIn(3) { near.theme = oneIn(2) ? nil : pick(BuiltInTheme.allCases) }
    if oneIn(3) { near.numbers = pick(NavigationState.Numbers.allCases) }
    return near
  }

  private mutating func placePath() -> NavigationState.Path {
    (0..<int(in: 0...4)).map { _ in int(in: 0...(oneIn(4) ? 1_000_000 : 3)) }
  }

  private mutating func placeNode() -> NavigationState.Node {
    switch int(in: 0...4) {
    case 0:
      let isAtEnd = oneIn(5)
      return .rows(
        NavigationState.Rows(
          selection: oneIn(2)
            ? NavigationState.Rows.Entry(index: int(in: 0...100_000), key: placeKey()) : nil,
          anchor: ScrollAnchor(
            position: TextPosition(
              block: int(in: 0...100_000),
              grapheme: isAtEnd ? .max : int(in: 0...100)
            ),
            ratio: Double(int(in: 0...1_000)) / 1_000,
            step: oneIn(3) ? int(in: 0...20) : nil
          ),
          anchorKey: oneIn(2) ? placeKey() : nil,
          filter: oneIn(2) ? "" : text()
        )
      )
    case 1:
      return .pager(
        NavigationState.Pager(
          current: int(in: 0...1_000_000),
          shift: oneIn(2) ? 0 : Double(int(in: -1_000...1_000)) / 8,
          step: oneIn(2) ? 0 : int(in: 0...20),
          titles: oneIn(2) ? "" : "Page \(int(in: 1...9))"
        )
      )
    case 2:
      return .stack(
        NavigationState.Stack(
          keys: (0..<int(in: 0...5)).map { _ in placeKey() },
          values: oneIn(2) ? [] : [placeKey(), placeKey()],
          active: int(in: 0...5),
          position: pick(StackPosition.allCases)
        )
      )
    case 3:
      return .split(
        NavigationState.Split(
          shares: (0..<int(in: 0...4)).map { _ in int(in: 0...1_000) },
          focused: int(in: 0...3)
        )
      )
    default:
      return .tabs(NavigationState.Tabs(selected: int(in: 0...63), isBottomShown: oneIn(2)))
    }
  }

  /// A node key of arbitrary bytes, as file names can be.
  private mutating func placeKey() -> [UInt8] { bytes(int(in: 0...20)) }
}
