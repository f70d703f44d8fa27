import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: splits")
struct SplitSessionTests {
  private static func text(_ title: String) -> SessionContent {
    .page(SharedPanTests.text(title))
  }

  private static func list(_ title: String) -> SessionContent {
    let entries = (1...9).map {
      ListEntry(key: [UInt8($0)], label: "\(title) \($0)", detail: "", opens: .text)
    }
    let page = PageContent(title: title, list: ListContent(entries: entries))
    return .stack(StackContent(root: .page(page), path: Array(title.utf8), source: .nowhere))
  }

  private static func split(
    _ parts: [SessionContent],
    weights: [Int]? = nil
  ) -> SessionContent {
    .split(SplitContent(title: "split", parts: parts, weights: weights))
  }

  private static let plain = split([text("a"), text("b"), text("c")])

  private static func focused(_ session: Session) -> String { session.position.title }

  private static func border(_ index: Int, in scene: Scene) throws -> Container {
    let borders = scene.containers.filter { $0.kind == .splitBorder }
    return try #require(borders.indices.contains(index) ? borders[index] : nil)
  }

  // MARK: Content

  @Test(
    "SPL-1, SPL-2: a split has two or three parts, and a share for each",
    arguments: [
      (1, nil, false), (2, nil, true), (3, nil, true), (4, nil, false), (0, nil, false),
      (2, [1], false), (2, [1, 2], true), (2, [0, 2], false), (2, [1, 1_000], true),
      (2, [1, 1_001], false), (3, [1, 2], false), (3, [1, 2, 3], true),
    ] as [(Int, [Int]?, Bool)]
  )
  func check(parts: Int, weights: [Int]?, isValid: Bool) {
    let content = Self.split((0..<parts).map { Self.text("\($0)") }, weights: weights)
    #expect(((try? content.check()) != nil) == isValid)
  }

  // MARK: Focus

  @Test("SPL-9, SPL-10: Ctrl-W goes from one part to the next, and keys go to that part")
  func next() throws {
    var audience = try Audience(Self.split([Self.list("a"), Self.list("b")]))
    #expect(Self.focused(audience.session) == "a")
    try audience.perform(.lineDown)
    try audience.perform(.nextPart)
    #expect(Self.focused(audience.session) == "b")
    try audience.perform(.last)
    let lists = audience.scene().containers.filter { $0.pageCount == 9 }
    #expect(lists.map(\.selection) == [1, 8])
    #expect(audience.scene().focus == lists.last?.id)
    try audience.perform(.nextPart)
    #expect(Self.focused(audience.session) == "a")
  }

  @Test("SPL-10: through nested splits in reading order, each part once, whatever had the focus")
  func nested() throws {
    let content = Self.split([
      Self.split([Self.text("a"), Self.split([Self.text("b"), Self.text("c")])]),
      Self.text("d"), Self.split([Self.text("e"), Self.text("f")]),
    ])
    var audience = try Audience(content, CellSize(columns: 300, rows: 80))
    var seen: [String] = []
    for _ in 0..<12 {
      seen.append(Self.focused(audience.session))
      try audience.perform(.nextPart)
    }
    #expect(seen == ["a", "b", "c", "d", "e", "f", "a", "b", "c", "d", "e", "f"])
    // A part that a tap has chosen in a split without the focus is not where it is entered.
    let last = try #require(audience.page("f"))
    try audience.perform(.tap(last.id, row: nil))
    #expect(Self.focused(audience.session) == "f")
    let first = try #require(audience.page("d"))
    try audience.perform(.tap(first.id, row: nil))
    try audience.perform(.nextPart)
    #expect(Self.focused(audience.session) == "e")
  }

  @Test("SPL-10: without a split, Ctrl-W changes nothing and says why")
  func none() throws {
    let session = Session(.deck([SharedPanTests.text("a")]))
    #expect(session.noEffect(of: .nextPart) == .noParts)
  }

