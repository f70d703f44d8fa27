import NavBase
import Testing

@Suite("The key table")
struct KeyTableTests {
  @Test(
    "the meaning of each key in a pager",
    arguments: [
      ("l", Command.session(.forward)), ("Right", .session(.forward)), ("PgDn", .session(.forward)),
      ("Enter", .session(.forward)), ("n", .session(.forward)),
      ("h", .session(.back)), ("Left", .session(.back)), ("PgUp", .session(.back)),
      ("Backspace", .session(.back)), ("p", .session(.back)),
      ("j", .session(.lineDown)), ("Down", .session(.lineDown)),
      ("k", .session(.lineUp)), ("Up", .session(.lineUp)),
      ("Space", .session(.screenDown)),
      ("Home", .session(.first)), ("End", .session(.last)), ("G", .session(.last)),
      ("Tab", .session(.nextTab)), ("Shift-Tab", .session(.previousTab)),
      ("a", .session(.toggleAttachment)),
      ("o", .local(.outline)), ("v", .local(.viewers)), ("b", .local(.browse)),
      ("F4", .local(.notes)), ("t", .local(.talk(.timer(.toggle)))),
      ("T", .session(.toggleText)), ("A", .local(.talk(.answered(nil)))),
      ("c", .local(.control)), ("C", .local(.releaseControl)),
      ("+", .local(.grant)), ("-", .local(.deny)), ("y", .local(.copy(.page))),
      ("Y", .local(.copy(.part))), ("w", .session(.toggleWrap)),
      ("Shift-Left", .local(.peekLeft)), ("Shift-Right", .local(.peekRight)),
      ("m", .local(.mouse)), ("z", .local(.bare)), (":", .local(.palette)),
      ("?", .local(.help)), ("F1", .local(.help)),
      ("q", .local(.leave)), ("Ctrl-c", .local(.leave)),
      ("Shift-PgDn", .local(.peekDown)), ("Shift-PgUp", .local(.peekUp)),
      ("Ctrl-r", .session(.reload)), ("Ctrl-l", .local(.redraw)),
      ("Ctrl-z", .local(.suspend)), ("Ctrl-w", .session(.nextPart)),
      ("/", .local(.search)), ("f", .local(.filter)), ("F", .local(.find)),
      (">", .local(.nextResult)), ("<", .local(.previousResult)), (".", .local(.point)),
      (",", .local(.mark)), ("B", .session(.toggleBlank)), ("M", .session(.timeMark(""))),
    ]
  )
  func pagerKeys(name: String, command: Command) throws {
    let key = try #require(Key(name: name))
    #expect(KeyTable.command(for: key, focus: .pager) == command)
    var interpreter = KeyInterpreter()
    let interpreted = interpreter.receive(key, focus: .pager)
    #expect(interpreted == command)
    #expect(!interpreter.isWaiting)
  }

  @Test(
    "a search changes the meaning of some keys",
    arguments: [
      ("n", ActiveSearch.nothing, Command.session(.forward)), ("n", .filter, .session(.forward)),
      ("n", .search, .session(.nextMatch)), ("N", .search, .session(.previousMatch)),
      ("N", .nothing, nil), ("N", .filter, nil), ("Esc", .nothing, nil),
      ("Esc", .search, .session(.search(""))), ("Esc", .filter, .session(.filter(""))),
      ("l", .search, .session(.forward)), ("q", .search, .local(.leave)),
    ] as [(String, ActiveSearch, Command?)]
  )
  func searchKeys(name: String, search: ActiveSearch, command: Command?) throws {
    let key = try #require(Key(name: name))
    #expect(KeyTable.command(for: key, focus: .pager, search: search) == command)
    var interpreter = KeyInterpreter()
    let interpreted = interpreter.receive(key, focus: .pager, search: search)
    #expect(interpreted == command)
  }

  @Test(
    "in a speaker's view T sets the timer to zero, and the key of clickers blanks the screens",
    arguments: [
      ("T", .local(.talk(.timer(.reset))), .session(.toggleText)),
      (".", .session(.toggleBlank), .local(.point)),
    ] as [(Character, Command, Command)]
  )
  func speakersKey(character: Character, speakers: Command, others: Command) {
    let key = Key(.character(character))
    for (isSpeakers, command) in [(true, speakers), (false, others)] {
      #expect(KeyTable.command(for: key, focus: .pager, isSpeakers: isSpeakers) == command)
      let context = KeyContext(focus: .pager, hasDocument: true, isSpeakers: isSpeakers)
      let help = KeyTable.help(in: context)
      let bindings = (help.own + help.everywhere).filter { $0.keys == [key] }
      #expect(bindings.map(\.command) == [command])
    }
  }

