import NavCommands
import NavContent
import NavGeometry
import NavLayout
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavClient

/// What terminals show of overlays, recorded line by line.
@Suite("Screens of overlays")
struct OverlayScreenTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 12),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3),
  ]

  private static let outline = Outline(
    entries: (1...30).map { number in
      Outline.Entry(
        level: number % 3 == 1 ? 1 : 2,
        title: number == 5 ? "日本語の曲 and a title of some length" : "Heading \(number)",
        number: number * 7
      )
    },
    current: 3,
    version: 1
  )

  private static func viewer(_ id: UInt64, columns: Int, lag: Int) -> Reply.ViewerInfo {
    Reply.ViewerInfo(
      id: id << 48,
      viewport: CellSize(columns: columns, rows: 24),
      attached: .seconds(columns * 10),
      silent: .zero,
      lag: .milliseconds(lag)
    )
  }

  private static var viewers: ViewersOverlay {
    var overlay = ViewersOverlay(at: .zero)
    let viewers = [viewer(1, columns: 200, lag: 0), viewer(2, columns: 80, lag: 120)]
    overlay.receive(.viewers(viewers), own: 2 << 48, at: .zero)
    return overlay
  }

  private static func palette(_ text: String, _ keys: [Key] = []) -> Overlay {
    var overlay = PaletteOverlay(focus: .pager)
    overlay.paste(text)
    for key in keys { _ = overlay.receive(key, rows: 5) }
    return .palette(overlay)
  }

  private static func outline(_ text: String) -> Overlay {
    var overlay = OutlineOverlay(at: .zero)
    overlay.receive(.outline(outline), at: .zero)
    overlay.paste(text)
    return .outline(overlay)
  }

  private static var messages: Overlay {
    var line = MessageLine()
    line.show("1 viewer joined", .news, at: .zero)
    line.show("there is no page 12: give 1 to 4", at: .seconds(30))
    return .messages(MessagesOverlay(line.log))
  }

  private static let overlays: [(title: String, overlay: Overlay)] = [
    ("help", .help(HelpOverlay(focus: .pager))), ("palette", palette("")),
    ("palette, narrowed", palette("ta")), ("palette, unknown", palette("zzz")),
    ("palette, refused", palette("tab 12", [Key(.enter)])), ("outline", outline("")),
    ("outline, narrowed", outline("2")), ("viewers", .viewers(viewers)), ("messages", messages),
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
      #expect(ScreenPainter.lines(of: screen).count == size.rows)
      // What lies below is covered as a whole and keeps its place.
      #expect(screen.scene?.viewport == size, "\(title)")
    }
    try GoldenText().check(
      ScreenTests.drawing(screens),
      name: "overlays-\(size.columns)x\(size.rows)"
    )
  }
}
