import NavBase
import NavTestKit
import Testing

@testable import NavViewer

@Suite("The palette as a value")
struct PaletteOverlayTests {
  private static let rows = 10

  /// Types keys by name and, between quotes, text.
  private static func palette(
    _ keys: [String],
    history: [String] = []
  ) throws
    -> (palette: PaletteOverlay, outcome: Overlay.Outcome)
  {
    var palette = PaletteOverlay(focus: .pager, history: history)
    var outcome = Overlay.Outcome.stays
    for name in keys {
      if name.hasPrefix("'") {
        for character in name.dropFirst() {
          outcome = palette.receive(Key(.character(character)), rows: rows)
        }
      } else {
        outcome = palette.receive(try #require(Key(name: name)), rows: rows)
      }
    }
    return (palette, outcome)
  }

  @Test(
    "a line that is carried out",
    arguments: [
      (["'next", "Enter"], .session(.forward), "next"),
      (["'go-to 12", "Enter"], .session(.goTo(12)), "go-to 12"),
      (["'goto 12", "Enter"], .session(.goTo(12)), "go-to 12"),
      // The beginning of a name is enough, and so are letters of it in order.
      (["'prev", "Enter"], .session(.previousMatch), "previous-match"),
      (["'nxt", "Enter"], .session(.forward), "next"),
      (["'mess", "Enter"], .local(.messages), "messages"),
      // The selection counts, not the typed text.
      (["'next", "Down", "Enter"], .session(.nextMatch), "next-match"),
      (["'ta", "Tab", "'3", "Enter"], .session(.tab(3)), "tab 3"),
      // A word of the command's help finds it too.
      (["'clip", "Backspace", "Ctrl-u", "'watches", "Enter"], .local(.viewers), "viewers"),
      (["'dance", "Ctrl-w", "'back", "Enter"], .session(.back), "back"),
      (["Enter"], .session(.forward), "next"),
    ] as [([String], Command, String)]
  )
  func runs(keys: [String], command: Command, typed: String) throws {
    #expect(try Self.palette(keys).outcome == .runs(command, typed: typed))
  }

  @Test(
    "a line that is not carried out, and the message shown",
    arguments: [
      (["'zzz", "Enter"], "'zzz' is no command"),
      (["'go-to x", "Enter"], "'x' is no page"),
      (["'tab 65", "Enter"], "give a number from 1 to 64"),
      (["'next 5", "Enter"], "takes nothing behind it"),
      // A missing argument is requested.
      (["'tab", "Enter"], "tab takes one number"),
    ]
  )
  func refuses(keys: [String], complaint: String) throws {
    let (palette, outcome) = try Self.palette(keys)
    #expect(outcome == .stays)
    let note = palette.note(at: .zero)
    #expect(note?.text.text.contains(complaint) == true, "\(note?.text.text ?? "")")
    #expect(note?.isError == true)
    // The next key removes the message.
    var typed = palette
    _ = typed.receive(Key(.character("x")), rows: Self.rows)
    #expect(typed.problem == nil)
  }

  @Test("Esc closes the palette, and so does Backspace in an empty line")
  func closes() throws {
    for keys in [["Esc"], ["'ne", "Esc"], ["Backspace"], ["'n", "Backspace", "Backspace"]] {
      #expect(try Self.palette(keys).outcome == .closes, "\(keys)")
    }
    #expect(try Self.palette(["'n", "Backspace"]).outcome == .stays)
  }

  @Test("Up from the first row brings back earlier lines, Down later ones")
  func history() throws {
    let history = ["next", "go-to 5"]
    for (keys, text) in [
      (["Up"], "go-to 5"), (["Up", "Up"], "next"), (["Up", "Up", "Up"], "next"),
      (["Up", "Up", "Down"], "go-to 5"), (["Up", "Down"], ""), (["Down", "Up"], ""),
    ] {
      let palette = try Self.palette(keys, history: history).palette
      #expect(palette.field?.text == text, "\(keys)")
    }
    #expect(
      try Self.palette(["Up", "Enter"], history: history).outcome
        == .runs(.session(.goTo(5)), typed: "go-to 5")
    )
    #expect(try Self.palette(["Up"]).palette.field?.text == "")
  }

