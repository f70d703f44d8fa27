import Foundation
import Testing

/// The pages of a stack in motion, at rest, and after a restart of the daemon.
@Suite(.waiting) struct StackMotionTests {
  @Test(arguments: ["push", "pop"]) func aPageIsSeenMoving(by change: String) throws {
    let pair = try StackPair()
    // Looks for the page's left edge strictly between the start and the end of its motion. On a busy machine a motion
    // may fall between two polls: move until a poll of each terminal falls into one.
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

  @Test func aCommandSettlesOnEveryScreen() throws {
    let pair = try StackPair()
    try pair.sandbox.succeed("send", "-s", "x", "key", "Enter", "j", "Enter", "--wait", "settled")
    try pair.wait(forDepth: 3, showing: ["albums", "green"], at: nil)
    for (keys, depth) in [(["h", "k", "Enter"], 3), (["Enter", "Enter"], 5)] {
      let words = ["send", "-s", "x", "--wait", "settled", "key"] + keys
      let outcome = try pair.sandbox.run(Programs.client, words)
      #expect(outcome.code == 0 && outcome.output + outcome.errors == "", "\(outcome)")
      for (terminal, size) in [(pair.narrow, "80x24"), (pair.wide, "200x60")] {
        let snapshot = Screen(try pair.sandbox.succeed("snapshot", "-s", "x", "--size", size))
        try terminal.wait(until: "shows at depth \(depth) what a snapshot does:\n\(snapshot)") {
          $0.body == snapshot.body
        }
      }
    }
  }

  @Test func joiningDuringAMotionShowsItsEndAtOnce() throws {
    let pair = try StackPair()
    // The motion takes longer on a wider terminal.
    try pair.wide.resize(columns: 500, rows: 60)
    try pair.wide.wait(until: "has its new size") { $0.statusWords.contains("1/3") }
    // A motion may end before the viewer has joined: repeat until it does not. A resized viewer joins again, which
    // takes less time than starting a program.
    var attempts = 0
    var joiner: TerminalSession?
    try eventually(
      "one joined in a motion",
      within: deadline * 5,
      found: { "\(attempts) came too late" }
    ) {
      attempts += 1
      let columns = 300 - 2 * (attempts % 100)
      try pair.narrow.type("Enter")
      if let joiner, attempts > 3 {
        try joiner.setSize(columns: columns, rows: 30)
      } else {
        let name = "joiner\(attempts)"
        joiner = try pair.sandbox.terminal(name, size: (columns, 30), "--session", "x")
      }
      try joiner?.wait(until: "shows both pages at rest") {
        $0.edges == [columns / 2] && $0.titles == ["music", "albums"]
      }
      let edges = try pair.wide.screen().edges
      let isInMotion = edges.contains { 250 < $0 && $0 < 500 }
      try pair.narrow.type("BSpace")
      for terminal in [pair.narrow, pair.wide] {
        try terminal.wait(until: "is back") {
          $0.edges.isEmpty && $0.statusWords.contains("1/3")
        }
      }
      return isInMotion
    }
  }

  @Test func aRenameIsShownAndSurvivesAKill() throws {
    let pair = try StackPair()
    try pair.wide.type("Enter")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    try pair.sandbox.succeed("rename", "-s", "x", "evening")
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "names the session anew") { $0.statusWords.first == "evening" }
    }
    // The page has not moved, and keys still work.
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    try pair.narrow.type("j")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "2/4")
    #expect(try pair.sandbox.succeed("ls", "-q") == "evening\n")

    try pair.daemon.end(SIGKILL)
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try pair.daemon.restart()
    for (terminal, _) in pair.terminals {
      try terminal.wait(until: "is live under the new name") {
        $0.statusWords.first == "evening" && !$0.status.contains("reconnecting")
      }
    }
    // The page has not moved either, and keys still work.
    try pair.sandbox.succeed("send", "-s", "evening", "preview", "off")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "2/4")
    #expect(try pair.sandbox.succeed("ls", "-q") == "evening\n")
    try pair.wide.type("j")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "3/4")
    #expect(!pair.narrow.hasEnded && !pair.wide.hasEnded)
  }
}
