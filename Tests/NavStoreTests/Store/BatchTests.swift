import NavBase
import NavTestKit
import Testing

@testable import NavStore

@Suite("The effect of a batch")
struct BatchTests {
  private static let big = UInt64(Int64.max)

  /// Commits batches, and returns the state read after each of two ends: closed and killed.
  private func read(_ batches: [StoreBatch]) throws -> StoredState {
    let (directory, store) = try StateDirectory.opened()
    for batch in batches { try store.commit(batch) }
    let killed = try directory.stateAfterKill()
    store.close()
    let closed = try directory.open().state
    #expect(killed == closed)
    return closed
  }

  private func check(
    sessions expected: [SessionRecord],
    after batches: [StoreBatch],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sessions = try read(batches).sessions
    #expect(sessions == expected, sourceLocation: sourceLocation)
  }

  @Test("sessions are read in ascending order of their 64-bit IDs, with name and content")
  func heads() throws {
    try check(sessions: [], after: [])
    try check(
      sessions: [0, 1, Self.big, Self.big + 1, .max].map {
        SessionRecord(id: $0, name: "s", content: [1])
      },
      after: [.max, 1, Self.big + 1, 0, Self.big].map { .head($0, "s") }
    )
    try check(
      sessions: [SessionRecord(id: 1, name: "ü🙂", content: [], version: 3, changes: [[4]])],
      after: [.head(1, "old", content: [9]), .change(1, 3, [4]), .head(1, "ü🙂", content: [])]
    )
  }

  @Test("changes are read in the order of writing, also those of one version")
  func changes() throws {
    try check(
      sessions: [
        SessionRecord(id: 1, name: "a", content: [1], version: 7, changes: [[1], [], [3], [2]]),
        SessionRecord(id: 2, name: "b", content: [1], version: 9, changes: [[8]]),
      ],
      after: [
        .head(1, "a"), .head(2, "b"), .change(1, 5, [1]), .change(2, 9, [8]), .change(1, 7, []),
        .change(1, 7, [3]), .change(1, 6, [2]),
      ]
    )
  }

  @Test(
    "a snapshot replaces the changes up to its version",
    arguments: [0, 5, big - 1, big, big + 1, UInt64.max - 1]
  )
  func snapshots(_ version: UInt64) throws {
    try check(
      sessions: [
        SessionRecord(
          id: 1,
          name: "a",
          content: [1],
          version: version + 1,
          snapshot: [7],
          changes: [[2], [4]]
        )
      ],
      after: [
        .head(1, "a"), .snapshot(1, version, [6]), .change(1, 0, [9]), .change(1, version, [1]),
        .change(1, version + 1, [2]), .snapshot(1, version, [7]), .change(1, version, [4]),
      ]
    )
  }

  @Test("a snapshot may be empty, and replaces nothing of another session")
  func emptySnapshot() throws {
    try check(
      sessions: [
        SessionRecord(id: 1, name: "a", content: [1], version: 4),
        SessionRecord(id: 2, name: "b", content: [1], version: 3, changes: [[3]]),
      ],
      after: [
        .head(1, "a"), .head(2, "b"), .change(1, 3, [1]), .change(2, 3, [3]), .snapshot(1, 4, []),
      ]
    )
  }

