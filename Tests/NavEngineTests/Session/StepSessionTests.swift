import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Steps of slides in a session")
struct StepSessionTests {
  private static let size = CellSize(columns: 40, rows: 12)

  /// A slide of so many parts, each of so many lines, with pauses between the parts.
  private static func slide(_ title: String, parts: Int, lines: Int = 1) -> PageContent {
    let blocks = (1...parts).flatMap { part -> [TextBlock] in
      let text = (1...lines).map { "\(title)\(part).\($0)" }
      return (part > 1 ? [.pause] : []) + [.preformatted(lines: text)]
    }
    return PageContent(title, blocks)
  }

  private static var deck: Session {
    Session(pages: [slide("a", parts: 1), slide("b", parts: 3), slide("c", parts: 2)])
  }

  private func perform(_ session: inout Session, _ commands: SessionCommand...) throws {
    for command in commands { try session.perform(command, seenIn: Self.size, at: .zero) }
  }

  @Test("forward reveals before it turns, back hides; a page is entered at its first or last step")
  func steps() throws {
    var session = Self.deck
    var seen = [session.top]
    for _ in 0..<6 {
      try perform(&session, .forward)
      seen.append(session.top)
    }
    #expect(seen == ["1", "2", "2.1", "2.2", "3", "3.1", "3.1"])
    seen = []
    for _ in 0..<6 {
      try perform(&session, .back)
      seen.append(session.top)
    }
    #expect(seen == ["3", "2.2", "2.1", "2", "1", "1"])
    #expect(session.position.page == 1)
  }

  @Test(
    "other commands show a page at its first step",
    arguments: [(SessionCommand.goTo(2), "2"), (.first, "1"), (.last, "3"), (.screenDown, "2.2")]
  )
  func others(command: SessionCommand, top: String) throws {
    var session = Self.deck
    try perform(&session, .forward, .forward, command)
    #expect(session.top == top)
  }

  @Test("hidden parts are not in the scene, and visible parts do not move")
  func scenes() throws {
    var session = Session(pages: [Self.slide("b", parts: 3)])
    var texts: [[String]] = []
    for _ in 0..<3 {
      let scene = session.rest(in: Self.size, viewers: 1)
      let page = try #require(scene.containers.first { $0.kind == .page })
      texts.append((0..<page.content.height).compactMap { page.rows[$0]?.text })
      try perform(&session, .forward)
    }
    #expect(texts == [["b1.1"], ["b1.1", "", "b2.1"], ["b1.1", "", "b2.1", "", "b3.1"]])
  }

  @Test("space scrolls the visible parts, then reveals, and the new part comes into view")
  func scrolling() throws {
    var session = Session(pages: [Self.slide("a", parts: 2, lines: 14), Self.slide("b", parts: 1)])
    func bottom() throws -> String? {
      let scene = session.rest(in: Self.size, viewers: 1)
      let page = try #require(scene.containers.first { $0.kind == .page })
      let last = min(page.content.height, page.scroll.y + page.visibleRows) - 1
      return page.rows[last]?.text
    }
    var seen: [String] = []
    while session.position.page == 1, seen.count < 20 {
      seen.append(try bottom() ?? "")
      try perform(&session, .screenDown)
    }
    #expect(session.position.page == 2)
    let revealed = try #require(seen.firstIndex { $0.hasPrefix("a2.") })
    #expect(seen[revealed - 1] == "a1.14" && seen[0].hasPrefix("a1."), "\(seen)")
    #expect(seen.last == "a2.14", "\(seen)")
  }

  /// Returns the texts of the visible rows in a viewport.
  private func seen(_ session: inout Session, in size: CellSize) throws -> [String] {
    let scene = session.rest(in: size, viewers: 1)
    let page = try #require(scene.containers.first { $0.kind == .page && !$0.isHidden })
    let end = min(page.content.height, page.scroll.y + page.visibleRows)
    return (page.scroll.y..<max(page.scroll.y, end)).compactMap { page.rows[$0]?.text }
  }

  /// Presses a key until the next page is shown.
  ///
  /// - Returns: the number of presses, and the texts that were visible in a viewport before.
  private func read(
    _ session: inout Session,
    by key: Key,
    in size: CellSize,
    followedIn followers: [CellSize] = []
  ) throws -> (presses: Int, texts: Set<String>) {
    var (presses, texts) = (0, Set<String>())
    let page = session.position.page
    while session.position.page == page, presses < 40 {
      texts.formUnion(try seen(&session, in: followers.first ?? size))
      try session.perform(.keys([key]), seenIn: size, followedIn: followers, at: .zero)
      presses += 1
    }
    return (presses, texts)
  }

