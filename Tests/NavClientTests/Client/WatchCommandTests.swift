import NavViewer
import NavWire
import Testing

@testable import NavClient

/// `watch` with answers that a daemon seldom gives.
@Suite struct WatchCommandTests {
  private static let absence = Reply.Failure(.noSuchSession, "there is no session 'talk'")

  private static func status(version: Int) -> Reply.Status {
    let session = Reply.SessionInfo(
      name: "talk",
      id: 1,
      content: "tour",
      viewers: 0,
      page: 1,
      pages: 9,
      version: UInt64(version),
      title: "Welcome",
      top: "1"
    )
    return Reply.Status(
      session: session,
      isSettled: true,
      sizes: [],
      daemonVersion: "0.1.0",
      uptime: .zero
    )
  }

  /// Watches until the end; returns the versions that were reported, the end and the requests.
  private func watch(
    answering answer: @escaping FakeDaemon.Answer
  ) throws -> (versions: [UInt64], end: ClientExit?, requests: [Request]) {
    var versions: [UInt64] = []
    var end: ClientExit?
    let requests = try FakeDaemon.requests(
      of: { commands in
        do throws(ClientExit) {
          try commands.watch("talk") { status throws(ClientExit) in
            versions.append(status.session.version)
          }
        } catch {
          end = error
        }
      },
      answering: answer
    )
    return (versions, end, requests)
  }

  @Test func aRefusedWaitIsRepeatedAfterAPause() throws {
    let start = ContinuousClock.now
    let (versions, end, requests) = try watch { request, index in
      if case .wait = request.body { return .failure(Reply.Failure(.limitReached, "the limit")) }
      return index < 4 ? .status(Self.status(version: index)) : .failure(Self.absence)
    }
    // The state is asked for after each pause, and reported.
    #expect(versions == [0, 2])
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    #expect(requests.count == 5)
    #expect(ContinuousClock.now - start >= .seconds(2))
  }

  @Test func aDaemonThatAlwaysHasNewsIsAskedAfterPauses() throws {
    let start = ContinuousClock.now
    let (versions, end, requests) = try watch { request, index in
      if case .wait = request.body { return .waited(version: 0) }
      return index < 20 ? .status(Self.status(version: 0)) : .failure(Self.absence)
    }
    #expect(versions.count == 10)
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    #expect(requests.count == 21)
    #expect(ContinuousClock.now - start >= .milliseconds(490))
  }

  @Test func theEndOfTheSessionIsASuccess() throws {
    let (versions, end, requests) = try watch { _, index in
      index == 0 ? .status(Self.status(version: 7)) : .failure(Self.absence)
    }
    #expect(versions == [7])
    #expect(end == ClientExit(.success, "session 'talk' has ended"))
    #expect(requests.count == 2)
  }

  @Test func aMissingSessionIsAnError() throws {
    let (versions, end, requests) = try watch { _, _ in .failure(Self.absence) }
    #expect(versions.isEmpty)
    #expect(end?.code == .noInput)
    #expect(requests.count == 1)
  }
}
