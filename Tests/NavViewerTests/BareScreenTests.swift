import NavCommands
import NavContent
import NavGeometry
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
    screen.isBare = true
    let bare = screen.textLines
    #expect(!bare.contains { $0.contains("●") || $0.contains("help") })
    #expect(bare.dropLast(2) == full.dropLast(2))
  }

  @Test("the status line is shown during a problem or a prompt")
  func status() {
    var screen = Self.screen()
    screen.isBare = true
    screen.message = "good to know"
    screen.isMessageNews = true
    #expect(!screen.hasStatus)
    screen.isMessageNews = false
    #expect(screen.hasStatus)
    #expect(screen.textLines.last?.contains("good to know") == true)
    screen.message = nil
    #expect(!screen.hasStatus)
    screen.staleness = .reconnecting(seconds: 3)
    #expect(screen.hasStatus)
    screen.staleness = nil
    screen.prompt = Prompt(.search)
    #expect(screen.hasStatus)
  }

  @Test("a key switches the bare screen, for this viewer alone")
  func key() throws {
    let desk = Desk()
    try desk.join()
    #expect(!desk.screen().isBare)
    try desk.press("z")
    #expect(desk.screen().isBare)
    #expect(try desk.take() == [])
    try desk.press("z")
    #expect(!desk.screen().isBare)
  }
}
