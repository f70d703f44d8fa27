import Foundation
import NavBase
import NavContent
import NavDaemon
import NavScene
import NavTestKit
import Testing

/// The output of `navd layout` for the scene files beside this one.
@Suite("Layouts without a daemon")
struct PreviewTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let scene: String
    let commands: String
    var frames = PreviewPrinter.Frames.some
    var testDescription: String { scene }
  }

  static let cases = [
    Case(scene: "pager.yaml", commands: "next next wait 100ms back drag 30 3 -20 0 -80"),
    Case(scene: "vertical.yaml", commands: "next key G key g g"),
    Case(scene: "tabs.yaml", commands: "tab 2 tab 1 key Down attachment goto 9"),
    Case(scene: "stack.yaml", commands: "next next back key G key Right", frames: .rest),
    Case(scene: "sections.yaml", commands: "key Down Down Down Down key G", frames: .rest),
    Case(
      scene: "insets.yaml",
      commands: "key Enter key Down Down Down Down key G key g g back key Down Enter next",
      frames: .rest
    ),
    Case(scene: "board.yaml", commands: "key Down", frames: .rest),
    Case(scene: "book.yaml", commands: "next back drag 70 5 -40 0 -80 goto 5"),
    Case(scene: "talk.md", commands: "next goto 3", frames: .rest),
    Case(scene: "tabbed-buttons.yaml", commands: "next goto 4 tap 2 0"),
    Case(scene: "tabbed-arrows.yaml", commands: "next goto 4", frames: .rest),
    Case(scene: "tabbed-segments.yaml", commands: "next goto 4", frames: .rest),
    Case(scene: "options.yaml", commands: "goto 1000000 back goto 1000001", frames: .rest),
    Case(
      scene: "everything.yaml",
      commands: "next next tab 2 goto 1999 tab 3 key Enter tab 4 next attachment tab 5",
      frames: .rest
    ),
    Case(
      scene: "opened.yaml",
      commands: "next next back key Down key Enter key Enter root tab 2 tab 3 next",
      frames: .rest
    ),
    Case(scene: "music", commands: "key Enter back", frames: .rest),
    Case(
      scene: "split.yaml",
      commands: "key Down next-part key Down next-part next drag 26 5 9 0 0",
      frames: .rest
    ),
  ]

  @Test(
    "each scene at 80x24 and 40x12 equals its recording, and is the same on every run",
    arguments: cases,
    [CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 12)]
  )
  func recorded(_ test: Case, size: CellSize) throws {
    let text = try Self.output(of: test, size: size, .text)
    #expect(try Self.output(of: test, size: size, .text) == text)
    let json = try Self.output(of: test, size: size, .json)
    #expect(try Self.output(of: test, size: size, .json) == json)
    let name = test.scene.split(separator: ".").joined(separator: "-")
    try GoldenText().check(text, name: "\(name)-\(size)")
  }

  @Test("D-8, MBX-7, MBX-13: events: the destination once, and the pages passed")
  func events() throws {
    func events(_ commands: String, scene: String) throws -> [String] {
      var printer = PreviewPrinter(.text, frames: .rest, hasEvents: true)
      var preview = try Self.preview(scene, CellSize(columns: 40, rows: 12))
      var lines: [String] = []
      try preview.perform(
        try Script(words: commands.split(separator: " ").map(String.init)).commands
      ) {
        lines += try printer.lines(of: $0).filter { $0.contains(" page ") }
      }
      return lines.map { line in line.split(separator: " ").dropFirst(1).joined(separator: " ") }
    }
    let jump = try events("goto 4 goto 4 next back", scene: "tabbed-buttons.yaml")
    #expect(
      jump.map { $0.prefix { $0 != "," } } == [
        "goto 4 destination page 4 of pager 1", "goto 4 passing page 2 of pager 1",
        "goto 4 passing page 3 of pager 1", "back destination page 3 of pager 1",
      ]
    )
    // A motion that is cut passes no page any more; the next one passes pages on its own way.
    let cut = try events("goto 4 wait 70ms goto 1", scene: "tabbed-buttons.yaml")
    #expect(
      cut.map { $0.prefix { $0 != "," } } == [
        "goto 4 destination page 4 of pager 1", "goto 4 passing page 2 of pager 1",
        "goto 1 destination page 1 of pager 1", "goto 1 passing page 2 of pager 1",
      ]
    )
    // A wait tells what is passed meanwhile.
    let waiting = try events("goto 4 wait 20ms wait", scene: "tabbed-buttons.yaml")
    #expect(waiting.map { $0.prefix(4) } == ["goto", "wait", "wait"])
    // In a book one leaf turns, at any distance.
    #expect(try events("goto 4", scene: "book.yaml").count == 1)
    // A drag without a result has no events (PI-4).
    #expect(try events("drag 30 5 -3 0", scene: "tabbed-buttons.yaml") == [])
    #expect(try events("drag 30 5 -30 0", scene: "tabbed-buttons.yaml").count == 1)
  }

  @Test("ZX-8, D-16: events: a tab that is selected, perhaps again, and the one that was before")
  func selections() throws {
    var printer = PreviewPrinter(.text, frames: .rest, hasEvents: true)
    var preview = try Self.preview("tabbed-buttons.yaml", CellSize(columns: 40, rows: 12))
    var lines = try printer.lines(of: preview.opening)
    let script = try Script(words: ["goto", "4", "tap", "2", "0", "tap", "2", "0"])
    try preview.perform(script.commands) { lines += try printer.lines(of: $0) }
    #expect(
      lines.filter { $0.contains("select column") } == [
        "== goto 4  did-deselect column 1 of pager 1", "== goto 4  did-select column 4 of pager 1",
        "== tap 2 0  did-deselect column 4 of pager 1",
        "== tap 2 0  did-select column 1 of pager 1",
        "== tap 2 0  did-select column 1 of pager 1",
      ]
    )
  }

  @Test("ZXQ-5: events: content that is read again reloads the bar, and the place stays")
  func reload() throws {
    let directory = try makeTemporaryDirectory("navpreview")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/scene.yaml"
    func write(_ titles: [String]) throws {
      let pages = titles.map { "    - {title: \($0), text: \($0)}\n" }.joined()
      let scene = "pager:\n  header: buttons\n  pages:\n" + pages
      try Data(scene.utf8).write(to: URL(fileURLWithPath: path))
    }
    try write(["One", "Two"])
    let read = { @Sendable () throws(PreviewError) in try Preview.content(at: path) }
    var preview = try Preview(
      try read(),
      size: CellSize(columns: 40, rows: 12),
      readAgain: read
    )
    var printer = PreviewPrinter(.text, frames: .rest, hasEvents: true)
    var (lines, shown) = ([[String]](), [[String]]())
    try preview.perform(try Script(words: ["goto", "2", "reload", "reload"]).commands) {
      let text = try printer.lines(of: $0)
      lines.append(text.filter { $0.hasPrefix("== reload  ") }.map { String($0.dropFirst(11)) })
      shown.append(text)
      if shown.count == 1 { try write(["New", "One", "Two"]) }
    }
    let first = try #require(lines.dropFirst().first)
    #expect(first.contains("destination page 3 of pager 1, frame 0"))
    #expect(first.first == "will-reload container 1")
    #expect(first.last { $0.contains("reload") } == "did-reload container 1")
    let bar = first.filter {
      !$0.contains(" page ") && !$0.hasPrefix("rest") && !$0.contains("container")
    }
    #expect(bar.first == "will-reload the bar of pager 1")
    #expect(bar.last == "did-reload the bar of pager 1")
    #expect(bar.count { $0.hasPrefix("did-end-displaying") } == 2)
    #expect(bar.count { $0.hasPrefix("will-display") } == 3)
    #expect(bar.contains { $0.hasPrefix("reuse column 1 of pager 1") })
    #expect(!bar.contains { $0.contains("select ") })
    #expect(shown[1].contains { $0.contains("Two") })
    // A bar whose columns are the same is reloaded, too, and nobody has selected a page.
    let second = try #require(lines.last)
    #expect(second.count { $0.contains("-reload the bar") } == 2)
    #expect(!second.contains { $0.contains("destination") || $0.contains("select ") })
  }

  @Test("events: every container says that its content is read again, and that it was")
  func reloadOfContainers() throws {
    var preview = try Self.preview("tabs.yaml", .standardTerminal)
    var printer = PreviewPrinter(.text, frames: .rest, hasEvents: true)
    var lines: [String] = []
    try preview.perform(try Script(words: ["reload", "next"]).commands) {
      lines += try printer.lines(of: $0)
    }
    let events = ["will-reload", "did-reload"].map { name in
      let start = "== reload  \(name) container "
      return lines.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
    }
    #expect(events[0].count > 1 && Set(events[0]).count == events[0].count)
    #expect(events[0] == events[1])
  }

  @Test("SV-1, SV-4, SV-8: a scene switches bounce, drags and scroll bars off, and limits flicks")
  func switches() throws {
    let directory = try makeTemporaryDirectory("navpreview")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    func outcome(_ scene: String, _ drag: String) throws -> PreviewOutcome {
      let path = directory + "/scene.yaml"
      try Data("title: Drags\n\(scene)".utf8).write(to: URL(fileURLWithPath: path))
      var preview = try Preview(
        try Preview.content(at: path),
        size: CellSize(columns: 40, rows: 12)
      )
      var last = preview.opening
      try preview.perform(
        Script(words: drag.split(separator: " ").map(String.init)).commands
      ) { last = $0 }
      return last
    }
    let entries = (0..<60).map { "e\($0)" }.joined(separator: ", ")
    let pulls: [(node: String, drag: String, pulled: (Scene) -> Int)] = [
      ("list: {entries: [\(entries)]}\n", "drag 5 5 0 3 300", { -($0.page?.scroll.y ?? 0) }),
      (
        "pager: {numbered: {count: 9}}\n", "drag 20 5 10 0 300",
        { -($0.containers.first { $0.kind == .pager }?.scroll.x ?? 0) }
      ), ("stack: {root: {text: a}}\n", "drag 20 5 10 0 300", { $0.page?.frame.x ?? 0 }),
    ]
    for (node, drag, pulled) in pulls {
      let own = try outcome(node, drag).frames
      #expect(own.contains { pulled($0.scene) > 0 }, "\(node)")
      let stiff = try outcome(node + "bounces: false", drag)
      #expect(!stiff.frames.isEmpty && stiff.rejection == nil)
      #expect(stiff.frames.allSatisfy { pulled($0.scene) == 0 }, "\(node)")
      let fixed = try outcome(node + "scroll_enabled: false", drag)
      #expect(fixed.rejection?.contains("nothing there moves") == true, "\(node)")
    }
    // Keys move what the mouse does not.
    let turned = try outcome(pulls[1].node + "scroll_enabled: false", "next").frames.last?.scene
    #expect(turned?.pageControl?.currentPage == 1)
    for (switches, hasBar) in [("", true), ("shows_indicators: false", false)] {
      let scene = try outcome(pulls[0].node + switches, "key Down").frames.last?.scene
      #expect((scene?.page?.scrollBarColumn(of: 40) != nil) == hasBar)
    }
    for (most, page) in [(1, 1), (2, 2), (5, 3)] {
      let node = "pager: {numbered: {count: 9}, flick_pages: \(most)}"
      let flick = try outcome(node, "drag 20 5 -5 0 -1200").frames.last?.scene
      #expect(flick?.pageControl?.currentPage == page, "\(most)")
    }
  }

  @Test("D-14: JSON tells where a stack is, where it may be, its active page and the side")
  func stacks() throws {
    let lines = try Self.output(
      of: Case(scene: "stack.yaml", commands: "next next", frames: .all),
      size: CellSize(columns: 80, rows: 24),
      .json
    ).split(separator: "\n")
    struct Line: Decodable {
      struct Stack: Decodable {
        let stack: Int
        let offset: Double
        let target: Double
        let range: [Double]
        let active: Int
        let position: String
      }
      let stacks: [Stack]
    }
    let stacks = try lines.map {
      try #require(try JSONDecoder().decode(Line.self, from: Data($0.utf8)).stacks.first)
    }
    let (first, last) = (try #require(stacks.first), try #require(stacks.last))
    #expect(first.offset == first.target && first.position == "left")
    // A full page, a half one and a full one.
    #expect(last.offset == 120 && last.target == 120 && last.range == [0, 120])
    #expect(last.position == "right" && last.active > first.active && last.stack == first.stack)
    #expect(stacks.contains { $0.target == 120 && (1..<119).contains($0.offset) })
  }

  @Test("ZX-4, ZX-5: events: the cells of a bar that are made, reused, shown and released")
  func reuse() throws {
    func events(_ format: PreviewPrinter.Format) throws -> [String] {
      var printer = PreviewPrinter(format, frames: .rest, hasEvents: true)
      var preview = try Self.preview("options.yaml", CellSize(columns: 24, rows: 8))
      var lines = try printer.lines(of: preview.opening)
      preview.perform(try Script(words: ["goto", "1000", "goto", "1"]).commands) {
        lines += (try? printer.lines(of: $0)) ?? []
      }
      return lines.filter { $0.contains(format == .json ? "\"event\"" : ", cell ") }
    }
    let text = try events(.text)
    #expect(text.first == "== open  allocate column 1 of pager 1, cell 1")
    for kind in ["allocate", "will-display", "did-end-displaying", "reuse"] {
      #expect(text.contains { $0.contains("  \(kind) column ") }, "\(kind)")
    }
    // A cell is shown once until it is released.
    var shown: Set<Substring> = []
    for line in text {
      let cell = line.split(separator: " ").last ?? ""
      if line.contains("will-display") {
        let isNew = shown.insert(cell).inserted
        #expect(isNew, "\(line)")
      }
      if line.contains("did-end-displaying") {
        let old = shown.remove(cell)
        #expect(old != nil, "\(line)")
      }
    }
    let first = try #require(try events(.json).first)
    let object = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
    #expect(object?["event"] as? String == "allocate" && object?["cell"] as? Int == 1)
    #expect(object?["column"] as? Int == 1 && object?["pager"] as? Int == 1)
  }

  @Test(
    "PI-6, ST-5: a tap has the same effect as in a client: beside dots, on dots, links and tabs"
  )
  func taps() throws {
    func page(_ commands: String, scene: String) throws -> (page: Int?, rejection: String?) {
      var preview = try Self.preview(scene, CellSize(columns: 40, rows: 12))
      var last: PreviewOutcome?
      preview.perform(
        try Script(words: commands.split(separator: " ").map(String.init)).commands
      ) { last = $0 }
      let rest = last?.frames.last?.scene
      return (rest?.pageControl?.currentPage, last?.rejection)
    }
    // Three pages: their dots are the middle 5 columns of the last row, which is theirs completely.
    for (tap, expected) in [
      ("tap 0 10", 1), ("tap 16 10", 1), ("tap 17 10", 0), ("tap 19 10", 1), ("tap 18 10", 1),
    ] {
      let shown = try page("goto 3 " + tap, scene: "pager.yaml")
      #expect(shown.page == expected, "\(tap): \(shown)")
    }
    for (tap, expected) in [("tap 22 10", 1), ("tap 39 10", 1), ("tap 21 10", 2)] {
      let shown = try page(tap, scene: "pager.yaml")
      #expect(shown.page == expected, "\(tap): \(shown)")
    }
    #expect(
      try page("tap 39 2", scene: "pager.yaml").rejection?.contains("nothing answers") == true
    )
  }

  @Test(
    "JSON has a line for each frame: command, number, time, whether it is at rest, and the scene"
  )
  func json() throws {
    let lines = try Self.output(
      of: Case(scene: "pager.yaml", commands: "next back goto 7", frames: .all),
      size: CellSize(columns: 40, rows: 8),
      .json
    ).split(separator: "\n")
    var objects: [[String: Any]] = []
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      objects.append(try #require(object as? [String: Any]))
    }
    #expect(objects[0]["command"] as? String == "open")
    #expect(Set(objects[0].keys) == ["command", "frame", "time", "rest", "scene", "stacks"])
    let next = objects.filter { $0["command"] as? String == "next" }
    #expect(next.compactMap { $0["frame"] as? Int } == Array(0..<next.count))
    #expect(next.compactMap { $0["rest"] as? Bool }.filter(\.self).count == 1)
    #expect(next.last?["rest"] as? Bool == true)
    #expect(next.compactMap { $0["time"] as? Int } == next.indices.map { $0 * 1000 / 60 })
    let scene = try #require(next.last?["scene"] as? [String: Any])
    #expect(Set(scene.keys) == ["containers", "focus", "search", "size", "viewers"])
    #expect(objects.last?["command"] as? String == "goto 7")
    #expect((objects.last?["rejected"] as? String)?.contains("page 7") == true)
    #expect(objects.last?["scene"] == nil)
  }

  @Test("a command that interrupts a motion begins at its current frame")
  func interruption() throws {
    var preview = try Self.preview("pager.yaml", CellSize(columns: 40, rows: 8))
    var outcomes: [PreviewOutcome] = []
    preview.perform(try Script(words: ["next", "wait", "100ms", "back", "wait"]).commands) {
      outcomes.append($0)
    }
    #expect(outcomes.map(\.command) == ["next", "back", "wait"])
    let cut = try #require(outcomes[0].frames.last)
    let first = try #require(outcomes[1].frames.first)
    #expect(cut.stage == .moving)
    #expect(cut.time < .milliseconds(100))
    #expect(first.time == .milliseconds(100))
    #expect(outcomes[1].frames.last?.stage == .rest)
    #expect(outcomes[1].frames.last?.scene == preview.opening.frames.last?.scene)
    // Nothing moves any more.
    #expect(outcomes[2].frames.isEmpty)
  }

  @Test("the examples of scripts play", arguments: ["talk", "library"])
  func examples(name: String) throws {
    let file = try ScriptFile(path: "\(Self.examples)/\(name).nav")
    #expect(file.findings == [])
    let commands = file.script.commands
    guard case .open(let paths)? = commands.first?.action else {
      Issue.record("\(name) opens nothing")
      return
    }
    try Preview.check(commands)
    var preview = try Preview(try Preview.content(at: paths[0]), size: .standardTerminal)
    var outcomes: [PreviewOutcome] = []
    preview.perform(commands) { outcomes.append($0) }
    #expect(outcomes.compactMap(\.failure) == [] && outcomes.compactMap(\.rejection) == [])
    #expect(outcomes.last?.command.hasPrefix("expect") == true)
  }

  @Test("a script ends where something is expected in vain")
  func expectations() throws {
    let pager = #"the page is "Two" (2/3)"#
    // The scene, the script, and why it ends, or why one of its commands was not possible.
    let table: [(String, String, String?)] = [
      (
        "pager.yaml",
        "expect page One\nnext\nexpect place 2/3\nexpect text \"of two\"\nnext\nexpect page Three",
        nil
      ),
      ("pager.yaml", "next\nexpect page One\nback", "x.nav:2:1: expect page One: \(pager)"),
      ("pager.yaml", "next\nexpect place 2/4\nback", "x.nav:2:1: expect place 2/4: \(pager)"),
      ("pager.yaml", "next\n expect text One\nback", "x.nav:2:2: expect text One: \(pager)"),
      ("pager.yaml", "next\nwait page One\nback", "x.nav:2:1: wait page One: \(pager)"),
      // While it moves, it is compared with where it comes to rest.
      ("pager.yaml", "pace 10ms\nnext\nexpect page Two\nexpect text \"of two\"", nil),
      ("tabs.yaml", "tap About\nexpect text \"A library of music\"", nil),
      ("tabs.yaml", "tap nowhere", "\"nowhere\" is not on the screen of 80x24"),
    ]
    for (scene, lines, failure) in table {
      let script = Script(lines, path: "x.nav") { _ throws(CommandError) in "" }
      try #require(script.faults == [])
      try Preview.check(script.commands)
      var preview = try Self.preview(scene, .standardTerminal)
      var outcomes: [PreviewOutcome] = []
      preview.perform(script.commands) { outcomes.append($0) }
      let found = outcomes.compactMap { $0.failure ?? $0.rejection }
      #expect(found == [failure].compactMap(\.self), "\(lines)")
      #expect(outcomes.last?.command != "back", "\(lines)")
    }
    for line in ["snapshot a.txt", "wait viewers 1", "wait version 1", "expect viewers 1"] {
      let script = Script(line, path: "x.nav") { _ throws(CommandError) in "" }
      let error = #expect(throws: PreviewError.self) { try Preview.check(script.commands) }
      #expect(error?.description.hasPrefix("x.nav:1:1: '\(line)' needs a session") == true)
    }
  }

  @Test("a pace is an overlap from there on")
  func pace() throws {
    var preview = try Self.preview("pager.yaml", CellSize(columns: 40, rows: 8))
    var starts: [Duration] = []
    preview.perform(try Script(words: ["pace", "50ms", "next", "back", "next"]).commands) {
      starts += [$0.frames.first?.time].compactMap(\.self)
    }
    #expect(starts == [.zero, .milliseconds(50), .milliseconds(100)])
  }

  @Test("every command overlaps the one before by the given time")
  func overlap() throws {
    var preview = try Self.preview(
      "pager.yaml",
      CellSize(columns: 40, rows: 8),
      overlap: .milliseconds(50)
    )
    var starts: [Duration] = []
    preview.perform(try Script(words: ["next", "back", "next"]).commands) {
      starts += [$0.frames.first?.time].compactMap(\.self)
    }
    #expect(starts == [.zero, .milliseconds(50), .milliseconds(100)])
  }

  @Test("the printed frames")
  func frames() throws {
    func count(_ frames: PreviewPrinter.Frames) throws -> Int {
      let test = Case(scene: "pager.yaml", commands: "next", frames: frames)
      let text = try Self.output(of: test, size: CellSize(columns: 40, rows: 8), .text)
      return text.split(separator: "\n").count { $0.hasPrefix("== next") }
    }
    let all = try count(.all)
    #expect(all > 10)
    let changed = try count(.changed)
    #expect(changed > 5 && changed < all)
    #expect(try count(.some) == 3)
    #expect(try count(.rest) == 1)
  }

  @Test("invalid content is \"no input\"; an unreadable file is \"not permitted\"")
  func noInput() throws {
    let directory = try makeTemporaryDirectory("navpreview")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let malformed = directory + "/bad.yaml"
    try Data("tabs: 3".utf8).write(to: URL(fileURLWithPath: malformed))
    for path in [directory + "/gone.yaml", directory + "/gone", malformed, "/dev/null"] {
      let error = #expect(throws: PreviewError.self) { try Preview.content(at: path) }
      #expect(error?.code == .noInput, "\(path)")
      #expect(error?.description.contains(path) == true)
    }
  }

  @Test("--text: any file is its text, whatever its name", arguments: ["talk.md", "stack.yaml"])
  func text(file: String) throws {
    let path = Self.scenes + "/" + file
    let preview = try Preview(
      try Preview.content(at: path, asText: true),
      size: .standardTerminal
    )
    var printer = PreviewPrinter(.text)
    let shown = try printer.lines(of: preview.opening).joined(separator: "\n")
    let source = try String(contentsOfFile: path, encoding: .utf8)
    for line in source.split(separator: "\n").prefix(5) {
      #expect(shown.contains(line), "\(line)")
    }
  }

  @Test(
    "a path is shown as in a session, also through a link",
    arguments: [
      ("api.yaml", "openapi: 3.1.0", "openapi"), ("list.yml", "- first\n- second\n", "second"),
      ("scene.yaml", "text: shown", "shown"),
      ("book.toml", "[book]\ntitle = \"A title\"", "A title"),
      ("SUMMARY.md", "# Summary\n\n- [A chapter](one.md)\n", "1. A chapter"),
    ]
  )
  func kinds(name: String, content: String, shown: String) throws {
    let directory = try makeTemporaryDirectory("navpreview")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try Data(content.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    // A directory with the settings or the summary is a book.
    let isBook = ["book.toml", "SUMMARY.md"].contains(name)
    let path = isBook ? directory : "\(directory)/\(name)"
    let link = directory + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    for path in [path, link] {
      let preview = try Preview(try Preview.content(at: path), size: .standardTerminal)
      var printer = PreviewPrinter(.text)
      let lines = try printer.lines(of: preview.opening)
      #expect(lines.contains { $0.contains(shown) }, "\(path): \(lines)")
    }
  }

  @Test("pages behind the entries of a program's list are those of the program that was run")
  func pagesOfPrograms() throws {
    let directory = try makeTemporaryDirectory("navpreview")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try run("git", "init", "--quiet", directory)
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    try run(
      ["git", "-C", directory] + identity
        + ["commit", "--quiet", "--allow-empty", "-m", "The only commit", "-m", "Its reason"]
    )
    let scene = directory + "/log.yaml"
    let text = "command: {git_log: [], directory: \(directory)}"
    try Data(text.utf8).write(to: URL(fileURLWithPath: scene))
    let reader = ContentReader()
    let content = try Preview.content(at: scene, by: reader)
    var preview = try Preview(content, size: .standardTerminal, readBy: reader)
    var printer = PreviewPrinter(.text, frames: .rest)
    var lines: [String] = []
    try preview.perform(try Script(words: ["key", "Enter"]).commands) {
      lines += try printer.lines(of: $0)
    }
    #expect(lines.contains { $0.contains("Its reason") }, "\(lines)")
  }

  private func run(_ words: String...) throws { try run(words) }

  private func run(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  // MARK: Running

  private static let scenes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scenes").path

  private static let examples = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("deploy/examples").path

  private static func preview(
    _ scene: String,
    _ size: CellSize,
    overlap: Duration? = nil
  ) throws -> Preview {
    let content = try Preview.content(at: scenes + "/" + scene)
    return try Preview(content, size: size, overlap: overlap)
  }

  private static func output(
    of test: Case,
    size: CellSize,
    _ format: PreviewPrinter.Format
  ) throws -> String {
    var preview = try preview(test.scene, size)
    var printer = PreviewPrinter(format, frames: test.frames)
    var lines = try printer.lines(of: preview.opening)
    let words = test.commands.split(separator: " ").map(String.init)
    try preview.perform(try Script(words: words).commands) {
      lines += try printer.lines(of: $0)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Scene {
  /// The first page.
  fileprivate var page: Container? { containers.first { $0.kind == .page } }
}
