import Foundation
import NavTestKit
import NavViewer
import NavWire
import Synchronization
import Testing
import ZeroMQ

@testable import NavClient

/// A daemon at a real socket whose answers a test decides; it keeps its replies to operations.
final class FakeDaemon: Sendable {
  /// Returns the answer to a request, given its place among all requests, from 0.
  typealias Answer = @Sendable (Request, _ index: Int) -> Reply.Body

  private let answer: Answer
  private let received = Mutex<[Request]>([])
  private let failed = Mutex<String?>(nil)
  /// Whether the socket takes connections; its file is there a little earlier.
  private let isListening = Atomic(false)
  private let isOver = Atomic(false)

  private init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  /// Runs a command with a daemon; returns the requests that arrived.
  static func requests(
    of command: (inout OneShotCommands) throws -> Void,
    answering answer: @escaping Answer
  ) throws -> [Request] {
    let directory = try makeTemporaryDirectory("fake")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoints = Endpoints(directory: directory)
    let daemon = FakeDaemon(answer)
    let hasEnded = DispatchSemaphore(value: 0)
    let thread = Thread {
      daemon.run(at: endpoints.inputPath)
      hasEnded.signal()
    }
    thread.start()
    defer {
      daemon.isOver.store(true, ordering: .releasing)
      hasEnded.wait()
    }
    try eventually("the daemon listens") {
      daemon.isListening.load(ordering: .acquiring) || daemon.failed.withLock { $0 != nil }
    }
    var commands = try OneShotCommands(endpoints: endpoints)
    try command(&commands)
    let failure = daemon.failed.withLock { $0 }
    #expect(failure == nil)
    return daemon.received.withLock { $0 }
  }

  /// Serves until the command has ended.
  private func run(at path: String) {
    do { try serve(at: path) } catch { failed.withLock { $0 = "\(error)" } }
  }

  private func serve(at path: String) throws {
    let context = try Context()
    var socket = try Socket(.router, in: context)
    try socket.bind(Endpoint(parsing: "ipc://\(path)"))
    isListening.store(true, ordering: .releasing)
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
      return answer(request, index)
    }
  }
}
