import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Keys and the mouse of a viewer")
struct KeysTests {
  static let keys: [([String], [SessionCommand])] = [
    (["Right"], [.forward]), (["h"], [.back]), (["Space"], [.screenDown]), (["j"], [.lineDown]),
    (["g", "g"], [.first]), (["g"], []), (["G"], [.last]), (["1", "2", "G"], [.goTo(12)]),
    (["3", "g", "g"], [.goTo(3)]), (["3", "x", "G"], [.last]), (["g", "l", "g"], [.forward]),
    (["x", "Ctrl-Right", "F5", "Esc"], []), (["l", "l", "k"], [.forward, .forward, .lineUp]),
  ]

  @Test("keys become commands", arguments: keys)
  func commands(names: [String], commands: [SessionCommand]) throws {
    let viewer = try SteppedViewer().joined()
    for name in names { try viewer.press(name) }
    #expect(try viewer.take().commands == commands)
  }

  @Test("keys that wait for another key are shown until it comes")
  func pending() throws {
    let viewer = try SteppedViewer().joined()
    for (key, shown) in [("1", "1"), ("2", "12"), ("g", "12g"), ("g", ""), ("g", "g"), ("x", "")] {
      try viewer.press(key)
      #expect(viewer.screen().typing.pendingKeys == shown)
    }
    try viewer.press("4")
    #expect(StatusLine(viewer.screen()).left.text.contains("4…"))
  }