  @Test(
    "keys show the rest of a long page before they turn it, forward and back",
    arguments: [
      (Key(.pageDown), Key(.pageUp)), (Key(.right), Key(.left)), (Key(.enter), Key(.backspace)),
      (Key(.character("n")), Key(.character("p"))), (Key(.character("l")), Key(.character("h"))),
    ]
  )
  func restOfPage(forward: Key, back: Key) throws {
    let size = CellSize(columns: 80, rows: 24)
    let pages = [
      Self.slide("a", parts: 1, lines: 40), Self.slide("b", parts: 2, lines: 30),
      Self.slide("c", parts: 1, lines: 5), Self.slide("d", parts: 1),
    ]
    var session = Session(pages: pages)
    for (page, lines) in [(1, 40), (2, 60), (3, 5)] {
      let read = try self.read(&session, by: forward, in: size)
      #expect(session.position.page == page + 1)
      #expect(read.texts.filter { $0.contains(".") }.count == lines, "page \(page)")
      #expect((read.presses == 1) == (lines == 5))
    }
    for page in [4, 3, 2] {
      _ = try read(&session, by: back, in: size)
      #expect(session.position.page == page - 1)
    }
    // The page is where it was left, at its end.
    let end = try seen(&session, in: size).last
    try session.perform(.keys([back]), seenIn: size, at: .zero)
    let above = try seen(&session, in: size).last
    #expect(session.position.page == 1 && end == "a1.40" && above != end)
    // The command turns the page at once.
    try session.perform(.forward, seenIn: size, at: .zero)
    #expect(session.position.page == 2)
  }

  @Test(
    "a smaller follower sees every row of a page that is longer than the driver's screen",
    arguments: [(40, 10, 40), (30, 16, 40), (120, 12, 40), (120, 60, 40)]
  )
  func followers(columns: Int, rows: Int, lines: Int) throws {
    let size = CellSize(columns: 80, rows: 24)
    let follower = CellSize(columns: columns, rows: rows)
    for key in [Key(.pageDown), Key(.character(" "))] {
      var session = Session(pages: [
        Self.slide("a", parts: 1, lines: lines), Self.slide("b", parts: 1),
      ])
      let read = try self.read(&session, by: key, in: size, followedIn: [follower])
      #expect(session.position.page == 2)
      #expect(read.texts.filter { $0.contains(".") }.count == lines, "\(follower)")
    }
  }

  @Test("a page that fits the driver's screen, and followers that are much smaller, delay nothing")
  func unhurried() throws {
    let size = CellSize(columns: 80, rows: 24)
    for (follower, lines) in [
      (CellSize(columns: 40, rows: 10), 15), (CellSize(columns: 40, rows: 6), 40),
    ] {
      let pages = [Self.slide("a", parts: 1, lines: lines), Self.slide("b", parts: 1)]
      var (alone, followed) = (Session(pages: pages), Session(pages: pages))
      let presses = try read(&alone, by: Key(.pageDown), in: size).presses
      let others = try read(&followed, by: Key(.pageDown), in: size, followedIn: [follower])
      #expect(others.presses == presses)
    }
  }

