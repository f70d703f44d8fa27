import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: pages that are passed, and pages that are selected again")
struct PassedPageTests {
  /// Returns the pages visible in any frame of a trajectory, in the order of their appearance.
  private func titles(of trajectory: Trajectory) -> [String] {
    var titles: [String] = []
    for frame in 0...trajectory.length {
      for page in trajectory.scene(atFrame: frame).pagesInView where !titles.contains(page.title) {
        titles.append(page.title)
      }
    }
    return titles
  }

  @Test("D-8, MBX-6: a jump from page 1 to 4 and back shows the pages between, in order")
  func passed() throws {
    for style in [PagerStyle.sliding, .slide(.vertical, spacing: 0)] {
      for (from, to) in [(1, 3), (1, 4), (2, 4), (4, 1), (4, 2), (3, 1)] {
        var audience = try Audience(
          Audience.pager(6, style),
          Audience.portrait,
          Audience.phone,
          Audience.wall
        )
        try audience.perform(.goTo(from))
        audience.rest()
        try audience.perform(.goTo(to))
        let pages = stride(from: from, through: to, by: from < to ? 1 : -1)
        for size in [Audience.portrait, Audience.phone, Audience.wall] {
          let seen = titles(of: audience.trajectory(in: size))
          #expect(seen == pages.map { "p\($0 - 1)" }, "\(from) to \(to), \(style), \(size)")
        }
      }
    }
  }

  @Test(
    "MBX-13: the tab of the current page again scrolls the page to its top, and is reported",
    arguments: [BarStyle.buttons, .segments, .options]
  )
  func again(_ header: BarStyle) throws {
    var audience = try Audience(
      Audience.pager(4, .sliding, header, lines: 100),
      Audience.portrait
    )
    try audience.perform(.goTo(2))
    try audience.perform(.screenDown)
    audience.rest()
    let before = audience.session
    let cell = try #require(audience.cell(1))
    try audience.perform(.tap(cell.id, row: 1))
    let trajectory = audience.trajectory()
    let offsets = try (0...trajectory.length).map { frame in
      try #require(trajectory.scene(atFrame: frame).pagesInView.first).scroll.y
    }
    #expect(trajectory.length > 10 && (offsets.first ?? 0) > 10 && offsets.last == 0)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(Set(offsets).count > 10)
    let events = audience.session.pageEvents(since: before, by: .command)
    #expect(events.map(\.event) == [PagerEvent(.destination, page: 1, frame: 0)])
  }

  @Test(
    "MBX-7: a jump reports the pages that it passes, with segments its destination alone",
    arguments: [
      (header: BarStyle.buttons, passed: [1, 2]), (.arrows, [1, 2]), (.options, [1, 2]),
      (.segments, []),
    ]
  )
  func passing(header: BarStyle, passed: [Int]) throws {
    var audience = try Audience(Audience.pager(4, .sliding, header), Audience.portrait)
    let before = audience.session
    try audience.perform(.goTo(4))
    let events = audience.session.pageEvents(since: before, by: .command).map(\.event)
    #expect(events == [PagerEvent(.destination, page: 3, frame: 0)])
    let passing = audience.session.passingEvents(after: .zero, through: .seconds(1_000)).map(
      \.event
    )
    #expect(passing.map(\.page) == passed && passing.allSatisfy { $0.kind == .passing })
  }

  @Test("ST-5: the selected side tab again scrolls its page to the top")
  func sideTab() throws {
    let tabs = SessionContent.sideTabs([Audience.text("long", lines: 200)])
    var audience = try Audience(tabs, Audience.portrait)
    for _ in 0..<3 { try audience.perform(.screenDown) }
    audience.rest()
    try audience.perform(.tab(1))
    let trajectory = audience.trajectory()
    let offsets = try (0...trajectory.length).map { frame in
      try #require(
        trajectory.scene(atFrame: frame).containers.first { $0.kind == .page && $0.title == "long" }
      ).scroll.y
    }
    #expect(trajectory.length > 10 && (offsets.first ?? 0) > 40 && offsets.last == 0)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 >= $1 })
  }
}
