import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavStore

/// Databases that lack something: what is left is used, the files are kept as they were, and users are told.
@Suite("Lost commits are noticed")
struct ShortfallTests {
  /// A store with 12 sessions and 40 commits since, and the state after every commit.
  private final class Filled {
    let directory: StateDirectory
    let store: SQLiteStore
    /// The state by the number of commits; the first is the one of the start.
    private(set) var states: [StoredState] = []

    init(_ random: inout SplitMix64, commits: Int = 40) throws {
      directory = try StateDirectory()
      let opened = try directory.open()
      store = opened.store
      let twin = DictionaryStore()
      states = [opened.state.place, opened.state.place]
      func commit(_ batch: StoreBatch) throws {
        // An empty batch is no commit.
        guard !batch.isEmpty else { return }
        try store.commit(batch)
        twin.commit(batch)
        states.append(twin.state(opened.state.place))
      }
      for id in 1...12 as ClosedRange<UInt64> { try commit(.head(id, "s\(id)")) }
      for _ in 0..<commits { try commit(random.batch(after: twin)) }
    }

    var commits: Int { states.count - 1 }
  }

  @Test(
    "where the count of commits can't be written, nothing is set aside, and the store works later"
  )
  func countInTheWay() throws {
    var random = SplitMix64(seed: 4)
    let filled = try Filled(&random)
    let killed = try filled.directory.killed()
    let path = killed.path + "/state.sqlite-commits"
    try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
    let (store, state, _) = try killed.open(at: 2_000)
    #expect(state.sessions == filled.states.last?.sessions)
    #expect(store.problem != nil)
    for _ in 0..<3 {
      #expect(throws: StoreError.self) { try store.commit(.head(20, "later")) }
    }
    #expect(try killed.names().filter { $0.contains("unread") || $0.contains("damaged") } == [])
    try #require(rmdir(path) == 0)
    var whole = StoreBatch.head(20, "later")
    whole.isWhole = store.needsWhole
    try store.commit(whole)
    #expect(store.problem == nil)
    #expect(try killed.names().filter { $0.contains("unread") } == [])
    store.close()
  }

