import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("The output for a viewer without a screen")
struct TranscriptTests {
  private static let size = CellSize(columns: 80, rows: 24)

  private static func screen(_ scene: Scene, _ change: (inout Screen) -> Void = { _ in }) -> Screen
  {
    var screen = Screen(session: "x", invitation: "join", scene: scene, size: size)
    change(&screen)
    return screen
  }

  private static func id(_ number: UInt32) -> ContainerID { ContainerID(rawValue: number) }

  private static func scene(_ containers: [Container], focus: UInt32, _ kind: KeyFocus) -> Scene {
    var scene = Scene(viewport: size)
    for container in containers { scene.insert(container) }
    scene.focus = id(focus)
    scene.focusKind = kind
    scene.viewers = 1
    return scene
  }

  private static func page(
    _ number: UInt32,
    in parent: UInt32,
    _ title: String,
    _ rows: [TextRow]
  )
    -> Container
  {
    let frame = CellRect(x: 0, y: 0, width: 40, height: 20)
    var page = Container(id: id(number), kind: .page, parent: id(parent), frame: frame)
    page.title = title
    page.content = CellRect(x: 0, y: 0, width: 40, height: rows.count)
    page.rows.set(rows, at: 0)
    return page
  }

  /// A transcript with a daemon that offers no texts.
  private static var ofRows: Transcript {
    var transcript = Transcript()
    transcript.receive(.unknown)
    return transcript
  }

  // MARK: Places

  @Test("a deck: each page's heading, then its text, once; added parts when they appear")
  func deck() throws {
    let viewer = try SteppedViewer().joined()
    var transcript = Self.ofRows
    let first = transcript.lines(for: viewer.screen(), isMoving: false)
    #expect(first == ["Session talk", "Page 1 of 5: Page 1", "1.1", "1.2", "1.3"])
    #expect(transcript.lines(for: viewer.screen(), isMoving: false) == [])
    viewer.publish(.update(try viewer.update(.forward)))
    #expect(transcript.lines(for: viewer.screen(), isMoving: true) == [], "a motion has no words")
    let second = transcript.lines(for: viewer.screen(), isMoving: false)
    #expect(second == ["Page 2 of 5: Page 2"] + (1...30).map { "2.\($0)" })
    // A later row of the same page is printed alone.
    var scene = try #require(viewer.screen().scene)
    let page = try #require(scene.currentPage)
    scene[page.id]?.rows.set([TextRow("new")], at: 30)
    #expect(transcript.lines(for: Self.named(scene), isMoving: false) == ["new"])
    transcript.forgetPlace()
    #expect(transcript.lines(for: viewer.screen(), isMoving: false) == second)
  }

  @Test("hidden pages are said, and not printed")
  func blank() throws {
    var scene = try #require(try SteppedViewer().joined().screen().scene)
    var transcript = Self.ofRows
    for (isBlank, lines) in [
      (true, ["Session talk", "The screens are blank"]),
      (
        false,
        ["The screens show the pages again", "Page 1 of 5: Page 1", "1.1", "1.2", "1.3"]
      ),
    ] {
      scene.isBlank = isBlank
      #expect(transcript.lines(for: Self.named(scene), isMoving: false) == lines)
    }
  }

  private static func named(_ scene: Scene) -> Screen { screen(scene) { $0.session = "talk" } }

