import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavModel
import NavSession
import NavSync
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavViewer
import NavScene

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
    let desk = Desk()
    try desk.join()
    for name in names { try desk.press(name) }
    #expect(try desk.take().commands == commands)
  }

  @Test("keys that wait for another key are shown until it comes")
  func pending() throws {
    let desk = Desk()
    try desk.join()
    for (key, shown) in [("1", "1"), ("2", "12"), ("g", "12g"), ("g", ""), ("g", "g"), ("x", "")] {
      try desk.press(key)
      #expect(desk.screen().typing.pendingKeys == shown)
    }
    try desk.press("4")
    #expect(StatusLine(desk.screen()).left.text.contains("4…"))
  }

  @Test("keys that change nothing show the reason")
  func noEffect() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l")
    _ = try desk.take()
    try desk.answer(.accepted(version: 2, noEffect: .lastPage))
    #expect(desk.screen().notice.text == "this is the last page")
    #expect(desk.screen().notice.isNews)
  }

  @Test("keys without a meaning are named in a message, except Esc")
  func unknown() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("Esc")
    #expect(desk.screen().notice.text == nil)
    try desk.press("F5")
    #expect(desk.screen().notice.text == "F5 means nothing here: ? lists the keys")
    #expect(desk.screen().notice.isNews)
  }

  @Test("keys are sent with the session, the viewer and its size, and a number")
  func request() throws {
    let desk = Desk()
    try desk.join()
    for seq in UInt64(1)...3 {
      try desk.press("l")
      let input = Request.Input(
        session: .id(7),
        viewer: 9,
        viewport: Desk.size,
        action: .command(.forward)
      )
      #expect(try desk.take() == [.sent(.input(input))])
      #expect(desk.request?.seq == seq)
    }
  }

  @Test("with 32 unanswered requests, keys are refused with a message")
  func tooMany() throws {
    let desk = Desk()
    try desk.join()
    for _ in 0..<32 { try desk.press("l") }
    #expect(try desk.take().commands.count == 32)
    #expect(desk.screen().notice.text == nil)
    try desk.press("l")
    #expect(try desk.take() == [])
    #expect(desk.screen().notice.text == "navd does not answer: the key was not sent")
    try desk.answer(.accepted(version: 32))
    try desk.press("l")
    #expect(try desk.take().commands == [.forward])
  }

  @Test("keys are not sent while the viewer is not live")
  func notLive() throws {
    let desk = Desk()
    try desk.join()
    desk.core.connectionLost(at: desk.now)
    _ = try desk.take()
    try desk.press("l")
    #expect(try desk.take() == [])
    #expect(desk.screen().notice.text == "not connected: the key was not sent")
  }

  @Test(
    "keys typed right after Ctrl-W are mapped by the session's focus, until the new one is shown"
  )
  func focusMoving() throws {
    let desk = Desk()
    let entries = ["a", "b"].map { ListEntry(key: Array($0.utf8), label: $0, opens: .text) }
    let list = PageContent(title: "list", list: ListContent(entries: entries))
    let deck = SessionContent.pager(title: "deck", pages: Desk.pages.map { .page($0) })
    desk.session = Session(.split(SplitContent(title: "split", parts: [deck, .page(list)])))
    try desk.join()
    func send(_ name: String) throws -> [SessionAction] {
      try desk.press(name)
      return try desk.take().compactMap {
        if case .sent(.input(let input)) = $0 { input.action } else { nil }
      }
    }
    let pageDown = SessionAction.keys([Key(.pageDown)])
    #expect(try send("PgDn") == [.command(.forward)])
    try desk.answer(.accepted(version: 0, noEffect: .lastPage))
    #expect(try send("Ctrl-w") == [.command(.nextPart)])
    let move = try #require(desk.request)
    // Until the answer: keys that mean the same everywhere stay commands, and the viewer's own stay its own.
    #expect(try send("j") == [.command(.lineDown)])
    try desk.answer(.accepted(version: 0, noEffect: .lastEntry))
    #expect(try send("z") == [])
    #expect(try send("PgDn") == [pageDown])
    try desk.answer(.accepted(version: 0, noEffect: .alreadyThere))
    // Until the update, which may arrive after the answer.
    let update = try desk.update(.nextPart)
    desk.reply(to: move, .accepted(version: desk.session.version))
    #expect(try send("PgDn") == [pageDown])
    try desk.answer(.accepted(version: desk.session.version, noEffect: .alreadyThere))
    desk.publish(.update(update))
    #expect(try send("PgDn") == [.command(.screenDown)])
  }

  @Test("keys that the daemon rejects show its reason")
  func rejected() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("9", "G")
    _ = try desk.take()
    try desk.refuse(.rejected, "there is no page 9: give 1 to 5")
    #expect(desk.screen().notice.text == "there is no page 9: give 1 to 5")
    desk.pass(.seconds(2))
    try desk.refuse(.rejected, "a repetition of the answer")
    #expect(desk.screen().notice.text == "there is no page 9: give 1 to 5")
  }

  @Test("unanswered keys are sent again in order")
  func resent() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l", "h")
    _ = try desk.take()
    desk.pass(.milliseconds(250))
    #expect(try desk.tick().commands == [.forward, .back])
    try desk.answer(.accepted(version: 2))
    desk.pass(.milliseconds(250))
    #expect(try desk.tick().commands == [.forward])
  }

  // MARK: Lost numbering

  @Test("keys of this epoch unknown to a restarted daemon are sent again under a new ID")
  func unknownClient() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l")
    _ = try desk.take()
    let first = try #require(desk.request)
    try desk.answer(.accepted(version: 1))
    try desk.press("h")
    _ = try desk.take()
    try desk.refuse(.unknownClient)
    #expect(try desk.take().commands == [.back])
    let again = try #require(desk.request)
    #expect(again.client != first.client)
    #expect(again.seq == 1)
    #expect(desk.screen().notice.text == nil)
    try desk.answer(.accepted(version: 1))
    desk.pass(.seconds(1))
    desk.beat()
    #expect(try desk.tick().commands == [])
  }

  @Test("keys of an older epoch with an unknown outcome are not sent again, with a message")
  func unknownOutcome() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l")
    _ = try desk.take()
    try desk.answer(.accepted(version: 1))
    try desk.press("l")
    desk.epoch = 2
    desk.core.connectionLost(at: desk.now)
    desk.core.connectionFound(at: desk.now)
    _ = try desk.take()
    try desk.finishJoin()
    try desk.press("h")
    #expect(try desk.take().commands == [.back])
    try desk.refuse(.unknownClient)
    #expect(try desk.take().commands == [.back])
    #expect(desk.screen().notice.text == "navd was restarted: whether 1 key arrived is unknown")
  }

  @Test("keys are not performed twice when the first of several is lost", arguments: [true, false])
  func firstOfSeveralLost(isFirstEver: Bool) throws {
    let desk = Desk()
    try desk.join()
    if !isFirstEver {
      try desk.press("l")
      _ = try desk.take()
    }
    // The daemon has performed all keys so far, but its reply is lost, and so is `h` in flight.
    try desk.press("h")
    _ = try desk.take()
    try desk.press("j")
    _ = try desk.take()
    try desk.refuse(isFirstEver ? .unknownClient : .outOfOrder)
    // Under a new ID, `l` would be performed again; under the old one the daemon recognises it.
    #expect(try desk.take() == [])
    let id = desk.request?.client
    desk.pass(.milliseconds(250))
    let expected: [SessionCommand] = (isFirstEver ? [] : [.forward]) + [.back, .lineDown]
    #expect(try desk.tick().commands == expected)
    #expect(desk.request?.client == id)
  }

  @Test("keys are not performed twice when the daemon has dropped the reply")
  func forgottenAnswer() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("l")
    _ = try desk.take()
    let first = try #require(desk.request)
    try desk.press("h")
    #expect(try desk.take().commands == [.back])
    let second = desk.request
    let failure = Reply.Failure(.outOfOrder, "no", expected: 66)
    desk.reply(to: first, .failure(failure))
    #expect(try desk.take() == [])
    #expect(desk.screen().notice.text == "whether 1 key arrived is unknown")
    // Later operations continue under their numbers.
    desk.pass(.seconds(1))
    #expect(try desk.tick().commands == [.back])
    #expect(desk.request == second)
  }

  // MARK: Local keys

  @Test(
    "? opens the help; any key but a scrolling one closes it, q included"
  )
  func help() throws {
    let desk = Desk()
    try desk.join()
    for key in ["q", "l", "?", "Esc", "Enter"] {
      try desk.press("?")
      try desk.press("Space", "Down", "Home", "PgDn")
      #expect(desk.screen().isHelpOpen)
      try desk.press(key)
      #expect(!desk.screen().isHelpOpen)
    }
    #expect(try desk.take() == [])
  }

  @Test("q and Ctrl-C leave, Ctrl-C from the help too")
  func leave() throws {
    for names in [["q"], ["Ctrl-c"], ["?", "Ctrl-c"], ["?", "?", "q"]] {
      let desk = Desk()
      try desk.join()
      for name in names { try desk.press(name) }
      #expect(
        try desk.take() == [.sent(.leave(viewer: 9)), .exited(ClientExit(.success))],
        "\(names)"
      )
    }
  }

  @Test("q leaves before the daemon has answered")
  func leaveUnconnected() throws {
    let desk = Desk()
    _ = try desk.tick()
    try desk.press("q")
    #expect(try desk.take() == [.exited(ClientExit(.success))])
  }

  @Test("Ctrl-L and Ctrl-Z")
  func redrawAndSuspend() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("Ctrl-l")
    #expect(desk.isRedrawWanted)
    try desk.press("Ctrl-z")
    #expect(try desk.take() == [.suspended])
  }

  @Test("local scrolling ends at the last row")
  func peek() throws {
    let desk = Desk()
    try desk.session.perform(.goTo(2), seenIn: Desk.size, at: .zero)
    try desk.join()
    let page = try #require(desk.screen().scene?.currentPage)
    let most = page.content.height - page.visibleRows
    try #require(most > 6)
    let wheel = { (action: MouseEvent.Action) in
      desk.core.receive(.mouse(MouseEvent(action, column: 1, row: 1)), at: desk.now)
      return desk.screen().local.peek
    }
    #expect(wheel(.wheelUp) == 0)
    #expect(wheel(.wheelDown) == 3)
    #expect(wheel(.wheelUp) == 0)
    try desk.press("Shift-PgDn")
    #expect(desk.screen().local.peek == page.visibleRows - 1)
    #expect(desk.screen().rowsBelow == most - (page.visibleRows - 1))
    for _ in 0..<20 { try desk.press("Shift-PgDn") }
    #expect(desk.screen().local.peek == most)
    #expect(desk.screen().rowsBelow == 0)
    try desk.press("Shift-PgUp")
    #expect(desk.screen().local.peek == most - (page.visibleRows - 1))
    #expect(try desk.take() == [])
  }

  @Test(
    "long lines scroll sideways for their viewer alone, until the page changes or they are wrapped"
  )
  func peekSideways() throws {
    let desk = Desk()
    let wide = String(repeating: "0123456789", count: 6)
    let pages = [[wide, "short"], ["a"]].map { lines in
      PageContent(
        title: "",
        document: TextDocument(blocks: [.code(language: "", lines: lines)])
      )
    }
    desk.session = Session(pages: pages)
    try desk.join()
    let most = 60 - 31
    func line() -> String { desk.screen().textLines[1] }
    #expect(line().hasSuffix("›") && !line().contains("‹"))
    try desk.press("Shift-Left")
    #expect(desk.screen().local.shift == 0)
    try desk.press("Shift-Right")
    #expect(desk.screen().local.shift > 0 && line().contains("‹"))
    for _ in 0..<9 { try desk.press("Shift-Right") }
    #expect(desk.screen().local.shift == most && line().hasSuffix("9"))
    // Nothing is sent to the daemon.
    #expect(try desk.take() == [])
    try desk.show(.forward)
    #expect(desk.screen().local.shift == 0)
    try desk.press("Shift-Right")
    #expect(desk.screen().notice.text == "no line is longer than its row")
    try desk.show(.back)
    try desk.show(.toggleWrap)
    #expect(!line().contains("›") && desk.screen().textLines[2].contains("0123"))
  }

  @Test("local scrolling ends with a change of page, and only then")
  func peekEnds() throws {
    let desk = Desk()
    try desk.session.perform(.goTo(2), seenIn: Desk.size, at: .zero)
    try desk.join()
    try desk.press("Shift-PgDn")
    let peek = desk.screen().local.peek
    try desk.show(.lineDown)
    #expect(desk.screen().local.peek == peek)
    try desk.show(.forward)
    #expect(desk.screen().local.peek == 0)
    try desk.show(.back)
    #expect(desk.screen().local.peek == 0)
  }

  @Test("messages end after 4 s, or when a newer one comes")
  func messages() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("9", "G")
    _ = try desk.take()
    try desk.refuse(.rejected, "first")
    desk.pass(.seconds(2))
    desk.beat()
    try desk.press("9", "G")
    _ = try desk.take()
    try desk.refuse(.rejected, "second")
    for (milliseconds, text) in [(0, "second"), (3_999, "second"), (1, nil)] as [(Int, String?)] {
      desk.pass(.milliseconds(milliseconds))
      desk.beat()
      _ = try desk.tick()
      #expect(desk.screen().notice.text == text)
    }
  }

  @Test("a terminal that accepts no output does not keep the viewer busy in a motion")
  func frames() throws {
    let desk = Desk()
    try desk.join()
    var publisher = Publisher(
      epoch: desk.epoch,
      seq: desk.seq,
      version: 0,
      scene: desk.session.rest(in: Desk.size, viewers: 1)
    )
    try desk.session.perform(.forward, seenIn: Desk.size, at: desk.now)
    let (trajectory, startedAt) = desk.session.layout(in: Desk.size, viewers: 1, at: desk.now)
    let update = publisher.publish(
      trajectory,
      startedAt: startedAt,
      seq: 2,
      version: 1,
      now: desk.now
    )
    desk.publish(.update(update))
    // No screen is painted meanwhile.
    for _ in 0..<60 {
      let wake = try #require(desk.nextWake)
      try #require(wake > desk.now, "the viewer spins")
      desk.pass(wake - desk.now)
      desk.publish(.beat(publisher.beat))
      _ = try desk.tick()
    }
    #expect(desk.screen().scene == desk.session.rest(in: Desk.size, viewers: 1))
  }
}
