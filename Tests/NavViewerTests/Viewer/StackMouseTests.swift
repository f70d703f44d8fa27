import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("The mouse over a stack")
struct StackMouseTests {
  /// A viewer of 40 x 10 that has typed keys.
  private static func viewer(
    _ keys: String...,
    in size: CellSize = SteppedViewer.size
  ) throws -> SteppedViewer {
    let viewer = SteppedViewer()
    viewer.session = Shelf.session
    try viewer.session.type(keys, in: SteppedViewer.size)
    _ = try viewer.tick()
    try viewer.finishJoin(in: size)
    return viewer
  }

  private static func page(_ serial: Int) -> ContainerID { StackLayout.pageID(serial) }

  private struct Tap: Hashable {
    var page: ContainerID
    var row: Int?
  }

  /// Returns the taps in sent requests; any other request is an error.
  private func taps(
    _ viewer: SteppedViewer,
    at location: SourceLocation = #_sourceLocation
  ) throws -> [Tap] {
    try viewer.take().map { did in
      guard case .sent(.input(let input)) = did, case .tap(let page, let row) = input.action else {
        throw NoTap(did: did)
      }
      #expect(input.viewer == 9 && input.viewport == SteppedViewer.size, sourceLocation: location)
      return Tap(page: page, row: row)
    }
  }

  private struct NoTap: Error {
    let did: SteppedViewer.Did
  }

