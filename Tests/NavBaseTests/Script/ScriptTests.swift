import NavBase
import NavTestKit
import Testing

@Suite("Scripts")
struct ScriptTests {
  /// Reads a script whose other files have these texts.
  private static func script(_ text: String, _ files: [String: String] = [:]) -> Script {
    Script(text, path: "dir/demo.nav") { path throws(CommandError) in
      guard let text = files[path] else { throw CommandError("there is no \(path)") }
      return text
    }
  }

  @Test(
    "words of a command line become commands",
    arguments: [
      ("", []), ("next", [.command(.forward)]),
      ("back next", [.command(.back), .command(.forward)]),
      ("goto 5 tab 9", [.command(.goTo(5)), .command(.tab(9))]),
      (
        "key Right ctrl-r back",
        [.keys([Key(.right), Key(.character("r"), .control)]), .command(.back)]
      ),
      // The first word after it is a key, even if it could be a command.
      ("key tab tab 2", [.keys([Key(.tab)]), .command(.tab(2))]),
      ("key n wait", [.keys(["n"])]),
      ("tap 0 499", [.tap(.cell(CellPoint(x: 0, y: 499)))]),
      ("tap Blue next", [.tap(.words("Blue")), .command(.forward)]),
      (
        "drag 3 4 -20 0 next",
        [
          .drag(.cell(CellPoint(x: 3, y: 4)), columns: -20, rows: 0, velocity: 0),
          .command(.forward),
        ]
      ),
      ("drag Blue 0 5 -80", [.drag(.words("Blue"), columns: 0, rows: 5, velocity: -80)]),
      (
        "line-down line-up screen-down screen-up first last",
        [
          .command(.lineDown), .command(.lineUp), .command(.screenDown), .command(.screenUp),
          .command(.first), .command(.last),
        ]
      ),
      (
        "next-tab previous-tab attachment root text tab 64",
        [
          .command(.nextTab), .command(.previousTab), .command(.toggleAttachment), .command(.root),
          .command(.toggleText), .command(.tab(64)),
        ]
      ),
      (
        "search red next-match previous-match filter x key n search y sort time sort next",
        [
          .command(.search("red")), .command(.nextMatch), .command(.previousMatch),
          .command(.filter("x")), .keys(["n"]), .command(.search("y")), .command(.sort(.time)),
          .command(.sort(nil)), .command(.forward),
        ]
      ),
    ] as [(String, [ScriptInput])]
  )
  func words(text: String, inputs: [ScriptInput]) throws {
    let commands = try Script(words: text.split(separator: " ").map(String.init)).commands
    let found: [ScriptInput] = commands.compactMap {
      if case .input(let input) = $0.action { input } else { nil }
    }
    #expect(found == inputs)
    #expect(commands.map(\.text).joined(separator: " ") == text)
    #expect(commands.allSatisfy { $0.place == nil })
  }

