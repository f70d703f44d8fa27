import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Overlays of a viewer")
struct OverlayTests {
  private static func viewer(
    _ id: UInt64,
    lag: Int = 0,
    _ standing: Reply.Standing = .moves
  ) -> Reply.ViewerInfo {
    Reply.ViewerInfo(
      id: id,
      viewport: CellSize(columns: 80, rows: 24),
      attached: .seconds(90),
      silent: .zero,
      lag: .milliseconds(lag),
      standing: standing
    )
  }

  // MARK: Opening and closing

  @Test("each overlay has a key or a name, one is open at a time, and no request is sent")
  func opens() throws {
    let viewer = try SteppedViewer().joined()
    for (keys, title) in [(["?"], "Keys"), (["F1"], "Keys"), ([":"], "Commands")] {
      for key in keys { try viewer.press(key) }
      #expect(viewer.screen().overlay?.title == title)
      try viewer.press("Esc")
      #expect(viewer.screen().overlay == nil)
    }
    try viewer.press(":")
    viewer.type("messages")
    try viewer.press("Enter")
    #expect(viewer.screen().overlay?.title == "Messages")
    try viewer.press("Esc")
    #expect(try viewer.take() == [])
  }

  @Test("keys and pastes in an overlay do not reach the session")
  func keys() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press(":", "l", "Right", "Space", "q")
    viewer.core.receiveEvent(.paste("back\n"), at: viewer.now)
    #expect(viewer.screen().overlay?.field?.text == "l qback")
    #expect(try viewer.take() == [])
    try viewer.press("Esc", "l")
    viewer.core.receiveEvent(.paste("next"), at: viewer.now)
    #expect(try viewer.take().commands == [.forward])
  }

  @Test("leaving, suspending and redrawing work in all overlays")
  func everywhere() throws {
    for open in ["?", ":", "v"] {
      let viewer = try SteppedViewer().joined()
      try viewer.press(open, "Ctrl-l")
      #expect(viewer.isRedrawWanted)
      try viewer.press("Ctrl-z")
      #expect(try viewer.take().contains(.suspended))
      try viewer.press("Ctrl-c")
      #expect(try viewer.take().exit == ClientExit(.success))
    }
  }

  @Test("a reconnection keeps the overlay")
  func reconnection() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press(":")
    viewer.type("go")
    try viewer.rejoin()
    #expect(viewer.screen().overlay?.field?.text == "go")
  }

  // MARK: The palette

  @Test("a command typed in the palette is sent, and added to its history")
  func palette() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press(":")
    viewer.type("go-to 4")
    try viewer.press("Enter")
    #expect(viewer.screen().overlay == nil)
    #expect(try viewer.take().commands == [.goTo(4)])
    try viewer.press(":", "Up", "Enter")
    #expect(try viewer.take().commands == [.goTo(4)])
    try viewer.press(":")
    viewer.type("help")
    try viewer.press("Enter")
    #expect(viewer.screen().isHelpOpen)
  }

  @Test("the history keeps 100 lines, without adjacent duplicates")
  func history() throws {
    let viewer = try SteppedViewer().joined()
    for number in 1...101 {
      for _ in 0..<2 {
        try viewer.press(":")
        viewer.type("peek-down")
        try viewer.press("Enter", ":")
        viewer.type(number % 2 == 0 ? "peek-up" : "redraw")
        try viewer.press("Enter")
      }
    }
    #expect(viewer.core.view.paletteHistory.count == 100)
    #expect(PaletteOverlay.historyLimit == 100)
  }

  // MARK: The mouse

  @Test("a click chooses, the wheel scrolls, a click outside closes")
  func mouse() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press(":")
    let room = try #require(viewer.screen().overlay?.area)
    let press = { (column: Int, row: Int) in
      for action in [MouseEvent.Action.press, .release] {
        let event = MouseEvent(action, button: .left, column: column, row: row)
        viewer.core.receiveEvent(.mouse(event), at: viewer.now)
      }
    }
    viewer.core.receiveEvent(.mouse(MouseEvent(.wheelDown, column: 1, row: 1)), at: viewer.now)
    #expect(viewer.screen().overlay?.first == 3)
    // A click on the border has no effect.
    press(room.frame.x, room.frame.y)
    #expect(viewer.screen().overlay != nil)
    let rows = try #require(viewer.screen().overlay?.rows)
    let last = try #require(rows.firstIndex { $0.text.hasPrefix("last ") })
    press(room.list.x + 2, room.list.y + last)
    #expect(viewer.screen().overlay == nil)
    #expect(try viewer.take().commands == [.last])
    try viewer.press("?")
    press(0, SteppedViewer.size.rows - 1)
    #expect(viewer.screen().overlay == nil)
    #expect(try viewer.take() == [])
  }

  // MARK: Viewers

  @Test("the list of viewers is requested, shows the own one first, and is refreshed")
  func viewers() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("v")
    #expect(try viewer.take() == [.sent(.listViewers(.id(7)))])
    #expect(viewer.screen().overlay?.rows == [])
    _ = try viewer.tick(after: .milliseconds(300))
    #expect(viewer.screen().overlay?.rows.map(\.text) == ["…"])
    try viewer.answer(.viewers([Self.viewer(3, lag: 40), Self.viewer(9)]))
    let rows = try #require(viewer.screen().overlay?.rows.map(\.text))
    #expect(rows.count == 2 && rows[0].hasPrefix("you") && rows[0].contains("80x24"))
    #expect(rows[1].hasPrefix("00000000") && rows[1].hasSuffix("40 ms behind"))
    for _ in 0..<2 {
      viewer.pass(.milliseconds(1_900))
      viewer.beat()
      #expect(try viewer.tick().filter { $0 != .sent(viewer.alive) } == [])
      #expect(try viewer.tick(after: .milliseconds(100)).contains(.sent(.listViewers(.id(7)))))
      viewer.reply(to: try #require(viewer.listing), .viewers([Self.viewer(9)]))
      #expect(viewer.screen().overlay?.count == 1)
    }
  }

  @Test("the list of viewers says who drives, asks and only watches, if not everybody may move")
  func standings() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("v")
    let all = [Self.viewer(9, .asks), Self.viewer(2, .drives), Self.viewer(3, .readOnly)]
    try viewer.answer(.viewers(all + [Self.viewer(4, .follows)]))
    let words = ["asks", "drives", "read only"]
    let rows = try #require(viewer.screen().overlay?.rows.map(\.text))
    #expect(rows.count == 4 && rows[0].hasPrefix("you"))
    for (row, word) in zip(rows, words) { #expect(row.contains("  \(word)  "), "\(row)") }
    #expect(!words.contains { rows[3].contains($0) }, "\(rows[3])")
    // The sizes are below each other.
    let columns = rows.map { row in
      row.firstRange(of: "80x24").map { row.distance(from: row.startIndex, to: $0.lowerBound) }
    }
    #expect(columns[0] != nil && Set(columns).count == 1)
  }

  @Test("an error reply is shown, and the request is repeated after silence")
  func viewersFail() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("v")
    viewer.pass(.seconds(2))
    viewer.beat()
    #expect(try viewer.tick().contains(.sent(.listViewers(.id(7)))))
    viewer.reply(
      to: try #require(viewer.listing),
      .failure(Reply.Failure(.retry, "try again\u{1B}[31m"))
    )
    let text = try #require(viewer.screen().overlay?.rows.first?.text)
    #expect(text.hasPrefix("try again") && !text.unicodeScalars.contains("\u{1B}"))
  }

  // MARK: Messages

  @Test("messages of the status line are kept: the last 100, with ages, the newest visible")
  func messages() throws {
    var line = MessageLine()
    for number in 1...101 { line.show("message \(number)", at: .seconds(number)) }
    #expect(line.log.count == 100)
    #expect(line.log.first?.text == "message 2")
    var overlay = MessagesOverlay(line.log)
    let size = CellSize(columns: 60, rows: 12)
    let picture = Overlay.messages(overlay).picture(in: size, at: .seconds(111))
    let last = try #require(picture.rows.last?.text)
    #expect(last.hasPrefix("message 101") && last.hasSuffix("10 s ago"))
    #expect(overlay.nextChange(at: .seconds(111)) == .seconds(112))
    line.show("one more", at: .seconds(112))
    overlay.update(line.log)
    let next = Overlay.messages(overlay).picture(in: size, at: .seconds(112))
    #expect(next.rows.last?.text.hasPrefix("one more") == true)
    let none = Overlay.messages(MessagesOverlay([])).picture(in: size, at: .zero)
    #expect(none.rows.map(\.text) == ["nothing was said yet"])
  }
}

extension SteppedViewer {
  /// The newest request for the viewers.
  var listing: Request? {
    guard let request, case .listViewers = request.body else { return nil }
    return request
  }
}
