import NavCommands
import NavGeometry
import NavInput
import NavScene
import NavSession
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavViewer

@Suite("Overlays of a viewer")
struct OverlayTests {
  private static func viewer(_ id: UInt64, lag: Int = 0) -> Reply.ViewerInfo {
    Reply.ViewerInfo(
      id: id,
      viewport: CellSize(columns: 80, rows: 24),
      attached: .seconds(90),
      silent: .zero,
      lag: .milliseconds(lag)
    )
  }

  private static func type(_ text: String, at desk: Desk) {
    for character in text { desk.core.receive(.key(Key(.character(character))), at: desk.now) }
  }

  // MARK: Opening and closing

  @Test("each overlay has a key or a name, one is open at a time, and no request is sent")
  func opens() throws {
    let desk = Desk()
    try desk.join()
    for (keys, title) in [(["?"], "Keys"), (["F1"], "Keys"), ([":"], "Commands")] {
      for key in keys { try desk.press(key) }
      #expect(desk.screen().overlay?.title == title)
      try desk.press("Esc")
      #expect(desk.screen().overlay == nil)
    }
    try desk.press(":")
    Self.type("messages", at: desk)
    try desk.press("Enter")
    #expect(desk.screen().overlay?.title == "Messages")
    try desk.press("Esc")
    #expect(try desk.take() == [])
  }

  @Test("keys and pastes in an overlay do not reach the session")
  func keys() throws {
    let desk = Desk()
    try desk.join()
    try desk.press(":", "l", "Right", "Space", "q")
    desk.core.receive(.paste("back\n"), at: desk.now)
    #expect(desk.screen().overlay?.field?.text == "l qback")
    #expect(try desk.take() == [])
    try desk.press("Esc", "l")
    desk.core.receive(.paste("next"), at: desk.now)
    #expect(try desk.take().commands == [.forward])
  }

  @Test("leaving, suspending and redrawing work in all overlays")
  func everywhere() throws {
    for open in ["?", ":", "v"] {
      let desk = Desk()
      try desk.join()
      try desk.press(open, "Ctrl-l")
      #expect(desk.isRedrawWanted)
      try desk.press("Ctrl-z")
      #expect(try desk.take().contains(.suspended))
      try desk.press("Ctrl-c")
      #expect(try desk.take().exit == ClientExit(.success))
    }
  }

  @Test("a reconnection keeps the overlay")
  func reconnection() throws {
    let desk = Desk()
    try desk.join()
    try desk.press(":")
    Self.type("go", at: desk)
    desk.reconnect()
    _ = try desk.take()
    try desk.finishJoin()
    #expect(desk.screen().overlay?.field?.text == "go")
  }

  // MARK: The palette

  @Test("a command typed in the palette is sent, and added to its history")
  func palette() throws {
    let desk = Desk()
    try desk.join()
    try desk.press(":")
    Self.type("go-to 4", at: desk)
    try desk.press("Enter")
    #expect(desk.screen().overlay == nil)
    #expect(try desk.take().commands == [.goTo(4)])
    try desk.press(":", "Up", "Enter")
    #expect(try desk.take().commands == [.goTo(4)])
    try desk.press(":")
    Self.type("help", at: desk)
    try desk.press("Enter")
    #expect(desk.screen().isHelpOpen)
  }

  @Test("the history keeps 100 lines, without adjacent duplicates")
  func history() throws {
    let desk = Desk()
    try desk.join()
    for number in 1...101 {
      for _ in 0..<2 {
        try desk.press(":")
        Self.type("peek-down", at: desk)
        try desk.press("Enter", ":")
        Self.type(number % 2 == 0 ? "peek-up" : "redraw", at: desk)
        try desk.press("Enter")
      }
    }
    #expect(desk.core.view.paletteHistory.count == 100)
    #expect(PaletteOverlay.historyLimit == 100)
  }

  // MARK: The mouse

  @Test("a click chooses, the wheel scrolls, a click outside closes")
  func mouse() throws {
    let desk = Desk()
    try desk.join()
    try desk.press(":")
    let room = try #require(desk.screen().overlay?.area)
    let press = { (column: Int, row: Int) in
      for action in [MouseEvent.Action.press, .release] {
        let event = MouseEvent(action, button: .left, column: column, row: row)
        desk.core.receive(.mouse(event), at: desk.now)
      }
    }
    desk.core.receive(.mouse(MouseEvent(.wheelDown, column: 1, row: 1)), at: desk.now)
    #expect(desk.screen().overlay?.first == 3)
    // A click on the border has no effect.
    press(room.frame.x, room.frame.y)
    #expect(desk.screen().overlay != nil)
    let rows = try #require(desk.screen().overlay?.rows)
    let last = try #require(rows.firstIndex { $0.text.hasPrefix("last ") })
    press(room.list.x + 2, room.list.y + last)
    #expect(desk.screen().overlay == nil)
    #expect(try desk.take().commands == [.last])
    try desk.press("?")
    press(0, Desk.size.rows - 1)
    #expect(desk.screen().overlay == nil)
    #expect(try desk.take() == [])
  }