  @Test("the tests' table is complete")
  func nothingElseIsBound() {
    #expect((KeyTable.pager + KeyTable.everywhere).flatMap(\.keys).count == 59)
  }

  @Test(
    "keys without a meaning",
    arguments: [
      "x", "Q", "Ctrl-q", "Alt-l", "Ctrl-Right", "F2", "F12", "Ctrl-Tab", "Alt-a",
      "D", "Insert", "Esc",
      "0", "Ctrl-g", "L",
    ]
  )
  func unboundKeys(name: String) throws {
    let key = try #require(Key(name: name))
    var interpreter = KeyInterpreter()
    #expect(KeyTable.command(for: key, focus: .pager) == nil)
    let interpreted = interpreter.receive(key, focus: .pager)
    #expect(interpreted == nil)
    #expect(!interpreter.isWaiting)
  }

  @Test("without a focus only the keys with the same meaning everywhere have one")
  func noFocus() {
    for binding in KeyTable.everywhere {
      for key in binding.keys {
        #expect(KeyTable.command(for: key, focus: .none) == binding.command)
      }
    }
    for key in KeyTable.pager.flatMap(\.keys) {
      #expect(KeyTable.command(for: key, focus: .none) == nil)
    }
  }

  @Test(
    "tabs have the same keys in any focus",
    arguments: [KeyFocus.none, .pager, .list, .text]
  )
  func tabs(focus: KeyFocus) {
    for (key, command) in [
      (Key(.tab), SessionCommand.nextTab), (Key(.tab, .shift), .previousTab),
      (Key(.character("a")), .toggleAttachment), (Key(.character("w"), .control), .nextPart),
    ] {
      #expect(KeyTable.command(for: key, focus: focus) == .session(command))
    }
  }

