import NavGeometry
import NavSystem

/// A process with subscribers of one topic, which reports when all of them have the next message.
///
/// See `nav_floor_subscribers`.
final class SubscriberProcess {
  private let terminal: PseudoTerminal
  private var text = ""

  private static let patience = Duration.seconds(30)
  /// The numbers that the process writes.
  private static let waiting: Int64 = 0
  private static let ready: Int64 = 1

  /// Starts the process; call `waitUntilSubscribed` before the first round.
  init(
    _ count: Int,
    of topic: [UInt8],
    at layout: String,
    leastSize: Int,
    in ground: TemporaryDirectory
  ) throws {
    let digits = topic.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    terminal = try PseudoTerminal(
      [
        try Programs.path(of: Programs.bench), "subscribers", layout, digits, "\(count)",
        "\(leastSize)",
      ],
      environment: ground.environment,
      size: CellSize(columns: 80, rows: 24)
    )
  }

  func waitUntilSubscribed() throws {
    try expect(Self.waiting)
  }

  /// Has it discard what its subscribers have received, and wait for the next message.
  func begin() throws {
    try terminal.type("\n")
    try expect(Self.ready)
  }

  /// Returns the time at which its last subscriber had the message.
  func end() throws -> Duration {
    let time = try next()
    try expect(Self.waiting)
    return .nanoseconds(time)
  }

  private func expect(_ number: Int64) throws {
    let found = try next()
    guard found == number else { throw BenchError("subscribers say \(found) instead of \(number)") }
  }

  /// Returns the number of the next line that has one; the terminal also echoes what is typed.
  private func next() throws -> Int64 {
    let deadline = monotonicNow() + Self.patience
    while true {
      while let end = text.firstIndex(where: \.isNewline) {
        let line = text[..<end]
        text = String(text[text.index(after: end)...])
        if let number = Int64(line) { return number }
      }
      guard monotonicNow() < deadline, !terminal.hasEnded() else {
        throw BenchError("subscribers do not answer: the machine is too busy, or: \(text)")
      }
      text += terminal.readText(within: .milliseconds(100))
    }
  }
}
