import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("The status line tells that a viewer has left the shared view")
struct BrowsingStatusTests {
  /// One state of a viewer, in a session that ben drives and where the shared place is 14 of 40.
  struct Case: Sendable {
    var columns = 80
    var view = ShownView.own
    /// The number of the shared page; 0 where the daemon does not report it.
    var sharedPage = 14
    var control = OwnControl(name: "ada")
    /// The texts that the line contains, and those that it does not.
    var has: [String] = []
    var lacks: [String] = []
  }

  private static let hint = "c ask for control"
  private static let long = "a-very-long-name-of-somebody"

  private static let cases = [
    Case(
      view: .shared,
      sharedPage: 0,
      has: ["talk  ben drives"],
      lacks: ["browsing", "b returns"]
    ),
    Case(
      has: ["talk  browsing: talk is at 14/40, b returns  "],
      lacks: [hint, "ben drives"]
    ),
    Case(columns: 40, has: ["talk  browsing, b returns  "], lacks: [hint, "14/40"]),
    Case(columns: 200, has: ["talk is at 14/40, b returns  ", "? help  q leave"], lacks: [hint]),
    Case(sharedPage: 0, has: ["talk  browsing, b returns  "]),
    Case(
      control: OwnControl(name: "ada", isReadOnly: true),
      has: ["b returns"],
      lacks: ["read only", hint]
    ),
    Case(
      view: .following("bob"),
      has: ["talk  following bob, b returns  ben drives"],
      lacks: [hint, "browsing"]
    ),
    Case(columns: 40, view: .following("bob"), has: ["following bob, b returns"], lacks: [hint]),
    Case(columns: 40, view: .following(long), has: ["following a-very-lo…, b returns"]),
    Case(view: .following("b\u{1B}b"), has: ["following b\u{FFFD}b, b returns"]),
  ]

  private static func screen(_ state: Case) -> Screen {
    let size = CellSize(columns: state.columns, rows: 12)
    var session = ScreenTests.session(Deck(markdown: ScreenTests.deck, name: "deck"))
    var scene = session.rest(in: size, viewers: 2)
    scene.policy = .request
    scene.driver = "ben"
    scene.sharedPage = state.sharedPage
    scene.sharedPages = state.sharedPage > 0 ? 40 : 0
    var screen = ScreenTests.screen(scene, size)
    screen.local.control = state.control
    screen.local.view = state.view
    return screen
  }

  @Test("the shared place, the viewer that is followed, and the key that returns", arguments: cases)
  func line(state: Case) throws {
    let line = try #require(Self.screen(state).textLines.last)
    for text in state.has { #expect(line.contains(text), "\(line)") }
    for text in state.lacks { #expect(!line.contains(text), "\(line)") }
  }

  @Test("a driver who looks around still sees who asks for control")
  func request() throws {
    var screen = Self.screen(Case(columns: 200))
    screen.scene?.driver = "ada"
    screen.scene?.asking = "bob"
    screen.scene?.requests = 1
    let line = try #require(screen.textLines.last)
    #expect(line.contains("b returns  bob asks for control: c grants, C refuses"), "\(line)")
  }

  @Test("a change of the shared place is painted")
  func repainted() {
    var screen = Self.screen(Case())
    var live = LiveScreen(ResolvedTheme(.dark, depth: .mono))
    let isFirstNew = live.compare(with: screen)
    live.paint(screen)
    screen.scene?.sharedPage = 15
    let isChangeNew = live.compare(with: screen)
    live.paint(screen)
    let isSameNew = live.compare(with: screen)
    #expect(isFirstNew && isChangeNew && !isSameNew)
    #expect(live.canvas.lines.last?.contains("talk is at 15/40") == true)
  }
}
