import Foundation
import Testing

/// A directory as a stack of pages, shown by several terminals.
@Suite(.waiting) struct StackTests {
  @Test func eachSizeHasItsOwnColumns() throws {
    let pair = try StackPair()
    try pair.wait(forDepth: 1, showing: ["music"], at: "1/3")
    try pair.expectSelection("albums/")
    // The terminal that types, its key, and the state of both terminals afterwards.
    let steps: [(who: TerminalSession, key: String, depth: Int, titles: [String], place: String?)] =
      [
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
    // Going back from the first page does nothing.
    try pair.narrow.type("h", "j")
    try pair.wait(forDepth: 1, showing: ["music"], at: "2/3")
    try pair.expectSelection("radio/")
  }

  @Test func aTextIsReadAlone() throws {
    let pair = try StackPair()
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
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder(in: sandbox, "many")
    for number in 1...100 { try folder.write("", to: "file-\(number)") }
    let narrow = try TerminalSession(in: sandbox, "narrow", "--session", "x", "--open", folder.path)
    try narrow.wait(until: "shows the directory") { $0.titles == ["many"] }
    let wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "x")
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

  @Test func clicksOpenAndGoBack() throws {
    let pair = try StackPair()
    let wide = pair.wide
    // A click opens an entry; its row comes after the title and the rule.
    try pair.narrow.click(column: 10, row: 2)
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    // A click opens an entry of the page at the right.
    try wide.click(column: 110, row: 4)
    try pair.wait(forDepth: 3, showing: ["albums", "red"], at: nil)
    // A click on another entry of the partly covered page replaces the page above it.
    try pair.narrow.click(column: 5, row: 2)
    try pair.wait(forDepth: 3, showing: ["albums", "blue"], at: "1/3")
    // A click beside the entries brings the covered page back.
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
    // The pages above the first one remain in the stack.
    try pair.wide.click(column: 10, row: 2)
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
  }

  @Test func aReleaseElsewhereIsNoClick() throws {
    let pair = try StackPair()
    try pair.narrow.press(column: 10, row: 2)
    try pair.narrow.release(column: 10, row: 3)
    try pair.wide.press(column: 10, row: 4)
    try pair.wide.release(column: 60, row: 3)
    // Only the key that follows has an effect.
    try pair.narrow.type("j")
    try pair.wait(forDepth: 1, showing: ["music"], at: "2/3")
    let listing = try Listing(pair.sandbox.succeed("ls", "--json"))
    // One operation from the pair's setup, and the key.
    #expect(listing.sessions.map(\.version) == [2])
  }

  @Test func aNarrowTerminalHasFullPagesOnly() throws {
    let pair = try StackPair()
    let small = try pair.sandbox.terminal("small", size: (39, 10), "--session", "x")
    let steps: [(key: String, title: String)] = [
      ("Enter", "albums"), ("Enter", "blue"), ("Enter", "live"), ("Enter", "deep.txt"),
      ("h", "live"), ("h", "blue"), ("h", "albums"), ("h", "music"),
    ]
    try small.wait(until: "shows the directory") { $0.titles == ["music"] }
    for (key, title) in steps {
      try small.type(key)
      // No part of another page is visible.
      let screen = try small.wait(until: "shows \(title) alone") {
        $0.titles == [title] && $0.edges.isEmpty
      }
      #expect(screen.rows.count == 10, "\(screen)")
      if title == "deep.txt" || title == "music" {
        try pair.wide.wait(until: "shows \(title), too") { $0.titles.last == title }
      }
    }
  }
}
