import NavViewer

/// The commands on standard input that is not a terminal: one a line, each executed after the one before it.
struct ScriptInput {
  private var lines = CommandLines()
  /// Commands that were read and wait for the effects of earlier ones.
  private var commands: [PlainCommand] = []
  /// When standard input ended; nil while there may be more.
  private(set) var endedAt: Duration?

  var hasCommands: Bool { !commands.isEmpty }

  /// Handles bytes that were read; none mean the end of input.
  mutating func receive(_ bytes: [UInt8], at now: Duration) {
    var lines = lines.receive(bytes)
    if bytes.isEmpty {
      endedAt = now
      if let last = self.lines.finish() { lines.append(last) }
    }
    commands += lines.map { PlainCommand($0) }
  }

  /// Removes and returns the next command; nil if there is none.
  mutating func next() -> PlainCommand? {
    commands.isEmpty ? nil : commands.removeFirst()
  }
}
