import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A viewer of a stack: the range of local scrolling, the session's name, and waiting")
struct StackViewerTests {
  // MARK: Local scrolling

  /// Returns the range of local scrolling, found row by row.
  private static func peeks(of page: Container) -> ClosedRange<Int> {
    let visible = max(1, page.frame.height - page.content.y)
    let last = max(0, page.content.height - visible)
    // The page is completely visible.
    guard last > 0 else { return 0...0 }
    let isShown = { (first: Int) in
      guard first >= 0, first <= last else { return false }
      return (first..<min(first + visible, page.content.height)).allSatisfy {
        page.rows[$0] != nil
      }
    }
    // The range starts from the present rows, or those that the page returns to.
    let place = min(max(0, page.scroll.y), last)
    var shown = isShown(place) ? [place] : []
    for step in [1, -1] {
      var first = place + step
      while isShown(first) {
        shown.append(first)
        first += step
      }
    }
    let peeks = shown.map { $0 - page.scroll.y } + [0]
    return (peeks.min() ?? 0)...(peeks.max() ?? 0)
  }

  @Test("local scrolling reaches exactly the rows that the scene holds")
  func peekRange() throws {
    try forSeeds(0..<1500) { generator in
      for page in generator.pageScene().containers where page.kind == .page {
        let range = page.peekRange
        try demand(range == Self.peeks(of: page), "\(range) of \(page.content), \(page.scroll)")
      }
    }
  }

  @Test(
    "of a long page the held beginning can be scrolled locally; beyond it nothing can",
    arguments: [
      // Entries, scroll offset, range; 20 rows are visible, and the first 200 are held.
      (5, 0, 0...0), (20, 0, 0...0), (21, 0, 0...1), (21, 1, -1...0), (150, 30, -30...100),
      (201, 0, 0...180), (201, 181, -181...0), (1_000, 0, 0...180), (1_000, 179, -179...1),
      (1_000, 180, -180...0), (1_000, 190, -190...0), (1_000, 200, -200...0),
      (1_000, 201, 0...0), (1_000, 980, 0...0),
    ]
  )
  func peekOfLists(entries: Int, offset: Int, range: ClosedRange<Int>) {
    let list = ListContent(
      entries: (0..<entries).map { ListEntry(key: [], label: "\($0)", opens: .text) }
    )
    let frame = CellSize(columns: 40, rows: 22)
    let body = ListLayout(list, frame: frame, header: 2, columns: 40, uncovered: 40)
    var page = Container(id: StackLayout.pageID(0), kind: .page, frame: CellRect(frame))
    page.content = body.content
    page.scroll.y = offset
    page.rows = body.heldRows(at: offset)
    #expect(page.peekRange == range)
  }

  // MARK: Names

  private func status(_ viewer: SteppedViewer, columns: Int = 100) -> String {
    var screen = viewer.screen()
    screen.size.columns = columns
    return screen.textLines[screen.size.rows - 1]
  }

  @Test("the status line and the invitation contain the session's new name at once")
  func renamed() throws {
    let viewer = try SteppedViewer(invitation: "navclient --session talk").joined(Shelf.session)
    #expect(status(viewer).hasPrefix(" talk  1/30 "))
    #expect(status(viewer).contains("others: navclient --session talk   "))
    viewer.rename(to: "music")
    #expect(status(viewer).hasPrefix(" music  1/30 "))
    #expect(status(viewer).contains("others: navclient --session music   "))
    #expect(viewer.isLive)
    #expect(try viewer.take() == [])
  }

  @Test("after a switch of the daemon's key, the invitation has the next one and the new name")
  func switchedKey() throws {
    let viewer = try SteppedViewer(invitation: "navclient --key a --session talk").joined(
      Shelf.session
    )
    viewer.rename(to: "music")
    viewer.core.setInvitation("navclient --key b --session talk")
    #expect(status(viewer).contains("others: navclient --key b --session music   "))
  }