  @Test("one bit of the log after a kill: the lost commits are counted, and the files kept")
  func issue() throws {
    var random = SplitMix64(seed: 3)
    let filled = try Filled(&random)
    let killed = try filled.directory.killed()
    try killed.flip(bit: 5_000 * 8, of: "state.sqlite-wal")
    let files = ["state.sqlite", "state.sqlite-wal", "state.sqlite-commits"]
    let before = try files.map { try killed.bytes($0) }
    let (store, state, notes) = try killed.open(at: 2_000)
    #expect(notes.count == 1)
    let note = try #require(notes.first)
    // The whole state was in the log.
    #expect(
      note.contains("lacks the newest \(filled.commits) of \(filled.commits) acknowledged commits")
    )
    #expect(state.sessions == [])
    let copy = try #require(note.split(separator: " ").last.map(String.init))
    #expect(copy.contains("state.sqlite.damaged-"))
    let name = String(copy.dropFirst(killed.path.count + 1))
    #expect(try files.map { try killed.bytes(name + $0.dropFirst("state.sqlite".count)) } == before)
    // It is said once, and the store works.
    try store.commit(.head(1, "new"))
    store.close()
    let again = try killed.open(at: 3_000)
    #expect(again.notes == [])
    #expect(again.state.sessions.map(\.name) == ["new"])
  }

  @Test("any bit of the log: the state is that of an earlier commit, and their difference is told")
  func bitsOfTheLog() throws {
    try forSeeds(0..<6) { random in
      let filled = try Filled(&random, commits: 20)
      let length = try filled.directory.bytes("state.sqlite-wal").count
      for _ in 0..<20 {
        let bit = random.int(in: 0...length * 8 - 1)
        let killed = try filled.directory.killed()
        try killed.flip(bit: bit, of: "state.sqlite-wal")
        let (_, state, notes) = try killed.open(at: 2_000)
        var place = state.place
        // If all is lost, the store is another one.
        place.bornEpoch = filled.states[0].bornEpoch
        place.topicKey = filled.states[0].topicKey
        let kept = try #require(filled.states.lastIndex(of: place), "bit \(bit)")
        let isWhole = place == filled.states[filled.commits]
        let told = notes.first { $0.contains("acknowledged commits") }
        try demand(isWhole || told != nil, "bit \(bit): \(filled.commits - kept) commits are lost")
        try demand(notes.count <= 1, "\(notes)")
      }
    }
  }

  @Test("any bit of the database: no crash, and no record is lost without a word")
  func bitsOfTheDatabase() throws {
    try forSeeds(0..<6) { random in
      let filled = try Filled(&random, commits: 20)
      let whole = filled.states[filled.commits]
      #expect(filled.store.close(within: .seconds(60)))
      let length = try filled.directory.bytes("state.sqlite").count
      for _ in 0..<40 {
        let bit = random.int(in: 0...length * 8 - 1)
        let copy = try filled.directory.killed()
        try copy.flip(bit: bit, of: "state.sqlite")
        let (store, state, notes) = try copy.open(at: 2_000)
        defer { store.close(within: .seconds(60)) }
        guard notes.isEmpty else { continue }
        try demand(state.sessions.count == whole.sessions.count, "bit \(bit): sessions")
        let changes = state.sessions.map(\.changes.count).reduce(0, +)
        try demand(
          changes == whole.sessions.map(\.changes.count).reduce(0, +),
          "bit \(bit): changes"
        )
        try demand(try store.count("ledger") == whole.ledger.count, "bit \(bit): ledger")
      }
    }
  }

  @Test("an older copy in the place of the database is used, and the difference is told")
  func olderCopy() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    store.idle()
    _ = store.waitForWorker()
    let old = try directory.bytes("state.sqlite")
    for version in 1...5 as ClosedRange<UInt64> { try store.commit(.change(1, version, [1])) }
    store.close()
    try directory.write(old, to: "state.sqlite")
    let (_, state, notes) = try directory.open(at: 2_000)
    #expect(state.sessions.map(\.version) == [0])
    #expect(notes.count == 1)
    #expect(notes.first?.contains("lacks the newest 5 of 7 acknowledged commits") == true)
  }

  @Test("what a machine's crash took is told, and nothing is copied; what was synced must be there")
  func crash() throws {
    let (directory, store) = try StateDirectory.opened()
    for version in 1...4 as ClosedRange<UInt64> {
      try store.commit(.head(version, "a\(version)"))
    }
    let count = CommitFile.read(directory.files.commits)
    guard case .count(var count) = count else {
      Issue.record("\(count)")
      return
    }
    #expect(count.written == 5)
    #expect(count.synced == 1)
    _ = store.waitForWorker()
    guard case .count(let synced) = CommitFile.read(directory.files.commits) else {
      Issue.record("no count")
      return
    }
    #expect(synced.synced == 5)
    count.boot[0] ^= 1
    count.written = 9
    let killed = try directory.copy()
    try killed.write(count.encoded(), to: "state.sqlite-commits")
    var (next, state, notes) = try killed.open(at: 2_000)
    #expect(state.sessions.count == 4)
    #expect(notes.count == 1)
    #expect(
      notes.first?.contains("lacks the newest 4 of 9 acknowledged commits: the machine ended")
        == true
    )
    #expect(try killed.names().filter { $0.contains("damaged") } == [])
    next.close()
    count.synced = 8
    let power = try directory.copy()
    try power.write(count.encoded(), to: "state.sqlite-commits")
    (next, state, notes) = try power.open(at: 2_000)
    #expect(notes.first?.contains("is damaged, or an older copy is in its place") == true)
    next.close()
  }

  @Test("a daemon killed between a commit and its number has lost nothing")
  func uncountedCommit() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let count = try directory.bytes("state.sqlite-commits")
    try store.commit(.head(2, "b"))
    let killed = try directory.killed()
    try killed.write(count, to: "state.sqlite-commits")
    let (_, state, notes) = try killed.open(at: 2_000)
    #expect(notes == [])
    #expect(state.sessions.count == 2)
  }

  @Test("a number of another database, and one that can't be read, are told")
  func unknown() throws {
    let directory = try StateDirectory()
    try directory.open().store.close()
    for (name, part) in [("other", "is another database than"), ("noise", "can't be read")] {
      let other = try StateDirectory()
      try other.open(at: 77).store.close()
      let bytes = name == "noise" ? [1, 2, 3] : try other.bytes("state.sqlite-commits")
      try directory.write(bytes, to: "state.sqlite-commits")
      let (store, state, notes) = try directory.open(at: 2_000)
      #expect(state.bornEpoch == 1_000)
      #expect(notes.count == 1)
      #expect(notes.first?.contains(part) == true)
      store.close()
      #expect(try directory.open(at: 2_000).notes == [])
    }
  }

  @Test("changes and snapshots of no session are left out, and a copy keeps them")
  func orphans() throws {
    let (directory, store) = try StateDirectory.opened()
    for batch in [.head(1, "a"), .change(1, 1, [1]), .head(2, "b"), .snapshot(2, 1, [1])]
      as [StoreBatch]
    {
      try store.commit(batch)
    }
    store.close()
    try directory.edit("PRAGMA foreign_keys = 0; DELETE FROM session WHERE id = 2")
    let (next, state, notes) = try directory.open(at: 2_000)
    #expect(state.sessions.map(\.name) == ["a"])
    #expect(notes.count == 1)
    #expect(notes.first?.contains("1 of its changes and snapshots refer to no session") == true)
    #expect(try next.count("snapshot") == 0)
    next.close()
    #expect(try directory.open(at: 3_000).notes == [])
  }

  @Test("the stored form of the number of commits: any other bytes are none")
  func stored() throws {
    let count = CommitCount(
      bornEpoch: .max,
      written: 0x0102_0304_0506_0708,
      synced: 3,
      boot: Array(1...16)
    )
    let bytes = count.encoded()
    #expect(bytes.count == CommitCount.byteCount)
    #expect(CommitCount(decoding: bytes) == count)
    for bit in 0..<bytes.count * 8 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(CommitCount(decoding: other) == nil)
    }
    #expect(CommitCount(decoding: bytes + [0]) == nil)
    #expect(CommitCount(decoding: Array(bytes.dropLast())) == nil)
    #expect(CommitFile.boot().count == CommitCount.bootBytes)
  }
}
