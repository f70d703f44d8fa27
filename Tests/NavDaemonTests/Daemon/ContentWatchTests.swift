import Foundation
import NavTestKit
import Synchronization
import Testing

@testable import NavDaemon

@Suite("Watching the files of content")
struct ContentWatchTests {
  @Test("a page that is read after its session has ended is not watched")
  func latePage() throws {
    let directory = try makeTemporaryDirectory("watch")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (first, late, other) = ("\(directory)/first", "\(directory)/late", "\(directory)/other")
    let reported = ReportedSessions()
    let watch = ContentWatch { reported.add($0) }
    watch.watch([first], for: 1)
    watch.forget(1)
    watch.add([late], for: 1)
    watch.watch([other], for: 2)
    var text = ""
    // Sessions are reported in their order, so that 1 would come before 2.
    try eventually("a change of the other session is noticed") {
      text += "x"
      for path in [late, other] { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      return reported.sessions.contains(2)
    }
    #expect(reported.sessions == [2])
  }

  @Test("a further page of a session is watched")
  func furtherPage() throws {
    let directory = try makeTemporaryDirectory("watch")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (first, further) = ("\(directory)/first", "\(directory)/further")
    let reported = ReportedSessions()
    let watch = ContentWatch { reported.add($0) }
    watch.watch([first], for: 1)
    watch.add([further], for: 1)
    var text = ""
    try eventually("a change of the further page is noticed") {
      text += "x"
      try Data(text.utf8).write(to: URL(fileURLWithPath: further))
      return reported.sessions == [1]
    }
  }
}

/// The sessions whose content was reported as changed, each once.
final class ReportedSessions: Sendable {
  private let all = Mutex<Set<UInt64>>([])

  var sessions: Set<UInt64> { all.withLock(\.self) }

  func add(_ session: UInt64) {
    all.withLock { _ = $0.insert(session) }
  }
}
