import NavBase
import NavWire
import Testing

@testable import NavViewer

/// The conditions of `wait`, and its output after the timeout.
@Suite struct WaitTests {
  @Test(
    arguments: [
      ("0ms", Duration.zero), ("0s", .zero), ("1ms", .milliseconds(1)),
      ("500ms", .milliseconds(500)), ("5s", .seconds(5)), ("05s", .seconds(5)),
      ("1m", .seconds(60)), ("60s", .seconds(60)), ("60000ms", .seconds(60)),
      ("90s", .seconds(90)), ("5m", .seconds(300)), ("2h", .seconds(7_200)),
      ("8760h", .seconds(31_536_000)), ("7d", .seconds(604_800)),
    ]
  )
  func times(text: String, duration: Duration) throws {
    #expect(try WaitTimeout(text).duration == duration)
  }

  @Test(
    arguments: [
      ("31536000001ms", "at most 365d"), ("8761h", "at most 365d"),
      ("99999999999999999999s", "at most 365d"), ("9223372036854775807m", "at most 365d"),
      ("", "500ms, 5s, 1m, 2h or 7d"), ("5", "500ms"), ("s", "500ms"), ("-1s", "500ms"),
      ("+1s", "500ms"), ("1.5s", "500ms"), ("1 s", "500ms"), ("5S", "500ms"), ("5sec", "500ms"),
      ("1w", "500ms"), ("٣s", "500ms"), ("5s ", "500ms"),
    ]
  )
  func noTimes(text: String, advice: String) throws {
    let error = try #require(throws: ClientExit.self) { try WaitTimeout(text) }
    #expect(error.code == .usage)
    #expect(error.text?.contains("'\(text)'") == true, "\(error)")
    #expect(error.text?.contains(advice) == true, "\(error)")
  }

  @Test(arguments: [
    "0s", "1ms", "999ms", "1500ms", "5s", "60s", "90s", "2m", "60m", "3h", "3601s", "24h", "7d",
  ])
  func aTimeIsShownAsItIsRead(text: String) throws {
    #expect("\(try WaitTimeout(text))" == text)
  }

  @Test(
    arguments: [
      (["settled"], nil, Request.Wait.Condition.settled(version: 0)),
      (["page", "Kind of Blue"], nil, .page("Kind of Blue")),
      (["text", " x "], nil, .text(" x ", .standardTerminal)),
      (["text", "x"], CellSize(columns: 9, rows: 5), .text("x", CellSize(columns: 9, rows: 5))),
      (["viewers", "0"], nil, .viewers(0)), (["viewers", "3"], nil, .viewers(3)),
      (["viewers", "1000000"], nil, .viewers(1_000_000)),
      (["version", "0"], nil, .version(0)),
      (["version", "18446744073709551615"], nil, .version(.max)),
    ] as [([String], CellSize?, Request.Wait.Condition)]
  )
  func conditions(
    words: [String],
    size: CellSize?,
    condition: Request.Wait.Condition
  ) throws {
    #expect(try Request.Wait.Condition(words: words, size: size) == condition)
  }

  @Test(
    arguments: [
      ([], nil, "use settled"), (["dance"], nil, "'dance' can't be waited for"),
      (["settled", "now"], nil, "'settled now'"), (["page"], nil, "one title"),
      (["page", ""], nil, "one title"), (["page", "Kind", "of"], nil, "one title"),
      (["text"], nil, "one text"), (["text", ""], nil, "one text"), (["viewers"], nil, "a number"),
      (["viewers", "-1"], nil, "'-1'"), (["viewers", "1000001"], nil, "up to 1000000"),
      (["viewers", "x"], nil, "'x'"), (["viewers", "99999999999999999999"], nil, "up to 1000000"),
      (["version"], nil, "a number"), (["version", "1", "2"], nil, "a number"),
      (["version", "-1"], nil, "'-1'"), (["version", "18446744073709551616"], nil, "as `status`"),
      (["version", "1"], CellSize.standardTerminal, "--size"),
      (["settled"], CellSize.standardTerminal, "--size"),
      (["page", "x"], .standardTerminal, "--size"),
      (["viewers", "1"], .standardTerminal, "--size"),
    ] as [([String], CellSize?, String)]
  )
  func noConditions(words: [String], size: CellSize?, advice: String) throws {
    let error = try #require(throws: ClientExit.self) {
      try Request.Wait.Condition(words: words, size: size)
    }
    #expect(error.code == .usage)
    #expect(error.text?.contains(advice) == true, "\(error)")
  }

  @Test(
    arguments: [
      (.settled(version: 3), "the session to settle", "it still moves"),
      (.page("Two"), "page \"Two\"", "the page is \"One\" (1/9)"),
      (.text("two", .standardTerminal), "text \"two\"", "the page is \"One\" (1/9)"),
      (.viewers(1), "1 viewer", "there are 2 viewers"),
      (.version(9), "version 9", "the version is 0"),
      (.viewers(3), "3 viewers", "there are 2 viewers"),
    ] as [(Request.Wait.Condition, String, String)]
  )
  func whatIsTheCaseInstead(condition: Request.Wait.Condition, words: String, instead: String) {
    let session = Reply.SessionInfo(
      name: "a",
      id: 1,
      content: "tour",
      viewers: 2,
      page: 1,
      pages: 9,
      version: 0,
      title: "One"
    )
    var status = Reply.Status(
      session: session,
      isSettled: false,
      sizes: [],
      daemonVersion: "0.1.0",
      uptime: .zero
    )
    #expect(condition.inWords == words)
    #expect(condition.contradiction(in: status) == instead)
    // The condition holds after all: no message.
    status.isSettled = true
    if case .settled = condition { #expect(condition.contradiction(in: status) == nil) }
    status.session.viewers = 1
    if case .viewers = condition {
      #expect(condition.contradiction(in: status) == "there is 1 viewer")
    }
  }
}
