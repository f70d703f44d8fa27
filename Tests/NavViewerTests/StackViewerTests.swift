import NavGeometry
import NavInput
import NavLayout
import NavModel
import NavScene
import NavSession
import NavSync
import NavTestKit
import NavText
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

  /// Publishes the session under another name.
  private func rename(_ desk: Desk, to name: String) {
    var publisher = Publisher(
      epoch: desk.epoch,
      seq: desk.seq,
      version: desk.session.version,
      scene: desk.snapshot().scene
    )
    desk.name = name
    desk.seq += 1
    let update = publisher.publish(
      Trajectory(rest: desk.snapshot().scene),
      startedAt: desk.now,
      seq: desk.seq,
      version: desk.session.version + 1,
      now: desk.now
    )
    desk.publish(.update(update))
  }

  private func status(_ desk: Desk, columns: Int = 100) -> String {
    var screen = desk.screen()
    screen.size.columns = columns
    return screen.textLines[screen.size.rows - 1]
  }

  @Test("the status line and the invitation contain the session's new name at once")
  func renamed() throws {
    let desk = Desk(invitation: "navclient --session talk")
    desk.session = Shelf.session
    try desk.join()
    #expect(status(desk).hasPrefix(" talk  1/30 "))
    #expect(status(desk).contains("others: navclient --session talk   "))
    rename(desk, to: "music")
    #expect(status(desk).hasPrefix(" music  1/30 "))
    #expect(status(desk).contains("others: navclient --session music   "))
    #expect(desk.isLive)
    #expect(try desk.take() == [])
  }

  @Test("an invitation that does not end with the name stays unchanged")
  func otherInvitation() throws {
    let desk = Desk(invitation: "navclient")
    try desk.join()
    rename(desk, to: "music")
    #expect(status(desk).contains("others: navclient   "))
    #expect(status(desk).hasPrefix(" music  "))
  }

  @Test("a viewer that reattaches uses the new name, and the session's ID")
  func attachAgain() throws {
    let desk = Desk()
    let first = try desk.tick()
    try desk.finishJoin()
    let attach = { (did: [Desk.Did]) -> Request.Attach? in
      for case .sent(.attach(let attach)) in did { return attach }
      return nil
    }
    #expect(attach(first)?.session == "talk")
    #expect(attach(first)?.joined == nil)
    rename(desk, to: "music")
    _ = desk.screen()
    desk.core.connectionLost(at: desk.now)
    desk.core.connectionFound(at: desk.now)
    let again = attach(try desk.take())
    #expect(again?.session == "music")
    #expect(again?.joined == Request.Attach.Joined(session: 7, epoch: desk.epoch))
    try desk.finishJoin()
    #expect(status(desk).hasPrefix(" music  "))
  }

  @Test("the message at the end of a session contains its present name")
  func end() throws {
    let desk = Desk()
    try desk.join()
    rename(desk, to: "music")
    _ = desk.screen()
    desk.publish(.bye(Bye(reason: .sessionEnded, text: "done")))
    #expect(try desk.take().exit == ClientExit(.success, "session 'music' has ended: done"))
  }

  // MARK: Waiting

  /// Advances the time with signs of life from the daemon, but no reply.
  private func pass(_ desk: Desk, milliseconds: Int) throws {
    desk.pass(.milliseconds(milliseconds))
    desk.beat()
    _ = try desk.tick()
  }

  @Test(
    "a slow page shows a message from 0.3 s until it arrives"
  )
  func waiting() throws {
    let desk = Desk()
    desk.session = Shelf.session
    try desk.join()
    try desk.press("Enter")
    _ = try desk.take()
    let request = try #require(desk.request)
    #expect(desk.screen().notice.text == nil)
    try pass(desk, milliseconds: 299)
    #expect(desk.screen().notice.text == nil)
    #expect(desk.nextWake == desk.now + .milliseconds(1))
    try pass(desk, milliseconds: 1)
    #expect(desk.screen().notice.text == "waiting for navd…")
    #expect(status(desk).hasPrefix(" talk  waiting for navd… "))
    try pass(desk, milliseconds: 5_000)
    #expect(desk.screen().notice.text == "waiting for navd…")
    desk.reply(to: request, .accepted(version: 1))
    #expect(desk.screen().notice.text == nil)
    #expect(status(desk).hasPrefix(" talk  1/30 "))
  }

  @Test("of several requests the oldest one counts")
  func waitingForSeveral() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l")
    _ = try desk.take()
    let first = try #require(desk.request)
    try pass(desk, milliseconds: 200)
    try desk.press("l")
    _ = try desk.take()
    let second = try #require(desk.request)
    try pass(desk, milliseconds: 150)
    #expect(desk.screen().notice.text == "waiting for navd…")
    desk.reply(to: first, .accepted(version: 1))
    #expect(desk.screen().notice.text == nil)
    try pass(desk, milliseconds: 149)
    #expect(desk.screen().notice.text == nil)
    try pass(desk, milliseconds: 1)
    #expect(desk.screen().notice.text == "waiting for navd…")
    desk.reply(
      to: second,
      .failure(Reply.Failure(.rejected, "that page is no longer there: look again"))
    )
    #expect(desk.screen().notice.text == "that page is no longer there: look again")
  }

  @Test("without a connection the message is about the connection")
  func waitingWithoutConnection() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l")
    _ = try desk.take()
    desk.core.connectionLost(at: desk.now)
    _ = try desk.take()
    desk.pass(.milliseconds(400))
    let screen = desk.screen()
    #expect(screen.notice.text == nil && screen.sync.staleness == .reconnecting(seconds: 0))
  }
}