  // MARK: Viewers

  @Test("the list of viewers is requested, shows the own one first, and is refreshed")
  func viewers() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("v")
    #expect(try desk.take() == [.sent(.listViewers(.id(7)))])
    #expect(desk.screen().overlay?.rows == [])
    desk.pass(.milliseconds(300))
    _ = try desk.tick()
    #expect(desk.screen().overlay?.rows.map(\.text) == ["…"])
    try desk.answer(.viewers([Self.viewer(3, lag: 40), Self.viewer(9)]))
    let rows = try #require(desk.screen().overlay?.rows.map(\.text))
    #expect(rows.count == 2 && rows[0].hasPrefix("you") && rows[0].contains("80x24"))
    #expect(rows[1].hasPrefix("00000000") && rows[1].hasSuffix("40 ms behind"))
    for _ in 0..<2 {
      desk.pass(.milliseconds(1_900))
      desk.beat()
      #expect(try desk.tick().filter { $0 != .sent(desk.alive) } == [])
      desk.pass(.milliseconds(100))
      #expect(try desk.tick().contains(.sent(.listViewers(.id(7)))))
      desk.reply(to: try #require(desk.listing), .viewers([Self.viewer(9)]))
      #expect(desk.screen().overlay?.count == 1)
    }
  }

  @Test("an error reply is shown, and the request is repeated after silence")
  func viewersFail() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("v")
    _ = try desk.take()
    desk.pass(.seconds(2))
    desk.beat()
    #expect(try desk.tick().contains(.sent(.listViewers(.id(7)))))
    desk.reply(
      to: try #require(desk.listing),
      .failure(Reply.Failure(.retry, "try again\u{1B}[31m"))
    )
    let text = try #require(desk.screen().overlay?.rows.first?.text)
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

  // MARK: Mouse mode, joins and leaves

  @Test("m switches the mouse off and on")
  func mouseOffAndOn() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("m")
    #expect(try desk.take() == [.setMouse(false)])
    #expect(desk.screen().notice.text == "mouse off: m switches it on")
    try desk.press("m")
    #expect(try desk.take() == [.setMouse(true)])
  }

  @Test("joins and leaves show messages, but not at first and not for the own viewer")
  func presence() {
    var presence = Presence()
    for (viewers, time, news) in [
      (1, 0, nil), (2, 500, nil), (2, 2_000, nil), (4, 3_000, "2 viewers joined"),
      (3, 3_001, "1 viewer left"), (4, 9_000, "1 viewer joined"),
    ] as [(Int, Int, String?)] {
      #expect(presence.record(viewers, at: .milliseconds(time)) == news)
    }
    presence.forget()
    #expect(presence.record(9, at: .seconds(10)) == nil)
  }

  @Test("a terminal too small for a status line has no keys to click")
  func noHints() throws {
    for size in [CellSize(columns: 104, rows: 2), CellSize(columns: 9, rows: 24)] {
      let desk = Desk()
      try desk.join()
      desk.core.resize(to: size, at: desk.now)
      _ = try desk.take()
      try desk.finishJoin(in: size)
      for column in 0..<size.columns {
        let event = MouseEvent(.press, button: .left, column: column, row: size.rows - 1)
        desk.core.receive(.mouse(event), at: desk.now)
      }
      #expect(try desk.take() == [] && desk.screen().overlay == nil)
    }
  }

  @Test("keys in the status line can be clicked")
  func hints() throws {
    let desk = Desk()
    try desk.join()
    let line = desk.screen().textLines[Desk.size.rows - 1]
    let click = { (word: String) in
      let start = try #require(line.firstRange(of: word)?.lowerBound)
      let column = line.distance(from: line.startIndex, to: start)
      let event = MouseEvent(.press, button: .left, column: column, row: Desk.size.rows - 1)
      desk.core.receive(.mouse(event), at: desk.now)
    }
    try click("talk")
    #expect(try desk.take() == [] && desk.screen().overlay == nil)
    try click("? help")
    #expect(desk.screen().isHelpOpen)
    try desk.press("Esc")
    try click("q leave")
    #expect(try desk.take().exit == ClientExit(.success))
  }
}

extension Desk {
  /// The newest request for the viewers.
  var listing: Request? {
    guard let request, case .listViewers = request.body else { return nil }
    return request
  }
}