  @Test("an invitation that does not end with the name stays unchanged")
  func otherInvitation() throws {
    let viewer = try SteppedViewer(invitation: "navclient").joined()
    viewer.rename(to: "music")
    #expect(status(viewer).contains("others: navclient   "))
    #expect(status(viewer).hasPrefix(" music  "))
  }

  @Test("a viewer that reattaches uses the new name, and the session's ID")
  func attachAgain() throws {
    let viewer = SteppedViewer()
    let first = try #require(viewer.tick().attaches.first)
    #expect(first.session == "talk" && first.joined == nil)
    try viewer.finishJoin()
    viewer.rename(to: "music")
    _ = viewer.screen()
    viewer.reconnect()
    let again = try #require(viewer.take().attaches.first)
    #expect(again.session == "music")
    #expect(again.joined == Request.Attach.Joined(session: 7, epoch: viewer.epoch))
    try viewer.finishJoin()
    #expect(status(viewer).hasPrefix(" music  "))
  }

  @Test("the message at the end of a session contains its present name")
  func end() throws {
    let viewer = try SteppedViewer().joined()
    viewer.rename(to: "music")
    _ = viewer.screen()
    viewer.publish(.bye(Bye(reason: .sessionEnded, text: "done")))
    #expect(try viewer.take().exit == ClientExit(.success, "session 'music' has ended: done"))
  }

  // MARK: Waiting

  /// Advances the time with signs of life from the daemon, but no reply.
  private func pass(_ viewer: SteppedViewer, milliseconds: Int) throws {
    viewer.pass(.milliseconds(milliseconds))
    viewer.beat()
    _ = try viewer.tick()
  }

  @Test(
    "a slow page shows a message from 0.3 s until it arrives"
  )
  func waiting() throws {
    let viewer = try SteppedViewer().joined(Shelf.session)
    try viewer.send("Enter")
    let request = try #require(viewer.request)
    #expect(viewer.screen().notice.text == nil)
    try pass(viewer, milliseconds: 299)
    #expect(viewer.screen().notice.text == nil)
    #expect(viewer.nextWake == viewer.now + .milliseconds(1))
    try pass(viewer, milliseconds: 1)
    #expect(viewer.screen().notice.text == "waiting for navd…")
    #expect(status(viewer).hasPrefix(" talk  waiting for navd… "))
    try pass(viewer, milliseconds: 5_000)
    #expect(viewer.screen().notice.text == "waiting for navd…")
    viewer.reply(to: request, .accepted(version: 1))
    #expect(viewer.screen().notice.text == nil)
    #expect(status(viewer).hasPrefix(" talk  1/30 "))
  }

  @Test("of several requests the oldest one counts")
  func waitingForSeveral() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    let first = try #require(viewer.request)
    try pass(viewer, milliseconds: 200)
    try viewer.send("l")
    let second = try #require(viewer.request)
    try pass(viewer, milliseconds: 150)
    #expect(viewer.screen().notice.text == "waiting for navd…")
    viewer.reply(to: first, .accepted(version: 1))
    #expect(viewer.screen().notice.text == nil)
    try pass(viewer, milliseconds: 149)
    #expect(viewer.screen().notice.text == nil)
    try pass(viewer, milliseconds: 1)
    #expect(viewer.screen().notice.text == "waiting for navd…")
    viewer.reply(
      to: second,
      .failure(Reply.Failure(.rejected, "that page is no longer there: look again"))
    )
    #expect(viewer.screen().notice.text == "that page is no longer there: look again")
  }

  @Test("without a connection the message is about the connection")
  func waitingWithoutConnection() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    viewer.core.connectionLost(at: viewer.now)
    _ = try viewer.take()
    viewer.pass(.milliseconds(400))
    let screen = viewer.screen()
    #expect(screen.notice.text == nil && screen.sync.staleness == .reconnecting(seconds: 0))
  }
}