  @Test("a click carries out the row, or asks for its argument")
  func click() throws {
    var palette = try Self.palette(["'ta"]).palette
    #expect(palette.choose(0) == .stays)
    #expect(palette.field?.text == "tab ")
    palette = try Self.palette(["'vi"]).palette
    #expect(palette.choose(0) == .runs(.local(.viewers), typed: "viewers"))
  }

  @Test("every command is found by its name and by the words of its aliases")
  func ranking() {
    for (index, entry) in CommandTable.entries.enumerated() {
      for word in [entry.name] + entry.aliases {
        #expect(PaletteRanking.matches(of: word).first == index, "\(word)")
      }
      #expect(PaletteRanking.matches(of: entry.name.uppercased()).first == index)
    }
    #expect(PaletteRanking.matches(of: "").count == CommandTable.entries.count)
  }
}

/// A line of typed text.
@Suite struct TextFieldTests {
  /// Types keys by name; `|` in the result marks the cursor.
  private func check(
    _ keys: String,
    on start: String = "",
    _ expected: String,
    _ outcome: TextField.Outcome = .editing,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var field = TextField(start)
    var last = TextField.Outcome.editing
    for name in keys.split(separator: " ") {
      guard let key = Key(name: String(name)) else {
        Issue.record("no key \(name)", sourceLocation: sourceLocation)
        return
      }
      last = field.receive(key)
    }
    #expect(field.marked == expected, sourceLocation: sourceLocation)
    #expect(last == outcome, sourceLocation: sourceLocation)
  }

  @Test("keys edit the text")
  func keys() {
    check("a b Space c", "ab c|")
    check("Left x", on: "ab", "ax|b")
    check("Left Left Left x", on: "ab", "x|ab")
    check("Right x", on: "ab", "abx|")
    check("Home x", on: "ab", "x|ab")
    check("Home End x", on: "ab", "abx|")
    check("Ctrl-a x Ctrl-e y", on: "ab", "xaby|")
    check("Backspace", on: "ab", "a|")
    check("Ctrl-h", on: "ab", "a|")
    check("Home Backspace", on: "ab", "|ab")
    check("Home Delete", on: "ab", "|b")
    check("Delete", on: "ab", "ab|")
    check("Left Ctrl-u", on: "abc", "|c")
    check("Left Ctrl-k", on: "abc", "ab|")
    check("Ctrl-w", on: "one two", "one |")
    check("Ctrl-w", on: "one two  ", "one |")
    check("Ctrl-w Ctrl-w Ctrl-w", on: "one two", "|")
    check("Left Ctrl-w", on: "one two", "one |o")
  }

  @Test("a key ends the typing, or is left to the owner")
  func outcomes() {
    check("a Enter", "a|", .accepted)
    check("a Esc", "a|", .cancelled)
    check("a Ctrl-c", "a|", .cancelled)
    for name in ["Up", "Down", "Tab", "PgDn", "F1", "Ctrl-Left", "Ctrl-r", "Alt-x", "Insert"] {
      check("a \(name)", "a|", .passed)
    }
  }

  @Test("the cursor moves by grapheme clusters")
  func clusters() {
    let family = "\u{1F468}\u{200D}\u{1F469}"
    check("Backspace", on: "a\(family)", "a|")
    check("Left Left Delete", on: "e\u{301}\(family)", "|\(family)")
    check("Left x", on: "a\(family)", "ax|\(family)")
    // A typed combining mark joins the character before it.
    check("\u{301} x", on: "e", "e\u{301}x|")
    // Removing a separator joins its neighbours.
    var field = TextField("\u{1F1E9}x\u{1F1EA}")
    for key in [KeyCode.left, .backspace] { _ = field.receive(Key(key)) }
    #expect(field.text == "\u{1F1E9}\u{1F1EA}")
    #expect(field.cursor == 1)
  }