  @Test("no key is bound twice, every binding has keys and a help text")
  func unambiguous() {
    for tables in [
      [KeyTable.everywhere], [KeyTable.pager, KeyTable.everywhere],
      [KeyTable.list, KeyTable.everywhere], [KeyTable.text, KeyTable.everywhere],
    ] {
      let keys = tables.joined().flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
    for binding in KeyTable.pager + KeyTable.everywhere {
      #expect(!binding.keys.isEmpty && !binding.help.isEmpty)
    }
  }

  @Test(
    "the help omits keys without a target",
    arguments: [
      (
        KeyContext(focus: .pager), ["next-tab", "toggle-attachment", "filter"], ["search", "copy"]
      ),
      (KeyContext(focus: .pager, hasTabs: true), ["toggle-attachment", "filter"], ["next-tab"]),
      (KeyContext(focus: .pager, hasTabs: true), ["next-part"], ["next-tab"]),
      (KeyContext(focus: .text, hasParts: true), ["next-tab"], ["next-part"]),
      (
        KeyContext(focus: .list, hasTabs: true, hasSideTabs: true), [],
        ["next-tab", "toggle-attachment", "filter"]
      ),
      (KeyContext(focus: .text, hasDocument: true), ["filter"], ["text"]),
      (
        KeyContext(focus: .text, search: .search), ["filter", "text"],
        ["next-match", "previous-match"]
      ),
    ] as [(KeyContext, [String], [String])]
  )
  func help(context: KeyContext, without: [String], with: [String]) {
    let help = KeyTable.help(in: context)
    let names = (help.own + help.everywhere).map(\.command.name)
    for name in without { #expect(!names.contains(name)) }
    for name in with { #expect(names.contains(name)) }
  }
}

@Suite("Names of keys")
struct KeyNamesTests {
  private static let codes: [KeyCode] =
    [
      .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
      .insert, .delete,
    ] + (1...12).map { .function($0) }
    + " azAZ09!-+?:/~\u{e9}\u{4e2d}\u{1f600}".map { .character($0) }

  @Test("every key is parsed from its name, with any modifiers")
  func roundTrip() {
    for code in Self.codes {
      for raw in UInt8(0)...7 {
        let key = Key(code, KeyModifiers(rawValue: raw))
        #expect(Key(name: key.name) == key, "\(key.name)")
      }
    }
    // No two keys share a name.
    #expect(Set(Self.codes.map { Key($0).name }).count == Self.codes.count)
  }

  @Test(
    "other accepted names",
    arguments: [
      ("Right", Key(.right)), ("right", Key(.right)), ("RIGHT", Key(.right)),
      ("PgDn", Key(.pageDown)), ("PageDown", Key(.pageDown)), ("pgup", Key(.pageUp)),
      ("Enter", Key(.enter)), ("Return", Key(.enter)), ("Esc", Key(.escape)),
      ("escape", Key(.escape)),
      ("G", Key(.character("G"))), ("g", Key(.character("g"))), ("-", Key(.character("-"))),
      ("f", Key(.character("f"))), ("F", Key(.character("F"))), ("f1", Key(.function(1))),
      ("Space", Key(.character(" "))), (" ", Key(.character(" "))),
      ("ctrl-r", Key(.character("r"), .control)), ("Ctrl-R", Key(.character("R"), .control)),
      ("Shift-PgUp", Key(.pageUp, .shift)), ("shift-tab", Key(.tab, .shift)),
      ("Ctrl-Alt-Left", Key(.left, [.control, .alt])),
      ("Alt-Ctrl-Left", Key(.left, [.control, .alt])),
      ("Ctrl--", Key(.character("-"), .control)), ("Alt-Space", Key(.character(" "), .alt)),
    ]
  )
  func names(name: String, key: Key) {
    #expect(Key(name: name) == key)
  }

  @Test(
    "invalid names",
    arguments: [
      "", "Foo", "Ctrl-", "Ctrl-Foo", "F0", "F13", "F-1", "F99999999999999999999", "gg", "Right ",
      "Ctrl", "Shift-", "Ctrl+r", "F1x",
    ]
  )
  func noNames(name: String) {
    #expect(Key(name: name) == nil)
  }
}

@Suite("Keys sent by name")
struct SharedKeysTests {
  @Test(
    "keys that can be sent",
    arguments: ["Right", "Enter", "G", "g", "3", "Esc", "n", "N", "Tab", "Shift-Tab", "ctrl-r"]
  )
  func sent(name: String) throws {
    #expect(try SharedKeys.read([name, "Right"]).map(\.name).last == "Right")
  }

  @Test(
    "a viewer's own keys, unbound keys, and invalid names are refused",
    arguments: [
      ("q", "'q' is each viewer's own"), ("/", "each viewer's own"), ("?", "each viewer's own"),
      ("ctrl-c", "'Ctrl-c' is each viewer's own"), ("x", "'x' does nothing"),
      ("F12", "'F12' does nothing"), ("Rigt", "'Rigt' names no key"),
    ]
  )
  func refused(name: String, words: String) throws {
    let error = try #require(throws: CommandError.self) { try SharedKeys.read(["Right", name]) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("every reason for a command without effect has a short text of its own")
  func reasons() {
    let words = NoEffect.allCases.map(\.description)
    #expect(Set(words).count == NoEffect.allCases.count)
    for text in words { #expect((1...32).contains(text.count) && !text.hasSuffix(".")) }
  }
}

@Suite("Sequences of keys")
struct KeyInterpreterTests {
  /// Types the characters of a text in a pager; returns the resulting commands.
  private func commands(typing text: String, focus: KeyFocus = .pager) -> [Command] {
    var interpreter = KeyInterpreter()
    return text.compactMap { interpreter.receive(Key(.character($0)), focus: focus) }
  }

  @Test(
    "counts and gg",
    arguments: [
      ("gg", [Command.session(.first)]),
      ("G", [.session(.last)]),
      ("12G", [.session(.goTo(12))]),
      ("5gg", [.session(.goTo(5))]),
      ("100gg", [.session(.goTo(100))]),
      ("1G2G", [.session(.goTo(1)), .session(.goTo(2))]),
      ("gggg", [.session(.first), .session(.first)]),
      ("ggg", [.session(.first)]),
      ("0G", [.session(.last)]),
      ("012G", [.session(.goTo(12))]),
      // Another key ends a sequence and keeps its own meaning.
      ("gl", [.session(.forward)]),
      ("glg", [.session(.forward)]),
      ("glgg", [.session(.forward), .session(.first)]),
      ("5l", [.session(.forward)]),
      ("5lG", [.session(.forward), .session(.last)]),
      ("5xG", [.session(.last)]),
      // g and a digit name a tab; an earlier count is dropped.
      ("g1", [.session(.tab(1))]),
      ("g9", [.session(.tab(9))]),
      ("g5G", [.session(.tab(5)), .session(.last)]),
      ("12g3G", [.session(.tab(3)), .session(.last)]),
      ("g12G", [.session(.tab(1)), .session(.goTo(2))]),
      ("5g7g", [.session(.tab(7))]),
      ("5g7gg", [.session(.tab(7)), .session(.first)]),
      ("g2g2", [.session(.tab(2)), .session(.tab(2))]),
      ("ggg4", [.session(.first), .session(.tab(4))]),
      // There is no tab 0.
      ("g0", []),
      ("g01G", [.session(.goTo(1))]),
      ("g0g1", [.session(.tab(1))]),
    ]
  )
  func sequences(text: String, expected: [Command]) {
    #expect(commands(typing: text) == expected)
  }

  @Test(
    "a number is limited to seven digits, for any input",
    arguments: [
      ("9999999G", 9_999_999), ("10000000G", 9_999_999),
      (String(repeating: "9", count: 500) + "G", 9_999_999),
    ]
  )
  func overflow(text: String, number: Int) {
    #expect(commands(typing: text) == [.session(.goTo(number))])
    #expect(KeyInterpreter.largestCount == 9_999_999)
  }

  @Test("without a focus there is no page to count to, but there are tabs")
  func noFocus() {
    #expect(commands(typing: "5gg", focus: .none).isEmpty)
    #expect(commands(typing: "g3", focus: .none) == [.session(.tab(3))])
    #expect(commands(typing: "5g3G", focus: .none) == [.session(.tab(3)), .session(.last)])
    #expect(commands(typing: "gq", focus: .none) == [.local(.leave)])
    #expect(commands(typing: "5q", focus: .none) == [.local(.leave)])
  }

  @Test("digits of other scripts and with modifiers are no numbers")
  func onlyPlainDigits() {
    #expect(commands(typing: "\u{0663}G") == [.session(.last)])
    var interpreter = KeyInterpreter()
    _ = interpreter.receive(Key(.character("5"), .alt), focus: .pager)
    #expect(!interpreter.isWaiting)
    _ = interpreter.receive(Key(.character("g"), .control), focus: .pager)
    #expect(!interpreter.isWaiting)
  }

  @Test(
    "g and a digit name a tab in any focus, and only a plain digit does",
    arguments: [KeyFocus.none, .pager, .list, .text]
  )
  func tabs(focus: KeyFocus) {
    for number in 1...9 {
      #expect(commands(typing: "g\(number)", focus: focus) == [.session(.tab(number))])
    }
    #expect(SessionCommand.tabNumbers == 1...64)
    #expect(commands(typing: "g\u{0663}", focus: focus).isEmpty)
    var interpreter = KeyInterpreter()
    _ = interpreter.receive(Key(.character("g")), focus: focus)
    let other = interpreter.receive(Key(.character("1"), .alt), focus: focus)
    #expect(other == nil && !interpreter.isWaiting)
  }

  @Test(
    "a number before Tab names a tab, also beyond the reach of g and a digit",
    arguments: [KeyFocus.none, .pager, .list, .text]
  )
  func numberedTabs(focus: KeyFocus) {
    func command(_ number: String, _ last: Key = Key(.tab)) -> Command? {
      var interpreter = KeyInterpreter()
      for digit in number {
        let none = interpreter.receive(Key(.character(digit)), focus: focus)
        #expect(none == nil && interpreter.isWaiting)
      }
      let command = interpreter.receive(last, focus: focus)
      #expect(!interpreter.isWaiting)
      return command
    }
    for number in 1...64 { #expect(command("\(number)") == .session(.tab(number))) }
    #expect(command("65") == nil)
    #expect(command("99999999") == nil)
    #expect(command("") == .session(.nextTab))
    // Going backwards takes no count.
    #expect(command("3", Key(.tab, .shift)) == .session(.previousTab))
  }

  @Test("the interpreter reports a pending sequence, and can drop it")
  func waiting() {
    var interpreter = KeyInterpreter()
    for (key, isWaiting) in [("1", true), ("2", true), ("g", true), ("g", false), ("g", true)] {
      _ = interpreter.receive(Key(.character(Character(key))), focus: .pager)
      #expect(interpreter.isWaiting == isWaiting)
    }
    interpreter.reset()
    #expect(!interpreter.isWaiting)
    let command = interpreter.receive(Key(.character("g")), focus: .pager)
    #expect(command == nil)
  }
}
