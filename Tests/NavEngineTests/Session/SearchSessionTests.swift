import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Searching in a session")
struct SearchSessionTests {
  private static let size = CellSize(columns: 40, rows: 12)

  private static func text(_ title: String, _ paragraphs: String...) -> PageContent {
    PageContent(title, paragraphs.map { .paragraph(StyledText($0)) })
  }

  private static var deck: Session {
    Session(pages: [
      text("one", "a red word", "red again"), text("two", "nothing"), text("three", "Red, red"),
      text("four", "the end"),
    ])
  }

  private func place(_ session: Session) -> [Int] {
    [session.position.page, session.searchState.match, session.searchState.matches]
  }

  @Test("n and N go from match to match, from slide to slide, and around")
  func deck() throws {
    var session = Self.deck
    try session.perform(.search("red"), seenIn: Self.size, at: .zero)
    #expect(place(session) == [1, 1, 4])
    var seen: [[Int]] = []
    for _ in 0..<4 {
      try session.perform(.nextMatch, seenIn: Self.size, at: .seconds(9))
      seen.append(place(session))
    }
    #expect(seen == [[1, 2, 4], [3, 3, 4], [3, 4, 4], [1, 1, 4]])
    try session.perform(.previousMatch, seenIn: Self.size, at: .seconds(18))
    #expect(place(session) == [3, 4, 4])
    // On another page there is no current match: the next one from there counts.
    try session.perform(.goTo(2), seenIn: Self.size, at: .seconds(27))
    #expect(place(session) == [2, 0, 4])
    try session.perform(.nextMatch, seenIn: Self.size, at: .seconds(36))
    #expect(place(session) == [3, 3, 4])
    try session.perform(.goTo(2), seenIn: Self.size, at: .seconds(45))
    try session.perform(.previousMatch, seenIn: Self.size, at: .seconds(54))
    #expect(place(session) == [1, 2, 4])
    try session.perform(.search(""), seenIn: Self.size, at: .seconds(63))
    #expect(session.searchState == SearchState())
  }