  @Test(
    "a line is a command",
    arguments: [
      ("next", .input(.command(.forward))), (" \tgo-to 5  # five", .input(.command(.goTo(5)))),
      ("search kind of blue", .input(.command(.search("kind of blue")))),
      ("search \"kind  of # \\\"blue\\\"\"", .input(.command(.search("kind  of # \"blue\"")))),
      ("search", .input(.command(.search("")))), ("filter", .input(.command(.filter("")))),
      ("text", .input(.command(.toggleText))),
      ("text 5G", .input(.keys(["5", "G"]))), ("text \"g g\"", .input(.keys(["g", " ", "g"]))),
      ("key Down Enter", .input(.keys([Key(.down), Key(.enter)]))),
      ("key \"#\"", .input(.keys(["#"]))),
      ("tap 2 7", .input(.tap(.cell(CellPoint(x: 2, y: 7))))),
      ("tap \"Kind of Blue\"", .input(.tap(.words("Kind of Blue")))),
      ("tap \"2\"", .input(.tap(.words("2")))),
      (
        "drag \"Blue\" -30 0 80",
        .input(.drag(.words("Blue"), columns: -30, rows: 0, velocity: 80))
      ),
      ("wait", .wait(.settled, within: nil)), ("wait settled", .wait(.settled, within: nil)),
      ("wait page \"Kind of Blue\"", .wait(.page("Kind of Blue"), within: nil)),
      ("wait text \" x \" 500ms", .wait(.text(" x "), within: try? WaitTimeout("500ms"))),
      ("wait viewers 1000000 2h", .wait(.viewers(1_000_000), within: try? WaitTimeout("2h"))),
      (
        "wait version 18446744073709551615",
        .wait(.version(.max), within: nil)
      ),
      ("wait 2s", .pause(.seconds(2))), ("pace 80ms", .pace(.milliseconds(80))),
      ("expect page Blue", .expect(.page("Blue"))), ("expect text \"a b\"", .expect(.text("a b"))),
      ("expect place 3", .expect(.place(3, of: nil))),
      ("expect place 3/12", .expect(.place(3, of: 12))),
      ("expect viewers 0", .expect(.viewers(0))),
      ("snapshot a.svg", .snapshot("a.svg", .svg, nil)),
      (
        "snapshot b/c.TXT --size 1x500",
        .snapshot("b/c.TXT", .text, CellSize(columns: 1, rows: 500))
      ),
      ("mark part-two", .mark("part-two")), ("say Any questions?", .say("Any questions?")),
      ("open talk.md /tmp/src", .open(["dir/talk.md", "/tmp/src"])),
    ] as [(String, ScriptAction)]
  )
  func line(line: String, action: ScriptAction) {
    let script = Self.script("\n" + line + "\r\n")
    #expect(script.faults == [])
    #expect(script.commands.map(\.action) == [action])
    #expect(script.commands.first?.place?.line == 2)
    #expect(Self.actions(of: action.line) == [action], "\(action.line)")
  }

  private static func actions(of line: String) -> [ScriptAction] {
    Script(line, path: "x.nav") { _ throws(CommandError) in "" }.commands.map(\.action)
  }

  @Test("the line of an action is read as the action")
  func lines() throws {
    for entry in CommandTable.entries where entry.isShared {
      let arguments: [String] =
        switch entry.argument {
        case .none: [""]
        case .number: ["1", "7"]
        case .choice(_, let choices, _): choices + [""]
        case .text: ["", " a  b ", "# \"c\" \\"]
        }
      for argument in arguments {
        guard case .session(let command) = try entry.command(with: argument) else { continue }
        let action = ScriptAction.input(.command(command))
        #expect(Self.actions(of: action.line) == [action], "\(action.line)")
      }
    }
    try forSeeds(0..<300) { random in
      let text = (random.pick(["", "\"", "#", "\\", "7", "-", " "]) + random.text())
      guard !text.isEmpty else { return }
      let target = random.oneIn(2) ? ScriptTarget.words(text) : .cell(CellPoint(x: 3, y: 9))
      let (way, velocity) = (random.int(in: 1...1_000), random.int(in: -99...99))
      let limit = random.oneIn(2) ? try WaitTimeout("\(random.int(in: 0...9_999))ms") : nil
      let conditions: [ScriptCondition] = [.page(text), .text(text), .viewers(way)]
      let actions: [ScriptAction] = [
        .input(.tap(target)), .say(text), .mark(text), .open([text, "b"]),
        .input(.drag(target, columns: -way, rows: 0, velocity: velocity)),
        .wait(random.pick(conditions + [.settled]), within: limit),
        .expect(random.pick(conditions + [.place(way, of: limit == nil ? nil : 9)])),
        .pause(.milliseconds(way)),
        .snapshot(text + ".svg", .svg, limit.map { _ in .standardTerminal }),
      ]
      for action in actions {
        try #require(Self.actions(of: action.line) == [action], "\(action.line)")
      }
    }
  }

