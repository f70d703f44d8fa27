import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

private let large = CellSize(columns: 100, rows: 60)
private let small = CellSize(columns: 30, rows: 10)

/// A page of so many numbered lines.
private func page(_ name: String, lines: Int) -> PageContent {
  PageContent(name, [.code(language: "", lines: (1...lines).map { "\(name) \($0)" })])
}

/// Pages: short, long (overflows the small viewport), very long (overflows both), short.
private func session() -> Session {
  Session(pages: [
    page("a", lines: 2), page("b", lines: 30), page("c", lines: 100), page("d", lines: 2),
  ])
}

extension Session {
  private var node: PagerNode {
    guard let pager = tree[tree.root] as? PagerNode else { preconditionFailure("not a pager") }
    return pager
  }

  fileprivate var pager: PagerState {
    guard case .row(let row, _) = node.transition else { preconditionFailure("no row of pages") }
    return row
  }

  fileprivate var anchors: [Int: ScrollAnchor] { node.rows.touched.mapValues(\.anchor) }

  fileprivate mutating func perform(
    _ commands: SessionCommand...,
    seenIn viewport: CellSize = small,
    at now: Duration = .zero
  ) throws {
    for command in commands { try perform(command, seenIn: viewport, at: now) }
  }

  /// Returns the scroll offset of the active page in a viewport, in rows.
  fileprivate mutating func offset(in viewport: CellSize) -> Int? {
    rest(in: viewport, viewers: 0)[PagerLayout.pageID(pager.current)]?.scroll.y
  }

  /// Returns the largest scroll offset, in rows.
  fileprivate mutating func maximumOffset(in viewport: CellSize) throws -> Int {
    let shown = try #require(
      rest(in: viewport, viewers: 0)[PagerLayout.pageID(pager.current)]
    )
    return max(0, shown.content.height - (shown.frame.height - shown.content.y))
  }
}

@Suite("Session: commands on the model")
struct SessionTests {
  @Test(
    "commands that turn pages, from each end and the middle",
    arguments: [
      (SessionCommand.forward, [1, 2, 3, 3]), (.back, [0, 0, 1, 2]), (.first, [0, 0, 0, 0]),
      (.last, [3, 3, 3, 3]), (.goTo(1), [0, 0, 0, 0]), (.goTo(4), [3, 3, 3, 3]),
    ]
  )
  func turns(command: SessionCommand, expected: [Int]) throws {
    for start in 0..<4 {
      var session = session()
      try session.perform(.goTo(start + 1))
      try session.perform(command)
      #expect(session.pager.current == expected[start], "\(command) on page \(start + 1)")
    }
  }

  @Test(
    "a missing page is refused and nothing changes",
    arguments: [0, 5, -1, .max, .min]
  )
  func goToNothing(number: Int) throws {
    var session = session()
    try session.perform(.forward, .lineDown, .lineDown)
    let before = session
    let error = #expect(throws: Rejection.self) {
      try session.perform(.goTo(number), seenIn: small, at: .seconds(1))
    }
    #expect(error?.description == "there is no page \(number): give 1 to 4")
    #expect(session.version == before.version)
    #expect(session.pager == before.pager)
    #expect(session.anchors == before.anchors)
  }

  @Test(
    "PI-2, PI-4, D-11: the page control matches the model after every command, also a refused one"
  )
  func dotsFollowTheModel() throws {
    try forSeeds(0..<50) { generator in
      var session = session()
      var now = Duration.zero
      for _ in 0..<20 {
        let commands: [SessionCommand] = [
          .forward, .back, .first, .last, .screenDown, .lineUp, .goTo(generator.int(in: -1...6)),
        ]
        try? session.perform(generator.pick(commands), seenIn: small, at: now)
        now += .milliseconds(generator.int(in: 0...400))
        let trajectory = session.layout(in: large, viewers: 1, at: now).trajectory
        for scene in [trajectory.start, trajectory.end] {
          let dots = try #require(scene[PagerLayout.dotsID])
          try demand(dots.currentPage == session.pager.current && dots.pageCount == 4)
        }
      }
    }
  }
}