  @Test("an expression is searched for behind a slash, and what is wrong with it is said")
  func expression() throws {
    var session = Self.deck
    try session.perform(.search("/re. \\w{4,5}$"), seenIn: Self.size, at: .zero)
    #expect(place(session) == [1, 1, 2])
    #expect(session.searchState.search == "/re. \\w{4,5}$")
    let error = #expect(throws: Rejection.self) {
      try session.perform(.search("/(red"), seenIn: Self.size, at: .zero)
    }
    #expect(error?.description == "a ( without its ): \\( is the sign itself")
    #expect(session.searchState.matches == 2)
  }

  @Test("a search begins at the current place, and case matters if a letter is upper case")
  func start() throws {
    for (page, words, expected) in [
      (2, "red", [3, 3, 4]), (4, "red", [1, 1, 4]), (1, "Red", [3, 1, 1]), (1, "d w", [1, 1, 1]),
    ] {
      var session = Self.deck
      try session.perform(.goTo(page), seenIn: Self.size, at: .zero)
      try session.perform(.search(words), seenIn: Self.size, at: .seconds(9))
      #expect(place(session) == expected, "\(words) from \(page)")
    }
  }

  @Test("words without a match are reported, and nothing changes")
  func refused() throws {
    var session = Self.deck
    try session.perform(.search("red"), seenIn: Self.size, at: .zero)
    let before = (session.navigationState, session.version)
    for (command, reason) in [
      (SessionCommand.search("blue"), "no match for \"blue\""),
      (.search("RED"), "no match for \"RED\""), (.filter("a"), "there is nothing to filter here"),
    ] {
      let error = #expect(throws: Rejection.self) {
        try session.perform(command, seenIn: Self.size, at: .zero)
      }
      #expect(error?.description == reason)
      #expect(session.navigationState == before.0 && session.version == before.1)
    }
    var other = Self.deck
    for command in [SessionCommand.nextMatch, .previousMatch] {
      let error = #expect(throws: Rejection.self) {
        try other.perform(command, seenIn: Self.size, at: .zero)
      }
      #expect(error?.description == "nothing is searched for: press / and type what to look for")
    }
  }

  @Test("in a list the entries are searched, and the next page is searched for the same words")
  func lists() throws {
    var session = Tree.session
    try session.perform(.search("1"), seenIn: Self.size, at: .zero)
    // d1x and f1x, f1, f21, f31, f41, f51.
    #expect(session.searchState.matches == 15)
    #expect(session.searchState.match == 1)
    let scene = session.rest(in: Self.size, viewers: 1)
    #expect(scene.active?.selection == 1)
    #expect(scene.search == "1" && scene.matches == 15 && scene.match == 1)
    try session.type("n", "n", in: Self.size)
    #expect(session.rest(in: Self.size, viewers: 1).active?.selection == 11)
    // f11 is a text of a hundred lines.
    try session.type("Enter", in: Self.size)
    #expect(session.keyFocus == .text)
    #expect(session.searchState.search == "1" && session.searchState.matches == 221)
    try session.type("n", "Esc", in: Self.size)
    #expect(session.searchState == SearchState())
  }

  @Test("without a search n goes to the next page")
  func keys() throws {
    var session = Self.deck
    try session.perform(.keys([Key(.character("n"))]), seenIn: Self.size, at: .zero)
    #expect(session.position.page == 2)
    try session.perform(.search("red"), seenIn: Self.size, at: .seconds(9))
    try session.perform(.keys([Key(.character("n"))]), seenIn: Self.size, at: .seconds(18))
    #expect(place(session) == [3, 4, 4])
    try session.perform(.keys([Key(.character("N"))]), seenIn: Self.size, at: .seconds(27))
    #expect(place(session) == [3, 3, 4])
    let escape = [Key(.escape), Key(.character("n"))]
    try session.perform(.keys(escape), seenIn: Self.size, at: .seconds(36))
    #expect(place(session) == [4, 0, 0])
  }

  @Test("matches are marked on every size, the current one differently")
  func marks() throws {
    var session = Self.deck
    try session.perform(.search("red"), seenIn: Self.size, at: .zero)
    for size in [Self.size, CellSize(columns: 12, rows: 5)] {
      let scene = session.rest(in: size, viewers: 1)
      #expect(scene.marked(.found) == ["red", "red"])
      #expect(scene.marked(.foundHere) == ["red"])
    }
    try session.perform(.search(""), seenIn: Self.size, at: .seconds(9))
    #expect(session.rest(in: Self.size, viewers: 1).marked(.found).isEmpty)
  }

  @Test("the limit of matches, and one past it")
  func matchLimit() throws {
    for (extra, matches) in [(-1, 9_999), (0, 10_000), (1, 10_000)] {
      let count = SessionSearch.matchLimit + extra
      var session = Session(pages: [Self.text("x", String(repeating: "x", count: count))])
      try session.perform(.search("x"), seenIn: Self.size, at: .zero)
      #expect(session.searchState.matches == matches)
    }
  }

  @Test("numbered pages are searched up to a limit", arguments: [999, 1_000, 1_001])
  func madePages(number: Int) throws {
    var session = Session(
      .pager(PagerContent(title: "many", pages: .numbered("page", count: PagerPages.countLimit)))
    )
    // Each page contains its name and its number.
    let words = "\(number) of"
    guard number <= SessionSearch.madePageLimit else {
      #expect(throws: Rejection.self) {
        try session.perform(.search(words), seenIn: Self.size, at: .zero)
      }
      return
    }
    try session.perform(.search(words), seenIn: Self.size, at: .zero)
    #expect(session.position.page == number)
  }

  @Test("in any content n goes through every match and around, and N goes back")
  func laws() throws {
    var around = 0
    try forSeeds(0..<250) { generator in
      let content = generator.sessionContent(depth: 2)
      guard (try? content.check()) != nil else { return }
      var session = Session(content)
      let sizes = [Self.size, CellSize(columns: 80, rows: 24), CellSize(columns: 30, rows: 7)]
      for _ in 0..<generator.int(in: 0...6) {
        let command = generator.pick([SessionCommand.forward, .lineDown, .nextTab, .screenDown])
        try? session.perform(.command(command), seenIn: Self.size, at: .zero) { _ in
          generator.oneIn(2) ? generator.listPage() : generator.textPage()
        }
      }
      let words = generator.pick(["e", "of", "entry 1", "a", "page 2", "n t"])
      let size = generator.pick(sizes)
      let before = (session.navigationState, session.version)
      do {
        try session.perform(.search(words), seenIn: size, at: .seconds(9))
      } catch {
        try demand((session.navigationState, session.version) == before)
        return
      }
      let first = session.searchState
      try demand(first.match > 0 && first.match <= first.matches && first.search == words)
      let count = min(first.matches, 40)
      for step in 1...count {
        let old = session.navigationState
        try session.perform(.nextMatch, seenIn: size, at: .seconds(9 * step))
        let match = (first.match - 1 + step) % first.matches + 1
        try demand(session.searchState.match == match, "\(session.searchState) behind \(match - 1)")
        let scene = session.rest(in: size, viewers: 1)
        try demand(scene.match == match && scene.matches == first.matches)
        try demand(!scene.marked(.foundHere).isEmpty || scene.viewport.rows < 9, "\(match)")
        // A session restored at the same place by another daemon has the same state.
        let led = Session(content, at: session.navigationState, version: 1) { _, _ in
          .page(generator.textPage())
        }
        if session.top == led.top, session.top.allSatisfy({ $0.isNumber || $0 == "/" }) {
          try demand(led.searchState == session.searchState)
        }
        var back = session
        try back.perform(.previousMatch, seenIn: size, at: .seconds(9 * step))
        try demand(back.searchState.match == (match + first.matches - 2) % first.matches + 1)
        _ = old
      }
      if count == first.matches { around += 1 }
    }
    try demand(around > expected(50), "only \(around) went around")
  }
}

extension Scene {
  /// Returns the visible parts of rows with an attribute.
  fileprivate func marked(_ attribute: TextAttributes) -> [String] {
    containers.filter { $0.kind == .page && !$0.isHidden }.flatMap { page -> [String] in
      let view = page.scroll.y..<page.scroll.y + page.visibleRows
      return page.rows.segments.flatMap { segment in
        segment.rows.enumerated().filter { view.contains(segment.first + $0.offset) }
          .flatMap { $0.element.stretches(with: attribute) }
      }
    }
  }
}

extension TextRow {
  fileprivate func stretches(with attribute: TextAttributes) -> [String] {
    var stretches: [String] = []
    var place = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(place, offsetBy: run.length)
      if run.style.attributes.contains(attribute) { stretches.append(String(text[place..<end])) }
      place = end
    }
    return stretches
  }
}
