import NavBase
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
