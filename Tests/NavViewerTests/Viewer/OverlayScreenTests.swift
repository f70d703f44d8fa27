import NavBase
import NavContent
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// Screens with overlays, recorded line by line.
@Suite("Screens of overlays")
struct OverlayScreenTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 12),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3),
  ]

  private static let overlays: [(title: String, overlay: Overlay)] = [
    ("help", .help(HelpOverlay(KeyContext(focus: .pager)))),
    ("palette", OverlaySamples.palette("")),
    ("palette, narrowed", OverlaySamples.palette("ta")),
    ("palette, unknown", OverlaySamples.palette("zzz")),
    ("palette, refused", OverlaySamples.palette("tab 99", [Key(.enter)])),
    ("outline", OverlaySamples.outline("")), ("outline, narrowed", OverlaySamples.outline("2")),
    ("viewers", OverlaySamples.viewers), ("messages", OverlaySamples.messages),
  ]

  @Test("every overlay", arguments: sizes)
  func screens(size: CellSize) throws {
    let deck = Deck(markdown: ScreenTests.deck, name: "deck")
    let session = ScreenTests.session(deck)
    let screens = Self.overlays.map { title, overlay in
      var session = session
      var screen = ScreenTests.screen(session.rest(in: size, viewers: 2), size)
      screen.overlay = overlay.picture(in: size, at: .seconds(90))
      return (title: title, screen: screen)
    }
    for (title, screen) in screens {
      #expect(screen.textLines.count == size.rows)
      // The scene below is completely covered and unchanged.
      #expect(screen.scene?.viewport == size, "\(title)")
    }
    try GoldenText().check(
      ScreenTests.drawing(screens),
      name: "overlays-\(size.columns)x\(size.rows)"
    )
  }
}
