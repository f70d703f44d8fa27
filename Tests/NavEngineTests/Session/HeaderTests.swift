import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: taps and drags on the header of a pager")
struct HeaderTests {
  private static let wide = CellSize(columns: 200, rows: 60)
  private static let narrow = CellSize(columns: 40, rows: 12)
  private static let pager = PagerLayout.pagerID
  private static let bar = PagerParts.headerID(of: pager)

  private static func session(
    _ header: BarStyle,
    pages: PagerPages = .numbered("page", count: 100),
    style: PagerStyle = .sliding
  ) -> Session {
    Session(.pager(PagerContent(title: "p", pages: pages, style: style, header: header)))
  }

  @Test("ZX-8, MBX-13: a tap on the selected option scrolls the bar back to it")
  func retapRecentres() throws {
    var session = Self.session(.options)
    try Self.drag(&session, by: -60, in: Self.narrow, at: .zero)
    #expect(session.rest(in: Self.narrow, viewers: 1)[Self.bar]?.scroll.x ?? 0 > 0)
    try session.perform(.tap(Self.bar, row: 0), seenIn: Self.narrow, at: .seconds(1))
    #expect(session.rest(in: Self.narrow, viewers: 1)[Self.bar]?.scroll.x == 0)
  }

  @Test("RK-5: pages without a title get one in the header")
  func untitled() {
    let pages = ["", "own", ""].map {
      SessionContent.page(PageContent(title: $0, document: TextDocument()))
    }
    var session = Self.session(.buttons, pages: .listed(pages))
    let cells = session.rest(in: Self.narrow, viewers: 1).containers.filter {
      $0.kind == .optionCell
    }
    #expect(cells.map(\.title) == ["first", "own", "third"])
  }

  @Test("decision 2: a drag moves each viewer's bar by the same number of columns")
  func sharedStrip() throws {
    var session = Self.session(.options)
    try session.perform(.goTo(50), seenIn: Self.wide, at: .zero)
    let before = Self.offsets(of: &session)
    // Option cells such as `page 50` are nine columns wide.
    try Self.drag(&session, by: -18, in: Self.wide, at: .seconds(1), isReleased: false)
    #expect(Self.offsets(of: &session) == before.map { $0 + 18 })
    let end = PanEnd(Self.move(-18, in: Self.wide), isCancelled: true)
    try session.perform(.release(end), seenIn: Self.wide, at: .seconds(1))
    #expect(Self.offsets(of: &session) == before)
  }

  /// Returns the scroll offsets of both viewers' bars at rest.
  private static func offsets(of session: inout Session) -> [Int] {
    [wide, narrow].map { session.rest(in: $0, viewers: 1)[bar]?.scroll.x ?? -1 }
  }

  private static func move(_ translation: Int, in size: CellSize) -> Pan {
    Pan(gesture: 1, container: bar, axis: .horizontal, translation: translation)
  }

  private static func drag(
    _ session: inout Session,
    by translation: Int,
    in size: CellSize,
    at now: Duration,
    isReleased: Bool = true
  ) throws {
    let view = session.view(in: size, at: .zero)
    let isMoved = session.move(move(translation, in: size), seenBy: view, at: now)
    #expect(isMoved)
    guard isReleased else { return }
    try session.perform(.release(PanEnd(move(translation, in: size))), seenIn: size, at: now)
  }

  // MARK: Limits

  @Test("invalid content is refused at any depth, and changes nothing")
  func limits() throws {
    let none = SessionContent.pager(title: "none", pages: [])
    let far = SessionContent.pager(
      PagerContent(
        title: "far",
        pages: .numbered("p", count: 1),
        style: .slide(.vertical, spacing: -1)
      )
    )
    let many = SessionContent.pager(
      PagerContent(title: "many", pages: .numbered("p", count: PagerPages.countLimit + 1))
    )
    let tabs = SessionContent.tabs(TabsContent(title: "t", items: []))
    let list = SessionContent.page(
      PageContent(
        title: "root",
        list: ListContent(entries: [ListEntry(key: [120], label: "x", opens: .text)])
      )
    )
    for bad in [none, far, many, tabs] {
      #expect(throws: Rejection.self) { try bad.check() }
      let known = StackContent(root: list, path: [47], pages: [Array("/x".utf8): bad])
      #expect(throws: Rejection.self) { try SessionContent.stack(known).check() }
      // The content is loaded later without a check by the caller.
      let session = Session(.stack(StackContent(root: list, path: [47])))
      var operation = SessionOperation(
        .command(.forward),
        on: session,
        seenBy: SessionView(viewport: Self.narrow)
      )
      guard case .needs = try operation.run(at: .zero) else {
        Issue.record("asks for no page")
        continue
      }
      #expect(throws: Rejection.self) {
        try operation.supply(PreparedPage(bad, availableSizes: []), at: .zero)
      }
    }
    let most = SessionContent.pager(
      PagerContent(title: "most", pages: .numbered("p", count: PagerPages.countLimit))
    )
    let pages = Array(repeating: most, count: SessionContent.pageLimit / PagerPages.countLimit)
    func behind(_ contents: [SessionContent]) -> SessionContent {
      .tabs(
        TabsContent(title: "t", items: contents.map { TabsContent.Item(face: nil, content: $0) })
      )
    }
    #expect(throws: Never.self) { try behind(pages).check() }
    let one = SessionContent.pager(title: "one", pages: [list])
    #expect(throws: Rejection.self) { try behind(pages + [one]).check() }
  }
}