  @Test("SPL-9: a tap on a part, an entry, or the dots of a pager in it gives it the focus")
  func taps() throws {
    let pager = SessionContent.deck([SharedPanTests.text("p"), SharedPanTests.text("q")])
    var audience = try Audience(
      Self.split([Self.list("a"), Self.text("b"), pager]),
      CellSize(columns: 120, rows: 40)
    )
    let text = try #require(audience.page("b"))
    try audience.perform(.tap(text.id, row: 3))
    #expect(Self.focused(audience.session) == "b")
    let dots = try #require(audience.scene().containers.first { $0.kind == .pageControl })
    try audience.perform(.tap(dots.id, row: SceneTap.rowAfter))
    #expect(Self.focused(audience.session) == "q")
    let list = try #require(audience.page("a"))
    // The entry opens nothing: either the whole operation is refused, or the tap only selects and gives the focus.
    try audience.perform(.tap(list.id, row: nil))
    #expect(Self.focused(audience.session) == "a")
    let border = try Self.border(0, in: audience.scene())
    try audience.perform(.tap(border.id, row: nil))
    #expect(Self.focused(audience.session) == "a")
  }

  @Test("SPL-9: scrolling a part with a pointer gives it the focus")
  func scrolling() throws {
    var audience = try Audience(Self.split([Self.text("a"), Self.text("b")]))
    let page = try #require(audience.page("b"))
    audience.drag(page.id, .vertical, by: -3)
    try audience.release()
    #expect(Self.focused(audience.session) == "b")
  }

  @Test("SPL-14: where one part is shown alone, it is the focused one")
  func alone() throws {
    var audience = try Audience(Self.plain, CellSize(columns: 20, rows: 6))
    for title in ["a", "b", "c", "a"] {
      let pages = audience.scene().containers.filter { $0.kind == .page }
      #expect(pages.map(\.title) == [title])
      #expect(pages.map(\.frame) == [CellRect(x: 0, y: 0, width: 20, height: 5)])
      try audience.perform(.nextPart)
    }
  }

  // MARK: Borders

  @Test("SPL-6, SPL-8: a border follows the pointer of one viewer; others see the same shares")
  func drag() throws {
    var audience = try Audience(Self.split([Self.text("a"), Self.text("b")]))
    let border = try Self.border(0, in: audience.scene())
    #expect(border.frame == CellRect(x: 40, y: 0, width: 1, height: 23))
    for distance in [3, 9, -4] { audience.drag(border.id, .horizontal, by: distance) }
    #expect(try Self.border(0, in: audience.scene()).frame.x == 36)
    #expect(Self.focused(audience.session) == "a")
    let move = Pan(gesture: 1, container: border.id, axis: .horizontal, translation: 10)
    try audience.perform(.release(PanEnd(move, velocity: 900)))
    #expect(try Self.border(0, in: audience.scene()).frame.x == 50)
    #expect(audience.session.pan == nil)
    let small = audience.session.rest(in: CellSize(columns: 40, rows: 12), viewers: 1)
    // 633 of 1000 of 10 rows.
    #expect(try Self.border(0, in: small).frame == CellRect(x: 0, y: 6, width: 40, height: 1))
    let large = audience.session.rest(in: CellSize(columns: 200, rows: 60), viewers: 1)
    #expect(try Self.border(0, in: large).frame.x == 126)
  }

  @Test("SPL-6: a cancelled drag, and one along the other axis, leave everything as it was")
  func cancelled() throws {
    var audience = try Audience(Self.split([Self.text("a"), Self.text("b")]))
    let before = audience.scene()
    let border = try Self.border(0, in: before)
    audience.drag(border.id, .horizontal, by: 9)
    #expect(audience.scene() != before)
    try audience.release(isCancelled: true)
    #expect(audience.scene().containers == before.containers)
    audience.drag(border.id, .vertical, by: 5)
    #expect(try Self.border(0, in: audience.scene()) == border)
  }