@Suite("Session: scrolling in different sizes")
struct SessionScrollTests {
  @Test(
    "a row down scrolls where the page overflows; a viewport that fits it does not move"
  )
  func lineDownInTheSmallOne() throws {
    var session = session()
    try session.perform(.forward)
    try session.perform(.lineDown, .lineDown, .lineDown, seenIn: small, at: .seconds(1))
    #expect(session.pager.current == 1)
    #expect(session.offset(in: small) == 3)
    #expect(session.offset(in: large) == 0)
    #expect(session.layout(in: large, viewers: 0, at: .seconds(2)).trajectory.length == 0)
  }

  @Test("a row down turns the page in a viewport that fits it")
  func lineDownInTheLargeOne() throws {
    var session = session()
    try session.perform(.lineDown)
    #expect(session.pager.current == 1)
    try session.perform(.lineDown, seenIn: large)
    #expect(session.pager.current == 2)
    // This page overflows both.
    try session.perform(.lineDown, seenIn: large)
    #expect(session.pager.current == 2)
    #expect(session.offset(in: large) == 1)
    #expect(session.offset(in: small) == 1)
  }

  @Test("rows up and down stop at the ends of an overflowing page and do not turn it")
  func lineEnds() throws {
    var session = session()
    try session.perform(.forward)
    let end = try session.maximumOffset(in: small)
    #expect(end > 0)
    for _ in 0...end { try session.perform(.lineDown) }
    #expect(session.pager.current == 1)
    #expect(session.offset(in: small) == end)
    for _ in 0...end { try session.perform(.lineUp) }
    #expect(session.pager.current == 1)
    #expect(session.offset(in: small) == 0)
    #expect(session.anchors.isEmpty)
  }

  @Test("a row up turns back in a viewport that fits the page")
  func lineUpTurns() throws {
    var session = session()
    try session.perform(.last)
    try session.perform(.lineUp)
    #expect(session.pager.current == 2)
  }

  @Test("a screen down is the view less one row, stops at the end, then turns")
  func screenDown() throws {
    var session = session()
    try session.perform(.forward)
    let end = try session.maximumOffset(in: small)
    let shown = try #require(session.rest(in: small, viewers: 0)[PagerLayout.pageID(1)])
    let step = shown.frame.height - shown.content.y - 1
    var expected = 0
    while expected < end {
      expected = min(expected + step, end)
      try session.perform(.screenDown)
      #expect(session.offset(in: small) == expected)
      #expect(session.pager.current == 1)
    }
    try session.perform(.screenDown)
    #expect(session.pager.current == 2)
    // Back again, the page is where it was left: at the end.
    try session.perform(.back)
    #expect(session.offset(in: small) == end)
  }

  @Test("the layout of a size depends on the model alone, never on earlier layouts")
  func offsetsWithoutHistory() throws {
    try forSeeds(0..<40) { generator in
      let pages = (0..<4).map {
        PageContent(title: "\($0)", document: generator.document(blocks: 2...10))
      }
      var watched = Session(pages: pages)
      var unwatched = Session(pages: pages)
      let sizes = [small, large, CellSize(columns: 50, rows: 12)]
      for _ in 0..<30 {
        let command = generator.pick([
          SessionCommand.lineDown, .lineUp, .screenDown, .forward, .back,
        ])
        let size = generator.pick(sizes)
        try watched.perform(command, seenIn: size, at: .zero)
        try unwatched.perform(command, seenIn: size, at: .zero)
        for size in sizes { _ = watched.layout(in: size, viewers: 0, at: .zero) }
      }
      for size in sizes + [CellSize(columns: 9, rows: 5)] {
        let scenes = (watched.rest(in: size, viewers: 0), unwatched.rest(in: size, viewers: 0))
        try demand(scenes.0 == scenes.1, "\(size)")
      }
    }
  }
}

