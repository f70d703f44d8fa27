import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("Messages about who may move a session, for a viewer called ada")
struct ControlNewsTests {
  private static func view(
    _ policy: ControlPolicy,
    _ driver: String,
    asking: String = "",
    requests: Int? = nil
  ) -> ControlView {
    var scene = Scene(viewport: CellSize(columns: 40, rows: 10))
    scene.policy = policy
    scene.driver = driver
    scene.asking = asking
    scene.requests = requests ?? (asking.isEmpty ? 0 : 1)
    return ControlView(scene, for: "ada")
  }

  @Test("each change has a message, and nothing else has")
  func changes() {
    var news = ControlNews()
    let steps: [(view: ControlView, message: String?)] = [
      (Self.view(.open, ""), nil),
      (Self.view(.request, "ben"), "ben drives; only the driver may move now"),
      (Self.view(.request, "ben"), nil),
      (Self.view(.request, "ben", asking: "bob"), "bob asks for control"),
      (Self.view(.request, "ben", asking: "bob", requests: 2), nil),
      (Self.view(.request, "bob"), "bob drives"),
      (Self.view(.request, ""), "bob gave control up: nobody drives"),
      (Self.view(.request, "ada"), "you drive now"),
      (Self.view(.request, "ada", asking: "bob"), "bob asks for control"),
      (Self.view(.request, "ada"), nil),
      (Self.view(.locked, "ada"), "locked: only the driver may move"),
      (Self.view(.locked, ""), "you no longer drive: nobody does"),
      (Self.view(.request, "ben"), "ben drives; only the driver may move now"),
      (Self.view(.request, "ben", asking: "ada"), nil),
      (Self.view(.request, "ben"), "your request was refused"),
      (Self.view(.request, "a\u{1B}b"), "a\u{FFFD}b drives"),
      (Self.view(.open, ""), "everybody may move now"),
    ]
    for (index, step) in steps.enumerated() {
      #expect(news.record(step.view, version: UInt64(index)) == step.message, "step \(index)")
    }
  }

  @Test(
    "a request that ends otherwise is not refused",
    arguments: [
      (view(.request, "ada"), "you drive now"), (view(.request, "bob"), "bob drives"),
      (view(.request, ""), "ben gave control up: nobody drives"),
      (view(.open, ""), "everybody may move now"),
      (view(.locked, "ben"), "locked: only the driver may move"),
    ]
  )
  private func otherEnds(end: ControlView, message: String) {
    var news = ControlNews()
    _ = news.record(Self.view(.request, "ben", asking: "ada"), version: 1)
    #expect(news.hasAsked)
    #expect(news.record(end, version: 2) == message)
    #expect(!news.hasAsked)
  }

  @Test("an accepted request is open from the version of the answer on, behind others too")
  func accepted() {
    var news = ControlNews()
    let bob = Self.view(.request, "ben", asking: "bob")
    _ = news.record(bob, version: 1)
    news.accepted(at: 3)
    #expect(news.record(Self.view(.request, "ben"), version: 2) == nil)
    #expect(news.hasAsked, "the scene is older than the answer")
    _ = news.record(Self.view(.request, "ben", asking: "bob", requests: 2), version: 3)
    #expect(news.hasAsked)
    #expect(news.record(Self.view(.request, "ben", asking: "ada"), version: 4) == nil)
    #expect(news.record(bob, version: 5) == "your request was refused")
    #expect(!news.hasAsked)
  }

  @Test("a request that was refused before a scene showed it")
  func refusedAtOnce() {
    var news = ControlNews()
    _ = news.record(Self.view(.request, "ben"), version: 1)
    news.accepted(at: 2)
    #expect(news.record(Self.view(.request, "ben"), version: 3) == "your request was refused")
    #expect(news.record(Self.view(.request, "ben"), version: 3) == nil)
  }

  @Test("a request that was taken back is not refused, and may be made again")
  func withdrawn() {
    var news = ControlNews()
    let first = Self.view(.request, "ben", asking: "ada")
    _ = news.record(first, version: 1)
    news.withdrew()
    #expect(!news.hasAsked)
    #expect(news.record(first, version: 1) == nil)
    #expect(!news.hasAsked)
    #expect(news.record(Self.view(.request, "ben"), version: 2) == nil)
    #expect(news.record(first, version: 3) == nil)
    #expect(news.hasAsked)
  }
}

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
      has: ["you drive  bob asks for control: + grants, - refuses"],
      lacks: hints
    ),
    Case(
      driver: "ada",
      asking: "bob",
      requests: 3,
      has: ["you drive  bob and 2 more ask for control: + grants, - refuses"]
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
    Case(columns: 40, driver: "ada", asking: "bob", has: ["bob asks: + grants, - refuses"]),
    Case(columns: 40, driver: "ada", asking: long, has: ["a-very-lo… asks: + grants, - refuses"]),
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

  @Test("the driver who is asked still sees the way to the help at 80 columns")
  func helpWhileAsked() throws {
    for asking in ["bob", "somebody@far-away"] {
      let line = try #require(
        Self.screen(Case(driver: "ada", asking: asking, requests: 3)).textLines.last
      )
      #expect(line.contains("- refuses") && line.contains("? help"), "\(line)")
    }
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