  @Test("SPL-6: a drag is not in the navigation state before its release")
  func unreleased() throws {
    var audience = try Audience(Self.split([Self.text("a"), Self.text("b")]))
    let border = try Self.border(0, in: audience.scene())
    audience.drag(border.id, .horizontal, by: 9)
    #expect(audience.session.navigationState.nodes[[]] == nil)
    try audience.perform(.nextPart)
    let shares = [500, 500]
    let focused = NavigationState.Node.split(NavigationState.Split(shares: shares, focused: 1))
    #expect(audience.session.navigationState.nodes[[]] == focused)
    try audience.release()
    guard case .split(let split)? = audience.session.navigationState.nodes[[]] else {
      Issue.record("no split")
      return
    }
    #expect(split.shares != shares && split.focused == 1)
  }

  @Test("SPL-8, D-7: Ctrl-W during a drag moves the focus and not the border")
  func focusDuringDrag() throws {
    var audience = try Audience(Self.split([Self.text("a"), Self.text("b")]))
    let border = try Self.border(0, in: audience.scene())
    audience.drag(border.id, .horizontal, by: 5)
    try audience.perform(.nextPart)
    #expect(Self.focused(audience.session) == "b")
    #expect(audience.session.panOwner == 1)
    audience.drag(border.id, .horizontal, by: 6)
    #expect(try Self.border(0, in: audience.scene()).frame.x == 46)
  }

  @Test("SPL-11: stacks in a part follow its new width at once")
  func widths() throws {
    var audience = try Audience(Self.split([Self.list("a"), Self.list("b")]))
    let border = try Self.border(0, in: audience.scene())
    for distance in [1, -7, 12] {
      audience.drag(border.id, .horizontal, by: distance)
      let fresh = audience.session.rest(in: .standardTerminal, viewers: 1)
      #expect(audience.trajectory().end.containers == fresh.containers)
      #expect(audience.trajectory().length == 0)
    }
  }

  // MARK: Navigation state

  @Test("SPL-5: shares and focus are restored, and the place in every part")
  func restored() throws {
    let content = Self.split([Self.list("a"), Self.text("b")], weights: [1, 2])
    var audience = try Audience(content)
    #expect(audience.session.navigationState.nodes[[]] == nil)
    let border = try Self.border(0, in: audience.scene())
    audience.drag(border.id, .horizontal, by: 9)
    try audience.release()
    try audience.perform(.lineDown)
    try audience.perform(.nextPart)
    try audience.perform(.screenDown)
    let place = audience.session.navigationState
    guard case .split(let own)? = place.nodes[[]] else {
      Issue.record("\(place)")
      return
    }
    #expect(own.focused == 1 && own.shares.reduce(0, +) == 1_000 && own.shares[0] > 400)
    var again = Session(content, at: place, version: 7) { _, _ in Self.text("none") }
    #expect(again.navigationState == place)
    let (first, second) = (
      audience.session.rest(in: .standardTerminal, viewers: 1),
      again.rest(in: .standardTerminal, viewers: 1)
    )
    #expect(first == second)
  }

  @Test(
    "SPL-2: shares of a damaged state are ignored",
    arguments: [[], [1_000], [500, 501], [0, 1_000], [300, 300, 400], [-1, 1_001]]
  )
  func damaged(shares: [Int]) {
    let content = Self.split([Self.text("a"), Self.text("b")])
    let split = NavigationState.Split(shares: shares, focused: 7)
    let place = NavigationState(nodes: [[]: .split(split)])
    let session = Session(content, at: place, version: 1) { _, _ in Self.text("none") }
    #expect(session.navigationState.nodes[[]] == nil)
  }

  @Test("a reload keeps shares, focus and places by the titles of the parts")
  func reload() throws {
    var audience = try Audience(Self.split([Self.text("a"), Self.text("b")]))
    try audience.perform(.nextPart)
    try audience.perform(.screenDown)
    func reloaded(_ content: SessionContent) throws -> Session {
      try #require(
        Session(PreparedContent(content, viewports: []), following: audience.session) { _ in nil }
      )
    }
    #expect(Self.focused(try reloaded(audience.session.content)) == "b")
    let longer = Self.split([Self.text("x"), Self.text("a"), Self.text("b")])
    #expect(Self.focused(try reloaded(longer)) == "b")
    #expect(Self.focused(try reloaded(Self.split([Self.text("b"), Self.text("a")]))) == "b")
  }
}
