import Foundation
import NavModel
import NavTestKit
import NavViewer
import NavWire
import Synchronization
import Testing
import ZeroMQ

@testable import NavClient

/// One-shot commands that a daemon refuses with `retry`, over a real socket.
@Suite struct RetryTests {
  /// Answers requests as a daemon that is busy twice, and keeps its replies to operations.
  private final class BusyDaemon: Sendable {
    private let received = Mutex<[Request]>([])
    private let failed = Mutex<String?>(nil)
    private let isOver = Atomic(false)

    var requests: [Request] { received.withLock { $0 } }

    /// Why it serves no more; nil without a failure.
    var failure: String? { failed.withLock { $0 } }

    func stop() { isOver.store(true, ordering: .releasing) }

    /// Serves until it is stopped.
    func run(at path: String) {
      do { try serve(at: path) } catch { failed.withLock { $0 = "\(error)" } }
    }

    private func serve(at path: String) throws {
      let context = try Context()
      var socket = try Socket(.router, in: context)
      try socket.bind(Endpoint(parsing: "ipc://\(path)"))
      var poller = Poller()
      poller.add(socket, token: 1, events: .readable)
      while !isOver.load(ordering: .acquiring) {
        _ = try poller.wait(timeout: .milliseconds(20))
        while let frames = try socket.receive(), let bytes = frames.last {
          let request = try Request(decoding: bytes)
          var reply = Reply(
            id: request.id,
            client: request.client,
            seq: request.seq,
            body: body(for: request)
          )
          reply.isDurable = true
          _ = try socket.send(frames.dropLast() + [reply.encoded()])
        }
      }
    }

    private func body(for request: Request) -> Reply.Body {
      received.withLock { received in
        if received.last != request { received.append(request) }
        let index = received.firstIndex { $0.id == request.id && $0.seq == request.seq } ?? 0
        guard index < 2 else { return request.seq > 0 ? .done : .sessions([]) }
        return .failure(Reply.Failure(.retry, "session 'talk' is being opened: try again"))
      }
    }
  }

  /// Runs a command with a busy daemon; returns the requests that arrived.
  private func requests(
    of command: (inout OneShotCommands) throws -> Void
  ) throws -> [Request] {
    let directory = try makeTemporaryDirectory("retry")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoints = Endpoints(directory: directory)
    let daemon = BusyDaemon()
    let hasEnded = DispatchSemaphore(value: 0)
    let thread = Thread {
      daemon.run(at: endpoints.inputPath)
      hasEnded.signal()
    }
    thread.start()
    defer {
      daemon.stop()
      hasEnded.wait()
    }
    try eventually("the socket is there") {
      FileManager.default.fileExists(atPath: endpoints.inputPath)
    }
    var commands = try OneShotCommands(endpoints: endpoints)
    try command(&commands)
    #expect(daemon.failure == nil)
    return daemon.requests
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
