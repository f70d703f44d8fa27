import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("The status line tells who may move the session")
struct ControlStatusTests {
  /// One state of a session's control, as a viewer called ada sees it.
  struct Case: Sendable {
    var columns = 80
    var policy = ControlPolicy.request
    var driver = ""
    var asking = ""
    var requests = 0
    var own = OwnControl(name: "ada")
    /// The texts that the line contains, and those that it does not.
    var has: [String] = []
    var lacks: [String] = []
  }

  private static let hints = ["c ask for control", "c take control"]
  private static let long = "a-very-long-name-of-somebody"

  private static let cases = [
    Case(policy: .open, has: ["talk  2 viewers", "? help  q leave"], lacks: hints + ["drive"]),
    Case(driver: "ben", has: ["talk  ben drives", "c ask for control  ? help  q leave"]),
    Case(has: ["talk  nobody drives", "c take control  ? help  q leave"]),
    Case(driver: "ada", has: ["talk  you drive", "? help  q leave"], lacks: hints),
    Case(
      driver: "ada",
      asking: "bob",
      requests: 1,
      has: ["you drive  bob asks for control: c grants, C refuses"],
      lacks: hints
    ),
    Case(
      driver: "ada",
      asking: "bob",
      requests: 3,
      has: ["you drive  bob and 2 more ask for control: c grants, C refuses"]
    ),
    Case(
      driver: "ben",
      asking: "bob",
      requests: 1,
      has: ["ben drives"],
      lacks: ["asks", "grants"]
    ),
    Case(
      driver: "ben",
      asking: "ada",
      requests: 1,
      own: OwnControl(name: "ada", hasAsked: true),
      has: ["ben drives  asked for control"],
      lacks: hints
    ),
    Case(policy: .locked, driver: "ben", has: ["ben drives"], lacks: hints),
    Case(policy: .locked, has: ["nobody drives"], lacks: hints),
    Case(
      driver: "ben",
      own: OwnControl(name: "ada", isReadOnly: true),
      has: ["ben drives  read only"],
      lacks: hints
    ),
    Case(policy: .open, own: OwnControl(isReadOnly: true), has: ["talk  read only"]),
    Case(driver: long, has: ["a-very-long-name-of… drives"]),
    Case(driver: "b\u{1B}n", has: ["b\u{FFFD}n drives"]),
    Case(columns: 40, driver: "ben", has: ["ben drives"]),
    Case(columns: 40, driver: "ada", asking: "bob", has: ["bob asks: c grants, C refuses"]),
    Case(columns: 40, driver: "ada", asking: long, has: ["a-very-lo… asks: c grants, C refuses"]),
  ]

  private static func screen(_ state: Case) -> Screen {
    let size = CellSize(columns: state.columns, rows: 12)
    var session = ScreenTests.session(Deck(markdown: ScreenTests.deck, name: "deck"))
    var scene = session.rest(in: size, viewers: 2)
    scene.policy = state.policy
    scene.driver = state.driver
    scene.asking = state.asking
    scene.requests = state.requests
    var screen = ScreenTests.screen(scene, size)
    screen.local.control = state.own
    return screen
  }

  @Test("the driver, requests and the key for control", arguments: cases)
  func line(state: Case) throws {
    let line = try #require(Self.screen(state).textLines.last)
    for text in state.has { #expect(line.contains(text), "\(line)") }
    for text in state.lacks { #expect(!line.contains(text), "\(line)") }
  }

  @Test("news that the line shows anyway are not shown twice")
  func news() throws {
    for (state, news) in [
      (Case(driver: "ben"), "ben drives"),
      (Case(driver: "ada", asking: "bob", requests: 1), "bob asks for control"),
    ] {
      var screen = Self.screen(state)
      screen.notice.text = news
      screen.notice.isNews = true
      let line = try #require(screen.textLines.last)
      #expect(line.ranges(of: news).count == 1, "\(line)")
    }
  }

  @Test("a refusal replaces everything but the session's name")
  func refusal() throws {
    var screen = Self.screen(Case(driver: "ben"))
    screen.notice.text = "ben drives: c asks for control"
    let line = try #require(screen.textLines.last)
    #expect(line.hasPrefix(" talk  ben drives: c asks for control  "), "\(line)")
  }
}