  @Test("a revealed part is visible in every size, whoever reveals it")
  func everySize() throws {
    let sizes = [(40, 12), (60, 40), (20, 6), (120, 8)].map { CellSize(columns: $0.0, rows: $0.1) }
    for driver in sizes {
      var session = Session(pages: [Self.slide("a", parts: 6, lines: 2)])
      var views = sizes.map { session.view(in: $0, at: .zero) }
      for part in 1...6 {
        for (index, size) in sizes.enumerated() {
          let rows = try seen(&session, in: size)
          #expect(rows.contains("a\(part).1") && rows.contains("a\(part).2"), "\(size) \(rows)")
          // An earlier viewer sees the same as a late one.
          let facts = SessionFacts(name: "", viewers: 1)
          let end = session.layout(&views[index], facts: facts, at: .zero).trajectory.end
          #expect(end == session.rest(in: size, facts: facts))
        }
        if part < 6 { try session.perform(.forward, seenIn: driver, at: .zero) }
      }
      // Back again, the part revealed before is visible.
      try session.perform(.back, seenIn: driver, at: .zero)
      for size in sizes { #expect(try seen(&session, in: size).contains("a5.2")) }
    }
  }

  @Test("a scroll offset within a step is kept until the next step")
  func scrolledSteps() throws {
    let small = CellSize(columns: 40, rows: 8)
    var session = Session(pages: [Self.slide("a", parts: 3, lines: 5)])
    try session.perform(.forward, seenIn: small, at: .zero)
    #expect(try seen(&session, in: small).last == "a2.5")
    try session.perform(.lineUp, seenIn: small, at: .zero)
    let scrolled = try seen(&session, in: small)
    #expect(scrolled.last == "a2.4")
    // A restart keeps it.
    let content = session.content
    var again = Session(content, at: session.navigationState, version: 1) { _, _ in content }
    #expect(try seen(&again, in: small) == scrolled)
    try session.perform(.forward, seenIn: small, at: .zero)
    #expect(try seen(&session, in: small).last == "a3.5")
  }

  @Test("highlighted lines of code are visible in every size")
  func focus() throws {
    let lines = (1...40).map { StyledText("line \($0)") }
    let focus: [TextCode.LineFocus] = [.lines([30...31]), .lines([2...3]), .lines([38...38]), .all]
    let code = TextBlock.code(TextCode(lines: lines, focus: focus))
    var session = Session(pages: [PageContent("c", [code])])
    let sizes = [CellSize(columns: 40, rows: 12), CellSize(columns: 90, rows: 30)]
    for expected in [["line 30", "line 31"], ["line 2", "line 3"], ["line 38"], ["line 1"]] {
      for size in sizes {
        let rows = try seen(&session, in: size).map { $0.drop { $0 == " " } }
        #expect(expected.allSatisfy { rows.contains($0[...]) }, "\(expected) \(rows)")
      }
      try session.perform(.forward, seenIn: sizes[1], at: .zero)
    }
  }

  @Test("lines that are always highlighted need no step")
  func lastingFocus() throws {
    let lines = (1...40).map { StyledText("line \($0)") }
    let code = TextBlock.code(TextCode(lines: lines, focus: [.lines([35...35])]))
    var session = Session(pages: [PageContent("c", [code])])
    #expect(try seen(&session, in: Self.size).contains(" line 35"))
    let page = session.rest(in: Self.size, viewers: 1).containers.first { $0.kind == .page }
    let styles = [1, 34].map { page?.rows[$0]?.runs.last?.style.attributes }
    #expect(styles == [.dim, []])
  }

  @Test("the wrapping of long lines belongs to the session, and survives it")
  func wrapping() throws {
    let line = String(repeating: "0123456789", count: 9)
    let code = TextBlock.code(language: "", lines: [line])
    var session = Session(pages: [PageContent("c", [code])])
    #expect(try seen(&session, in: Self.size).count == 1)
    try session.perform(.toggleWrap, seenIn: Self.size, at: .zero)
    #expect(try seen(&session, in: Self.size).count == 3)
    let content = session.content
    var again = Session(content, at: session.navigationState, version: 1) { _, _ in content }
    #expect(try seen(&again, in: Self.size).count == 3)
    try session.perform(.toggleWrap, seenIn: Self.size, at: .zero)
    #expect(try seen(&session, in: Self.size).count == 1)
    // On a screen that has room for it, nothing changes but for smaller ones.
    let wide = CellSize(columns: 200, rows: 60)
    try session.perform(.toggleWrap, seenIn: wide, at: .zero)
    #expect(try seen(&session, in: Self.size).count == 1)
    try session.perform(
      .command(.toggleWrap),
      seenIn: wide,
      followedIn: [Self.size],
      at: .zero
    )
    #expect(try seen(&session, in: Self.size).count == 3)
  }

  @Test("a place keeps the step; a missing one becomes the last")
  func places() throws {
    var session = Self.deck
    try perform(&session, .forward, .forward, .forward)
    let place = session.navigationState
    let content = SessionContent.pager(
      title: "a",
      pages: [Self.slide("a", parts: 1), Self.slide("b", parts: 2)].map { .page($0) }
    )
    let other = Session(content, at: place, version: 1) { _, _ in content }
    #expect(session.top == "2.2" && other.top == "2.1")
  }

  @Test("a changed deck is shown at the same step of the same slide")
  func reload() throws {
    var session = Self.deck
    try perform(&session, .forward, .forward, .forward)
    for (slides, top) in [
      ([("x", 2), ("a", 1), ("b", 3)], "3.2"), ([("a", 1), ("b", 2)], "2.1"),
      ([("a", 1), ("c", 2)], "2"),
    ] {
      let content = SessionContent.pager(
        title: "a",
        pages: slides.map { .page(Self.slide($0.0, parts: $0.1)) }
      )
      let prepared = PreparedContent(content, viewports: [Self.size])
      let followed = Session(prepared, following: session) { _ in nil }
      #expect(followed?.top == top)
    }
  }

  @Test("a match is revealed")
  func search() throws {
    var session = Self.deck
    try perform(&session, .search("b3"))
    #expect(session.top == "2.2")
    try perform(&session, .search("b1"))
    #expect(session.top == "2.2")
    try perform(&session, .first, .search("c2"))
    #expect(session.top == "3.1")
  }

  @Test("facing pages are revealed one after the other")
  func spreads() throws {
    let pages = [
      Self.slide("a", parts: 1), Self.slide("b", parts: 2), Self.slide("c", parts: 2),
      Self.slide("d", parts: 1),
    ]
    var session = Session(
      .pager(
        PagerContent(
          title: "book",
          pages: .listed(pages.map { .page($0) }),
          style: .curl(.mid, isDoubleSided: true)
        )
      )
    )
    let wide = CellSize(columns: 160, rows: 40)
    var seen: [String] = [session.top]
    for _ in 0..<8 {
      try session.perform(.forward, seenIn: wide, at: .zero)
      seen.append(session.top)
    }
    #expect(Set(["2.1", "3.1"]).isSubset(of: seen), "\(seen)")
    for _ in 0..<8 { try session.perform(.back, seenIn: wide, at: .zero) }
    #expect(["1", "2"].contains(session.top))
  }
}
