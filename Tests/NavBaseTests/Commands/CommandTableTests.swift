import NavBase
import Testing

@Suite("The command table")
struct CommandTableTests {
  private static let focuses: [KeyFocus] = [.none, .pager, .list, .text]

  @Test("every name is one word, unique, and parsed as its command")
  func names() {
    let words = CommandTable.entries.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
    for entry in CommandTable.entries {
      #expect(entry.sample.name == entry.name)
      #expect(!entry.help.isEmpty && !entry.help.hasSuffix("."))
      #expect(entry.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(entry.name)")
    }
    for word in words { #expect(CommandTable.entry(named: word) != nil) }
  }

  @Test("every key is bound to a named command, and every command is listed")
  func bindings() {
    for focus in Self.focuses {
      for binding in KeyTable.bindings(focus: focus) {
        let entry = CommandTable.entry(named: binding.command.name)
        let keys = entry.map { CommandTable.keys(of: $0, focus: focus) } ?? []
        for key in binding.keys { #expect(keys.contains(key.name), "\(key.name)") }
      }
    }
  }

  @Test(
    "lines that are commands",
    arguments: [
      ("next", .session(.forward)), ("  back ", .session(.back)),
      ("go-to 12", .session(.goTo(12))), ("goto 5", .session(.goTo(5))),
      ("go-to   9999999", .session(.goTo(9_999_999))), ("tab 9", .session(.tab(9))),
      ("attachment", .session(.toggleAttachment)), ("quit", .local(.leave)),
      ("search Kind  of Blue ", .session(.search("Kind  of Blue"))),
      ("search", .session(.search(""))),
      ("filter a b", .session(.filter("a b"))), ("next-match", .session(.nextMatch)),
      ("sort", .session(.sort(nil))), ("sort  time", .session(.sort(.time))),
      ("sort name", .session(.sort(.name))), ("sort size", .session(.sort(.size))),
      ("sort kind", .session(.sort(.kind))), ("hidden", .session(.toggleHidden)),
      ("details", .session(.toggleDetails)),
      ("root", .session(.root)), ("page-above", .session(.along(forward: true))),
      ("page-below", .session(.along(forward: false))),
      ("wrap", .session(.toggleWrap)), ("text", .session(.toggleText)),
      ("blank", .session(.toggleBlank)), ("theme", .session(.theme(nil))),
      ("theme night", .session(.theme(.night))), ("theme own", .session(.theme(.own))),
      ("peek-right", .local(.peekRight)),
      ("messages", .local(.messages)), ("outline", .local(.outline)),
      ("browse", .local(.browse)),
      ("control", .local(.control)), ("release-control", .local(.releaseControl)),
      ("grant", .local(.grant)), ("deny", .local(.deny)),
      ("take-control", .local(.takeControl)), ("policy", .local(.policy(nil))),
      ("policy open", .local(.policy(.open))), ("policy  locked", .local(.policy(.locked))),
      ("answered", .local(.talk(.answered(nil)))), ("answered 3", .local(.talk(.answered(3)))),
    ] as [(String, Command)]
  )
  func lines(line: String, command: Command) throws {
    #expect(try CommandTable.command(line) == command)
  }

  @Test(
    "invalid lines, and their messages",
    arguments: [
      ("", "type a command"), ("   ", "type a command"), ("dance", "'dance' is no command"),
      ("nxt", "did you mean `next`?"), ("pallete", "did you mean `palette`?"),
      ("next twice", "'next twice' is too much"), ("go-to", "go-to takes one number"),
      ("goto", "goto takes one number"), ("goto x", "'x' is no page: give a number from 1"),
      ("go-to 0", "'0' is no page"), ("go-to 10000000", "'10000000' is no page"),
      ("go-to 99999999999999999999", "is no page"), ("tab 65", "give a number from 1 to 64"),
      ("tab 1 2", "'1 2' is no tab"),
      ("sort date", "sort takes name, time, size, kind, or nothing"),
      ("theme x", "'x' is no name: theme takes own, dark, light"),
      ("sort time size", "'time size' is no order"), ("hidden yes", "takes nothing behind it"),
      ("NEXT", "'NEXT' is no command"),
      ("policy shut", "'shut' is no rule: policy takes open, request, locked, or nothing"),
      ("answered 0", "'0' is no number: give a number from 1"),
      ("control ada", "control takes nothing behind it"),
      ("browse ada", "browse takes nothing behind it"),
    ]
  )
  func complaints(line: String, complaint: String) {
    do {
      _ = try CommandTable.command(line)
      Issue.record("'\(line)' was taken")
    } catch {
      #expect(error.description.contains(complaint), "\(error)")
    }
  }

  @Test(
    "an argument that may be left out is in brackets",
    arguments: [
      ("next", "next"), ("go-to", "go-to PAGE"), ("sort", "sort [ORDER]"),
      ("search", "search WORDS"), ("answered", "answered [NUMBER]"),
    ]
  )
  func usage(name: String, usage: String) {
    #expect(CommandTable.entry(named: name)?.usage == usage)
  }

  @Test("an argument has at most 256 bytes")
  func textLimit() throws {
    let word = String(repeating: "é", count: 128)
    #expect(try CommandTable.command("search \(word)") == .session(.search(word)))
    do {
      _ = try CommandTable.command("search \(word)x")
      Issue.record("257 bytes were taken")
    } catch {
      #expect(error.description.contains("257 bytes"), "\(error)")
    }
  }

  @Test("a word without a similar command gets no suggestion")
  func noAdvice() {
    for word in ["x", "qj", "zzzzzz", String(repeating: "a", count: 10_000)] {
      do {
        _ = try CommandTable.command(word)
        Issue.record("'\(word)' was taken")
      } catch {
        #expect(!error.description.contains("did you mean"), "\(error)")
      }
    }
  }

  @Test("hints of the status line name bound keys", arguments: focuses)
  func hints(focus: KeyFocus) {
    let hints = CommandHint.hints(focus: focus)
    #expect(hints.prefix(2).map(\.text) == ["? help", "q leave"])
    for hint in hints { #expect(hint.command(focus: focus) != nil, "\(hint.text)") }
    #expect(Set(hints).count == hints.count)
    let asking = CommandHint.hints(focus: focus, control: "ask for control")
    #expect(asking.map(\.text).starts(with: ["? help", "q leave", "c ask for control"]))
    #expect(asking[2].command(focus: focus) == .local(.control))
    #expect(asking.count == hints.count + 1)
  }
}

@Suite("The text of a command")
struct CommandEntryTests {
  @Test(
    "the limit of bytes that each command has, and one past it",
    arguments: [
      ("search", "x", 256), ("search", "\u{E9}", 256), ("filter", "\u{1F600}", 256),
      ("follow", "x", 256), ("ask", "x", 4_096), ("ask", "\u{E9}", 4_096),
      ("ask", "\u{1F600}", 4_096),
    ]
  )
  func limits(name: String, letter: String, limit: Int) throws {
    let entry = try #require(CommandTable.entry(named: name))
    let longest = String(repeating: letter, count: limit / letter.utf8.count)
    let command = try entry.command(with: longest)
    #expect(command.name == name)
    do {
      _ = try entry.command(with: longest + "x")
      Issue.record("\(limit + 1) bytes were taken")
    } catch {
      let problem = "\(limit + 1) bytes are too many: \(name) takes \(limit) at most"
      #expect(error.description == problem)
    }
  }

  @Test(
    "a question of 280 characters, whatever a character has in bytes",
    arguments: ["a", "\u{E9}", "e\u{301}", "\u{4E2D}", "\u{1F600}"]
  )
  func question(letter: String) throws {
    let question = String(repeating: letter, count: 280)
    #expect(try CommandTable.command("ask \(question)") == .local(.talk(.ask(question))))
  }
}
