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
    let error = try #require(throws: CommandError.self) { try WaitTimeout(text) }
    #expect(error.description.contains("'\(text)'"), "\(error)")
    #expect(error.description.contains(advice), "\(error)")
  }

  @Test(arguments: [
    "0s", "1ms", "999ms", "1500ms", "5s", "60s", "90s", "2m", "60m", "3h", "3601s", "24h", "7d",
  ])
  func aTimeIsShownAsItIsRead(text: String) throws {
    #expect("\(try WaitTimeout(text))" == text)
  }

  @Test(
    arguments: [
      (.settled, .settled(version: 0)), (.page("Kind of Blue"), .page("Kind of Blue")),
      (.text("x"), .text("x", CellSize(columns: 9, rows: 5))), (.viewers(3), .viewers(3)),
      (.version(.max), .version(.max)), (.place(3, of: 12), nil),
    ] as [(ScriptCondition, Request.Wait.Condition?)]
  )
  func conditions(written: ScriptCondition, condition: Request.Wait.Condition?) {
    let size = CellSize(columns: 9, rows: 5)
    #expect(Request.Wait.Condition(written, in: size) == condition)
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