@Suite("Session: keys and motion")
struct SessionKeysTests {
  private func keys(_ names: String...) throws -> [Key] {
    try names.map { try #require(Key(name: $0), "\($0)") }
  }

  @Test("several keys are one operation, as if typed one after the other")
  func keysAreOneOperation() throws {
    var session = session()
    try session.perform(.keys(keys("l", "l", "h")), seenIn: small, at: .zero)
    #expect(session.pager.current == 1)
    #expect(session.version == 1)
    try session.perform(.keys(keys("4", "G", "g", "g", "3", "g", "g")), seenIn: small, at: .zero)
    #expect(session.pager.current == 2)
    #expect(session.version == 2)
  }

  @Test("keys without a meaning here, and the client's own keys, are ignored")
  func otherKeys() throws {
    var session = session()
    try session.perform(
      .keys(keys("x", "q", "F1", "Right", "Ctrl-l", "Tab")),
      seenIn: small,
      at: .zero
    )
    #expect(session.pager.current == 1)
    #expect(session.version == 1)
    try session.perform(.keys([]), seenIn: small, at: .zero)
    #expect(session.version == 2)
  }

  @Test("when one key is refused, none has an effect")
  func keysAreAllOrNothing() throws {
    var session = session()
    try session.perform(.forward)
    let pager = session.pager
    #expect(throws: Rejection.self) {
      try session.perform(.keys(keys("l", "9", "G", "l")), seenIn: small, at: .zero)
    }
    #expect(session.pager == pager)
    #expect(session.version == 1)
    #expect(session.anchors.isEmpty)
  }

  @Test(
    "D-12: a layout begins with the current frame, and is at rest after the motion"
  )
  func layoutInMotion() throws {
    var session = session()
    try session.perform(.forward, at: .seconds(10))
    let whole = session.layout(in: large, viewers: 2, at: .seconds(10))
    #expect(whole.startedAt == .seconds(10))
    #expect(whole.trajectory.length == 20)
    for frame in 0..<20 {
      let now = .seconds(10) + FrameTime.start(of: frame) + .milliseconds(3)
      let (trajectory, startedAt) = session.layout(in: large, viewers: 2, at: now)
      #expect(startedAt == .seconds(10) + FrameTime.start(of: frame))
      #expect(trajectory.length == 20 - frame)
      #expect(trajectory.start == whole.trajectory.scene(atFrame: frame))
      #expect(trajectory.end == whole.trajectory.end)
    }
    #expect(session.layout(in: large, viewers: 2, at: .seconds(11)).trajectory.length == 0)
    #expect(
      session.layout(in: large, viewers: 2, at: .seconds(11)).trajectory.end == whole.trajectory.end
    )
    #expect(whole.trajectory.end == session.rest(in: large, viewers: 2))
  }

  @Test("neighbours prepared in advance are the same pages")
  func preparedNeighbours() throws {
    var prepared = session()
    var plain = session()
    prepared.layOutAhead(in: small)
    try prepared.perform(.forward)
    try plain.perform(.forward)
    prepared.layOutAhead(in: small)
    #expect(prepared.rest(in: small, viewers: 1) == plain.rest(in: small, viewers: 1))
  }
}

@Suite("Names of sessions")
struct SessionNameTests {
  @Test(
    "valid names",
    arguments: [
      "a", "7", "talk", "Talk-2.final_v3", String(repeating: "x", count: 64), "été", "e\u{301}t",
      "日本語の発表", "١٢", "हिन्दी", "ÅÄÖ-3", String(repeating: "語", count: 64),
    ]
  )
  func names(_ text: String) {
    #expect(SessionName(text)?.description == text)
  }

  @Test(
    "invalid names",
    arguments: [
      "", ".", "-x", "_x", "a b", "a/b", "a\n", "\u{301}a", "a\u{200B}", "a\u{202E}b", "a\u{FE0F}",
      "\u{3164}", "a\u{A0}b", "a:b", "a%", "🎉", "a\u{FFFD}", String(repeating: "x", count: 65),
      String(repeating: "語", count: 65), "a" + String(repeating: "\u{301}", count: 100),
    ]
  )
  func noNames(_ text: String) {
    #expect(SessionName(text) == nil)
    #expect(SessionName.complaint(about: text).contains("64 letters"))
  }

  @Test("an error contains only the beginning of a long name")
  func shortComplaint() {
    let complaint = SessionName.complaint(about: String(repeating: "y", count: 10_000))
    #expect(complaint.count < 200)
  }
}
