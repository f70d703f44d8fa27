import Dispatch
import Foundation
import NavBase
import NavHost
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("The content loader's threads")
struct LoaderQueueTests {
  @Test("many sessions are restored one after the other, and leave threads to others")
  func restorations() throws {
    let directory = try makeTemporaryDirectory("queue")
    let mailbox = try Mailbox<WorkerResult>()
    let loader = ContentLoader(mailbox, in: directory)
    loader.use(memoryLeft: 64 << 20)
    let path = directory + "/deck.md"
    try "# One".write(toFile: path, atomically: true, encoding: .utf8)
    let gate = DispatchSemaphore(value: 0)
    for owner in 1...UInt64(DaemonLimits.restorations) {
      loader.start(
        for: owner,
        {
          gate.wait()
          return .changed(session: owner)
        },
        otherwise: { .content(ticket: owner, .failure($0)) }
      )
    }
    let sessions = 101...200 as ClosedRange<UInt64>
    for session in sessions {
      loader.restore(
        .deck(path: path),
        of: session,
        place: NavigationState(),
        version: 1,
        ticket: session
      )
    }
    loader.load(.deck(path: path), ticket: 1, for: .localUser)
    var isRead = false
    try eventually("a session is created") {
      for result in mailbox.take() {
        switch result {
        case .content(1, .success): isRead = true
        case .taken, .changed: break
        default: Issue.record("\(result)")
        }
      }
      return isRead
    }
    for _ in 1...DaemonLimits.restorations { gate.signal() }
    var restored: Set<UInt64> = []
    try eventually("all sessions are restored") {
      for case .restored(_, let session, let result) in mailbox.take() {
        #expect(throws: Never.self) { try result.get() }
        restored.insert(session)
      }
      return restored == Set(sessions)
    }
  }
}
