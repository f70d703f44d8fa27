import Dispatch
import Foundation
import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavStore

/// A store with a log, and the reference's state after every commit.
private final class History {
  let directory: StateDirectory
  let store: SQLiteStore
  let born: StoredState
  /// The length of the log and the store's state, commit by commit.
  private(set) var moments: [(log: Int, state: StoredState)] = []

  init(_ random: inout SplitMix64, commits: Int) throws {
    directory = try StateDirectory()
    (store, born, _) = try directory.open()
    let twin = DictionaryStore()
    note(twin)
    for _ in 0..<commits {
      let batch = random.batch(after: twin)
      try store.commit(batch)
      twin.commit(batch)
      note(twin)
    }
  }

  private func note(_ twin: DictionaryStore) {
    let length = FileID.read(directory.files.log)?.length ?? 0
    moments.append((length, twin.state(born.place)))
  }

  var logLength: Int { moments.last?.log ?? 0 }

  /// Returns the state that so much of the log contains.
  func state(logLength: Int) -> StoredState? {
    moments.last { $0.log <= logLength }?.state
  }
}

@Suite("A store whose process ends at any time")
struct CrashTests {
  @Test("an open transaction is not there after a kill, whatever its size")
  func openTransaction() throws {
    for (size, isSpilled) in [(10, false), (6_000_000, false), (6_000_000, true)] {
      let (directory, store) = try StateDirectory.opened(.head(1, "a"))
      try store.commit(.change(1, 1, [1]))
      let before = FileID.read(directory.files.log)?.length ?? 0
      var batch = StoreBatch.change(1, 2, Array(repeating: 2, count: size))
      batch.heads = [SessionHead(id: 2, name: "b", content: [])]
      batch.snapshots = [NavigationRecord(session: 1, version: 1, bytes: [9])]
      batch.replies = [.of(1, 1)]
      // Data that exceeds the cache goes to the log before the commit, where that is allowed.
      try store.query("PRAGMA cache_size = 50")
      if isSpilled { try store.query("PRAGMA cache_spill = ON") }
      let connection = try #require(store.file).connection
      try connection.trial(.immediate) {
        var writer = BatchWriter(path: directory.files.database, ordinal: 100)
        try writer.write(batch, to: connection)
        let during = FileID.read(directory.files.log)?.length ?? 0
        #expect((during > before) == isSpilled)
        let killed = try directory.stateAfterKill()
        #expect(killed.sessions.map(\.changes) == [[[1]]])
        #expect(killed.replies == [])
      }
      try store.commit(batch)
      let killed = try directory.stateAfterKill()
      #expect(killed.sessions.map(\.id) == [1, 2])
      #expect(killed.sessions[0].changes.map(\.count) == [size])
      #expect(killed.replies == [.of(1, 1)])
    }
  }

  @Test("a log cut at any position is read up to the last complete commit")
  func tornLog() throws {
    try forSeeds(0..<3) { random in
      let history = try History(&random, commits: 25)
      let first = history.moments[0].log
      for _ in 0..<40 {
        let cut = random.int(in: first...history.logLength)
        let read = try history.directory.stateAfterKill(logLength: cut)
        try demand(read.place == history.state(logLength: cut), "cut at \(cut)")
      }
    }
  }

  @Test("of a log with a wrong byte all earlier commits are read")
  func spoiltLog() throws {
    try forSeeds(10..<13) { random in
      let history = try History(&random, commits: 25)
      let first = history.moments[0].log
      for _ in 0..<40 {
        let place = random.int(in: first...history.logLength - 1)
        let copy = try history.directory.copy()
        var log = try copy.bytes("state.sqlite-wal")
        log[place] ^= UInt8(1 << random.int(in: 0...7))
        try copy.write(log, to: "state.sqlite-wal")
        let (_, read, notes) = try copy.open()
        try demand(notes.isEmpty, "\(notes)")
        try demand(read.place == history.state(logLength: place), "wrong at \(place)")
      }
    }
  }

  @Test("a copy taken after any of many checkpoints contains everything")
  func checkpoints() throws {
    try forSeeds(20..<23) { random in
      let directory = try StateDirectory()
      let (store, born, _) = try directory.open()
      let twin = DictionaryStore()
      for _ in 0..<30 {
        let batch = random.batch(after: twin)
        try store.commit(batch)
        twin.commit(batch)
        if random.oneIn(3) {
          store.idle()
          _ = store.waitForWorker()
        }
        let read = try directory.stateAfterKill()
        try demand(read.place == twin.state(born.place))
      }
    }
  }

  /// Returns the directory that a process and its child share.
  private static func sharedDirectory(of process: pid_t) -> String {
    "/tmp/navstore-kill-\(process)"
  }

  @Test("a process killed at any time has written all commits that it reported")
  func killed() async throws {
    let path = Self.sharedDirectory(of: getpid())
    defer { try? FileManager.default.removeItem(atPath: path) }
    var read = 0
    for round in 1...4 as ClosedRange<UInt64> {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let path = CrashTests.sharedDirectory(of: getppid())
        var random = SystemRandomNumberGenerator()
        let (store, state, _) = try SQLiteStore.open(directory: path, epoch: 1, random: &random)
        if state.sessions.isEmpty { try store.commit(.head(1, "a")) }
        let told = open(path + "/told", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let first = (state.sessions.first?.version ?? 0) + 1
        for version in first... {
          var batch = StoreBatch.change(1, version, Array(repeating: 1, count: 100))
          batch.replies = [.of(1, version)]
          try store.commit(batch)
          _ = Glibc.write(told, "x", 1)
          if version == first {
            // Another thread ends the process, whatever this one does.
            let moment = DispatchTime.now() + .milliseconds(.random(in: 5...90))
            DispatchQueue.global().asyncAfter(deadline: moment) { kill(getpid(), SIGKILL) }
          }
          if version % 100 == 0 { store.idle() }
        }
      }
      let told = FileID.read(path + "/told")?.length ?? 0
      var random = SplitMix64(seed: round)
      let (store, state, notes) = try SQLiteStore.open(directory: path, epoch: 1, random: &random)
      #expect(notes == [])
      #expect(store.problem == nil)
      // The child's start and the one here each have an epoch.
      #expect(state.epoch == round * 2)
      let session = try #require(state.sessions.first)
      #expect(session.changes.count == Int(session.version))
      #expect(state.replies.last?.seq ?? 0 == session.version)
      // One commit per round may have been written and not reported.
      #expect(session.changes.count >= told)
      #expect(session.changes.count <= told + Int(round))
      #expect(session.changes.count > read)
      read = session.changes.count
      #expect(store.close(within: .seconds(60)))
    }
  }
}