  @Test(
    "the order in one batch: heads, changes, snapshots, ended, forgotten, replies, ledger records"
  )
  func order() throws {
    let batch = StoreBatch {
      $0.ledger = [
        LedgerRecord(key: 4, bytes: [4]), LedgerRecord(key: -1, bytes: []),
        LedgerRecord(key: .min, bytes: [1]),
      ]
      $0.replies = [.of(1, 1), .of(2, 5)]
      $0.forgotten = [ReplyRecord.of(1, 0).client]
      $0.ended = [2]
      $0.snapshots = [NavigationRecord(session: 1, version: 2, bytes: [20])]
      $0.changes = [1, 2, 3].map { NavigationRecord(session: 1, version: $0, bytes: [UInt8($0)]) }
      $0.changes.append(NavigationRecord(session: 2, version: 1, bytes: [1]))
      $0.heads = [1, 2].map { SessionHead(id: $0, name: "n", content: []) }
    }
    let old = StoreBatch {
      $0.ledger = [LedgerRecord(key: -1, bytes: [9]), LedgerRecord(key: 4, bytes: [8])]
    }
    let state = try read([.reply(.of(1, 9)), .reply(.of(2, 4)), old, batch])
    #expect(
      state.sessions == [
        SessionRecord(id: 1, name: "n", content: [], version: 3, snapshot: [20], changes: [[3]])
      ]
    )
    #expect(state.replies == [.of(1, 1), .of(2, 4), .of(2, 5)])
    #expect(
      state.ledger == [LedgerRecord(key: .min, bytes: [1]), LedgerRecord(key: 4, bytes: [4])]
    )
  }

  @Test("the newest record of an invitation counts, and one without bytes takes it away")
  func invitations() throws {
    func batch(_ records: [(UInt64, [UInt8])]) -> StoreBatch {
      StoreBatch { $0.invitations = records.map { InvitationRecord(id: $0.0, bytes: $0.1) } }
    }
    let state = try read([
      batch([(Self.big + 1, [1]), (7, [2]), (3, [3])]), batch([(7, []), (3, [4]), (9, [])]),
    ])
    #expect(
      state.invitations == [
        InvitationRecord(id: 3, bytes: [4]), InvitationRecord(id: Self.big + 1, bytes: [1]),
      ]
    )
  }

  @Test("a session that ends loses its places; the replies to its clients stay")
  func ended() throws {
    let end = StoreBatch { $0.ended = [1, 77] }
    let state = try read([
      .head(1, "a"), .snapshot(1, 1, [1]), .change(1, 2, [2]), .reply(.of(1, 1)), end,
      .head(1, "a"),
    ])
    #expect(state.sessions == [SessionRecord(id: 1, name: "a", content: [1])])
    #expect(state.replies == [.of(1, 1)])
  }

  @Test("a whole batch replaces all sessions, replies and ledger records")
  func whole() throws {
    var whole = StoreBatch.head(2, "new")
    whole.isWhole = true
    whole.replies = [.of(2, 2)]
    let old: [StoreBatch] = [
      .head(1, "a"), .snapshot(1, 1, [1]), .change(1, 2, [2]), .reply(.of(1, 1)),
      StoreBatch {
        $0.ledger = [LedgerRecord(key: 1, bytes: [1])]
        $0.invitations = [InvitationRecord(id: 1, bytes: [1])]
      },
    ]
    let state = try read(old + [whole])
    #expect(state.sessions == [SessionRecord(id: 2, name: "new", content: [1])])
    #expect(state.replies == [.of(2, 2)])
    #expect(state.ledger == [] && state.invitations == [])
    let nothing = try read(old + [StoreBatch { $0.isWhole = true }])
    #expect(nothing.sessions == [])
    #expect(nothing.replies == [])
  }

  @Test(
    "the newest 64 replies of a client are kept, whatever their sequence numbers",
    arguments: [1, 2, 15, 16, 17, 63, 64, 65, 66, 79, 80, 81, 130],
    [0, big - 70, UInt64.max - 130]
  )
  func replies(_ count: UInt64, _ before: UInt64) throws {
    let seqs = (1...count).map { before + $0 }
    let state = try read(seqs.map { .reply(.of(3, $0)) } + [.reply(.of(4, 1, []))])
    let kept = seqs.suffix(Int(StoreLimits.repliesPerClient))
    #expect(state.replies == kept.map { .of(3, $0) } + [.of(4, 1, [])])
  }

  @Test("at most 16 replies wait to be trimmed")
  func trimming() throws {
    let directory = try StateDirectory()
    let (store, _, _) = try directory.open()
    var most = 0
    for seq in 1...200 as ClosedRange<UInt64> {
      try store.commit(.reply(.of(1, seq)))
      most = max(most, try store.count("reply"))
    }
    #expect(most == Int(StoreLimits.repliesPerClient + StoreLimits.repliesToTrim) - 1)
    #expect(try store.count("reply") < most)
  }

  @Test("a record may have the maximum length, and not a byte more")
  func lengths() throws {
    let fits = [UInt8](repeating: 5, count: StoreLimits.recordBytes)
    let record = NavigationRecord(session: 1, version: 1, bytes: fits)
    let parts: [(String, (inout StoreBatch, [UInt8]) -> Void)] = [
      ("the content of session a", { $0.heads = [SessionHead(id: 1, name: "a", content: $1)] }),
      (
        "a change of session 1",
        { $0.changes = [NavigationRecord(session: 1, version: 1, bytes: $1)] }
      ),
      (
        "the snapshot of session 1",
        { $0.snapshots = [NavigationRecord(session: 1, version: 1, bytes: $1)] }
      ),
      ("the reply to request 3", { $0.replies = [.of(1, 3, $1)] }),
    ]
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    for (name, fill) in parts {
      var batch = StoreBatch.head(2, "too")
      fill(&batch, fits + [0])
      #expect(
        throws: StoreError.io(
          path: directory.files.database,
          reason: "\(name) has 16777217 bytes, more than 16777216"
        )
      ) { try store.commit(batch) }
      #expect(store.problem != nil)
    }
    try store.commit(StoreBatch { $0.changes = [record] })
    #expect(store.problem == nil)
    let state = try directory.stateAfterKill()
    #expect(state.sessions.map(\.id) == [1])
    #expect(state.sessions[0].changes == [fits])
  }

  @Test("a batch that names a missing session is refused as a whole")
  func strangers() throws {
    let (directory, store) = try StateDirectory.opened()
    for batch in [StoreBatch.change(5, 1, []), .snapshot(5, 1, [])] {
      var batch = batch
      batch.heads = [SessionHead(id: 1, name: "a", content: [])]
      #expect(throws: StoreError.self) { try store.commit(batch) }
      #expect("\(try #require(store.problem))".contains("refuses the batch"))
    }
    #expect(try directory.stateAfterKill().sessions == [])
    try store.commit(.head(5, "a"))
    try store.commit(.change(5, 1, [1]))
    #expect(try directory.stateAfterKill().sessions.map(\.changes) == [[[1]]])
  }

  @Test("IDs of another length are refused, and an empty batch changes nothing")
  func lengthsOfIDs() throws {
    let (directory, store) = try StateDirectory.opened()
    for (client, digest) in [(15, 16), (17, 16), (16, 15), (16, 17), (0, 16), (16, 0)] {
      var reply = ReplyRecord.of(1, 1)
      reply.client = Array(repeating: 1, count: client)
      reply.digest = Array(repeating: 1, count: digest)
      #expect(throws: StoreError.self, "\(client) \(digest)") { try store.commit(.reply(reply)) }
    }
    let log = try directory.bytes("state.sqlite-wal")
    try store.commit(StoreBatch())
    #expect(try directory.bytes("state.sqlite-wal") == log)
    #expect(StoreBatch().isEmpty)
  }
}

@Suite("The store and its reference implementation")
struct TwinTests {
  @Test("all commits are read back, however often the store is reopened")
  func sameAsTwin() throws {
    try forSeeds(0..<10) { random in
      let directory = try StateDirectory()
      let twin = DictionaryStore()
      var (store, state, _) = try directory.open()
      let born = state.place
      for _ in 0..<30 {
        let batch = random.batch(after: twin)
        try store.commit(batch)
        twin.commit(batch)
        switch random.int(in: 0...11) {
        case 0:
          store.close()
          (store, state, _) = try directory.open()
          try demand(state.place == twin.state(born), "after a close")
        case 1: try demand(try directory.stateAfterKill().place == twin.state(born), "after a kill")
        case 2: store.idle()
        default: break
        }
      }
      store.close()
      try demand(try directory.open().state.place == twin.state(born), "at the end")
    }
  }
}