  @Test(
    "a press and a release on an entry are one tap on that row",
    arguments: [
      // The title and the rule take two rows. The release may be some cells apart.
      (3, 3, 2, 0), (20, 20, 2, 0), (3, 3, 8, 6), (37, 37, 5, 3), (5, 30, 4, 2),
    ]
  )
  func entry(column: Int, end: Int, row: Int, index: Int) throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, column, row)
    #expect(try taps(viewer) == [])
    viewer.mouse(.release, end, row)
    #expect(try taps(viewer) == [Tap(page: Self.page(0), row: index)])
    // A second release without a press has no effect.
    viewer.mouse(.release, end, row)
    #expect(try taps(viewer) == [])
  }

  @Test(
    "a click beside the entries is a tap on the page",
    arguments: [(0, 4), (2, 4), (3, 0), (20, 1), (38, 3), (39, 3)]
  )
  func besides(column: Int, row: Int) throws {
    let viewer = try Self.viewer()
    viewer.click(column, row)
    #expect(try taps(viewer) == [Tap(page: Self.page(0), row: nil)])
  }

  @Test(
    "a release elsewhere sends nothing",
    arguments: [(5, 5), (5, 3), (0, 4), (5, 1), (5, 9), (99, 4), (5, 99)]
  )
  func elsewhere(column: Int, row: Int) throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 5, 4)
    viewer.mouse(.release, column, row)
    #expect(try taps(viewer) == [])
    // Back in the same row: the press is dropped.
    viewer.mouse(.release, 5, 4)
    #expect(try taps(viewer) == [])
  }

  @Test("another button sends nothing, and cancels a press of the left one")
  func otherButtons() throws {
    for button in [MouseEvent.Button.right, .middle] {
      let viewer = try Self.viewer()
      viewer.click(5, 4, button: button)
      viewer.mouse(.press, 5, 4)
      viewer.click(5, 4, button: button)
      #expect(try taps(viewer) == [])
    }
  }

  @Test("the status line, and a press before there is a scene, send nothing")
  func nothingThere() throws {
    let viewer = try Self.viewer()
    viewer.click(5, 9)
    #expect(try taps(viewer) == [])
    let early = SteppedViewer()
    _ = try early.tick()
    early.click(5, 4)
    #expect(try early.take() == [])
  }

  @Test("a covered page comes back by its edge, the one above it by its own rows")
  func edges() throws {
    // A list in the left half below a text over the full width: two edges.
    let lists = try Self.viewer("Enter")
    lists.click(21, 2)
    lists.click(5, 2)
    #expect(
      try taps(lists) == [Tap(page: Self.page(1), row: nil), Tap(page: Self.page(0), row: 0)]
    )
    let scene = try #require(lists.screen().scene)
    let upper = try #require(scene[Self.page(1)])
    lists.click(upper.frame.x + upper.content.x, 2)
    #expect(try taps(lists) == [Tap(page: Self.page(1), row: 0)])
    let text = try Self.viewer("Enter", "5", "G", "Enter")
    text.click(0, 4)
    text.click(1, 4)
    text.click(20, 4)
    #expect(
      try taps(text) == [
        Tap(page: Self.page(0), row: nil), Tap(page: Self.page(1), row: nil),
        // A row of a text can't be opened.
        Tap(page: Self.page(2), row: nil),
      ]
    )
  }

  @Test("a note below the entries is sent as its row, which opens nothing")
  func notes() throws {
    let viewer = try Self.viewer("G")
    let scene = try #require(viewer.screen().scene)
    let page = try #require(scene[Self.page(0)])
    viewer.click(5, page.content.y + page.visibleRows - 1)
    #expect(try taps(viewer) == [Tap(page: Self.page(0), row: 30)])
    try viewer.session.perform(.tap(Self.page(0), row: 30), seenIn: SteppedViewer.size, at: .zero)
    #expect(viewer.session.position.pages == 1)
  }

  @Test("a press while the help is open closes it and sends nothing; so do its drag and release")
  func help() throws {
    let viewer = try Self.viewer()
    try viewer.press("?")
    viewer.mouse(.move, 5, 4)
    viewer.mouse(.wheelDown, 5, 4)
    viewer.mouse(.release, 5, 4)
    #expect(viewer.screen().isHelpOpen)
    viewer.mouse(.press, 5, 4)
    #expect(!viewer.screen().isHelpOpen)
    viewer.mouse(.release, 5, 4)
    #expect(try taps(viewer) == [] && viewer.screen().local.peek == 0)
  }

  @Test("after local scrolling the visible row is hit")
  func peek() throws {
    let viewer = try Self.viewer()
    for (wheel, first) in [(MouseEvent.Action.wheelDown, 3), (.wheelDown, 6), (.wheelUp, 3)] {
      viewer.mouse(wheel, 5, 4)
      let screen = viewer.screen()
      let page = try #require(screen.scene?[Self.page(0)])
      let row = try #require(page.rows[first])
      let lines = screen.textLines
      #expect(lines[2].hasPrefix("   " + row.text))
      viewer.click(5, 2)
      #expect(try taps(viewer) == [Tap(page: Self.page(0), row: first)])
      viewer.click(5, 8)
      #expect(try taps(viewer) == [Tap(page: Self.page(0), row: first + 6)])
    }
  }

  @Test("local scrolling of one page does not affect hits on the next, painted or not")
  func peekOfAnotherPage() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.wheelDown, 5, 4)
    #expect(viewer.screen().local.peek == 3)
    // Another viewer opens a list; a click comes before the next paint.
    try viewer.session.type(["Enter"], in: SteppedViewer.size)
    viewer.seq += 1
    try viewer.rejoin()
    viewer.click(23, 2)
    #expect(try taps(viewer) == [Tap(page: Self.page(1), row: 0)])
  }

  @Test("a press on a container that moves away before the release is no tap")
  func movedAway() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 5, 4)
    viewer.mouse(.wheelDown, 5, 4)
    viewer.mouse(.release, 5, 4)
    #expect(try taps(viewer) == [])
  }

  @Test("while the scene is of another size nothing is sent")
  func otherSize() throws {
    let viewer = try Self.viewer()
    viewer.core.resize(to: CellSize(columns: 60, rows: 12), at: viewer.now)
    _ = try viewer.take()
    viewer.click(5, 4)
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == nil)
  }

  @Test("a click on a deck, except on its page control and the keys in the last row, sends nothing")
  func deck() throws {
    let viewer = try SteppedViewer().joined()
    for row in 0..<8 {
      for column in stride(from: 0, to: 40, by: 3) { viewer.click(column, row) }
    }
    #expect(try viewer.take() == [])
  }

  @Test("without a connection a tap is not sent, with a message")
  func notLive() throws {
    let viewer = try Self.viewer()
    viewer.core.connectionLost(at: viewer.now)
    _ = try viewer.take()
    viewer.click(5, 4)
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "not connected: the click was not sent")
  }
}

extension SteppedViewer {
  func mouse(
    _ action: MouseEvent.Action,
    _ column: Int,
    _ row: Int,
    button: MouseEvent.Button = .left
  ) {
    let hasButton = action == .press || action == .release || action == .drag
    let event = MouseEvent(action, button: hasButton ? button : nil, column: column, row: row)
    core.receiveEvent(.mouse(event), at: now)
  }

  func click(_ column: Int, _ row: Int, button: MouseEvent.Button = .left) {
    mouse(.press, column, row, button: button)
    mouse(.release, column, row, button: button)
  }
}
