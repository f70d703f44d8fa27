import NavBase
import NavDaemon
import NavScene
import Testing

@Suite("Commands of `navd layout`")
struct PreviewScriptTests {
  @Test(
    "words become steps",
    arguments: [
      ("", []), ("next", [.command(.forward)]),
      ("back next", [.command(.back), .command(.forward)]),
      ("goto 5 tab 9", [.command(.goTo(5)), .command(.tab(9))]),
      (
        "key Right ctrl-r back",
        [
          .keys([Key(.right), Key(.character("r"), .control)]), .command(.back),
        ]
      ),
      // The first word after it is a key, even if it could be a command.
      ("key tab tab 2", [.keys([Key(.tab)]), .command(.tab(2))]),
      ("tap 0 499", [.tap(CellPoint(x: 0, y: 499))]),
      (
        "drag 3 4 -20 0 next",
        [
          .drag(from: CellPoint(x: 3, y: 4), .horizontal, cells: -20, velocity: 0),
          .command(.forward),
        ]
      ),
      (
        "drag 3 4 0 5 -80",
        [.drag(from: CellPoint(x: 3, y: 4), .vertical, cells: 5, velocity: -80)]
      ),
      ("wait at 100", [.wait(nil), .wait(.milliseconds(100))]),
      (
        "line-down line-up screen-down screen-up first last",
        [
          .command(.lineDown), .command(.lineUp), .command(.screenDown), .command(.screenUp),
          .command(.first), .command(.last),
        ]
      ),
      (
        "next-tab previous-tab attachment root tab 64",
        [
          .command(.nextTab), .command(.previousTab), .command(.toggleAttachment), .command(.root),
          .command(.tab(64)),
        ]
      ),
      (
        "search red next-match previous-match filter x key n search y",
        [
          .command(.search("red")), .command(.nextMatch), .command(.previousMatch),
          .command(.filter("x")), .keys([Key(.character("n"))]), .command(.search("y")),
        ]
      ),
    ] as [(String, [PreviewStep.Action])]
  )
  func steps(text: String, actions: [PreviewStep.Action]) throws {
    let script = try PreviewScript(words: text.split(separator: " ").map(String.init))
    #expect(script.steps.map(\.action) == actions)
    #expect(script.steps.map(\.text).joined(separator: " ") == text)
  }

  @Test(
    "an invalid command is a usage error",
    arguments: [
      ("jump", "'jump' is no command"), ("nxet", "did you mean 'next'"), ("goto", "needs a number"),
      ("goto 0", "from 1"), ("goto x", "from 1"), ("tab 0", "from 1 to 64"),
      ("tab 65", "from 1 to 64"), ("key", "add one"),
      ("key Nokey", "names no key"), ("tap 1", "needs a number"), ("tap 1000 0", "from 0 to 999"),
      ("tap 0 500", "from 0 to 499"), ("drag 1 1 1 1", "one axis"), ("drag 1 1 0 0", "one axis"),
      ("drag 1 1 1001 0", "from -1000 to 1000"), ("drag 1 1 1 0 10001", "from -10000 to 10000"),
      ("at", "needs a number"), ("at 60001", "from 0 to 60000"), ("at -1", "from 0 to 60000"),
      ("--frames", "is no command"), ("search", "needs a text"), ("filter", "needs a text"),
      ("search " + String(repeating: "x", count: 257), "256 at most"),
    ]
  )
  func mistakes(text: String, problem: String) {
    let error = #expect(throws: PreviewError.self) {
      try PreviewScript(words: text.split(separator: " ").map(String.init))
    }
    #expect(error?.code == .usage)
    #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
  }

  @Test("lines are read one by one, without comments after #")
  func lines() throws {
    let script = try PreviewScript(lines: "next # on\n\n# back\r\n\tgoto 2 back", named: "moves")
    #expect(script.steps.map(\.text) == ["next", "goto 2", "back"])
    let error = #expect(throws: PreviewError.self) {
      try PreviewScript(lines: "next\ngoto\n2", named: "moves")
    }
    #expect(error?.description.hasPrefix("moves:2: goto needs") == true)
  }

  @Test("the limit of a script's steps, and one past it")
  func limit() throws {
    let most = [String](repeating: "next", count: PreviewScript.stepLimit)
    #expect(try PreviewScript(words: most).steps.count == PreviewScript.stepLimit)
    #expect(throws: PreviewError.self) { try PreviewScript(words: most + ["next"]) }
    let lines = most.joined(separator: "\n")
    #expect(throws: Never.self) { try PreviewScript(lines: lines, named: "x") }
    #expect(throws: PreviewError.self) { try PreviewScript(lines: lines + "\nnext", named: "x") }
  }
}
