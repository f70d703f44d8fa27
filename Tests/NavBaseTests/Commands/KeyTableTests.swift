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
      ("T", .local(.talk(.timer(.reset)))), ("A", .local(.talk(.answered(nil)))),
      ("c", .local(.control)), ("C", .local(.releaseControl)), ("y", .local(.copy(.page))),
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
      (",", .local(.mark)),
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

  @Test("the tests' table is complete")
  func nothingElseIsBound() {
    #expect((KeyTable.pager + KeyTable.everywhere).flatMap(\.keys).count == 55)
  }

  @Test(
    "keys without a meaning",
    arguments: [
      "x", "Q", "Ctrl-q", "Alt-l", "Ctrl-Right", "F2", "F12", "Ctrl-Tab", "Alt-a",
      "B", "Insert", "Esc",
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
      (KeyContext(focus: .text, search: .search), ["filter"], ["next-match", "previous-match"]),
    ] as [(KeyContext, [String], [String])]
  )
  func help(context: KeyContext, without: [String], with: [String]) {
    let help = KeyTable.help(in: context)
    let names = (help.own + help.everywhere).map(\.command.name)
    for name in without { #expect(!names.contains(name)) }
    for name in with { #expect(names.contains(name)) }
  }
}
