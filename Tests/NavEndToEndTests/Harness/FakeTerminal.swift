import CNavSupport
import Foundation
import NavProcessKit
import Testing

/// A terminal played by a test: it records every byte that the client writes, reads at a limited rate, and answers
/// queries with the test's answers.
final class FakeTerminal {
  private let master: Int32
  private let device: Int32
  private let process: StartedProcess
  /// The answer to each query.
  private let answers: [String: String]
  /// The bytes that it reads per second; nil for no limit.
  private let rate: Int?
  private let start = ContinuousClock.now
  /// The time from a query to its answer.
  private let delay: Duration
  /// The answers to come, in their order.
  private(set) var due: [(time: ContinuousClock.Instant, answer: String)] = []
  /// The offset up to which queries were searched.
  private var answered = 0

  private(set) var output: [UInt8] = []

  /// Answers to the status request and to the query that every terminal answers.
  static let plainAnswers = ["\u{1B}[5n": "\u{1B}[0n", "\u{1B}[c": "\u{1B}[?62;22c"]

  convenience init(
    in sandbox: Sandbox,
    columns: Int = 80,
    rows: Int = 24,
    answers: [String: String] = FakeTerminal.plainAnswers,
    rate: Int? = nil,
    environment: [String: String] = [:],
    _ arguments: String...
  ) throws {
    try self.init(
      in: sandbox,
      columns: columns,
      rows: rows,
      answers: answers,
      rate: rate,
      environment: environment,
      arguments: arguments
    )
  }

  init(
    in sandbox: Sandbox,
    columns: Int = 80,
    rows: Int = 24,
    answers: [String: String] = FakeTerminal.plainAnswers,
    rate: Int? = nil,
    delay: Duration = .zero,
    environment: [String: String] = [:],
    arguments: [String]
  ) throws {
    self.answers = answers
    self.delay = delay
    self.rate = rate
    var opened: Int32 = -1
    master = nav_open_pty(UInt16(columns), UInt16(rows), &opened)
    try #require(master >= 0, "cannot open a pseudo terminal")
    // The device stays open: otherwise nothing would hold the terminal between two programs.
    device = opened
    var name = [CChar](repeating: 0, count: 64)
    // `ttyname` has a single buffer that concurrent tests overwrite.
    try #require(ttyname_r(device, &name, name.count) == 0)
    let path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    process = try sandbox.start(
      "/bin/sh",
      ["-c", "exec \"$@\" <\"$0\" >\"$0\" 2>&1", path, Programs.client] + arguments,
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 }
    )
  }

  deinit {
    close(master)
    close(device)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var exitCode: Int32? { process.exitCode }

  func send(_ signal: Int32) { process.send(signal) }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(write(master, bytes, bytes.count) == bytes.count)
  }

  /// Reads and answers until a condition holds.
  func play(
    until condition: String,
    within limit: Duration = deadline,
    at location: SourceLocation = #_sourceLocation,
    _ holds: () throws -> Bool
  ) throws {
    try eventually(condition, within: limit, at: location, found: { text.debugDescription }) {
      readSome()
      return try holds()
    }
  }

  /// Reads and answers until nothing is written for a time.
  func playUntilQuiet(for quiet: Duration = .milliseconds(500)) throws {
    var count = output.count
    var since = ContinuousClock.now
    try play(until: "nothing is written for \(quiet)") {
      if output.count > count {
        count = output.count
        since = .now
      }
      return ContinuousClock.now - since >= quiet
    }
  }

  private func readSome() {
    var room = 1 << 16
    if let rate {
      let allowed = Int((ContinuousClock.now - start) / .milliseconds(1)) * rate / 1000
      // Unused capacity is lost: a link does not become faster by waiting.
      room = min(max(0, allowed - output.count - skipped), rate / 50)
      if room == rate / 50 { skipped = allowed - output.count - room }
    }
    guard room > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: room)
    let count = read(master, &bytes, room)
    defer { sendAnswers() }
    guard count > 0 else { return }
    output += bytes[..<count]
    answer()
  }

  private var skipped = 0

  /// Answers queries in their order.
  private func answer() {
    while let next = nextQuestion() {
      answered = next.end
      due.append((.now + delay, next.answer))
    }
    // The last query may be incomplete.
    answered = max(answered, output.count - 16)
  }

  /// Sends the answers that are due, unless the client has ended: a shell would get them then.
  private func sendAnswers() {
    while exitCode == nil, let first = due.first, first.time <= .now {
      due.removeFirst()
      _ = first.answer.withCString { write(master, $0, strlen($0)) }
    }
  }

  private func nextQuestion() -> (end: Int, answer: String)? {
    var first: (end: Int, answer: String)?
    for (question, answer) in answers {
      let rest = output[answered...]
      guard let found = rest.firstRange(of: Array(question.utf8)) else { continue }
      if found.upperBound < first?.end ?? .max { first = (found.upperBound, answer) }
    }
    return first
  }
}
