import NavBase
import Testing

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
