import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("The status line: notices, joins and leaves, keys that can be clicked")
struct StatusLineTests {
  @Test("m switches the mouse off and on")
  func mouseOffAndOn() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("m")
    #expect(try viewer.take() == [.setMouse(false)])
    #expect(viewer.screen().notice.text == "mouse off: m switches it on")
    try viewer.press("m")
    #expect(try viewer.take() == [.setMouse(true)])
  }

  @Test("a viewer that plays a recording has a time line, and leaves the keys for it to the player")
  func replay() throws {
    let viewer = try SteppedViewer().joined()
    func request(_ key: Key) -> RecordingPlayer.Request? { viewer.core.takeReplayRequest(key) }
    #expect(request(".") == nil)
    let line = TimeLine(position: .seconds(3), duration: .seconds(60))
    viewer.core.showTimeLine(line, at: viewer.now)
    #expect(viewer.screen().textLines.last?.contains("00:03") == true)
    #expect(request(".") == .step(forward: true))
    try viewer.press("3", "1", "2")
    #expect(request("G") == .time(.seconds(192)))
    #expect(request("G") == nil)
    func click(_ column: Int, row: Int = 9) -> RecordingPlayer.Request? {
      let mouse = MouseEvent(.press, button: .left, column: column, row: row)
      return viewer.core.takeReplayRequest(mouse, at: viewer.now)
    }
    // The keys were shown in its place at first.
    for _ in 1...4 {
      viewer.pass(.seconds(1))
      viewer.beat()
    }
    _ = try viewer.tick()
    #expect(click(2) == .time(.zero) && click(2, row: 8) == nil && click(1) == nil)
    // In an overlay, they are keys as all others.
    try viewer.press("o")
    #expect(request(" ") == nil)
    try viewer.press("Esc")
    let before = viewer.core.leavesReplay
    try viewer.press("Right")
    let after = viewer.core.leavesReplay
    #expect(!before && after)
  }

  @Test("a layout of a size of its own is in the middle of the terminal")
  func layout() {
    let size = CellSize(columns: 60, rows: 20)
    var sizing = Sizing(terminal: .standardTerminal, layout: size)
    sizing.requested()
    #expect(sizing.wanted == size && sizing.granted(nil, .relayout) == nil)
    sizing.shown()
    #expect(sizing.origin(of: size) == CellPoint(x: 10, y: 2))
  }

  @Test("a fault in the content is shown to who drives and to the speaker, not to an audience")
  func fault() {
    typealias Variant = (policy: ControlPolicy, driver: String, isReadOnly: Bool, isShown: Bool)
    for variant: Variant in [
      (.open, "", false, true), (.open, "", true, false), (.request, "Ada", false, true),
      (.request, "Ben", false, false), (.request, "", false, true), (.request, "", true, false),
    ] {
      var scene = Scene(viewport: .standardTerminal)
      (scene.policy, scene.driver) = (variant.policy, variant.driver)
      (scene.stale, scene.isFault) = ("slide 3: can't include x", true)
      func line() -> String {
        var screen = Screen(session: "s", invitation: "", scene: scene, size: .standardTerminal)
        screen.local.control.name = "Ada"
        screen.local.control.isReadOnly = variant.isReadOnly
        return StatusLine(screen).left.text
      }
      #expect(line().contains("slide 3") == variant.isShown, "\(variant)")
      scene.isSpeakers = true
      #expect(line().contains("slide 3"))
      // Everybody is told that they see an old version.
      (scene.isSpeakers, scene.isFault) = (false, false)
      #expect(line().contains("slide 3"))
    }
  }

  @Test("hidden pages leave the status line, which says how to show them to who may do that")
  func blank() throws {
    var screen = try SteppedViewer().joined().screen()
    func shows(_ text: String) -> Bool { screen.textLines.contains { $0.contains(text) } }
    #expect(shows("1.1") && !shows("blank"))
    screen.scene?.isBlank = true
    screen.size = CellSize(columns: 120, rows: 12)
    #expect(screen.textLines.dropLast().allSatisfy { $0.isEmpty })
    #expect(shows("blank: B or a move ends it"))
    screen.scene?.isSpeakers = true
    #expect(shows("1.1") && shows("blank: B or a move ends it"))
    screen.scene?.isSpeakers = false
    screen.scene?.policy = .request
    screen.scene?.driver = "Ben"
    screen.scene?.viewers = 2
    #expect(shows("blank") && !shows("B or"))
    screen.size = CellSize(columns: 9, rows: 2)
    #expect(screen.textLines[0].hasPrefix("talk"))
  }

  @Test("a click on hidden pages does nothing")
  func blankClick() throws {
    for isBlank in [false, true] {
      let viewer = try SteppedViewer().joined()
      var scene = try #require(viewer.screen().scene)
      scene.isBlank = isBlank
      let click = MouseEvent(.press, button: .left, column: 10, row: 3)
      #expect((viewer.core.hit(click, in: scene) == nil) == isBlank)
    }
  }

  @Test("the search of a large text says how far it is, and Esc ends it")
  func largeSearch() {
    for (columns, words) in [
      (80, "searching, 40 % of 119 MB, Esc ends"), (40, "searching, 40 % of 119 MB"),
    ] {
      let size = CellSize(columns: columns, rows: 24)
      var scene = Scene(viewport: size)
      #expect(scene.activeSearch == .nothing)
      scene.searching = SearchProgress(searched: 48_000_000, of: 119_000_000)
      var screen = Screen(session: "s", invitation: "", scene: scene, size: size)
      screen.local.isBare = true
      #expect(screen.hasStatus && scene.activeSearch == .search)
      let line = StatusLine(screen).left.text
      #expect(line.contains(words) && line.contains("Esc") == words.contains("Esc"), "\(line)")
    }
  }

  @Test("joins and leaves show messages, but not at first and not for the own viewer")
  func presence() {
    var presence = Presence()
    for (viewers, time, news) in [
      (1, 0, nil), (2, 500, nil), (2, 2_000, nil), (4, 3_000, "2 viewers joined"),
      (3, 4_000, "1 viewer left"), (4, 9_000, "1 viewer joined"),
    ] as [(Int, Int, String?)] {
      #expect(presence.record(viewers, at: .milliseconds(time)) == news)
      #expect(presence.nextWake == nil)
    }
    presence.forget()
    #expect(presence.record(9, at: .seconds(10)) == nil)
  }

  @Test("of many joins and leaves there is at most one message a second, about all of them")
  func crowd() {
    var presence = Presence()
    _ = presence.record(1, at: .zero)
    #expect(presence.record(2, at: .seconds(5)) == "1 viewer joined")
    for viewers in [5, 9, 20] {
      #expect(presence.record(viewers, at: .milliseconds(5_999)) == nil)
      #expect(presence.nextWake == .seconds(6))
    }
    #expect(presence.record(20, at: .seconds(6)) == "18 viewers joined")
    // Somebody who comes and goes within the pause is not worth a message.
    #expect(presence.record(21, at: .milliseconds(6_500)) == nil)
    #expect(presence.record(20, at: .milliseconds(6_600)) == nil && presence.nextWake == nil)
    #expect(presence.record(20, at: .seconds(7)) == nil)
  }

  @Test("that a viewer left is outdated when it is back, or when this viewer has joined again")
  func returns() {
    var presence = Presence()
    _ = presence.record(3, at: .zero)
    #expect(presence.record(2, at: .seconds(5)) == "1 viewer left")
    #expect(presence.outdated == nil)
    #expect(presence.record(3, at: .milliseconds(5_300)) == nil)
    #expect(presence.outdated == "1 viewer left" && presence.nextWake == nil)
    #expect(presence.record(2, at: .seconds(8)) == "1 viewer left")
    #expect(presence.outdated == nil)
    #expect(presence.record(1, at: .milliseconds(8_300)) == nil)
    #expect(presence.outdated == nil && presence.nextWake == .seconds(9))
    presence.forget()
    #expect(presence.outdated == "1 viewer left")
    #expect(presence.record(2, at: .seconds(10)) == nil)
    #expect(presence.record(3, at: .seconds(12)) == "1 viewer joined")
    #expect(presence.outdated == nil)
  }

  @Test("a terminal too small for a status line has no keys to click")
  func noHints() throws {
    for size in [CellSize(columns: 104, rows: 2), CellSize(columns: 9, rows: 24)] {
      let viewer = try SteppedViewer().joined()
      viewer.core.resize(to: size, at: viewer.now)
      _ = try viewer.take()
      try viewer.finishJoin(in: size)
      for column in 0..<size.columns {
        let event = MouseEvent(.press, button: .left, column: column, row: size.rows - 1)
        viewer.core.receiveEvent(.mouse(event), at: viewer.now)
      }
      #expect(try viewer.take() == [] && viewer.screen().overlay == nil)
    }
  }

  @Test("keys in the status line can be clicked")
  func hints() throws {
    let viewer = try SteppedViewer().joined()
    let line = viewer.screen().textLines[SteppedViewer.size.rows - 1]
    let click = { (word: String) in
      let start = try #require(line.firstRange(of: word)?.lowerBound)
      let column = line.distance(from: line.startIndex, to: start)
      let event = MouseEvent(
        .press,
        button: .left,
        column: column,
        row: SteppedViewer.size.rows - 1
      )
      viewer.core.receiveEvent(.mouse(event), at: viewer.now)
    }
    try click("talk")
    #expect(try viewer.take() == [] && viewer.screen().overlay == nil)
    try click("? help")
    #expect(viewer.screen().isHelpOpen)
    try viewer.press("Esc")
    try click("q leave")
    #expect(try viewer.take().exit == ClientExit(.success))
  }
}

