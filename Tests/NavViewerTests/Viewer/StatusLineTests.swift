import NavBase
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("The status line: notices, joins and leaves, keys that can be clicked")
struct StatusLineTests {
  @Test("m switches the mouse off and on")
  func mouseOffAndOn() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("m")
    #expect(try viewer.take() == [.setMouse(false)])
    #expect(viewer.screen().notice.text == "mouse off: m switches it on")
    try viewer.press("m")
    #expect(try viewer.take() == [.setMouse(true)])
  }

  @Test("joins and leaves show messages, but not at first and not for the own viewer")
  func presence() {
    var presence = Presence()
    for (viewers, time, news) in [
      (1, 0, nil), (2, 500, nil), (2, 2_000, nil), (4, 3_000, "2 viewers joined"),
      (3, 4_000, "1 viewer left"), (4, 9_000, "1 viewer joined"),
    ] as [(Int, Int, String?)] {
      #expect(presence.record(viewers, at: .milliseconds(time)) == news)
      #expect(presence.nextWake == nil)
    }
    presence.forget()
    #expect(presence.record(9, at: .seconds(10)) == nil)
  }

  @Test("of many joins and leaves there is at most one message a second, about all of them")
  func crowd() {
    var presence = Presence()
    _ = presence.record(1, at: .zero)
    #expect(presence.record(2, at: .seconds(5)) == "1 viewer joined")
    for viewers in [5, 9, 20] {
      #expect(presence.record(viewers, at: .milliseconds(5_999)) == nil)
      #expect(presence.nextWake == .seconds(6))
    }
    #expect(presence.record(20, at: .seconds(6)) == "18 viewers joined")
    // Somebody who comes and goes within the pause is not worth a message.
    #expect(presence.record(21, at: .milliseconds(6_500)) == nil)
    #expect(presence.record(20, at: .milliseconds(6_600)) == nil && presence.nextWake == nil)
    #expect(presence.record(20, at: .seconds(7)) == nil)
  }

  @Test("a terminal too small for a status line has no keys to click")
  func noHints() throws {
    for size in [CellSize(columns: 104, rows: 2), CellSize(columns: 9, rows: 24)] {
      let viewer = try SteppedViewer().joined()
      viewer.core.resize(to: size, at: viewer.now)
      _ = try viewer.take()
      try viewer.finishJoin(in: size)
      for column in 0..<size.columns {
        let event = MouseEvent(.press, button: .left, column: column, row: size.rows - 1)
        viewer.core.receiveEvent(.mouse(event), at: viewer.now)
      }
      #expect(try viewer.take() == [] && viewer.screen().overlay == nil)
    }
  }

  @Test("keys in the status line can be clicked")
  func hints() throws {
    let viewer = try SteppedViewer().joined()
    let line = viewer.screen().textLines[SteppedViewer.size.rows - 1]
    let click = { (word: String) in
      let start = try #require(line.firstRange(of: word)?.lowerBound)
      let column = line.distance(from: line.startIndex, to: start)
      let event = MouseEvent(
        .press,
        button: .left,
        column: column,
        row: SteppedViewer.size.rows - 1
      )
      viewer.core.receiveEvent(.mouse(event), at: viewer.now)
    }
    try click("talk")
    #expect(try viewer.take() == [] && viewer.screen().overlay == nil)
    try click("? help")
    #expect(viewer.screen().isHelpOpen)
    try viewer.press("Esc")
    try click("q leave")
    #expect(try viewer.take().exit == ClientExit(.success))
  }
}