  @Test("keys that change nothing show the reason")
  func noEffect() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    try viewer.answer(.accepted(version: 2, noEffect: .lastPage))
    #expect(viewer.screen().notice.text == "this is the last page")
    #expect(viewer.screen().notice.isNews)
  }

  @Test("keys without a meaning are named in a message, except Esc")
  func unknown() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("Esc")
    #expect(viewer.screen().notice.text == nil)
    try viewer.press("F5")
    #expect(viewer.screen().notice.text == "F5 means nothing here: ? lists the keys")
    #expect(viewer.screen().notice.isNews)
  }

  @Test("with 32 unanswered requests, keys are refused with a message")
  func tooMany() throws {
    let viewer = try SteppedViewer().joined()
    for _ in 0..<32 { try viewer.press("l") }
    #expect(try viewer.take().commands.count == 32)
    #expect(viewer.screen().notice.text == nil)
    try viewer.press("l")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "navd does not answer: the key was not sent")
    try viewer.answer(.accepted(version: 32))
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
  }

  // MARK: Without a connection

  /// A viewer that has lost its connection a while ago.
  private static func cut() throws -> SteppedViewer {
    let viewer = try SteppedViewer().joined()
    viewer.core.connectionLost(at: viewer.now)
    viewer.pass(.milliseconds(400))
    _ = try viewer.take()
    return viewer
  }

  /// Connects again; returns the commands that the viewer sends once it is live.
  private static func connect(_ viewer: SteppedViewer) throws -> [SessionCommand] {
    viewer.core.connectionFound(at: viewer.now)
    _ = try viewer.take()
    return try viewer.arrive().commands
  }

  @Test("keys typed without a connection wait for the next one, and each is sent once")
  func kept() throws {
    let viewer = try Self.cut()
    try viewer.press("l", "2", "G")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == nil)
    #expect(StatusLine(viewer.screen()).left.text.contains("reconnecting… 0 s old  3 keys wait"))
    #expect(try Self.connect(viewer) == [.forward, .goTo(2)])
    #expect(viewer.screen().typing.waitingKeys == 0)
    #expect(viewer.request?.seq == 2)
    // From here on they are operations, repeated under their numbers until they are answered.
    viewer.core.connectionLost(at: viewer.now)
    #expect(try Self.connect(viewer) == [])
  }

  @Test("Esc gives up keys that wait; before there are any, it has its own meaning")
  func givenUp() throws {
    let viewer = try Self.cut()
    try viewer.press("/", "x")
    #expect(viewer.screen().typing.waitingKeys == 2)
    try viewer.press("Esc")
    #expect(viewer.screen().typing.waitingKeys == 0)
    try viewer.press("?")
    #expect(viewer.screen().overlay != nil)
    try viewer.press("Esc")
    #expect(viewer.screen().overlay == nil)
    #expect(try Self.connect(viewer) == [])
  }

  @Test("no more keys wait than operations may, and a further one is refused with a message")
  func keptUpToALimit() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    viewer.core.connectionLost(at: viewer.now)
    viewer.pass(.milliseconds(400))
    for _ in 1..<OperationQueue.capacity { try viewer.press("l") }
    #expect(viewer.screen().notice.text == nil)
    try viewer.press("h")
    #expect(viewer.screen().notice.text == "too many keys wait: this one was dropped")
    #expect(viewer.screen().typing.waitingKeys == OperationQueue.capacity - 1)
    let sent = try Self.connect(viewer)
    #expect(sent == Array(repeating: .forward, count: OperationQueue.capacity - 1))
  }

  @Test("Enter in a prompt that is open waits, and what is typed before it is seen")
  func keptInAPrompt() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("/")
    viewer.core.connectionLost(at: viewer.now)
    try viewer.press("a", "Enter", "j")
    #expect(viewer.screen().typing.prompt?.field.text == "a")
    #expect(try Self.connect(viewer) == [.search("a"), .lineDown])
  }

  @Test("keys typed for a session that is gone are not sent to another one")
  func otherSession() throws {
    let viewer = try Self.cut()
    try viewer.press("l")
    viewer.sessionID = 8
    viewer.epoch = 2
    #expect(try Self.connect(viewer) == [])
    #expect(viewer.screen().notice.text == "navd was restarted: the session begins anew")
  }

  @Test(
    "keys typed right after Ctrl-W are mapped by the session's focus, until the new one is shown"
  )
  func focusMoving() throws {
    let viewer = SteppedViewer()
    let entries = ["a", "b"].map { ListEntry(key: Array($0.utf8), label: $0, opens: .text) }
    let list = PageContent(title: "list", list: ListContent(entries: entries))
    let deck = SessionContent.pager(title: "deck", pages: SteppedViewer.pages.map { .page($0) })
    viewer.session = Session(.split(SplitContent(title: "split", parts: [deck, .page(list)])))
    try viewer.join()
    func send(_ name: String) throws -> [SessionAction] {
      try viewer.press(name)
      return try viewer.take().actions
    }
    let pageDown = SessionAction.keys([Key(.pageDown)])
    #expect(try send("PgDn") == [.command(.forward)])
    try viewer.answer(.accepted(version: 0, noEffect: .lastPage))
    #expect(try send("Ctrl-w") == [.command(.nextPart)])
    let move = try #require(viewer.request)
    // Until the answer: keys that mean the same everywhere stay commands, and the viewer's own stay its own.
    #expect(try send("j") == [.command(.lineDown)])
    try viewer.answer(.accepted(version: 0, noEffect: .lastEntry))
    #expect(try send("z") == [])
    #expect(try send("PgDn") == [pageDown])
    try viewer.answer(.accepted(version: 0, noEffect: .alreadyThere))
    // Until the update, which may arrive after the answer.
    let update = try viewer.update(.nextPart)
    viewer.reply(to: move, .accepted(version: viewer.session.version))
    #expect(try send("PgDn") == [pageDown])
    try viewer.answer(.accepted(version: viewer.session.version, noEffect: .alreadyThere))
    viewer.publish(.update(update))
    #expect(try send("PgDn") == [.command(.screenDown)])
  }

  @Test("keys that the daemon rejects show its reason")
  func rejected() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("9", "G")
    try viewer.refuse(.rejected, "there is no page 9: give 1 to 5")
    #expect(viewer.screen().notice.text == "there is no page 9: give 1 to 5")
    viewer.pass(.seconds(2))
    try viewer.refuse(.rejected, "a repetition of the answer")
    #expect(viewer.screen().notice.text == "there is no page 9: give 1 to 5")
  }

  @Test(
    "where rows of a page are left, the session decides what a key that turns pages shows",
    arguments: [
      (page: 1, key: "PgDn", action: SessionAction.command(.forward)),
      (2, "PgDn", .keys([Key(.pageDown)])), (2, "Right", .keys([Key(.right)])),
      (2, "n", .keys([Key(.character("n"))])), (2, "PgUp", .command(.back)),
      (2, "Space", .command(.screenDown)),
    ]
  )
  func rest(page: Int, key: String, action: SessionAction) throws {
    let viewer = SteppedViewer()
    try viewer.session.perform(.goTo(page), seenIn: SteppedViewer.size, at: .zero)
    try viewer.join()
    try viewer.press(key)
    #expect(try viewer.take().actions == [action])
  }

  // MARK: Lost numbering

  @Test("keys of this epoch unknown to a restarted daemon are sent again under a new ID")
  func unknownClient() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    let first = try #require(viewer.request)
    try viewer.answer(.accepted(version: 1))
    try viewer.send("h")
    try viewer.refuse(.unknownClient)
    #expect(try viewer.take().commands == [.back])
    let again = try #require(viewer.request)
    #expect(again.client != first.client)
    #expect(again.seq == 1)
    #expect(viewer.screen().notice.text == nil)
    try viewer.answer(.accepted(version: 1))
    viewer.pass(.seconds(1))
    viewer.beat()
    #expect(try viewer.tick().commands == [])
  }

  @Test("keys of an older epoch with an unknown outcome are not sent again, with a message")
  func unknownOutcome() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    try viewer.answer(.accepted(version: 1))
    try viewer.press("l")
    viewer.epoch = 2
    try viewer.rejoin()
    try viewer.press("h")
    #expect(try viewer.take().commands == [.back])
    try viewer.refuse(.unknownClient)
    #expect(try viewer.take().commands == [.back])
    #expect(
      viewer.screen().notice.text
        == "navd does not know this viewer any more: whether 1 key arrived is unknown"
    )
  }

  @Test("keys are not performed twice when the first of several is lost", arguments: [true, false])
  func firstOfSeveralLost(isFirstEver: Bool) throws {
    let viewer = try SteppedViewer().joined()
    if !isFirstEver {
      try viewer.send("l")
    }
    // The daemon has performed all keys so far, but its reply is lost, and so is `h` in flight.
    try viewer.send("h")
    try viewer.send("j")
    try viewer.refuse(isFirstEver ? .unknownClient : .outOfOrder)
    // Under a new ID, `l` would be performed again; under the old one the daemon recognises it.
    #expect(try viewer.take() == [])
    let id = viewer.request?.client
    viewer.pass(.milliseconds(250))
    let expected: [SessionCommand] = (isFirstEver ? [] : [.forward]) + [.back, .lineDown]
    #expect(try viewer.tick().commands == expected)
    #expect(viewer.request?.client == id)
  }

  @Test("keys are not performed twice when the daemon has dropped the reply")
  func forgottenAnswer() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    let first = try #require(viewer.request)
    try viewer.press("h")
    #expect(try viewer.take().commands == [.back])
    let second = viewer.request
    let failure = Reply.Failure(.outOfOrder, "no", expected: 66)
    viewer.reply(to: first, .failure(failure))
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "whether 1 key arrived is unknown")
    // Later operations continue under their numbers.
    #expect(try viewer.tick(after: .seconds(1)).commands == [.back])
    #expect(viewer.request == second)
  }

  // MARK: Local keys

  @Test(
    "? opens the help; any key but a scrolling one closes it, q included"
  )
  func help() throws {
    let viewer = try SteppedViewer().joined()
    for key in ["q", "l", "?", "Esc", "Enter"] {
      try viewer.press("?")
      try viewer.press("Space", "Down", "Home", "PgDn")
      #expect(viewer.screen().isHelpOpen)
      try viewer.press(key)
      #expect(!viewer.screen().isHelpOpen)
    }
    #expect(try viewer.take() == [])
  }

  @Test("q and Ctrl-C leave, Ctrl-C from the help too")
  func leave() throws {
    for names in [["q"], ["Ctrl-c"], ["?", "Ctrl-c"], ["?", "?", "q"]] {
      let viewer = try SteppedViewer().joined()
      for name in names { try viewer.press(name) }
      #expect(
        try viewer.take() == [.sent(.leave(viewer: 9)), .exited(ClientExit(.success))],
        "\(names)"
      )
    }
  }

  @Test("q leaves before the daemon has answered")
  func leaveUnconnected() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    try viewer.press("q")
    #expect(try viewer.take() == [.exited(ClientExit(.success))])
  }

  @Test("Ctrl-L and Ctrl-Z")
  func redrawAndSuspend() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("Ctrl-l")
    #expect(viewer.isRedrawWanted)
    try viewer.press("Ctrl-z")
    #expect(try viewer.take() == [.suspended])
  }

  @Test("local scrolling ends at the last row")
  func peek() throws {
    let viewer = SteppedViewer()
    try viewer.session.perform(.goTo(2), seenIn: SteppedViewer.size, at: .zero)
    try viewer.join()
    let page = try #require(viewer.screen().scene?.currentPage)
    let most = page.content.height - page.visibleRows
    try #require(most > 6)
    let wheel = { (action: MouseEvent.Action) in
      viewer.core.receiveEvent(.mouse(MouseEvent(action, column: 1, row: 1)), at: viewer.now)
      return viewer.screen().local.peek
    }
    #expect(wheel(.wheelUp) == 0)
    #expect(wheel(.wheelDown) == 3)
    #expect(wheel(.wheelUp) == 0)
    try viewer.press("Shift-PgDn")
    #expect(viewer.screen().local.peek == page.visibleRows - 1)
    #expect(viewer.screen().places?.rowsBelow == most - (page.visibleRows - 1))
    for _ in 0..<20 { try viewer.press("Shift-PgDn") }
    #expect(viewer.screen().local.peek == most)
    #expect(viewer.screen().places?.rowsBelow == 0)
    try viewer.press("Shift-PgUp")
    #expect(viewer.screen().local.peek == most - (page.visibleRows - 1))
    #expect(try viewer.take() == [])
  }

  @Test(
    "long lines scroll sideways for their viewer alone, until the page changes or they are wrapped"
  )
  func peekSideways() throws {
    let viewer = SteppedViewer()
    let wide = String(repeating: "0123456789", count: 6)
    let pages = [[wide, "short"], ["a"]].map { lines in
      PageContent("", [.code(language: "", lines: lines)])
    }
    viewer.session = Session(pages: pages)
    try viewer.join()
    let most = 60 - 31
    func line() -> String { viewer.screen().textLines[1] }
    #expect(line().hasSuffix("›") && !line().contains("‹"))
    try viewer.press("Shift-Left")
    #expect(viewer.screen().local.shift == 0)
    try viewer.press("Shift-Right")
    #expect(viewer.screen().local.shift > 0 && line().contains("‹"))
    for _ in 0..<9 { try viewer.press("Shift-Right") }
    #expect(viewer.screen().local.shift == most && line().hasSuffix("9"))
    // Nothing is sent to the daemon.
    #expect(try viewer.take() == [])
    try viewer.show(.forward)
    #expect(viewer.screen().local.shift == 0)
    try viewer.press("Shift-Right")
    #expect(viewer.screen().notice.text == "no line is longer than its row")
    try viewer.show(.back)
    try viewer.show(.toggleWrap)
    #expect(!line().contains("›") && viewer.screen().textLines[2].contains("0123"))
  }

  @Test("local scrolling ends with a change of page, and only then")
  func peekEnds() throws {
    let viewer = SteppedViewer()
    try viewer.session.perform(.goTo(2), seenIn: SteppedViewer.size, at: .zero)
    try viewer.join()
    try viewer.press("Shift-PgDn")
    let peek = viewer.screen().local.peek
    try viewer.show(.lineDown)
    #expect(viewer.screen().local.peek == peek)
    try viewer.show(.forward)
    #expect(viewer.screen().local.peek == 0)
    try viewer.show(.back)
    #expect(viewer.screen().local.peek == 0)
  }

  @Test("messages end after 4 s, or when a newer one comes")
  func messages() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("9", "G")
    try viewer.refuse(.rejected, "first")
    viewer.pass(.seconds(2))
    viewer.beat()
    try viewer.send("9", "G")
    try viewer.refuse(.rejected, "second")
    for (milliseconds, text) in [(0, "second"), (3_999, "second"), (1, nil)] as [(Int, String?)] {
      viewer.pass(.milliseconds(milliseconds))
      viewer.beat()
      _ = try viewer.tick()
      #expect(viewer.screen().notice.text == text)
    }
  }

  @Test("a viewer that is back is not said to have left")
  func returning() throws {
    let viewer = SteppedViewer()
    viewer.viewers = 2
    try viewer.join()
    _ = viewer.screen()
    viewer.pass(Presence.settling)
    viewer.beat()
    viewer.show(viewers: 1)
    #expect(viewer.screen().notice.text == "1 viewer left")
    viewer.show(viewers: 2)
    #expect(viewer.screen().notice.text == nil)
  }

  @Test("a terminal that accepts no output does not keep the viewer busy in a motion")
  func frames() throws {
    let viewer = try SteppedViewer().joined()
    var publisher = Publisher(
      epoch: viewer.epoch,
      seq: viewer.seq,
      version: 0,
      scene: viewer.session.rest(in: SteppedViewer.size, viewers: 1)
    )
    try viewer.session.perform(.forward, seenIn: SteppedViewer.size, at: viewer.now)
    let (trajectory, startedAt) = viewer.session.layout(
      in: SteppedViewer.size,
      viewers: 1,
      at: viewer.now
    )
    let update = publisher.publish(
      trajectory,
      startedAt: startedAt,
      seq: 2,
      version: 1,
      now: viewer.now
    )
    viewer.publish(.update(update))
    // No screen is painted meanwhile.
    for _ in 0..<60 {
      let wake = try #require(viewer.nextWake)
      try #require(wake > viewer.now, "the viewer spins")
      viewer.pass(wake - viewer.now)
      viewer.publish(.beat(publisher.beat))
      _ = try viewer.tick()
    }
    #expect(viewer.screen().scene == viewer.session.rest(in: SteppedViewer.size, viewers: 1))
  }
}