  @Test("a list: the number of entries, and the selected one; then an opened page")
  func stack() throws {
    var session = Shelf.session
    var transcript = Self.ofRows
    func lines() -> [String] {
      transcript.lines(for: Self.screen(session.rest(in: Self.size, viewers: 1)), isMoving: false)
    }
    #expect(
      lines() == ["Session x", "List: music, 30 entries", "Entry 1 of 30: albums/, 8 entries"]
    )
    try session.type(["Down", "Down"], in: Self.size)
    #expect(lines() == ["Entry 3 of 30: 日本語の曲/, 8 entries"])
    try session.type(["G"], in: Self.size)
    #expect(lines() == ["Entry 30 of 30: track 22.flac, 154 MB"])
    try session.type(["g", "g", "Enter"], in: Self.size)
    #expect(lines() == ["List: music/albums, 8 entries", "Entry 1 of 8: part 1/, 8 entries"])
    try session.type(["G", "Enter"], in: Self.size)
    let text = lines()
    #expect(text.first == "Page: song 4.txt")
    #expect(text.contains("line 1") && text.contains("line 60"))
    try session.type(["Down"], in: Self.size)
    #expect(lines() == [], "what was said is not said again because it scrolls")
  }

  @Test("tabs with their badges; those that do not fit are counted")
  func tabs() {
    let bar = TabsParts.barID(of: Self.id(1))
    func scene(chosen: Int, badge: String) -> Scene {
      let frame = CellRect(x: 0, y: 0, width: 10, height: 3)
      var tabs = Container(id: Self.id(1), kind: .tabs, frame: frame)
      tabs.title = "Tab \(chosen)"
      var strip = Container(id: bar, kind: .tabBar, parent: tabs.id, frame: frame)
      strip.hiddenBelow = 2
      strip.content = CellRect(x: 0, y: 0, width: 10, height: 6)
      let items = (0..<2).map { index in
        let id = TabsParts.itemID(index, of: tabs.id)
        let place = frame.offset(x: 0, y: 3 * index)
        var item = Container(id: id, kind: .tabItem, parent: bar, frame: place)
        item.title = "Tab \(index)"
        item.isSelected = index == chosen
        item.badge = index == 1 ? badge : ""
        return item
      }
      var attached = Container(
        id: TabsParts.additionalItemID(0, of: tabs.id),
        kind: .tabItem,
        parent: bar,
        frame: frame.offset(x: 0, y: 6)
      )
      attached.isSelected = true
      let page = Self.page(5000 + UInt32(chosen), in: 1, "Words \(chosen)", [TextRow("one")])
      return Self.scene(
        [tabs, strip] + items + [attached, page],
        focus: page.id.rawValue,
        .text
      )
    }
    var transcript = Self.ofRows
    let steps: [(chosen: Int, badge: String, lines: [String])] = [
      (0, "", ["Session x", "Tab 1 of 4: Tab 0", "Page: Words 0", "one"]),
      (1, "5", ["Tab 2 of 4: Tab 1, badge 5", "Page: Words 1", "one"]),
      (1, "6", ["Tab 2 of 4: Tab 1, badge 6"]), (1, "6", []),
    ]
    for (chosen, badge, lines) in steps {
      let screen = Self.screen(scene(chosen: chosen, badge: badge))
      #expect(transcript.lines(for: screen, isMoving: false) == lines)
    }
  }

  @Test("a book: the active one of two pages; options")
  func bookAndOptions() {
    let frame = CellRect(x: 0, y: 0, width: 80, height: 20)
    let pager = Container(id: Self.id(10), kind: .pager, frame: frame)
    var dots = Container(id: PagerParts.dotsID(of: pager.id), kind: .pageControl, frame: frame)
    dots.pageCount = 9
    dots.currentPage = 3
    let left = Self.page(2000, in: 10, "Left", [TextRow("l")])
    var right = Self.page(2001, in: 10, "Right", [TextRow("r")])
    right.isSelected = true
    var bar = Container(id: Self.id(3000), kind: .optionBar, frame: frame)
    bar.barStyleNumber = Int(BarStyle.options.rawValue)
    bar.pageCount = 1_000_000
    var cell = Container(id: Self.id(3001), kind: .optionCell, parent: bar.id, frame: frame)
    cell.title = "Year 7"
    cell.selection = 6
    cell.isSelected = true
    let scene = Self.scene([pager, dots, left, right, bar, cell], focus: 10, .pager)
    var transcript = Self.ofRows
    #expect(
      transcript.lines(for: Self.screen(scene), isMoving: false)
        == ["Session x", "Option 7 of 1000000: Year 7", "Page 4 of 9: Right", "r"]
    )
  }

  @Test("rows that the scene does not hold yet are counted")
  func missing() {
    for (rest, line) in [(0, nil), (1, "1 more row"), (40, "40 more rows")] as [(Int, String?)] {
      var page = Self.page(7, in: 1, "Long", [TextRow("a")])
      page.content.height = 1 + rest
      var transcript = Self.ofRows
      let lines = transcript.lines(
        for: Self.screen(Self.scene([page], focus: 7, .text)),
        isMoving: false
      )
      #expect(lines == ["Session x", "Page: Long", "a"] + [line].compactMap(\.self))
    }
  }

  // MARK: Rows

  @Test("a row is printed as its words: no rules, no box drawing")
  func rows() {
    func run(_ text: String, _ role: TextRole) -> (String, TextRole) { (text, role) }
    let cases: [(parts: [(String, TextRole)], words: String)] = [
      ([("plain  text", .plain)], "plain text"), ([("──────", .headingRule)], ""),
      ([("Part ", .tableHeader), ("│", .tableRule), (" Minutes", .tableHeader)], "Part Minutes"),
      ([("▌ ", .quoteBar), ("said", .quote)], "> said"),
      ([("☑ ", .taskDone), ("done", .plain)], "[x] done"),
      ([("☐ ", .taskOpen), ("open", .plain)], "[ ] open"),
      ([("Warning", .alertWarning)], "Warning"), ([("Tip", .alertTip)], "Tip"),
      ([("▌ ℹ ", .alertNote), ("Note", .alertNote), (" x", .plain)], "Note x"),
      ([("• ", .listMarker), ("a ", .plain), ("link", .link)], "• a link"),
    ]
    for (parts, words) in cases {
      let row = TextRow(
        parts.map(\.0).joined(),
        runs: parts.map {
          StyledRun(length: $0.0.utf8.count, style: TextStyle(role: $0.1))
        }
      )
      #expect(row.spoken == words)
    }
    #expect(TextRow("plan.md            35 B").spokenEntry == "plan.md, 35 B")
    #expect(TextRow("a b    c").spokenEntry == "a b, c")
    #expect(TextRow("├─●   │ 1a2b Mend it   Ada   2 d").spokenEntry == "1a2b Mend it, Ada, 2 d")
  }

  // MARK: The session

  @Test("changes of the connection, and messages, each once")
  func facts() {
    let page = Self.page(7, in: 1, "P", [])
    let scene = Self.scene([page], focus: 7, .text)
    var transcript = Self.ofRows
    _ = transcript.lines(for: Self.screen(scene), isMoving: false)
    let steps: [(change: (inout Screen) -> Void, lines: [String])] = [
      ({ $0.sync.staleness = .reconnecting(seconds: 1) }, ["Reconnecting"]),
      ({ $0.sync.staleness = .reconnecting(seconds: 2) }, []), ({ _ in }, ["Connected"]),
      ({ $0.scene?.isUnsaved = true }, ["Not saved: navd can't write its state"]),
      ({ _ in }, ["Saved again"]), ({ $0.notice.text = "no\u{1B}" }, ["no\u{FFFD}"]),
      ({ $0.notice.text = "no\u{1B}" }, []), ({ _ in }, []),
      ({ $0.scene?.viewers = 3 }, ["3 viewers"]), ({ _ in }, ["1 viewer"]),
      ({ $0.scene?.stale = "a is gone" }, ["a is gone"]), ({ $0.scene?.stale = "a is gone" }, []),
      ({ _ in }, ["Everything is read again"]),
      (
        { $0.scene?.searching = SearchProgress(percent: 40, size: 119_000_000) },
        ["Searching 119 MB"]
      ),
      ({ $0.scene?.searching = SearchProgress(percent: 50, size: 119_000_000) }, []),
      ({ _ in }, []), ({ $0.session = "y" }, ["The session is called y now"]),
      (
        {
          $0.session = "y"; $0.sync.isOutOfStep = true
        }, ["Out of step with navd"]
      ),
    ]
    for (index, step) in steps.enumerated() {
      let lines = transcript.lines(for: Self.screen(scene, step.change), isMoving: false)
      #expect(lines == step.lines, "step \(index)")
    }
  }

  @Test("the first lines tell who may move the session; a message tells a change")
  func control() {
    let scene = Self.scene([Self.page(7, in: 1, "P", [])], focus: 7, .text)
    func screen(driver: String, notice: String? = nil) -> Screen {
      Self.screen(scene) {
        $0.scene?.policy = .request
        $0.scene?.driver = driver
        $0.local.control = OwnControl(name: "ada", isReadOnly: true)
        $0.notice.text = notice
      }
    }
    var transcript = Self.ofRows
    let first = transcript.lines(for: screen(driver: "ben"), isMoving: false)
    #expect(first == ["Session x", "Control: ben drives", "Read only", "Page: P"])
    let change = screen(driver: "bob", notice: "bob drives")
    #expect(transcript.lines(for: change, isMoving: false) == ["bob drives"])
  }

  @Test("a change of the view is printed; a text that was read in the old one is read again")
  func views() throws {
    let viewer = try SteppedViewer().joined()
    var transcript = Transcript()
    _ = transcript.lines(for: viewer.screen(), isMoving: false)
    viewer.core.readPage(at: viewer.now)
    _ = try viewer.take()
    // The scene for this text has not arrived yet.
    try viewer.session.perform(.forward, seenIn: SteppedViewer.size, at: viewer.now)
    try viewer.answerPage()
    let reading = viewer.core.takeReading()
    transcript.receive(try #require(reading))
    #expect(transcript.lines(for: viewer.screen(), isMoving: false) == [])
    #expect(!transcript.isCaughtUp && !transcript.wantsText)
    for (view, line) in [
      (ShownView.own, "Browsing on your own: browse returns"),
      (.following("b\u{1B}"), "Following b\u{FFFD}: browse returns"),
      (.shared, "Back with everybody"),
    ] {
      var screen = viewer.screen()
      screen.local.view = view
      #expect(transcript.lines(for: screen, isMoving: false) == [line])
      #expect(transcript.wantsText)
      #expect(transcript.lines(for: screen, isMoving: false) == [])
    }
  }

  @Test("the timer and the number of questions of a speaker's view are printed when they change")
  func talk() {
    let scene = Self.scene([Self.page(7, in: 1, "P", [])], focus: 7, .text)
    var transcript = Self.ofRows
    _ = transcript.lines(for: Self.screen(scene), isMoving: false)
    let steps: [(seconds: Int?, questions: Int, lines: [String])] = [
      (5, 0, ["Timer: 0:05 of 1:40"]), (6, 0, []), (7, 1, ["1 question"]), (8, 1, []),
      (80, 0, ["Timer: 1:20 of 1:40, little time left", "No questions"]), (81, 0, []),
      (nil, 2, []),
    ]
    for (index, step) in steps.enumerated() {
      let screen = Self.screen(scene) {
        $0.scene?.questions = step.questions
        $0.local.talk = step.seconds.map {
          let timer = TalkTimer(isRunning: true, elapsed: .seconds($0), duration: .seconds(100))
          return TalkTime(timer, at: .zero, timeOfDay: nil)
        }
      }
      #expect(transcript.lines(for: screen, isMoving: false) == step.lines, "step \(index)")
    }
  }

  @Test("waiting for a daemon is printed before anything else")
  func connecting() {
    var transcript = Self.ofRows
    var screen = Screen(session: "x", invitation: "", scene: nil, size: Self.size)
    #expect(transcript.lines(for: screen, isMoving: false) == [])
    screen.sync.staleness = .connecting
    #expect(transcript.lines(for: screen, isMoving: false) == ["Waiting for navd"])
    #expect(transcript.lines(for: screen, isMoving: false) == [])
  }

  @Test("a line of any length is printed whole")
  func longest() {
    let text = String(repeating: "a", count: 100_000)
    let scene = Self.scene([Self.page(7, in: 1, "", [TextRow(text)])], focus: 7, .text)
    var transcript = Self.ofRows
    let lines = transcript.lines(for: Self.screen(scene), isMoving: false)
    #expect(lines == ["Session x", "Page", text])
  }

  @Test("the same message twice is printed twice")
  func messages() {
    let scene = Self.scene([Self.page(7, in: 1, "", [])], focus: 7, .text)
    var transcript = Self.ofRows
    _ = transcript.lines(for: Self.screen(scene), isMoving: false)
    for (count, lines) in [(1, ["no"]), (2, ["no"]), (2, []), (3, ["no"])] {
      let screen = Self.screen(scene) {
        $0.notice.text = "no"
        $0.notice.count = count
      }
      #expect(transcript.lines(for: screen, isMoving: false) == lines)
    }
  }

  // MARK: Commands

  @Test(
    "the lines of a script",
    arguments: [
      ("next", .act(.command(.forward))), (" back \r", .act(.command(.back))),
      ("goto 5", .act(.command(.goTo(5)))), ("tab 2", .act(.command(.tab(2)))),
      ("next-tab", .act(.command(.nextTab))), ("attachment", .act(.command(.toggleAttachment))),
      ("key Right G", .act(.keys([Key(.right), Key(.character("G"))]))), ("again", .again),
      ("text 5G", .act(.keys([Key(.character("5")), Key(.character("G"))]))),
      ("text", .act(.command(.toggleText))),
      ("help", .help), ("leave", .leave), ("", .nothing), ("   ", .nothing),
      ("browse", .part(.browse)), ("control", .part(.control)),
      ("policy locked", .part(.policy(.locked))), ("notes", .part(.notes)),
      ("follow ada", .part(.follow("ada"))), ("answered", .part(.talk(.answered(nil)))),
      ("answered 3", .part(.talk(.answered(3)))), ("timer", .part(.talk(.timer(.toggle)))),
      ("timer reset", .part(.talk(.timer(.reset)))),
      ("ask why, and how?", .part(.talk(.ask("why, and how?")))),
    ] as [(String, PlainCommand)]
  )
  func commands(line: String, command: PlainCommand) {
    #expect(PlainCommand(line) == command)
  }

  @Test(
    "for an invalid command a message says what to do",
    arguments: [
      "dance", "goto", "goto 0", "goto x", "tab 65", "tab", "key", "key Nowhere", "next 1",
      "key " + String(repeating: "a ", count: 2000),
    ]
  )
  func mistakes(line: String) {
    guard case .unknown(let problem) = PlainCommand(line) else {
      Issue.record("'\(line)' is a command")
      return
    }
    #expect(!problem.isEmpty)
  }

  @Test(
    "a line that is a key gets its command",
    arguments: [
      ("T", "'T' is a key: `key T` presses it; its command is `text`"),
      (" n ", "'n' is a key: `key n` presses it; its command is `next` or `next-match`"),
      ("q", "'q' is a key: its command is `leave`"),
    ]
  )
  func keys(line: String, advice: String) {
    #expect(PlainCommand(line) == .unknown(advice))
  }

  @Test("a message lists the commands that need no screen, as the command table writes them")
  func words() {
    let words = PlainCommand.words.split(separator: ", ").map(String.init)
    #expect(Set(words).count == words.count)
    for entry in CommandTable.entries {
      let line =
        switch entry.argument {
        case .none, .choice: entry.name
        case .number: "\(entry.name) 1"
        case .text: "\(entry.name) x"
        }
      if case .unknown(let problem) = PlainCommand(line) {
        #expect(problem.contains("needs a screen"), "\(line): \(problem)")
        #expect(!words.contains(entry.usage), "\(line)")
      } else {
        #expect(words.contains(entry.usage), "\(line)")
      }
    }
  }

  @Test("a question of 280 characters fits into a line of input")
  func longestQuestion() {
    let question = String(repeating: "\u{4E2D}", count: Request.Talk.longestQuestion)
    var lines = CommandLines()
    let line = lines.receive(Array("ask \(question)\n".utf8))
    #expect(line.map { PlainCommand($0) } == [.part(.talk(.ask(question)))])
  }

  @Test("lines arrive in pieces; the longest, and one byte more")
  func pieces() {
    var lines = CommandLines()
    #expect(lines.receive(Array("ne".utf8)) == [])
    #expect(lines.receive(Array("xt\nback\n\ngo".utf8)) == ["next", "back", ""])
    #expect(lines.finish() == "go")
    #expect(lines.finish() == nil)
    for count in [CommandLines.longest, CommandLines.longest + 1] {
      let line = lines.receive(Array(repeating: UInt8(ascii: "a"), count: count) + [10])
      #expect(line.map(\.utf8.count) == [CommandLines.longest])
    }
  }
}