  @Test("pasted text is sanitised and put on one line")
  func pasting() {
    for (pasted, expected) in [
      ("two\nlines\r\n", "atwo lines|b"), ("\ttab", "a tab|b"), ("\u{1B}[31m", "a\u{FFFD}[31m|b"),
      ("\n\n", "a|b"), ("", "a|b"), ("\u{202E}x", "a\u{FFFD}x|b"),
    ] {
      var field = TextField("ab")
      _ = field.receive(Key(.left))
      field.paste(pasted)
      #expect(field.marked == expected)
    }
  }

  @Test("the limit of bytes, and one past it")
  func limit() {
    let full = String(repeating: "x", count: SessionCommand.textLimit)
    #expect(TextField(full).text == full)
    #expect(TextField(full + "y").text == full)
    var field = TextField(full)
    #expect(field.receive(Key(.character("y"))) == .editing)
    #expect(field.text == full)
    // A cluster is inserted whole or not at all.
    #expect(TextField(String(full.dropLast()) + "\u{E9}z").text == String(full.dropLast()))
    let wide = String(repeating: "\u{E9}", count: SessionCommand.textLimit / 2)
    #expect(TextField(wide + wide).text == wide)
  }

  @Test("a field's own limit of bytes")
  func ownLimit() {
    let question = "ask " + String(repeating: "\u{4E2D}", count: 280)
    for (limit, typed, expected) in [
      (0, "a", ""), (1, "ab", "a"), (3, "\u{E9}\u{E9}", "\u{E9}"),
      (4, "\u{E9}\u{E9}", "\u{E9}\u{E9}"),
      (300, String(repeating: "x", count: 300), String(repeating: "x", count: 300)),
      (843, question, String(question.dropLast())), (844, question, question),
      (844, question + "x", question),
    ] {
      #expect(TextField(typed, byteLimit: limit).text == expected, "\(limit)")
      // Typed one by one.
      var field = TextField(byteLimit: limit)
      for character in typed { _ = field.receive(Key(.character(character))) }
      #expect(field.text == expected, "\(limit)")
    }
  }

  @Test("the visible part follows the cursor and never exceeds its width")
  func windows() {
    func check(_ text: String, left: Int, columns: Int, _ shown: String, _ column: Int) {
      var field = TextField(text)
      for _ in 0..<left { _ = field.receive(Key(.left)) }
      #expect(field.window(columns: columns) == .init(text: shown, cursorColumn: column))
    }
    check("abc", left: 0, columns: 10, "abc", 3)
    check("abc", left: 0, columns: 4, "abc", 3)
    check("abcd", left: 0, columns: 4, "bcd", 3)
    check("abcdefgh", left: 8, columns: 4, "abcd", 0)
    check("abcdefgh", left: 4, columns: 4, "cdef", 2)
    check("abcdefgh", left: 0, columns: 4, "fgh", 3)
    check("\u{4E2D}\u{4E2D}\u{4E2D}", left: 0, columns: 4, "\u{4E2D}", 2)
    check("abc", left: 0, columns: 1, "", 0)
    check("abc", left: 1, columns: 1, "c", 0)
    check("abc", left: 0, columns: 0, "", 0)
  }

  @Test("after any input text and cursor are valid")
  func random() throws {
    let codes: [KeyCode] = [
      .backspace, .delete, .left, .right, .home, .end, .character("a"), .character("\u{301}"),
      .character("\u{1F1E9}"), .character("\u{200D}"), .character(" "),
    ]
    try forSeeds(0..<200) { random in
      var field = TextField()
      for _ in 0..<120 {
        switch random.int(in: 0...4) {
        case 0: field.paste(random.text())
        case 1: _ = field.receive(Key(.character(random.pick(["w", "a", "e", "k"])), .control))
        default: _ = field.receive(Key(random.pick(codes)))
        }
        try demand(field.text.utf8.count <= SessionCommand.textLimit)
        try demand((0...field.text.count).contains(field.cursor))
        let columns = random.int(in: 1...20)
        let window = field.window(columns: columns)
        try demand((0..<columns).contains(window.cursorColumn))
        try demand(columnWidth(of: window.text) <= columns)
      }
    }
  }
}

extension TextField {
  /// The text with the cursor as `|`.
  fileprivate var marked: String { String(text.prefix(cursor)) + "|" + text.dropFirst(cursor) }
}
