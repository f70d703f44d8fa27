import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Trials: the screen of a session after a search or a filter")
struct TrialTests {
  private static let size = CellSize.standardTerminal

  private static func request(_ command: SessionCommand) -> Request.Body {
    .takeSnapshot(.name("talk"), size, after: command)
  }

  @Test("the reply shows the match, and the session keeps its place")
  func search() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request(.search("3.1"))))
    let turn = try daemon.turn()
    #expect(turn.replies.isEmpty)
    let trial = try #require(turn.layouts.first)
    daemon.finishLayout(trial)
    let after = try daemon.turn()
    #expect(after.published.isEmpty)
    guard case .snapshot("talk", let version, let scene, _)? = after.replies.first?.body else {
      Issue.record("no snapshot: \(after.replies)")
      return
    }
    #expect(version == 0 && scene.search == "3.1" && scene.match == 1)
    #expect(scene[PagerLayout.dotsID]?.currentPage == 2)
    guard
      case .snapshot(_, 0, let own, _) = try daemon.ask(
        client.read(.takeSnapshot(.name("talk"), Self.size))
      )
    else {
      Issue.record("no snapshot")
      return
    }
    #expect(own.search.isEmpty && own[PagerLayout.dotsID]?.currentPage == 0)
  }

  @Test("a trial without a match is refused like the command, and other commands can't be tried")
  func refusals() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request(.search("nowhere"))))
    let trial = try #require(daemon.turn().layouts.first)
    daemon.finishLayout(trial)
    let body = try #require(daemon.turn().replies.first?.body)
    let failure = try #require(body.failure)
    #expect(failure.code == .noMatch && failure.text == "no match for \"nowhere\"")
    #expect(try daemon.ask(client.read(Self.request(.forward))).code == .rejected)
  }
}
