import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Typed words are shown at once, to their viewer alone")
struct PromptTrialTests {
  /// The daemon's reply: a copy of its session after a command.
  private func snapshot(
    of viewer: SteppedViewer,
    after command: SessionCommand
  ) throws -> Reply.Body {
    var copy = viewer.session
    try copy.perform(command, seenIn: SteppedViewer.size, at: viewer.now)
    let scene = copy.rest(
      in: SteppedViewer.size,
      facts: SessionFacts(name: viewer.name, viewers: 1)
    )
    return .snapshot(session: viewer.name, version: viewer.session.version, scene)
  }

  private func questions(_ did: [SteppedViewer.Did]) -> [SessionCommand?] {
    did.compactMap {
      if case .sent(.takeSnapshot(_, _, let command)) = $0 { command } else { nil }
    }
  }

  private func line(_ viewer: SteppedViewer) -> (left: String, right: String) {
    let line = StatusLine(viewer.screen())
    return (line.left.text, line.right)
  }

  @Test("words are requested after a pause, one request at a time, and the newest count")
  func questions() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("/", "2")
    #expect(try viewer.take().isEmpty)
    try viewer.press(".")
    #expect(try questions(viewer.tick(after: PromptTrial.pause)) == [.search("2.")])
    // The next words wait for the reply.
    try viewer.press("1")
    #expect(try questions(viewer.tick(after: PromptTrial.pause)).isEmpty)
    try viewer.answer(snapshot(of: viewer, after: .search("2.")))
    #expect(viewer.screen().scene?.search == "2.")
    #expect(try questions(viewer.tick(after: PromptTrial.pause)) == [.search("2.1")])
    // A lost request is repeated.
    #expect(try questions(viewer.tick(after: RepeatedRequest.timeout)) == [.search("2.1")])
  }

  @Test("the match is shown and counted, and Esc restores the scene")
  func escape() throws {
    let viewer = try SteppedViewer().joined()
    let before = viewer.screen().scene
    try viewer.press("/", "2", ".", "1")
    _ = try viewer.tick(after: PromptTrial.pause)
    try viewer.answer(snapshot(of: viewer, after: .search("2.1")))
    #expect(viewer.screen().scene?[PagerLayout.dotsID]?.currentPage == 1)
    #expect(line(viewer).left.hasPrefix("/2.1") && line(viewer).right == "1/11")
    try viewer.press("Esc")
    #expect(viewer.screen().scene == before)
    #expect(try viewer.take().isEmpty)
  }

  @Test("words without a match show a message and the session's scene")
  func nothing() throws {
    let viewer = try SteppedViewer().joined()
    let before = viewer.screen().scene
    try viewer.press("/", "x")
    _ = try viewer.tick(after: PromptTrial.pause)
    try viewer.refuse(.rejected, "no match for \"x\"")
    #expect(viewer.screen().scene == before)
    #expect(line(viewer).right == "no match for \"x\"")
    try viewer.press("Backspace")
    #expect(line(viewer).right.isEmpty)
    #expect(try questions(viewer.tick(after: PromptTrial.pause)).isEmpty)
  }

  @Test("after Enter the trial stays until the session has followed, at most for a limited time")
  func enter() throws {
    for isThere in [true, false] {
      let viewer = try SteppedViewer().joined()
      try viewer.press("/", "3", ".", "1")
      _ = try viewer.tick(after: PromptTrial.pause)
      try viewer.answer(snapshot(of: viewer, after: .search("3.1")))
      try viewer.press("Enter")
      #expect(try viewer.take().commands == [.search("3.1")])
      #expect(viewer.screen().typing.prompt == nil)
      #expect(viewer.screen().scene?[PagerLayout.dotsID]?.currentPage == 2)
      if isThere {
        viewer.publish(.update(try viewer.update(.search("3.1"))))
        #expect(viewer.screen().scene?[PagerLayout.dotsID]?.currentPage == 2)
      } else {
        viewer.pass(PromptTrial.acceptedLimit)
        #expect(viewer.screen().scene?[PagerLayout.dotsID]?.currentPage == 0)
      }
      #expect(viewer.core.view.trial == PromptTrial())
    }
  }

  @Test("when another viewer moves the session, the words are tried there")
  func others() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("/", ".", "1")
    _ = try viewer.tick(after: PromptTrial.pause)
    try viewer.answer(snapshot(of: viewer, after: .search(".1")))
    viewer.publish(.update(try viewer.update(.goTo(4))))
    #expect(try questions(viewer.tick(after: PromptTrial.pause)) == [.search(".1")])
    try viewer.answer(snapshot(of: viewer, after: .search(".1")))
    #expect(viewer.screen().scene?[PagerLayout.dotsID]?.currentPage == 3)
  }

  @Test("a filter shows the remaining entries and their number")
  func filter() throws {
    let viewer = try SteppedViewer.withList()
    try viewer.press("f", "r", "e", "d")
    #expect(try questions(viewer.tick(after: PromptTrial.pause)) == [.filter("red")])
    try viewer.answer(snapshot(of: viewer, after: .filter("red")))
    #expect(viewer.screen().scene?.currentPage?.pageCount == 2)
    #expect(line(viewer).right == "2 of 3")
    try viewer.press("Esc")
    #expect(viewer.screen().scene?.currentPage?.pageCount == 3)
  }
}
