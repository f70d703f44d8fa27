import Foundation
import NavProcessKit
import Testing

/// The client's queries to a terminal, and the effect of the answers.
@Suite(.waiting) struct TerminalAnswerTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let path: String
  private let deck = Deck.short

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    path = try deck.write(in: sandbox)
  }

  private func terminal(
    answers: [String: String],
    environment: [String: String] = [:]
  ) throws -> FakeTerminal {
    try FakeTerminal(
      in: sandbox,
      answers: answers,
      environment: environment,
      "--session",
      "talk",
      "--open",
      path
    )
  }

  @Test func detectedCapabilitiesAreUsed() throws {
    let terminal = try terminal(
      answers: FakeTerminal.plainAnswers.merging([
        "\u{1B}[?u": "\u{1B}[?0u", "\u{1B}[?2026$p": "\u{1B}[?2026;2$y",
        "\u{1B}]11;?\u{1B}\\": "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
        "\u{1B}[>0q": "\u{1B}P>|kitty(0.32.1)\u{1B}\\",
        "\u{1B}P+q524742\u{1B}\\": "\u{1B}P1+r524742=38\u{1B}\\",
      ]) { $1 }
    )
    try terminal.play(until: "the keyboard protocol is on") { terminal.text.contains("\u{1B}[>1u") }
    // The queries come after the first frame.
    let first = try #require(terminal.text.firstRange(of: "\u{1B}[2J"))
    let question = try #require(terminal.text.firstRange(of: "\u{1B}[?u"))
    #expect(first.lowerBound < question.lowerBound)
    try terminal.play(until: "frames are synchronised, in colours of 24 bits") {
      terminal.text.contains("\u{1B}[?2026h") && terminal.text.contains("48;2;")
    }
    // The bar of the light theme.
    try terminal.play(until: "the theme is light") { terminal.text.contains("48;2;227;230;235") }
    // Kitty's encoding of the key q.
    try terminal.type("\u{1B}[113u")
    try terminal.play(until: "the client has gone") { terminal.exitCode == 0 }
    try terminal.playUntilQuiet()
    let end = try #require(terminal.text.ranges(of: "\u{1B}[<u").first)
    let left = try #require(terminal.text.ranges(of: "\u{1B}[?1049l").first)
    #expect(end.lowerBound < left.lowerBound)
  }

  @Test func aSilentTerminalIsUsedWithItsDefaults() throws {
    let terminal = try terminal(answers: [:])
    try terminal.play(until: "the page is shown") { terminal.text.contains("Heading 1") }
    try terminal.playUntilQuiet()
    #expect(!terminal.text.contains("\u{1B}[>1u"))
    #expect(!terminal.text.contains("\u{1B}[?2026h"))
    #expect(terminal.text.ranges(of: "\u{1B}[c").count == 1)
    // A late answer is not treated as typed text, and still has its effect.
    try terminal.type("\u{1B}[?2026;2$y")
    try terminal.play(until: "frames are synchronised") { terminal.text.contains("\u{1B}[?2026h") }
    try terminal.type("\u{1B}[C")
    try terminal.play(until: "the second page is shown") { terminal.text.contains("Heading 2") }
    #expect(terminal.exitCode == nil)
  }

  /// The screen is given back at once, the keyboard when the last answer has come.
  @Test(arguments: [400, 600], ["q", "SIGTERM", "doctor"])
  func noAnswerOfASlowTerminalReachesTheShell(milliseconds: Int, end: String) throws {
    let isDoctor = end == "doctor"
    let terminal = try FakeTerminal(
      in: sandbox,
      delay: .milliseconds(milliseconds),
      arguments: isDoctor ? ["doctor"] : ["--session", "talk", "--open", path]
    )
    try terminal.play(until: "it is asked") { terminal.text.contains("\u{1B}[c") }
    if end == "q" { try terminal.type("q") }
    if end == "SIGTERM" { terminal.send(SIGTERM) }
    try terminal.play(until: "the client has gone") { terminal.exitCode != nil }
    #expect(terminal.due.isEmpty, "\(terminal.due)")
    if !isDoctor { #expect(terminal.text.contains("\u{1B}[?1049l")) }
  }

  @Test func theUserOverridesDetection() throws {
    let terminal = try terminal(
      answers: FakeTerminal.plainAnswers.merging([
        "\u{1B}[?u": "\u{1B}[?0u", "\u{1B}[?2026$p": "\u{1B}[?2026;2$y",
      ]) { $1 },
      environment: ["NAVCLIENT_TERMINAL": "truecolor,no-sync,no-kitty"]
    )
    try terminal.play(until: "colours of 24 bits") { terminal.text.contains("48;2;47;52;61") }
    try terminal.playUntilQuiet()
    #expect(!terminal.text.contains("\u{1B}[?2026h"))
    #expect(!terminal.text.contains("\u{1B}[>1u"))
  }

  @Test(arguments: ["linux", "screen", "xterm-256color"]) func nothingIsAskedThatMightBePrinted(
    terminal name: String
  ) throws {
    let terminal = try terminal(
      answers: FakeTerminal.plainAnswers,
      environment: name.hasPrefix("xterm")
        ? ["TERM": name, "NAVCLIENT_TERMINAL": "no-questions"] : ["TERM": name]
    )
    try terminal.play(until: "the page is shown") { terminal.text.contains("Heading 1") }
    try terminal.playUntilQuiet()
    #expect(terminal.text.contains("\u{1B}[5n\u{1B}[c") == !name.hasPrefix("xterm"))
    for question in ["\u{1B}[?u", "\u{1B}P", "\u{1B}]1", "\u{1B}[>0q", "$p"] {
      #expect(!terminal.text.contains(question), "\(question.debugDescription)")
    }
  }

  @Test(arguments: [
    (["TERM": "dumb"], "--plain"), (["NAVCLIENT_TERMINAL": "colour"], "'colour'"),
  ]) func whatCannotBeIsSaid(_ environment: [String: String], words: String) throws {
    let terminal = try terminal(answers: [:], environment: environment)
    try terminal.play(until: "the client has gone") { terminal.exitCode != nil }
    #expect(terminal.exitCode == 64)
    try terminal.playUntilQuiet(for: .milliseconds(50))
    #expect(terminal.text.contains(words), "\(terminal.text)")
    #expect(!terminal.text.contains("\u{1B}"))
  }

  // MARK: Pacing

  /// The arguments are the options, the fewest frames that at least one of several page turns takes, and the most
  /// frames of each turn: a busy machine drops some.
  @Test(
    arguments: [([], 6, 60), (["--fps", "5"], 2, 5), (["--reduced-motion"], 1, 2)]
  ) func motionsHaveTheFramesThatWereAskedFor(
    _ options: [String],
    least: Int,
    most: Int
  ) throws {
    let terminal = try FakeTerminal(
      in: sandbox,
      environment: ["NAVCLIENT_TERMINAL": "sync"],
      arguments: ["--session", "talk", "--open", path] + options
    )
    try terminal.play(until: "the page is shown") { terminal.text.contains("Heading 1") }
    try terminal.playUntilQuiet()
    var counts: [Int] = []
    for page in 2...6 {
      let before = terminal.output.count
      try terminal.type("\u{1B}[C")
      try terminal.play(until: "page \(page) comes") { terminal.output.count > before }
      try terminal.playUntilQuiet()
      let written = String(decoding: terminal.output[before...], as: UTF8.self)
      counts.append(written.ranges(of: "\u{1B}[?2026h").count)
    }
    #expect(counts.allSatisfy { $0 <= most }, "\(counts)")
    #expect(counts.contains { $0 >= least }, "\(counts)")
  }

  /// At rest nothing is written, not even a query.
  @Test func aScreenAtRestCostsNothing() throws {
    let terminal = try terminal(answers: FakeTerminal.plainAnswers)
    try terminal.play(until: "the page is shown") { terminal.text.contains("Heading 1") }
    try terminal.type("\u{1B}[C")
    try terminal.play(until: "the second page is shown") { terminal.text.contains("Heading 2") }
    try terminal.playUntilQuiet()
    let before = terminal.output.count
    let window = Duration.seconds(3)
    let start = ContinuousClock.now
    try terminal.play(until: "\(window) have passed") { ContinuousClock.now - start >= window }
    #expect(terminal.output.count == before)
  }

  /// Ten slides in a row over 20 kB/s, with a kernel buffer of 64 kB.
  ///
  /// When the last motion is over, at most two frames and the data written without a receipt are still to come. A
  /// viewer that only checks whether it can write may also be behind by the whole buffer.
  @Test(arguments: [true, false]) func aSlowTerminalIsNotFarBehind(answers: Bool) throws {
    let slides = (1...12).map { page in
      let rows = (1...40).map {
        "- row \($0) of \(page): \(String(repeating: "\(page) ab ", count: 20))"
      }
      return "## Heading \(page)\n\n\(rows.joined(separator: "\n"))\n"
    }
    let path = try sandbox.write(slides.joined(separator: "\n---\n\n"), to: "long.md")
    let terminal = try FakeTerminal(
      in: sandbox,
      columns: 150,
      rows: 40,
      rate: 20_000,
      environment: answers ? [:] : ["NAVCLIENT_TERMINAL": "no-receipts"],
      "--session",
      "slow",
      "--open",
      path
    )
    try terminal.play(until: "the page is shown") { terminal.text.contains("1/12") }
    try terminal.playUntilQuiet()
    for page in 2...11 {
      let before = ContinuousClock.now
      let send = try sandbox.start(Programs.client, ["send", "-s", "slow", "goto", "\(page)"])
      try terminal.play(until: "page \(page) is asked for and half a second has passed") {
        send.exitCode == 0 && ContinuousClock.now - before > .milliseconds(450)
      }
    }
    let status = try sandbox.start(Programs.client, ["wait", "-s", "slow", "page", "Heading 11"])
    try terminal.play(until: "the session is at the last page") { status.exitCode == 0 }
    let atEnd = terminal.output.count
    try terminal.playUntilQuiet(for: .seconds(1))
    let behind = terminal.output.count - atEnd
    // A whole screen of 150x40 with its colours.
    let frame = 8_000
    let room = answers ? 0 : 65_536
    #expect(behind < room + 2 * frame + 4096, "\(behind) bytes behind of \(atEnd)")
  }
}
