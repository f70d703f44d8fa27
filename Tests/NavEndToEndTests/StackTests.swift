import Foundation
import Testing

/// A directory as a stack of pages, seen by several terminals.
@Suite struct StackTests {
  /// A narrow and a wide viewer of a session that shows a directory.
  private final class Pair {
    let world: World
    let daemon: Daemon
    let folder: Folder
    let narrow: TerminalSession
    let wide: TerminalSession

    init() throws {
      world = try World()
      daemon = try Daemon(in: world)
      folder = try Folder.music(in: world)
      narrow = try TerminalSession(in: world, "narrow", "--session", "x", "--open", folder.path)
      try narrow.wait(until: "shows the directory") { $0.titles == ["music"] }
      wide = try TerminalSession(in: world, "wide", columns: 200, rows: 60, "--session", "x")
      try wide.wait(until: "shows the directory") { $0.titles == ["music"] }
    }

    /// Both terminals and where their pages meet: in the middle.
    var terminals: [(TerminalSession, middle: Int)] { [(narrow, 40), (wide, 100)] }

    /// Waits until both rest on a stack of so many pages, with these titles in view and the selection at a
    /// place such as `2/3`.
    func wait(
      forDepth depth: Int,
      showing titles: [String],
      at place: String?,
      isText: Bool = false,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      for (terminal, middle) in terminals {
        let edges = StackTests.edges(ofDepth: depth, middle: middle, isText: isText)
        try terminal.wait(
          until: "shows \(titles) at \(place ?? "no place"), edges in \(edges)",
          at: location
        ) { screen in
          screen.edges == edges && screen.titles == titles
            && screen.statusWords.filter { $0.contains("/") } == (place.map { [$0] } ?? [])
        }
      }
    }

    /// What both show as selected.
    func expectSelection(
      _ name: String,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      for (terminal, _) in terminals {
        let selected = Selection.active(in: try terminal.styledText())
        let screen = try terminal.screen()
        #expect(selected == name, "\(screen)", sourceLocation: location)
      }
    }
  }

  /// The left edges of pages at rest: of the three topmost that are covered, each a column, and of the list at
  /// the right half; a text takes all that the covered leave.
  private static func edges(ofDepth depth: Int, middle: Int, isText: Bool) -> [Int] {
    guard depth > 1 else { return [] }
    if isText { return Array(0..<min(depth, 3)) }
    return (depth > 2 ? Array(0..<min(depth - 1, 3)) : []) + [middle]
  }

  @Test func eachSizeHasItsOwnColumns() throws {
    let pair = try Pair()
    try pair.wait(forDepth: 1, showing: ["music"], at: "1/3")
    try pair.expectSelection("albums/")
    // Who types what, and what both show then.
    let steps:
      [(who: TerminalSession, key: String, depth: Int, titles: [String], place: String?)] = [
        (pair.narrow, "Enter", 2, ["music", "albums"], "1/4"),
        (pair.wide, "j", 2, ["music", "albums"], "2/4"),
        (pair.narrow, "k", 2, ["music", "albums"], "1/4"),
        (pair.wide, "l", 3, ["albums", "blue"], "1/3"),
        (pair.narrow, "Right", 4, ["blue", "live"], "1/1"),
        (pair.wide, "h", 3, ["albums", "blue"], "1/3"),
        (pair.wide, "G", 3, ["albums", "blue"], "3/3"),
        (pair.narrow, "BSpace", 2, ["music", "albums"], "1/4"),
        (pair.narrow, "Left", 1, ["music"], "1/3"),
      ]
    for (who, key, depth, titles, place) in steps {
      try who.type(key)
      try pair.wait(forDepth: depth, showing: titles, at: place)
    }
    try pair.expectSelection("albums/")
    // Nothing lies below the first page.
    try pair.narrow.type("h", "j")
    try pair.wait(forDepth: 1, showing: ["music"], at: "2/3")
    try pair.expectSelection("radio/")
  }

  @Test func aTextIsReadAlone() throws {
    let pair = try Pair()
    try pair.wide.type("Enter", "Enter", "Enter")
    try pair.wait(forDepth: 4, showing: ["blue", "live"], at: "1/1")
    try pair.narrow.type("Enter")
    try pair.wait(forDepth: 5, showing: ["deep.txt"], at: nil, isText: true)
    for (terminal, _) in pair.terminals {
      let screen = try terminal.screen()
      #expect(screen.contains("the deepest words"), "\(screen)")
    }
    try pair.wide.type("h")
    try pair.wait(forDepth: 4, showing: ["blue", "live"], at: "1/1")
    try pair.expectSelection("deep.txt")
  }