  @Test(
    "a mistake has its column, and says what is wrong",
    arguments: [
      ("jump", 1, "'jump' is no command"), ("nxet", 1, "did you mean `next`?"),
      ("  expct page x", 3, "did you mean `expect`?"), ("--frames", 1, "is no command"),
      ("help", 1, "each viewer's own"), ("next 2", 6, "next takes nothing"),
      ("go-to", 1, "takes one number"), ("goto 0", 6, "from 1"), ("go-to x", 7, "'x' is no page"),
      ("tab 65", 5, "from 1 to 64"), ("sort up", 6, "takes name, time"),
      ("search \(String(repeating: "x", count: 257))", 8, "256 at most"),
      ("key", 1, "names of keys"), ("key Down Nokey", 10, "'Nokey' names no key"),
      ("key q", 5, "each viewer's own"), ("key é", 5, "does nothing"),
      ("text abc", 6, "'b' is each viewer's own"), ("text \"\"", 6, "text takes a text"),
      ("key \(String(repeating: "j ", count: 65))", 1, "at most 64 keys"),
      ("tap", 1, "takes a column and a row, or a text"), ("tap 1", 1, "needs a number"),
      ("tap 1000 0", 5, "from 0 to 999"), ("tap 0 500", 7, "from 0 to 499"),
      ("tap Kind of", 10, "'of' is too much"),
      ("drag 1 1 1 1", 10, "one axis"), ("drag 1 1 0 0", 10, "one axis"),
      ("drag \"é a\" 1001 0", 12, "from -1000 to 1000"), ("drag a 1", 1, "needs a number"),
      ("drag 1 1 1 0 10001", 14, "from -10000 to 10000"), ("drag 1 1 1 0 5 5", 16, "too much"),
      ("wait dance", 6, "'dance' can't be waited for: use settled"),
      ("wait place 3", 6, "can't be waited for"), ("wait page", 6, "one title"),
      ("wait page \"\"", 6, "one title"), ("wait page Kind of", 16, "one title"),
      ("wait settled now", 14, "nothing behind it but a time"), ("wait 2", 6, "write 500ms"),
      ("wait 366d", 6, "too long"), ("wait text x 5", 13, "one text"),
      ("wait viewers", 6, "a number"), ("wait viewers -1", 14, "'-1' is no count"),
      ("wait viewers 1000001", 14, "up to 1000000"), ("wait version x", 14, "'x' is no version"),
      ("wait text x 5s 6s", 16, "too much"),
      ("expect", 1, "a condition: use page, text, place or viewers"),
      ("expect settled", 8, "'settled' can't be expected"), ("expect place", 8, "perhaps of"),
      ("expect place 0", 14, "'0' is no place"), ("expect place 1/x", 14, "'1/x' is no place"),
      ("expect place 1/2/3", 14, "is no place"), ("expect text a b", 15, "'b' is too much"),
      ("snapshot", 1, "takes a file"), ("snapshot page", 10, "does not tell its form"),
      ("snapshot a.png", 10, "end it with .txt"), ("snapshot a.svg/b", 10, "its form"),
      ("snapshot a.svg --size", 16, "columns and rows"),
      ("snapshot a.svg --size 0x1", 23, "'0x1' is no size"), ("snapshot a.svg b", 16, "too much"),
      ("pace", 1, "takes a time"), ("pace fast", 6, "'fast' is no time"),
      ("pace 1s 2s", 9, "too much"), ("mark", 1, "takes a name"), ("mark a b", 8, "too much"),
      ("say", 1, "takes a text"), ("say \(String(repeating: "x ", count: 150))", 5, "at most 256"),
      ("open", 1, "takes a path"), ("include", 1, "takes a path"),
      ("include gone.nav", 9, "there is no dir/gone.nav"), ("include demo.nav", 9, "itself"),
      ("say \"a", 5, "never closed"), ("say \"a\"b", 8, "a blank has to follow"),
    ] as [(String, Int, String)]
  )
  func mistakes(line: String, column: Int, problem: String) throws {
    let script = Self.script("next\n\(line)\nback")
    try #require(script.faults.count == 1, "\(script.faults)")
    let fault = script.faults[0]
    #expect("\(fault.place)" == "dir/demo.nav:2:\(column)")
    #expect(fault.problem.contains(problem), "\(fault)")
    // What is right is there all the same, so that all mistakes are found at once.
    #expect(script.commands.first?.text == "next" && script.commands.last?.text == "back")
  }

