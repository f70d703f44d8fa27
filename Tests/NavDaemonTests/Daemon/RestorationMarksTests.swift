import Foundation
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("Marks of sessions that are being restored")
struct RestorationMarksTests {
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = try makeTemporaryDirectory("marks")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try body(directory)
  }

  @Test("a session at which the daemon ended twice in a row is set aside until it is read")
  func alone() throws {
    try withDirectory { directory in
      let first = RestorationMarks(directory: directory)
      #expect(first.setAside.isEmpty && first.suspects.isEmpty)
      for session in [1, 2, 3] as [UInt64] { first.begin(session) }
      first.end(1)
      first.end(3)
      for _ in 0..<3 {
        let next = RestorationMarks(directory: directory)
        #expect(next.setAside.isEmpty)
        #expect(next.suspects == [2])
      }
      RestorationMarks(directory: directory).begin(2)
      for _ in 0..<3 {
        let next = RestorationMarks(directory: directory)
        #expect(next.setAside == [2])
        #expect(next.suspects.isEmpty)
      }
      let again = RestorationMarks(directory: directory)
      again.begin(2)
      again.end(2)
      #expect(RestorationMarks(directory: directory).setAside.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: directory + "/restoring"))
    }
  }

  @Test("an unlucky end counts for nothing once the session was read")
  func unlucky() throws {
    try withDirectory { directory in
      for _ in 0..<3 {
        RestorationMarks(directory: directory).begin(1)
        let next = RestorationMarks(directory: directory)
        #expect(next.setAside.isEmpty && next.suspects == [1])
        next.begin(1)
        next.end(1)
      }
    }
  }

  @Test(
    "of several sessions each is suspected, and one at which the daemon ends again is set aside"
  )
  func several() throws {
    try withDirectory { directory in
      let first = RestorationMarks(directory: directory)
      for session in [1, 2, 0xFFFF_FFFF_FFFF_FFFF] as [UInt64] { first.begin(session) }
      let second = RestorationMarks(directory: directory)
      #expect(second.suspects == [1, 2, 0xFFFF_FFFF_FFFF_FFFF])
      #expect(second.setAside.isEmpty)
      second.begin(1)
      second.end(1)
      second.begin(2)
      second.begin(7)
      let third = RestorationMarks(directory: directory)
      #expect(third.setAside == [2])
      #expect(third.suspects == [7, 0xFFFF_FFFF_FFFF_FFFF])
    }
  }

  @Test("a daemon that stops in order leaves no mark, and one that is damaged counts for nothing")
  func stopping() throws {
    try withDirectory { directory in
      let first = RestorationMarks(directory: directory)
      first.begin(1)
      first.stop()
      #expect(RestorationMarks(directory: directory).setAside.isEmpty)
      let text = "x 0 reading\n5 9 reading\n6 -1 waiting\n7\n8 2 waiting\n\0\n"
      try text.write(toFile: directory + "/restoring", atomically: true, encoding: .utf8)
      let damaged = RestorationMarks(directory: directory)
      #expect(damaged.setAside == [8])
      #expect(damaged.suspects.isEmpty)
    }
  }
}
