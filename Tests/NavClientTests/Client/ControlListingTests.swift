import NavBase
import NavWire
import Testing

@testable import NavClient

/// The output of `policy`, and what a script may do.
@Suite("Listings of who may move a session")
struct ControlListingTests {
  private static let names = ["bob", "carol", "dan"]

  private static func control(
    _ policy: ControlPolicy,
    _ driver: String? = nil,
    requests: Int = 0
  ) -> Reply.ControlStatus {
    Reply.ControlStatus(
      policy: policy,
      driver: driver,
      held: .milliseconds(61_500),
      idle: .seconds(2),
      requests: Array(names.prefix(requests))
    )
  }

  private static let lines: [(Reply.ControlStatus, String)] = [
    (control(.open), "open"), (control(.request), "request, nobody drives"),
    (control(.request, "ada"), "request, ada drives"),
    (control(.request, "ada", requests: 1), "request, ada drives (bob asks)"),
    (control(.request, "ada", requests: 2), "request, ada drives (2 ask: bob, carol)"),
    (
      control(.request, "a script", requests: 3),
      "request, a script drives (3 ask: bob, carol, dan)"
    ),
    (control(.locked), "locked, nobody drives"), (control(.locked, "ada"), "locked, ada drives"),
    (control(.locked, "a\u{1b}[2J\nb"), "locked, a\u{fffd}[2J b drives"),
  ]

  @Test("one line for people", arguments: lines)
  func text(control: Reply.ControlStatus, line: String) {
    #expect(ControlListing.text(control) == line)
  }

  private static let objects: [(Reply.ControlStatus, String)] = [
    (
      control(.request),
      #"{"driver":null,"held_ms":null,"idle_ms":null,"policy":"request","requests":[]}"#
    ),
    (
      control(.locked, "ada", requests: 2),
      #"{"driver":"ada","held_ms":61500,"idle_ms":2000,"policy":"locked","requests":["bob","carol"]}"#
    ),
  ]

  @Test("an object for programs", arguments: objects)
  func json(control: Reply.ControlStatus, object: String) throws {
    #expect(try ControlListing.json(control) == object)
  }

  private static let standings: [(standing: Reply.Standing, word: String, key: String)] = [
    (.moves, "", "moves"), (.follows, "follows", "follows"), (.asks, "asks", "asks"),
    (.drives, "drives", "drives"), (.readOnly, "read only", "read-only"),
  ]

  @Test("what each viewer may do, in a table and in JSON")
  func standingsOfViewers() throws {
    #expect(Self.standings.map { $0.standing } == Reply.Standing.allCases)
    for (standing, word, key) in Self.standings {
      let viewer = Reply.ViewerInfo(
        id: 1,
        viewport: CellSize(columns: 80, rows: 24),
        attached: .zero,
        silent: .zero,
        standing: standing
      )
      let row = ViewerListing.table([viewer]).split(separator: "\n")[1]
      let gap = String(repeating: " ", count: max(0, "STANDING".count - word.count))
      #expect(row.hasPrefix("00000000  \(word)\(gap)         80x24  "), "\(row)")
      #expect(try ViewerListing.json([viewer]).contains("\"standing\":\"\(key)\""))
    }
  }
}
