import NavBase
import NavWire
import Testing

@testable import NavClient

/// One-shot commands that a daemon refuses with `retry`, over a real socket.
@Suite struct RetryTests {
  /// Runs a command with a daemon that is busy twice; returns the requests that arrived.
  private func requests(
    of command: (inout OneShotCommands) throws -> Void
  ) throws -> [Request] {
    try FakeDaemon.requests(
      of: command,
      answering: { request, index in
        guard index < 2 else { return request.seq > 0 ? .done : .sessions([]) }
        return .failure(Reply.Failure(.retry, "session 'talk' is being opened: try again"))
      }
    )
  }

  /// The answer to a number is kept, so that the same number would be refused for ever.
  @Test func anOperationIsTriedAgainUnderTheNextNumbers() throws {
    let requests = try requests { commands in
      let warning = try commands.newSession("talk", showing: .tree(path: "/tmp"))
      #expect(warning == nil)
    }
    #expect(requests.map(\.seq) == [1, 2, 3])
    #expect(requests.map(\.id) == [1, 2, 3])
    #expect(Set(requests.map(\.client)).count == 1)
    #expect(Set(requests.map(\.body)).count == 1)
  }

  @Test func aReadIsTriedAgain() throws {
    let requests = try requests { commands in
      let sessions = try commands.sessions()
      #expect(sessions == [])
    }
    #expect(requests.map(\.id) == [1, 2, 3])
    #expect(requests.map(\.seq) == [0, 0, 0])
  }
}