@Suite("Lines added to a text")
struct AddedLinesTests {
  @Test(
    "earlier lines are not repeated",
    arguments: [
      ([], ["a"], ["a"]), (["a"], [], []), (["a", "b"], ["a", "b"], []),
      (["a", "c"], ["a", "b", "c"], ["b"]), (["a", "b"], ["a", "b", "c", "d"], ["c", "d"]),
      (["a", "x", "c", "y"], ["a", "1", "x", "c", "2", "y"], ["1", "2"]),
      (["a", "b", "c"], ["a", "B", "c"], ["B"]),
      (["a", "b", "run"], ["a", "b", "c", "run"], ["c"]),
    ] as [([String], [String], [String])]
  )
  func added(old: [String], new: [String], lines: [String]) {
    #expect(AddedLines.between(old, new) == lines)
  }

  @Test("when a long text grows and loses its beginning, only its new end is added")
  func rotating() {
    let old = (1...5_000).map { "line \($0)" } + ["running"]
    let new = (21...5_020).map { "line \($0)" } + ["running"]
    #expect(AddedLines.between(old, new) == (5_001...5_020).map { "line \($0)" })
  }

  @Test("the remaining lines and the added ones make up the new text")
  func law() throws {
    try forSeeds(0..<200) { generator throws in
      let lines = { (generator: inout SplitMix64) in
        (0..<generator.int(in: 0...12)).map { _ in generator.pick(["a", "b", "c", "d"]) }
      }
      let (old, new) = (lines(&generator), lines(&generator))
      let added = AddedLines.between(old, new)
      // At least as many copies of a line are added as the new text has more; more if lines have
      // moved.
      for line in ["a", "b", "c", "d"] {
        let more = new.count { $0 == line } - old.count { $0 == line }
        try #require(added.count { $0 == line } >= more)
        try #require(added.count { $0 == line } <= new.count { $0 == line })
      }
      try #require(AddedLines.between(new, new).isEmpty)
    }
  }
}
