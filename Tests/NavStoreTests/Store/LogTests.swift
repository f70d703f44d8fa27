import Foundation
import NavBase
import NavTestKit
import Testing

@testable import NavStore

@Suite("The length of the log")
struct LogTests {
  /// The values that the schedule is asked about, and the step that it takes.
  private struct Moment {
    let bytes: Int
    var free = Int.max
    let copied: Int?
    let step: CheckpointSchedule.Step
  }

  private static let usual = StoreLimits.logBytes
  private static let full = StoreLimits.fullLogBytes
  private static let rest = StoreLimits.logRestBytes

  private func check(
    _ moments: [Moment],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var schedule = CheckpointSchedule()
    for (index, moment) in moments.enumerated() {
      let step = schedule.commit(leaving: moment.bytes, free: moment.free, copied: moment.copied)
      #expect(step == moment.step, "moment \(index)", sourceLocation: sourceLocation)
    }
  }

  @Test("a long log is copied by the worker; then the rest is copied and the log emptied")
  func schedule() {
    let usual = Self.usual
    check([
      Moment(bytes: usual, copied: 0, step: .nothing),
      Moment(bytes: usual + 1, copied: 0, step: .copy),
      Moment(bytes: usual + 2, copied: nil, step: .nothing),
      Moment(bytes: usual + 3, copied: usual + 1, step: .finish),
    ])
    // The worker was not fast enough: it copies once more.
    check([
      Moment(bytes: usual + 1, copied: 0, step: .copy),
      Moment(bytes: usual + Self.rest + 2, copied: usual + 1, step: .copy),
      Moment(bytes: usual + Self.rest + 9, copied: usual + Self.rest + 2, step: .finish),
    ])
    // A commit restarted the log before the worker was asked about.
    check([
      Moment(bytes: usual + 1, copied: 0, step: .copy),
      Moment(bytes: StoreLimits.keptLogBytes, copied: usual + 1, step: .nothing),
      Moment(bytes: usual + 1, copied: usual + 1, step: .copy),
    ])
  }

  @Test(
    "a log that grows faster than it is copied makes commits wait, and is emptied whatever the rest"
  )
  func fullLog() {
    check([
      Moment(bytes: Self.full, copied: 0, step: .copy),
      Moment(bytes: Self.full, copied: nil, step: .nothing),
      Moment(bytes: Self.full + 1, copied: nil, step: .wait),
      Moment(bytes: Self.full + 2, copied: 0, step: .finish),
    ])
  }

  @Test("on a small disk the log stays below half of the free space, but for its least length")
  func smallDisk() {
    let least = StoreLimits.leastLogBytes
    check([
      Moment(bytes: 500_000, free: 1_000_000, copied: 0, step: .nothing),
      Moment(bytes: 500_001, free: 1_000_000, copied: 0, step: .finish),
    ])
    check([
      Moment(bytes: 3_000_001, free: 6_000_000, copied: 0, step: .copy),
      Moment(bytes: 5_000_000, free: 4_999_999, copied: nil, step: .wait),
      Moment(bytes: 5_000_000, free: 4_999_999, copied: 0, step: .finish),
    ])
    check([
      Moment(bytes: least, free: 0, copied: 0, step: .nothing),
      Moment(bytes: least + 1, free: 0, copied: nil, step: .copy),
      Moment(bytes: least + 1, free: 0, copied: 0, step: .finish),
    ])
  }

  @Test("a log that a reader blocks is copied again when it has grown by as much again")
  func blocked() {
    var schedule = CheckpointSchedule()
    let first = Self.usual + 1
    #expect(schedule.commit(leaving: first, free: .max, copied: 0) == .copy)
    #expect(schedule.commit(leaving: first, free: .max, copied: first) == .finish)
    schedule.finished(leaving: first)
    let next = first + Self.usual
    #expect(schedule.commit(leaving: next, free: .max, copied: first) == .nothing)
    #expect(schedule.commit(leaving: next + 1, free: .max, copied: first) == .copy)
  }