  @Test func selectionMovesByScreensAndToNumbers() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let folder = try Folder(in: world, "many")
    for number in 1...100 { try folder.write("", to: "file-\(number)") }
    let narrow = try TerminalSession(in: world, "narrow", "--session", "x", "--open", folder.path)
    try narrow.wait(until: "shows the directory") { $0.titles == ["many"] }
    let wide = try TerminalSession(in: world, "wide", columns: 200, rows: 60, "--session", "x")
    // A screen of a list is 21 rows of 24, and 57 of 60: the title, its rule and the status line take three.
    let steps: [(who: TerminalSession, keys: [String], selected: Int)] = [
      (narrow, ["NPage"], 22), (narrow, ["Space"], 43), (narrow, ["PPage"], 22),
      (wide, ["NPage"], 79), (wide, ["g", "g"], 1), (wide, ["Space"], 58), (narrow, ["G"], 100),
      (narrow, ["7", "0", "G"], 70), (wide, ["PPage"], 13), (wide, ["Up"], 12),
      (narrow, ["Down"], 13), (narrow, ["Home"], 1), (wide, ["End"], 100),
    ]
    for (who, keys, selected) in steps {
      try who.type(keys)
      for terminal in [narrow, wide] {
        try terminal.wait(until: "has \(selected) of 100 selected, in view") {
          $0.statusWords.contains("\(selected)/100") && $0.row(ofEntry: "file-\(selected)") != nil
        }
        let text = try terminal.styledText()
        #expect(Selection.active(in: text) == "file-\(selected)")
      }
    }
    #expect(daemon.isRunning)
  }

  @Test(arguments: ["push", "pop"]) func aPageIsSeenMoving(by change: String) throws {
    let pair = try Pair()
    // The page's left edge, strictly between where it starts and where it rests. A motion may pass between two
    // looks of a busy machine: move until looks at both terminals fell into one.
    var isOpen = false
    var seen: Set<Int> = []
    try eventually("both saw the page under way", found: { "seen: \(seen)" }) {
      isOpen.toggle()
      try pair.narrow.type(isOpen ? "Enter" : "BSpace")
      var resting: Set<Int> = []
      try eventually("the \(isOpen ? "push" : "pop") is over") {
        for (terminal, middle) in pair.terminals where !resting.contains(middle) {
          let screen = try terminal.screen()
          let isUnderWay = screen.edges.contains { middle < $0 && $0 < 2 * middle }
          if isUnderWay && isOpen == (change == "push") { seen.insert(middle) }
          let isResting = screen.edges == (isOpen ? [middle] : [])
          if isResting && screen.statusWords.contains(isOpen ? "1/4" : "1/3") {
            resting.insert(middle)
          }
        }
        return resting.count == 2
      }
      return seen.count == 2
    }
  }

  @Test func clicksOpenAndBringBack() throws {
    let pair = try Pair()
    let wide = pair.wide
    // An entry, by its row: title and rule come first.
    try pair.narrow.click(column: 10, row: 2)
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    // An entry of the page at the right.
    try wide.click(column: 110, row: 4)
    try pair.wait(forDepth: 3, showing: ["albums", "red"], at: nil)
    // Another entry of the page that is covered in part: it takes the place of what lay on it.
    try pair.narrow.click(column: 5, row: 2)
    try pair.wait(forDepth: 3, showing: ["albums", "blue"], at: "1/3")
    // What is no entry of the covered page brings it back.
    try wide.click(column: 20, row: 40)
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "shows the page below") {
        $0.titles.first == "albums" && $0.statusWords.contains("1/4")
      }
    }
    try pair.narrow.type("Enter")
    try pair.wait(forDepth: 3, showing: ["albums", "blue"], at: "1/3")
    try pair.narrow.type("Enter")
    try pair.wait(forDepth: 4, showing: ["blue", "live"], at: "1/1")
    // The first column is the edge of the first page.
    try pair.narrow.click(column: 0, row: 12)
    try pair.wait(forDepth: 1, showing: ["music"], at: "1/3")
    try pair.expectSelection("albums/")
    // What lay on it still does.
    try pair.wide.click(column: 10, row: 2)
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
  }

  @Test func aReleaseElsewhereIsNoClick() throws {
    let pair = try Pair()
    try pair.narrow.press(column: 10, row: 2)
    try pair.narrow.release(column: 10, row: 3)
    try pair.wide.press(column: 10, row: 4)
    try pair.wide.release(column: 60, row: 3)
    // What comes behind it is carried out alone.
    try pair.narrow.type("j")
    try pair.wait(forDepth: 1, showing: ["music"], at: "2/3")
    let listing = try Listing(pair.world.succeed("ls", "--json"))
    #expect(listing.sessions.map(\.version) == [1])
  }

  @Test func whatIsSentIsSettledOnEveryScreen() throws {
    let pair = try Pair()
    try pair.world.succeed("send", "-s", "x", "key", "Enter", "j", "Enter", "--wait", "settled")
    try pair.wait(forDepth: 3, showing: ["albums", "green"], at: nil)
    for (keys, depth) in [(["h", "k", "Enter"], 3), (["Enter", "Enter"], 5)] {
      let words = ["send", "-s", "x", "--wait", "settled", "key"] + keys
      let outcome = try pair.world.run(Programs.client, words)
      #expect(outcome.code == 0 && outcome.output + outcome.errors == "", "\(outcome)")
      for (terminal, size) in [(pair.narrow, "80x24"), (pair.wide, "200x60")] {
        let snapshot = Screen(try pair.world.succeed("snapshot", "-s", "x", "--size", size))
        try terminal.wait(until: "shows at depth \(depth) what a snapshot does:\n\(snapshot)") {
          $0.body == snapshot.body
        }
      }
    }
  }

  @Test func aNarrowTerminalHasFullPagesOnly() throws {
    let pair = try Pair()
    let small = try TerminalSession(
      in: pair.world,
      "small",
      columns: 39,
      rows: 10,
      "--session",
      "x"
    )
    let steps: [(key: String, title: String)] = [
      ("Enter", "albums"), ("Enter", "blue"), ("Enter", "live"), ("Enter", "deep.txt"),
      ("h", "live"), ("h", "blue"), ("h", "albums"), ("h", "music"),
    ]
    try small.wait(until: "shows the directory") { $0.titles == ["music"] }
    for (key, title) in steps {
      try small.type(key)
      // Nothing of any other page is in view.
      let screen = try small.wait(until: "shows \(title) alone") {
        $0.titles == [title] && $0.edges.isEmpty
      }
      #expect(screen.rows.count == 10, "\(screen)")
      try pair.wide.wait(until: "shows \(title), too") { $0.titles.last == title }
    }
  }

  @Test func whoJoinsInAMotionSeesItsEndAtOnce() throws {
    let pair = try Pair()
    // The wider, the longer it moves.
    try pair.wide.resize(columns: 500, rows: 60)
    try pair.wide.wait(until: "has its new size") { $0.statusWords.contains("1/3") }
    // A motion may be over before somebody has joined: try until it isn't.
    var attempts = 0
    try eventually("one joined in a motion", found: { "\(attempts) came too late" }) {
      attempts += 1
      try pair.narrow.type("Enter")
      let joiner = try TerminalSession(
        in: pair.world,
        "joiner\(attempts)",
        columns: 100,
        rows: 30,
        "--session",
        "x"
      )
      try joiner.wait(until: "shows both pages at rest") {
        $0.edges == [50] && $0.titles == ["music", "albums"]
      }
      let edges = try pair.wide.screen().edges
      let isInMotion = edges.contains { 250 < $0 && $0 < 500 }
      try joiner.type("q")
      try pair.narrow.type("BSpace")
      for terminal in [pair.narrow, pair.wide] {
        try terminal.wait(until: "is back") {
          $0.edges.isEmpty && $0.statusWords.contains("1/3")
        }
      }
      return isInMotion
    }
  }

  @Test func aRenameIsSeenAndOutlivesAKill() throws {
    let pair = try Pair()
    try pair.wide.type("Enter")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    try pair.world.succeed("rename", "-s", "x", "evening")
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "names the session anew") { $0.statusWords.first == "evening" }
    }
    // The page has not moved, and keys find their way.
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    try pair.narrow.type("j")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "2/4")
    #expect(try pair.world.succeed("ls", "-q") == "evening\n")

    try pair.daemon.end(SIGKILL)
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try pair.daemon.restart()
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "is live under the new name") {
        $0.statusWords.first == "evening" && !$0.status.contains("reconnecting")
          && $0.titles == ["music"]
      }
    }
    #expect(try pair.world.succeed("ls", "-q") == "evening\n")
    try pair.wide.type("j")
    try pair.wait(forDepth: 1, showing: ["music"], at: "2/3")
    try pair.expectSelection("radio/")
    #expect(!pair.narrow.hasEnded && !pair.wide.hasEnded)
  }
}
