import NavBase
import Testing

@testable import NavViewer

@Suite("The timing of a terminal's input")
struct KeyStreamTests {
  /// Bytes with their times since the start in milliseconds, and the resulting events.
  private typealias Step = (at: Int, bytes: String, events: [InputEvent])

  private func check(_ steps: [Step], deadline: Int?, line: Int = #line) throws {
    var keys = KeyStream()
    for step in steps {
      let now = Duration.milliseconds(step.at)
      let events = keys.tick(at: now) + keys.receive(Array(step.bytes.utf8), at: now)
      try #require(events == step.events, "at \(step.at) ms, line \(line)")
    }
    #expect(keys.deadline == deadline.map { .milliseconds($0) }, "line \(line)")
  }

  private func key(_ character: Character) -> InputEvent { .key(Key(.character(character))) }

  @Test("a lone ESC is a key after 40 ms, and before that the beginning of a sequence")
  func escape() throws {
    try check([(0, "\u{1B}", [])], deadline: 40)
    try check([(0, "\u{1B}", []), (39, "[C", [.key(Key(.right))])], deadline: nil)
    try check(
      [(0, "\u{1B}", []), (40, "[C", [.key(Key(.escape)), key("["), key("C")])],
      deadline: nil
    )
  }

  @Test("a paste without an end is over after a second of silence: keys are keys again")
  func paste() throws {
    #expect(KeyStream.pastePatience == .seconds(1))
    let start = "\u{1B}[200~"
    try check([(0, start, [])], deadline: 1_000)
    try check([(0, start + "ab", []), (900, "q", [])], deadline: 1_900)
    // At any speed: only silence ends it.
    try check(
      [(0, start, []), (999, "a", []), (1_998, "b\u{1B}[201~", [.paste("ab")])],
      deadline: nil
    )
    try check([(0, start + "ab", []), (1_000, "q", [.paste("ab"), key("q")])], deadline: nil)
    try check(
      [(0, start + "a", []), (1_000, "\u{1B}[201~l", [.paste("a"), .unknown, key("l")])],
      deadline: nil
    )
    try check([(0, start + "a", []), (2_000, start + "b", [.paste("a")])], deadline: 3_000)
  }

  @Test("without an open sequence there is no wait")
  func rest() throws {
    var keys = KeyStream()
    #expect(keys.deadline == nil && keys.tick(at: .seconds(9)) == [])
    try check([(0, "l", [key("l")]), (5_000, "q", [key("q")])], deadline: nil)
  }
}
