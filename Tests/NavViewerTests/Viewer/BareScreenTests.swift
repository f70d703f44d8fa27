import NavBase
import NavContent
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("A bare screen")
struct BareScreenTests {
  private static let size = CellSize(columns: 60, rows: 12)

  private static func screen() -> Screen {
    var session = ScreenTests.session(Deck(markdown: ScreenTests.deck, name: "deck"))
    return ScreenTests.screen(session.rest(in: size, viewers: 2), size)
  }

  @Test("a bare screen has neither status line nor page control, and the rest does not move")
  func pagesAlone() {
    var screen = Self.screen()
    let full = screen.textLines
    #expect(full.contains { $0.contains("●") })
    #expect(full.last?.contains("help") == true)
    screen.local.isBare = true
    let bare = screen.textLines
    #expect(!bare.contains { $0.contains("●") || $0.contains("help") })
    #expect(bare.dropLast(2) == full.dropLast(2))
  }

  @Test("the status line is shown during a problem or a prompt")
  func status() {
    var screen = Self.screen()
    screen.local.isBare = true
    screen.notice.text = "good to know"
    screen.notice.isNews = true
    #expect(!screen.hasStatus)
    screen.notice.isNews = false
    #expect(screen.hasStatus)
    #expect(screen.textLines.last?.contains("good to know") == true)
    screen.notice.text = nil
    #expect(!screen.hasStatus)
    screen.sync.staleness = .reconnecting(seconds: 3)
    #expect(screen.hasStatus)
    screen.sync.staleness = nil
    screen.typing.prompt = Prompt(.search)
    #expect(screen.hasStatus)
  }

  @Test("a key switches the bare screen, for this viewer alone")
  func key() throws {
    let viewer = try SteppedViewer().joined()
    #expect(!viewer.screen().local.isBare)
    try viewer.press("z")
    #expect(viewer.screen().local.isBare)
    #expect(try viewer.take() == [])
    try viewer.press("z")
    #expect(!viewer.screen().local.isBare)
  }
}