  @Test("words of a command line with a mistake")
  func mistakeInWords() {
    for (text, problem) in [
      ("next include a.nav", "--script"), ("next key", "names of keys"), ("next 2", "no command"),
      ("at 100", "'at' is no command"),
    ] {
      let error = #expect(throws: CommandError.self) {
        try Script(words: text.split(separator: " ").map(String.init))
      }
      #expect(error?.description.contains(problem) == true, "\(text)")
    }
  }

  @Test("one command of a command line: a text may be several words, and the words one line")
  func oneCommand() throws {
    let blue = ScriptAction.input(.tap(.words("Kind of Blue")))
    #expect(try Script.action(of: ["tap", "Kind of Blue"]) == blue)
    #expect(try Script.action(of: ["tap \"Kind of Blue\""]) == blue)
    #expect(try Script.action(of: ["search", "a", "b"]) == .input(.command(.search("a b"))))
    #expect(try Script.action(of: [""]) == nil)
    #expect(throws: CommandError.self) { try Script.action(of: ["next", "back"]) }
    #expect(throws: CommandError.self) { try Script.action(of: ["include", "a.nav"]) }
  }

  @Test("an included file stands in its place, with places and paths of its own")
  func includes() {
    let files = [
      "dir/more/a.nav": "say one\ninclude ../b.nav", "dir/more/../b.nav": "mark two\nopen x.md",
    ]
    let script = Self.script("include more/a.nav\nmark two\n", files)
    #expect(script.commands.map(\.text) == ["say one", "mark two", "open x.md", "mark two"])
    #expect(script.commands[2].action == .open(["dir/more/../x.md"]))
    #expect(script.commands[2].place.map { "\($0)" } == "dir/more/../b.nav:2:1")
    #expect(script.faults.map { "\($0.place)" } == ["dir/demo.nav:2:1"])
    #expect(script.faults.first?.problem.contains("there is a mark 'two' already") == true)
  }

  @Test("content is opened before everything that needs the session")
  func opening() {
    #expect(Self.script("pace 1s\nsay a\nmark b\nopen x.md\nnext").faults == [])
    for first in ["next", "wait settled", "expect place 1", "snapshot a.txt", "open y.md"] {
      let faults = Self.script(first + "\nopen x.md").faults
      #expect(faults.map(\.place.line) == [2], "\(first)")
    }
  }

  @Test("the limits of a script, and one past them")
  func limits() throws {
    let most = [String](repeating: "next", count: Script.commandLimit)
    #expect(try Script(words: most).commands.count == Script.commandLimit)
    #expect(throws: CommandError.self) { try Script(words: most + ["next"]) }
    let lines = most.joined(separator: "\n")
    #expect(Self.script(lines).faults == [])
    let longer = Self.script(lines + "\nnext\nnext")
    #expect(longer.commands.count == Script.commandLimit)
    #expect(longer.faults.map(\.place.line) == [Script.commandLimit + 1])
    let mistakes = [String](repeating: "x", count: Script.mostFaults + 1)
    #expect(Self.script(mistakes.joined(separator: "\n")).faults.count == Script.mostFaults)
    let includes = [String](repeating: "include a", count: Script.includeLimit)
      .joined(separator: "\n")
    #expect(Self.script(includes, ["dir/a": ""]).faults == [])
    #expect(Self.script(includes + "\ninclude a", ["dir/a": ""]).faults.count == 1)
  }
}
