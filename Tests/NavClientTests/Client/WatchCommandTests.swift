import NavBase
import NavScene
import NavViewer
import NavWire
import Testing

@testable import NavClient

/// `watch` with answers that a daemon seldom gives.
@Suite struct WatchCommandTests {
  private static let absence = Reply.Failure(.noSuchSession, "there is no session 'talk'")

  /// The status at a version; of a past one, with a scene.
  private static func status(
    viewers: Int,
    version: UInt64 = 0,
    isPast: Bool = false
  ) -> Reply.Body {
    let session = Reply.SessionInfo(
      name: "talk",
      id: 1,
      content: "tour",
      viewers: viewers,
      page: 1,
      pages: 9,
      version: version,
      title: "Welcome",
      top: "1"
    )
    var status = Reply.Status(
      session: session,
      isSettled: true,
      sizes: [],
      daemonVersion: "0.1.0",
      uptime: .zero
    )
    if isPast { status.scene = Scene(viewport: .standardTerminal) }
    return .status(status)
  }

  private static let screen = Reply.Body.snapshot(
    session: "talk",
    version: 0,
    Scene(viewport: .standardTerminal)
  )

  /// Watches until the end; returns the events with the numbers of viewers, the end and the requests.
  private func watch(
    since version: UInt64? = nil,
    answering answer: @escaping FakeDaemon.Answer
  ) throws -> (events: [String], end: ClientExit?, requests: [Request]) {
    var events: [String] = []
    var end: ClientExit?
    let requests = try FakeDaemon.requests(
      of: { commands in
        do throws(ClientExit) {
          try commands.watch("talk", since: version) { event, state in
            events.append("\(event.kind.rawValue) \(state.session.viewers)")
          }
        } catch {
          end = error
        }
      },
      answering: answer
    )
    return (events, end, requests)
  }

  @Test func aRefusedWaitIsRepeatedAfterAPause() throws {
    let start = ContinuousClock.now
    let (events, end, requests) = try watch { request, index in
      switch request.body {
      case .wait: .failure(Reply.Failure(.limitReached, "the limit"))
      case .takeSnapshot: Self.screen
      default: index < 8 ? Self.status(viewers: index) : .failure(Self.absence)
      }
    }
    // The state is asked for after each pause, and reported.
    #expect(events == ["now 1", "presence 5"])
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    #expect(requests.count == 9)
    #expect(ContinuousClock.now - start >= .seconds(2))
  }

  @Test func aDaemonThatAlwaysHasNewsIsAskedAfterPauses() throws {
    let start = ContinuousClock.now
    let (events, end, requests) = try watch { request, index in
      switch request.body {
      case .wait: .waited(version: 0)
      case .takeSnapshot: Self.screen
      default: index < 30 ? Self.status(viewers: 0) : .failure(Self.absence)
      }
    }
    #expect(events == ["now 0"])
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    // After the first look, each has a status, a screen and a wait.
    #expect(requests.count == 33)
    #expect(ContinuousClock.now - start >= .milliseconds(190))
  }

  @Test func whatHasHappenedSinceAVersionComesFirst() throws {
    let (events, end, requests) = try watch(since: 3) { request, index in
      switch request.body {
      case .getStatus(_, let version?):
        Self.status(viewers: Int(version), version: version, isPast: true)
      // The version rises while the past ones are asked for.
      case .getStatus where index < 6: Self.status(viewers: 0, version: index == 0 ? 4 : 5)
      default: .failure(Self.absence)
      }
    }
    #expect(events == ["now 3", "presence 4", "settled 4", "presence 5", "settled 5"])
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    #expect(requests.count == 7)
  }

  @Test func theEndOfTheSessionIsASuccess() throws {
    let (events, end, requests) = try watch { _, index in
      index == 0 ? Self.status(viewers: 7) : .failure(Self.absence)
    }
    #expect(events.isEmpty)
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    #expect(requests.count == 2)
  }

  @Test func aMissingSessionIsAnError() throws {
    let (events, end, requests) = try watch { _, _ in .failure(Self.absence) }
    #expect(events.isEmpty)
    #expect(end?.code == .noInput)
    #expect(requests.count == 1)
  }
}
