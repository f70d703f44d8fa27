import NavBase
import Testing

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
