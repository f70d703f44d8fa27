import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Settings of the first page and of the pages that it opens")
struct OpeningTests {
  private static let wide = CellSize(columns: 80, rows: 12)

  // MARK: Pagers

  private static func pager(_ style: PagerStyle, start: Int, hasDots: Bool = true) -> PagerContent {
    let pages = ["One", "Two", "Three"].map {
      SessionContent.page(PageContent($0, []))
    }
    var pager = PagerContent(title: "P", pages: .listed(pages), style: style)
    pager.start = start
    pager.hasDots = hasDots
    return pager
  }

  @Test(
    "a pager begins with the page that it names, without a motion",
    arguments: [PagerStyle.sliding, .none, .curl(.min, isDoubleSided: false)]
  )
  func start(style: PagerStyle) throws {
    var session = Session(.pager(Self.pager(style, start: 2)))
    #expect(session.top == "3")
    try session.perform(.command(.back), seenIn: Self.wide, at: .zero)
    #expect(session.top == "2")
    try session.perform(.command(.first), seenIn: Self.wide, at: .zero)
    // A session left on the first page is restored there.
    let again = Session(
      .pager(Self.pager(style, start: 2)),
      at: session.navigationState,
      version: 1
    ) { _, _ in
      preconditionFailure("cannot read a page of a pager")
    }
    #expect(again.top == "1")
  }

  @Test("a pager that begins with a missing page is refused")
  func noSuchStart() {
    for start in [-1, 3, .max] {
      #expect(throws: Rejection.self) {
        try SessionContent.pager(Self.pager(.sliding, start: start)).check()
      }
    }
    #expect(throws: Never.self) {
      try SessionContent.pager(Self.pager(.sliding, start: 2)).check()
    }
  }

  @Test(
    "PI-1, PI-3: without a page control its row belongs to the page, and the position is still known"
  )
  func dots() throws {
    for hasDots in [true, false] {
      var session = Session(.pager(Self.pager(.sliding, start: 1, hasDots: hasDots)))
      let scene = session.rest(in: Self.wide, facts: SessionFacts(name: "x", viewers: 1))
      let dots = try #require(scene.containers.first { $0.kind == .pageControl })
      #expect(dots.isHidden == !hasDots)
      #expect(dots.currentPage == 1 && dots.pageCount == 3)
      let page = try #require(scene.containers.first { $0.kind == .page })
      #expect(page.frame.height == (hasDots ? 10 : 11))
    }
  }

  // MARK: Stacks

  /// A stack whose list opens lists and texts, with sizes and modes of opening per entry.
  private static func stack(
    root: StackPageSize = .full,
    sizes: [String: StackPageSize] = [:],
    behind: Set<String> = []
  ) -> Session {
    func path(_ name: String) -> [UInt8] { Array("r/\(name)".utf8) }
    let names = ["list", "text", "more"]
    let list = PageContent(list: names, title: "Root", opens: .list)
    var content = StackContent(root: .page(list), path: Array("r".utf8), source: .nowhere)
    for name in names {
      let page =
        name == "text"
        ? PageContent(name, [.paragraph(StyledText(name))])
        : PageContent(
          title: name,
          list: ListContent(entries: [ListEntry(key: [97], label: "a", opens: .list)])
        )
      content.pages[path(name)] = .page(page)
      content.pages[path(name) + Array("/a".utf8)] = .page(page)
    }
    content.rootSize = root
    for (name, size) in sizes { content.sizes[path(name)] = size }
    content.pagesBehind = Set(behind.map(path))
    return Session(.stack(content))
  }

  private static func frames(_ session: inout Session) -> [String: CellRect] {
    let scene = session.rest(in: wide, facts: SessionFacts(name: "x", viewers: 1))
    var frames: [String: CellRect] = [:]
    for page in scene.containers where page.kind == .page { frames[page.name] = page.frame }
    return frames
  }

  @Test(
    "NC-1: pages have the size set for them, or else the usual one of their content"
  )
  func sizes() throws {
    func width(of name: String, _ session: Session) throws -> Int? {
      var session = session
      for _ in 0..<(["list", "text", "more"].firstIndex(of: name) ?? 0) {
        try session.perform(.command(.lineDown), seenIn: Self.wide, at: .zero)
      }
      try session.perform(.command(.forward), seenIn: Self.wide, at: .zero)
      return Self.frames(&session)[name]?.width
    }
    #expect(try width(of: "list", Self.stack()) == 40)
    #expect(try width(of: "text", Self.stack()) == 80)
    let stack = Self.stack(root: .half, sizes: ["list": .full, "text": .half])
    #expect(try width(of: "list", stack) == 80)
    #expect(try width(of: "text", stack) == 40)
    #expect(try width(of: "more", stack) == 40)
    // A lone half page is centred (SN-23).
    var root = stack
    #expect(Self.frames(&root)["Root"] == CellRect(x: 20, y: 0, width: 40, height: 11))
  }

  @Test(
    "NC-2: a page opened without becoming active lies beside, and is activated the next time"
  )
  func behind() throws {
    var session = Self.stack(root: .half, sizes: ["text": .half], behind: ["text", "list"])
    func perform(_ command: SessionCommand) throws {
      try session.perform(.command(command), seenIn: Self.wide, at: .zero)
    }
    try perform(.lineDown)
    try perform(.forward)
    #expect(session.top == "")
    let frames = Self.frames(&session)
    #expect(frames["Root"]?.x == 0 && frames["text"]?.x == 40)
    // Another entry's page replaces it.
    try perform(.lineUp)
    try perform(.forward)
    #expect(session.top == "" && Self.frames(&session)["text"] == nil)
    #expect(Self.frames(&session)["list"]?.x == 40)
    // The same entry again activates its page.
    try perform(.forward)
    #expect(session.top == "list")
    try perform(.back)
    #expect(session.top == "")
  }

  @Test("NC-2, D-20: the beginning of a page opened behind a full page is seen beside it")
  func behindAFullPage() throws {
    for size in StackPageSize.allCases {
      var session = Self.stack(sizes: ["list": size], behind: ["list"])
      try session.perform(.command(.forward), seenIn: Self.wide, at: .zero)
      #expect(session.top == "")
      let frames = Self.frames(&session)
      #expect(frames["Root"]?.x == 0 && frames["list"]?.x == 40, "\(frames)")
      try session.perform(.command(.forward), seenIn: Self.wide, at: .zero)
      #expect(session.top == "list")
      try session.perform(.command(.back), seenIn: Self.wide, at: .zero)
      #expect(Self.frames(&session).keys.sorted() == ["Root"])
    }
  }

  @Test(
    "NC-7: root keeps the root and the page beside a half root; there it changes nothing"
  )
  func root() throws {
    for (root, kept) in [(StackPageSize.full, 1), (.half, 2)] {
      var session = Self.stack(root: root)
      for key in ["Enter", "Enter"] {
        try session.perform(
          .keys([try #require(Key(name: key))]),
          seenIn: Self.wide,
          at: .zero
        )
      }
      #expect(session.top == "list/a")
      try session.perform(.keys([Key(.character("H"))]), seenIn: Self.wide, at: .seconds(1))
      #expect(session.top == "")
      let later = session.navigationState
      try session.perform(.command(.root), seenIn: Self.wide, at: .seconds(2))
      #expect(session.navigationState == later)
      var view = session.view(in: Self.wide, at: .zero)
      let facts = SessionFacts(name: "x", viewers: 1)
      let scene = session.layout(&view, facts: facts, at: .seconds(9)).trajectory.end
      #expect(scene.containers.filter { $0.kind == .page && !$0.isHidden }.count == kept)
    }
  }
}