@Suite("A footer with the page number replaces the number in the status line")
struct FooterPlaceTests {
  private static let size = CellSize(columns: 60, rows: 16)

  /// The scene of a pager at its second page of nine, with a footer after so many rows.
  private func scene(rows: Int, footer: PageFooter?, isCentered: Bool = false) -> Scene {
    let pager = PagerLayout(room: CellSize(columns: 60, rows: 15), hasDots: false)
    let blocks = (0..<rows).map { TextBlock.preformatted(lines: ["row \($0)"]) }
    var document = TextDocument(blocks: [.heading(level: 3, StyledText("Here"))] + blocks)
    document.placement = isCentered ? .middle : .top
    var content = PageContent(title: "Here", document: document)
    content.footer = footer
    let text = FlowedText(document, room: pager.textRoom, step: 0)
    let body = PageLayout(content, text: text, frame: pager.pageSize)
    var builder = SceneBuilder(viewport: Self.size, length: 0)
    let id = ContainerID(rawValue: 1)
    pager.add(
      resting: NumberedPage(
        index: 1,
        id: ContainerID(rawValue: 9),
        shown: ShownPage(title: "Here", rows: ShownRows(body: body, offset: 0))
      ),
      of: 9,
      as: Container(id: id, kind: .pager, frame: CellRect(pager.room)),
      to: &builder
    )
    let facts = SessionFacts(name: "talk", viewers: 1)
    return builder.trajectory(focus: id, kind: .pager, facts: facts).end
  }

