import NavBase
import NavWire
import Testing

@testable import NavViewer

@Suite("The outline of a viewer")
struct OutlineOverlayTests {
  private static let outline = Outline(
    entries: [
      Outline.Entry(level: 1, title: "Kind of Blue", number: 1),
      Outline.Entry(level: 2, title: "So What", number: 5),
      Outline.Entry(level: 2, title: "Blue in Green", number: 9),
      Outline.Entry(level: 16, title: "Very deep", number: 12),
    ],
    current: 1,
    version: 42
  )

  private static func overlay(typing text: String = "") -> OutlineOverlay {
    var overlay = OutlineOverlay(at: .zero)
    overlay.receive(.outline(outline), viewer: 0, at: .zero)
    for character in text { _ = overlay.receive(Key(.character(character)), rows: 8) }
    return overlay
  }

  @Test("the current page is selected; Enter and a click go to the chosen entry")
  func chooses() {
    var overlay = Self.overlay()
    #expect(overlay.list.selection == 1)
    #expect(overlay.receive(Key(.enter), rows: 8) == .goes(to: 5, version: 42))
    _ = overlay.receive(Key(.down), rows: 8)
    #expect(overlay.receive(Key(.enter), rows: 8) == .goes(to: 9, version: 42))
    #expect(overlay.choose(0) == .goes(to: 1, version: 42))
    #expect(overlay.choose(4) == .stays)
    #expect(overlay.receive(Key(.escape), rows: 8) == .closes)
  }

  @Test(
    "typing filters by all words, in any case and order",
    arguments: [
      ("", [0, 1, 2, 3]), ("blue", [0, 2]), ("GREEN bl", [2]), ("so", [1]), ("  ", [0, 1, 2, 3]),
      ("nothing", []),
    ]
  )
  func narrows(text: String, matches: [Int]) {
    var overlay = Self.overlay(typing: text)
    #expect(overlay.matches == matches)
    if matches.isEmpty {
      #expect(overlay.note(at: .zero)?.text.text == "nothing has all that")
      #expect(overlay.receive(Key(.enter), rows: 8) == .stays)
    }
  }

  @Test("rows are indented by their level, and their titles stay visible")
  func rows() {
    let overlay = Self.overlay()
    #expect(
      overlay.row(0, columns: 30, at: .zero).text == "Kind of Blue"
        + String(repeating: " ", count: 17) + "1"
    )
    #expect(overlay.row(1, columns: 30, at: .zero).text.hasPrefix("  So What"))
    #expect(overlay.row(3, columns: 30, at: .zero).text.contains("Very deep"))
  }

  // MARK: In a viewer

  @Test("o requests the outline; its target counts only if the session has not moved")
  func viewer() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("o")
    #expect(try viewer.take() == [.sent(.outline(.id(7), SteppedViewer.size))])
    try viewer.answer(.outline(Self.outline))
    try viewer.press("Enter")
    #expect(viewer.screen().overlay == nil)
    #expect(try viewer.take().commands == [.goTo(5)])
    #expect(viewer.request?.precondition == Request.Precondition(version: 42))
    try viewer.refuse(.preconditionFailed)
    #expect(
      viewer.screen().notice.text == "nothing was done, because another user has moved: try again"
    )
  }

  @Test("a request to go to an entry keeps its condition when it is sent under a new ID")
  func resent() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    try viewer.answer(.accepted(version: 1))
    try viewer.send("o")
    try viewer.answer(.outline(Self.outline))
    try viewer.send("Enter")
    try viewer.refuse(.unknownClient)
    #expect(try viewer.take().commands == [.goTo(5)])
    #expect(viewer.request?.precondition == Request.Precondition(version: 42))
  }

  @Test("after a resize the outline is requested again")
  func resize() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("o")
    try viewer.answer(.outline(Self.outline))
    let size = CellSize(columns: 60, rows: 20)
    viewer.core.resize(to: size, at: viewer.now)
    _ = try viewer.take()
    try viewer.finishJoin(in: size)
    #expect(try viewer.tick() == [.sent(.outline(.id(7), size))])
    // Until the reply the old outline stays.
    #expect(viewer.screen().overlay?.count == 4)
  }

  @Test("a refusal is shown, and no request follows")
  func refusal() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("o")
    try viewer.refuse(.rejected, "not here")
    #expect(viewer.screen().overlay?.rows.map(\.text) == ["not here"])
    try viewer.press("Esc", "o", "x")
    #expect(viewer.screen().overlay?.field?.text == "x")
  }
}
