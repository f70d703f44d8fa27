import NavCommands
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

@Suite("Typed words are shown at once, to their viewer alone")
struct PromptTrialTests {
  /// The daemon's reply: a copy of its session after a command.
  private func snapshot(of desk: Desk, after command: SessionCommand) throws -> Reply.Body {
    var copy = desk.session
    try copy.perform(command, seenIn: Desk.size, at: desk.now)
    let scene = copy.rest(in: Desk.size, facts: SessionFacts(name: desk.name, viewers: 1))
    return .snapshot(session: desk.name, version: desk.session.version, scene)
  }

  private func questions(_ did: [Desk.Did]) -> [SessionCommand?] {
    did.compactMap {
      if case .sent(.takeSnapshot(_, _, let command)) = $0 { command } else { nil }
    }
  }

  private func line(_ desk: Desk) -> (left: String, right: String) {
    let line = StatusLine(desk.screen())
    return (line.left.text, line.right)
  }

  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.join()
    return desk
  }

  @Test("words are requested after a pause, one request at a time, and the newest count")
  func questions() throws {
    let desk = try desk()
    try desk.press("/", "2")
    #expect(try desk.take().isEmpty)
    try desk.press(".")
    desk.pass(PromptTrial.pause)
    #expect(try questions(desk.tick()) == [.search("2.")])
    // The next words wait for the reply.
    try desk.press("1")
    desk.pass(PromptTrial.pause)
    #expect(try questions(desk.tick()).isEmpty)
    try desk.answer(snapshot(of: desk, after: .search("2.")))
    #expect(desk.screen().scene?.search == "2.")
    desk.pass(PromptTrial.pause)
    #expect(try questions(desk.tick()) == [.search("2.1")])
    // A lost request is repeated.
    desk.pass(PromptTrial.patience)
    #expect(try questions(desk.tick()) == [.search("2.1")])
  }

  @Test("the match is shown and counted, and Esc restores the scene")
  func escape() throws {
    let desk = try desk()
    let before = desk.screen().scene
    try desk.press("/", "2", ".", "1")
    desk.pass(PromptTrial.pause)
    _ = try desk.tick()
    try desk.answer(snapshot(of: desk, after: .search("2.1")))
    #expect(desk.screen().scene?[PagerLayout.dotsID]?.currentPage == 1)
    #expect(line(desk).left.hasPrefix("/2.1") && line(desk).right == "1/11")
    try desk.press("Esc")
    #expect(desk.screen().scene == before)
    #expect(try desk.take().isEmpty)
  }

  @Test("words without a match show a message and the session's scene")
  func nothing() throws {
    let desk = try desk()
    let before = desk.screen().scene
    try desk.press("/", "x")
    desk.pass(PromptTrial.pause)
    _ = try desk.tick()
    try desk.refuse(.rejected, "no match for \"x\"")
    #expect(desk.screen().scene == before)
    #expect(line(desk).right == "no match for \"x\"")
    try desk.press("Backspace")
    #expect(line(desk).right.isEmpty)
    desk.pass(PromptTrial.pause)
    #expect(try questions(desk.tick()).isEmpty)
  }

  @Test("after Enter the trial stays until the session has followed, at most for a limited time")
  func enter() throws {
    for isThere in [true, false] {
      let desk = try desk()
      try desk.press("/", "3", ".", "1")
      desk.pass(PromptTrial.pause)
      _ = try desk.tick()
      try desk.answer(snapshot(of: desk, after: .search("3.1")))
      try desk.press("Enter")
      #expect(try desk.take().commands == [.search("3.1")])
      #expect(desk.screen().prompt == nil)
      #expect(desk.screen().scene?[PagerLayout.dotsID]?.currentPage == 2)
      if isThere {
        desk.publish(.update(try desk.update(.search("3.1"))))
        #expect(desk.screen().scene?[PagerLayout.dotsID]?.currentPage == 2)
      } else {
        desk.pass(PromptTrial.landing)
        #expect(desk.screen().scene?[PagerLayout.dotsID]?.currentPage == 0)
      }
      #expect(desk.core.view.trial == PromptTrial())
    }
  }

  @Test("when another viewer moves the session, the words are tried there")
  func others() throws {
    let desk = try desk()
    try desk.press("/", ".", "1")
    desk.pass(PromptTrial.pause)
    _ = try desk.tick()
    try desk.answer(snapshot(of: desk, after: .search(".1")))
    desk.publish(.update(try desk.update(.goTo(4))))
    desk.pass(PromptTrial.pause)
    #expect(try questions(desk.tick()) == [.search(".1")])
    try desk.answer(snapshot(of: desk, after: .search(".1")))
    #expect(desk.screen().scene?[PagerLayout.dotsID]?.currentPage == 3)
  }

  @Test("a filter shows the remaining entries and their number")
  func filter() throws {
    let desk = Desk()
    let entries = ["red", "green", "Red car"].map {
      ListEntry(key: Array($0.utf8), label: $0, opens: .text)
    }
    desk.session = Session(
      root: PageContent(title: "list", list: ListContent(entries: entries)),
      path: [47]
    )
    try desk.join()
    try desk.press("f", "r", "e", "d")
    desk.pass(PromptTrial.pause)
    #expect(try questions(desk.tick()) == [.filter("red")])
    try desk.answer(snapshot(of: desk, after: .filter("red")))
    #expect(desk.screen().scene?.currentPage?.pageCount == 2)
    #expect(line(desk).right == "2 of 3")
    try desk.press("Esc")
    #expect(desk.screen().scene?.currentPage?.pageCount == 3)
  }
}
