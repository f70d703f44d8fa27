/// Makes events of what a terminal sends, and of what it does not send.
package struct KeyStream: Sendable {
  private var parser = InputParser()
  /// When what has come is all that comes; nil while nothing waits for more.
  package private(set) var deadline: Duration?

  /// How long the rest of an escape sequence may take.
  package static let escapePatience = Duration.milliseconds(40)
  /// For how long a paste may be silent; what comes later are keys again, whatever became of its end.
  package static let pastePatience = Duration.seconds(1)

  package init() {}

  /// Bytes have come.
  package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [InputEvent] {
    let events = parser.receive(bytes)
    if parser.isWaiting {
      deadline = now + Self.escapePatience
    } else {
      deadline = parser.isPasting ? now + Self.pastePatience : nil
    }
    return events
  }

  /// Time has passed without any.
  package mutating func tick(at now: Duration) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    return parser.isPasting ? parser.endPaste() : parser.flush()
  }
}
