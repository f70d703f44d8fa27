import Glibc
import NavProcessKit
import NavTestKit
import Synchronization
import Testing
import ZeroMQ

/// Long enough for a busy machine; a passing test never waits that long.
let deadline = Duration.seconds(60)

extension Socket {
  /// Returns the next message.
  func next(_ what: String) throws -> [[UInt8]] {
    try waitReadable(what)
    let message = try receive()
    return try #require(message, "\(what)")
  }

  /// Returns values read from the frames of the next message.
  func nextFrames<T>(_ what: String, _ read: (borrowing Frame) -> T) throws -> [T] {
    try waitReadable(what)
    var all: [T] = []
    while let frame = try receiveFrame() {
      all.append(read(frame))
      if !frame.more { return all }
    }
    throw DeadlineMissed(condition: what, deadline: .zero)
  }

  func waitReadable(_ what: String) throws {
    var poller = Poller()
    poller.add(self, token: 0, events: .readable)
    let ready = try poller.wait(timeout: deadline)
    if ready == 0 { throw DeadlineMissed(condition: what, deadline: deadline) }
  }

  /// Sends a message, waiting until the socket accepts it.
  func deliver(_ frames: [[UInt8]], _ what: String) throws {
    try eventually("sent: \(what)") { try send(frames) }
  }

  /// Reads events until the wanted one comes, and returns all of them.
  @discardableResult
  func events(
    until what: String,
    _ isWanted: (MonitorEvent) -> Bool
  ) throws -> [MonitorEvent] {
    var seen: [MonitorEvent] = []
    while true {
      try waitReadable("event \(what) after \(seen)")
      while let event = try receiveEvent() {
        seen.append(event)
        if isWanted(event) { return seen }
      }
    }
  }
}

extension TemporaryDirectory {
  func endpoint(_ name: String) -> Endpoint { .ipc(path: "\(path)/\(name)") }
}

/// A separate thread for blocking calls.
final class TestThread: Sendable {
  private let body: @Sendable () -> Void
  private let isDone = Atomic(false)

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(&thread, nil, { runTestThread($0) }, box)
    precondition(result == 0, "cannot start a thread: error \(result)")
    pthread_detach(thread)
  }

  func waitUntilDone(_ what: String) throws {
    try eventually(what) { isDone.load(ordering: .acquiring) }
  }

  fileprivate func run() {
    body()
    isDone.store(true, ordering: .releasing)
  }
}

private func runTestThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let box else { return nil }
  Unmanaged<TestThread>.fromOpaque(box).takeRetainedValue().run()
  return nil
}

/// Returns the error that a call throws.
func error(_ call: () throws(ZeroMQError) -> Void) -> ZeroMQError? {
  do {
    try call()
    return nil
  } catch {
    return error
  }
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