  @Test("a copy that a reader blocks is requested again when the log has grown by a rest")
  func blockedCopy() {
    let first = Self.usual + StoreLimits.logRestBytes
    check([
      Moment(bytes: first, copied: 0, step: .copy),
      Moment(bytes: first + 1, copied: 0, step: .nothing),
      Moment(bytes: first + StoreLimits.logRestBytes - 1, copied: 0, step: .nothing),
      Moment(bytes: first + StoreLimits.logRestBytes, copied: 0, step: .copy),
      Moment(bytes: first + StoreLimits.logRestBytes + 1, copied: 0, step: .nothing),
    ])
  }

  @Test("the length of the log is known without asking, whatever shortens it")
  func length() throws {
    try forSeeds(0..<3) { random in
      let (directory, store) = try StateDirectory.opened(.head(1, "a"))
      var file = try #require(store.file)
      let other = try StateFile.connect(directory.files.database)
      for version in 1...400 as ClosedRange<UInt64> {
        let count = Bool.random(using: &random) ? 10 : Int.random(in: 0..<200_000, using: &random)
        let known = try file.commit(.snapshot(1, version, Array(repeating: 1, count: count)))
        // A commit that restarts a log of more than that, and is longer than its last one, also shortens it.
        #expect(known == file.logLength || known > StoreLimits.keptLogBytes, "version \(version)")
        #expect(known >= file.logLength)
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
          let isEmpty = try file.emptyLog()
          #expect(isEmpty)
        case 1..<8: _ = try other.checkpoint(.passive)
        case 8..<10: try other.run("UPDATE session SET name = name")
        default: break
        }
      }
      store.file = file
    }
  }

  @Test("a commit of a turn makes two calls to write: the log and the number of commits")
  func writes() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    func writes() throws -> Int {
      let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
      return try #require(
        text.split(separator: "\n").first { $0.hasPrefix("syscw: ") }
          .flatMap { Int($0.dropFirst(7)) }
      )
    }
    for version in 1...20 as ClosedRange<UInt64> {
      var batch = StoreBatch.change(1, version, [1])
      batch.replies = [.of(1, version)]
      let before = try writes()
      try store.commit(batch)
      // The first commits write the header of the log, or learn where its end is.
      if version > 2 { #expect(try writes() - before == 2) }
    }
    #expect(try directory.stateAfterKill().sessions[0].changes.count == 20)
  }

  @Test("under constant writing the log stays short, and loses nothing")
  func constantWriting() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    var longest = 0
    for version in 1...20_000 as ClosedRange<UInt64> {
      var batch = StoreBatch.snapshot(1, version, Array(repeating: 7, count: 300))
      batch.replies = [.of(UInt8(version % 200), 1 + version / 200)]
      try store.commit(batch)
      longest = max(longest, store.file?.logLength ?? 0)
    }
    #expect(longest > StoreLimits.logBytes)
    #expect(longest <= StoreLimits.fullLogBytes)
    #expect(store.takeNotes() == [])
    #expect(try directory.stateAfterKill().sessions.map(\.version) == [20_000])
  }

  @Test("a reader that stays is told of, and the log is emptied when it has ended")
  func reader() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    var version: UInt64 = 0
    func commit() throws {
      version += 1
      try store.commit(
        .snapshot(1, version, Array(repeating: UInt8(version % 256), count: 900_000))
      )
      _ = store.waitForWorker()
    }
    let shell = try Connection(path: directory.files.database)
    try shell.trial(.deferred) { () throws in
      #expect(try shell.number("SELECT count(*) FROM session") == 1)
      for _ in 0..<80 { try commit() }
      let notes = store.takeNotes()
      #expect(!notes.isEmpty && notes.count < 5)
      #expect(notes.allSatisfy { $0.contains("another program reads the file all the time") })
    }
    for _ in 0..<40 { try commit() }
    #expect((store.file?.logLength ?? .max) <= StoreLimits.fullLogBytes)
    #expect(store.takeNotes() == [])
    #expect(try directory.stateAfterKill().sessions.map(\.version) == [version])
  }
}
