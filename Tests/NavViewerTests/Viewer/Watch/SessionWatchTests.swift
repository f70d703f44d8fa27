import NavBase
import NavScene
import NavWire
import Testing

@testable import NavViewer

/// The events that lead from one state of a session to the next.
@Suite struct SessionWatchTests {
  /// A state in which a page of a pager is in front, or an entry of a list is selected.
  private static func state(
    _ version: UInt64,
    _ top: String = "1",
    id: UInt32 = 10,
    isSettled: Bool = true,
    epoch: UInt64 = 1,
    row: String = "a",
    entry: Int? = nil,
    tab: String? = nil,
    hasPage: Bool = true,
    _ change: (inout WatchedState) -> Void = { _ in }
  ) -> WatchedState {
    let session = Reply.SessionInfo(
      name: "talk",
      id: 1,
      content: "tour",
      viewers: 1,
      page: 1,
      pages: 9,
      version: version,
      title: "Welcome",
      top: top
    )
    var status = Reply.Status(
      session: session,
      isSettled: isSettled,
      sizes: [],
      daemonVersion: "",
      uptime: .zero
    )
    status.epoch = epoch
    let pager = WatchedContainer(id: 1, kind: "pager")
    var front = WatchedState.Front(id: ContainerID(rawValue: id), container: pager)
    front.rows = [0: row]
    front.selection = entry.map { WatchedState.Selection(number: $0, count: 9, text: "e") }
    front.tabs = tab.map { [$0] } ?? []
    var state = WatchedState(status, isSettled: isSettled, hasPage ? front : nil)
    change(&state)
    return state
  }

  private static func events(_ states: [WatchedState]) -> [String] {
    var watch = SessionWatch()
    return states.flatMap { watch.receive($0) }.map { event in
      event.kind.rawValue + (event.page.map { " " + $0.top } ?? "")
    }
  }

  @Test func states() {
    let first = Self.state(0)
    // The states behind `first`, and the events behind that of the beginning.
    let table: [(String, [WatchedState], [String])] = [
      ("nothing", [first, first], []),
      (
        "a page without a motion", [Self.state(1, "2", id: 11)],
        ["page_will_appear 2", "page_did_disappear 1", "page_did_appear 2", "settled"]
      ),
      (
        "a page with a motion",
        [
          Self.state(1, "2", id: 11, isSettled: false),
          Self.state(1, "2", id: 11, isSettled: false), Self.state(1, "2", id: 11),
        ],
        ["page_will_appear 2", "page_did_disappear 1", "page_did_appear 2", "settled"]
      ),
      (
        "a page that another one follows",
        [Self.state(1, "2", id: 11, isSettled: false), Self.state(2, "3", id: 12)],
        [
          "page_will_appear 2", "page_will_appear 3", "page_did_disappear 1", "page_did_appear 3",
          "settled",
        ]
      ),
      (
        "a way back", [Self.state(1, "2", id: 11, isSettled: false), Self.state(2)],
        ["page_will_appear 2", "page_will_appear 1", "page_did_appear 1", "settled"]
      ),
      ("a step", [Self.state(1, "1.2", row: "b")], ["step", "settled"]),
      (
        "a step of a page that comes",
        [Self.state(1, "2", id: 11, isSettled: false), Self.state(2, "2.2", id: 11)],
        ["page_will_appear 2", "step", "page_did_disappear 1", "page_did_appear 2.2", "settled"]
      ),
      ("content", [Self.state(0, row: "b")], ["content", "settled"]),
      ("content in another epoch", [Self.state(0, id: 99, epoch: 2)], []),
      (
        "an id in another epoch", [Self.state(0, "2", epoch: 2)],
        ["page_will_appear 2", "page_did_disappear 1", "page_did_appear 2", "settled"]
      ),
      ("a filter", [Self.state(1, row: "b") { $0.finding.filter = "x" }], ["search", "settled"]),
      ("an entry", [Self.state(1, entry: 2)], ["selection", "settled"]),
      ("a tab", [Self.state(1, tab: "b")], ["tab", "settled"]),
      ("a search", [Self.state(1) { $0.finding.match = 2 }], ["search", "settled"]),
      ("a driver", [Self.state(1) { $0.control.driver = "ada" }], ["control", "settled"]),
      ("a viewer", [Self.state(0) { $0.session.viewers = 2 }], ["presence"]),
      ("a name", [Self.state(1) { $0.session.name = "x" }], ["name", "settled"]),
      ("a disk", [Self.state(0) { $0.isDurable = false }], ["durable"]),
      ("a scroll", [Self.state(1, isSettled: false), Self.state(1)], ["version", "settled"]),
      (
        "no page, and one again", [Self.state(0, hasPage: false), first],
        [
          "page_did_disappear 1", "settled", "page_will_appear 1", "page_did_appear 1", "settled",
        ]
      ),
    ]
    for (what, states, events) in table {
      #expect(Self.events([first] + states) == ["now"] + events, "\(what)")
    }
  }

  @Test func thePageInFrontOfAScene() throws {
    var scene = Nest.scene()
    scene[Nest.ID.tabs]?.title = "Two"
    let front = try #require(scene.watchedFront)
    #expect(front.id == Nest.ID.pages[1])
    #expect(front.container == WatchedContainer(id: Nest.ID.pager.rawValue, kind: "pager"))
    #expect(front.tabs == ["Two"])
    #expect(front.rows[20] == "20")
    #expect(front.selection == nil)
    var list = Nest.scene()
    (list.focus, list.focusKind) = (Nest.ID.list, .list)
    let selection = list.watchedFront?.selection
    #expect(selection == WatchedState.Selection(number: 5, count: 12, text: ""))
  }
}
