import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

/// States with numbers that no session has, as damaged or hostile files may hold them.
@Suite("Stored places with extreme numbers")
struct ExtremePlaceTests {
  private static let sizes = [
    CellSize(columns: 1, rows: 1), CellSize(columns: 24, rows: 7), .standardTerminal,
  ]

  private static let commands: [SessionCommand] = [
    .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo(2), .goTo(30),
    .nextTab, .previousTab, .toggleAttachment, .nextPart, .search("e"), .nextMatch, .filter("1"),
    .filter(""), .toggleWrap,
  ]

  @Test("such a session is restored, shown and driven like any other")
  func restored() throws {
    try forSeeds(0..<300) { generator in
      let content = generator.sessionContent()
      guard (try? content.check()) != nil else { return }
      let page = generator.listPage()
      var session = Session(content)
      for step in 0..<generator.int(in: 0...12) {
        try? drive(&session, &generator, at: .seconds(10 * step), page)
      }
      var place = session.navigationState
      for path in place.nodes.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        place.nodes[path] = generator.extremeNode(like: place.nodes[path])
      }
      place.nodes[[]] = generator.extremeNode(like: place.nodes[[]])
      if generator.oneIn(2) { place.nodes[[0]] = generator.extremeNode(like: place.nodes[[0]]) }
      let stored = try NavigationState(decoding: place.encoded())
      for case .pager(let pager) in stored.nodes.values {
        try demand(pager.current <= Int32.max && pager.shift.magnitude <= Double(Int32.max))
      }
      var again = Session(content, at: stored, version: .max / 2) { _, _ in .page(page) }
      for step in 0..<6 {
        for size in Self.sizes { _ = again.rest(in: size, viewers: 1) }
        try? drive(&again, &generator, at: .seconds(1_000 + 10 * step), page)
      }
      let kept = again.navigationState
      try demand(try NavigationState(decoding: kept.encoded()).encoded() == kept.encoded())
    }
  }

  @Test("the byte of a line in a large text is kept")
  func largeText() throws {
    let position = TextPosition(block: 5_000_000_000, grapheme: 3)
    let rows = NavigationState.Rows(
      selection: nil,
      anchor: ScrollAnchor(position: position, ratio: 0.5)
    )
    let place = NavigationState(nodes: [[0]: .rows(rows)])
    #expect(try NavigationState(decoding: place.encoded()) == place)
  }

  private func drive(
    _ session: inout Session,
    _ generator: inout SplitMix64,
    at now: Duration,
    _ page: PageContent
  ) throws {
    let command = generator.pick(Self.commands)
    try session.perform(.command(command), seenIn: generator.pick(Self.sizes), at: now) { _ in page
    }
  }
}

extension SplitMix64 {
  private mutating func extreme() -> Int {
    pick([0, 1, 2, Int(Int32.max), Int.max - 1, .max])
  }

  /// Returns a node of the kind of another one, or of any kind.
  fileprivate mutating func extremeNode(like node: NavigationState.Node?) -> NavigationState.Node {
    let kind =
      switch node {
      case .rows: 0
      case .pager: 1
      case .stack: 2
      case .tabs: 3
      case .split: 4
      case nil: int(in: 0...4)
      }
    switch kind {
    case 0:
      let keys: [UInt8] = oneIn(2) ? [] : [49]
      return .rows(
        NavigationState.Rows(
          selection: oneIn(3) ? nil : .init(index: extreme(), key: keys),
          anchor: ScrollAnchor(
            position: TextPosition(block: extreme(), grapheme: extreme()),
            ratio: pick([0, 0.5, 1]),
            step: oneIn(2) ? nil : extreme()
          ),
          anchorKey: oneIn(2) ? nil : keys,
          filter: oneIn(4) ? "1" : ""
        )
      )
    case 1:
      let shift = pick([
        0, -1, 1e300, -1e300, .greatestFiniteMagnitude, .infinity, .nan, .leastNonzeroMagnitude,
      ])
      let title = pick(["", "Page 2"])
      return .pager(
        NavigationState.Pager(current: extreme(), shift: shift, step: extreme(), titles: title)
      )
    case 2:
      let keys: [[UInt8]] = (0..<int(in: 0...3)).map { _ in [49] }
      return .stack(
        NavigationState.Stack(keys: keys, active: extreme(), position: oneIn(2) ? .left : .right)
      )
    case 3: return .tabs(NavigationState.Tabs(selected: extreme(), isBottomShown: oneIn(2)))
    default:
      let shares = (0..<int(in: 0...3)).map { _ in extreme() }
      return .split(NavigationState.Split(shares: shares, focused: extreme()))
    }
  }
}