  private func screen(_ scene: Scene) -> Screen {
    Screen(session: "talk", invitation: "", scene: scene, size: Self.size)
  }

  private static let numbered = PageFooter(left: "Me", right: "2 of 9", place: "2 of 9")

  @Test("only a footer that is fully visible and has the number replaces the status line's number")
  func place() {
    let table: [(rows: Int, footer: PageFooter?, isSaid: Bool)] = [
      (2, Self.numbered, true), (2, PageFooter(left: "Me", right: "2"), false), (2, nil, false),
      // The footer is below the visible rows.
      (20, Self.numbered, false),
      (
        2, PageFooter(left: String(repeating: "x", count: 50), right: "2 of 9", place: "2 of 9"),
        false
      ),
    ]
    for (rows, footer, isSaid) in table {
      let screen = screen(scene(rows: rows, footer: footer))
      let line = StatusLine(screen).left.text
      #expect(line.contains("2/9") != isSaid, "\(rows) \(String(describing: footer)): \(line)")
      let picture = screen.textLines
      #expect(picture.contains { $0.contains("2 of 9") } == isSaid)
    }
  }

  @Test("a centred slide has its footer in the last row, at the full width")
  func centered() {
    let top = screen(scene(rows: 1, footer: Self.numbered)).textLines
    let middle = screen(scene(rows: 1, footer: Self.numbered, isCentered: true)).textLines
    #expect(top[14] == middle[14] && top[14].contains("2 of 9"))
    let row = middle.firstIndex { $0.contains("Here") } ?? 0
    #expect((4...6).contains(row), "\(middle)")
    #expect(
      middle[row].firstRange(of: "Here").map {
        middle[row].distance(from: middle[row].startIndex, to: $0.lowerBound)
      } == 27
    )
  }
}

@Suite("The status line in a file: line number, number of lines, and percentage")
struct LinePlaceTests {
  private func line(at row: Int, pageCount: Int, peek: Int = 0) -> String {
    let size = CellSize(columns: 60, rows: 11)
    var scene = Scene(viewport: size)
    var page = Container(3, .page, CellRect(0, 0, 60, 10))
    page.content = CellRect(x: 0, y: 0, width: 60, height: 40)
    page.scroll.y = row
    page.pageCount = pageCount
    page.currentPage = row
    scene.insert(page)
    scene.focus = page.id
    scene.focusKind = .text
    var screen = Screen(session: "talk", invitation: "", scene: scene, size: size)
    screen.local.peek = peek
    return StatusLine(screen).left.text
  }

  @Test("the first visible line, and the share of the file up to the last visible one")
  func place() {
    #expect(line(at: 0, pageCount: 40).contains("line 1 of 40  25 %"))
    #expect(line(at: 9, pageCount: 40).contains("line 10 of 40  47 %"))
    #expect(line(at: 30, pageCount: 40).contains("line 31 of 40  100 %"))
    #expect(!line(at: 9, pageCount: 40).contains("more row"))
  }

  @Test("for a page that is not a file, the number of rows below")
  func others() {
    #expect(line(at: 0, pageCount: 0).contains("30 more rows"))
    #expect(!line(at: 0, pageCount: 0).contains("line "))
  }
}
