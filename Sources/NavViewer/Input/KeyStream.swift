/// Converts terminal input, and pauses in it, to events.
package struct KeyStream: Sendable {
  private var parser = InputParser()
  /// The time at which the pending input counts as complete; nil if none is pending.
  package private(set) var deadline: Duration?

  /// The longest wait for the rest of an escape sequence.
  package static let escapePatience = Duration.milliseconds(40)
  /// The longest pause within a paste; later bytes are keys, even if the paste's end never arrived.
  package static let pastePatience = Duration.seconds(1)

  package init() {}

  /// Handles bytes from the terminal.
  package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [InputEvent] {
    let events = parser.receive(bytes)
    if parser.isWaiting {
      deadline = now + Self.escapePatience
    } else {
      deadline = parser.isPasting ? now + Self.pastePatience : nil
    }
    return events
  }

  /// Handles the passing of time without input.
  package mutating func tick(at now: Duration) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    return parser.isPasting ? parser.endPaste() : parser.flush()
  }
}
