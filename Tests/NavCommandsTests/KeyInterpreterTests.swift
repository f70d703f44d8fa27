import NavCommands
import Testing

@Suite("Keys that come in sequences")
struct KeyInterpreterTests {
  /// Types the characters of a text in a pager: the commands that came of them.
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
      // A key in between ends what was begun and keeps its own meaning.
      ("gl", [.session(.forward)]),
      ("glg", [.session(.forward)]),
      ("glgg", [.session(.forward), .session(.first)]),
      ("5l", [.session(.forward)]),
      ("5lG", [.session(.forward), .session(.last)]),
      ("5xG", [.session(.last)]),
      ("g5G", [.session(.goTo(5))]),
      ("5g7g", []),
    ]
  )
  func sequences(text: String, expected: [Command]) {
    #expect(commands(typing: text) == expected)
  }

  @Test(
    "a number has at most seven digits' worth, whatever is typed",
    arguments: [
      ("9999999G", 9_999_999), ("10000000G", 9_999_999),
      (String(repeating: "9", count: 500) + "G", 9_999_999),
    ]
  )
  func overflow(text: String, number: Int) {
    #expect(commands(typing: text) == [.session(.goTo(number))])
    #expect(KeyInterpreter.largestCount == 9_999_999)
  }

  @Test("digits and g mean nothing without a focus")
  func noFocus() {
    #expect(commands(typing: "5gg", focus: .none).isEmpty)
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

  @Test("it says while it waits for more, and forgets when asked to")
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
