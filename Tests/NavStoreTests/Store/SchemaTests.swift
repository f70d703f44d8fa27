import Foundation
import NavBase
import NavTestKit
import Testing

@testable import NavStore

@Suite("The versions of the file format")
struct SchemaTests {
  /// A file written by a released version; it is never written again.
  private static func frozen(_ version: Int) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Frozen/v\(version).sqlite")
  }

  private static let batches: [StoreBatch] = [
    .head(1, "slides", content: [10, 20]), .snapshot(1, 7, [1, 2, 3]), .change(1, 8, [4]),
    .change(1, 9, []), .head(.max, "tree", content: [], control: [7, 8], talk: [9]),
    .change(.max, UInt64(Int64.max) + 5, [6]),
    .reply(.of(1, 1, [])), .reply(.of(1, 2, [5])), .reply(.of(9, .max, [6])),
    StoreBatch { $0.ledger = ledger }, StoreBatch { $0.invitations = invitations },
  ]

  private static let sessions = [
    SessionRecord(
      id: 1,
      name: "slides",
      content: [10, 20],
      version: 9,
      snapshot: [1, 2, 3],
      changes: [[4], []]
    ),
    SessionRecord(
      id: .max,
      name: "tree",
      content: [],
      control: [7, 8],
      talk: [9],
      version: UInt64(Int64.max) + 5,
      changes: [[6]]
    ),
  ]

  /// The sessions without what earlier versions do not store.
  private static func sessions(of version: Int) -> [SessionRecord] {
    sessions.map { session in
      var session = session
      if version < 3 { session.control = [] }
      if version < 4 { session.talk = [] }
      return session
    }
  }

  private static let replies: [ReplyRecord] = [
    .of(1, 1, []), .of(1, 2, [5]), .of(9, .max, [6]),
  ]

  private static let ledger = [
    LedgerRecord(key: .min, bytes: [1]), LedgerRecord(key: 5, bytes: [2, 3]),
  ]

  private static let invitations = [
    InvitationRecord(id: 3, bytes: [4, 5]), InvitationRecord(id: .max, bytes: [6]),
  ]

  /// A state directory with the file of a version.
  private func directory(of version: Int) throws -> StateDirectory {
    let directory = try StateDirectory()
    try directory.write(Array(Data(contentsOf: Self.frozen(version))), to: "state.sqlite")
    return directory
  }

  /// Writes the frozen file of this version with `NAV_RECORD=1`, if there is none.
  private func record() throws {
    let file = Self.frozen(Schema.steps.count)
    guard ProcessInfo.processInfo.environment["NAV_RECORD"] == "1",
      !FileManager.default.fileExists(atPath: file.path)
    else { return }
    let directory = try StateDirectory()
    let (store, _, _) = try directory.open(at: 1_700_000_000_000, seed: 77)
    for batch in Self.batches { try store.commit(batch) }
    store.close()
    try Data(directory.bytes("state.sqlite")).write(to: file)
  }

  @Test("every released version is read", arguments: 1...Schema.steps.count)
  func frozen(_ version: Int) throws {
    if version == Schema.steps.count { try record() }
    let directory = try directory(of: version)
    let (store, state, notes) = try directory.open(at: 5)
    #expect(notes == [])
    #expect(
      state
        == StoredState(
          bornEpoch: 1_700_000_000_000,
          epoch: 1_700_000_000_001,
          topicKey: [
            129, 84, 236, 187, 9, 238, 84, 43, 113, 61, 97, 208, 211, 151, 198, 191, 101, 72, 254,
            226, 237, 190, 120, 242, 68, 0, 179, 140, 217, 84, 42, 109,
          ],
          sessions: Self.sessions(of: version),
          replies: Self.replies,
          ledger: version < 2 ? [] : Self.ledger,
          invitations: version < 5 ? [] : Self.invitations
        )
    )
    #expect(try store.query("PRAGMA user_version") == Schema.steps.count)
    try store.commit(.change(1, 10, [7]))
    #expect(try directory.stateAfterKill().sessions[0].version == 10)
  }

  @Test("an empty database of version 0 becomes one of this version")
  func versionZero() throws {
    let directory = try StateDirectory()
    try directory.edit("CREATE TABLE t (x); DROP TABLE t; PRAGMA user_version = 0")
    #expect(try directory.bytes("state.sqlite").count > 0)
    let (store, state, notes) = try directory.open(at: 5)
    #expect(notes == [])
    #expect(state.bornEpoch == 5)
    #expect(try store.query("PRAGMA user_version") == Schema.steps.count)
    #expect(try store.query("PRAGMA application_id") == Int(Schema.applicationID))
  }

  @Test("a new version is one more step, and migrates files of all earlier versions")
  func nextVersion() throws {
    let later: [Schema.Step] = [
      { try $0.execute("ALTER TABLE session ADD COLUMN color INTEGER NOT NULL DEFAULT 3") },
      { try $0.execute("UPDATE session SET color = 4 WHERE id = 1") },
    ]
    let directory = try directory(of: 1)
    let db = try StateFile.connect(directory.files.database)
    #expect(try Schema.find(db) == .usable(version: 1))
    try Schema.migrate(db, from: 1, steps: Schema.steps + later)
    let newest = Schema.steps.count + 2
    #expect(try Schema.find(db, newest: newest) == .usable(version: newest))
    #expect(try Schema.find(db, newest: newest - 1) == .newer(version: newest))
    #expect(try db.texts("SELECT color FROM session ORDER BY id") == ["3", "4"])
    #expect(try StoredContents.read(db)?.sessions == Self.sessions(of: 1))
    // Nothing is left to do.
    try Schema.migrate(db, from: newest, steps: Schema.steps + later)
    #expect(try Schema.find(db, newest: newest) == .usable(version: newest))
  }

  @Test("a step that fails leaves the file unchanged")
  func failingStep() throws {
    let steps: [Schema.Step] = [
      { try $0.execute("DELETE FROM session") },
      { try $0.execute("INSERT INTO nothing VALUES (1)") },
    ]
    let directory = try directory(of: 1)
    let db = try StateFile.connect(directory.files.database)
    #expect(throws: SQLiteError.self) {
      try Schema.migrate(db, from: 1, steps: Schema.steps + steps)
    }
    #expect(try Schema.find(db) == .usable(version: 1))
    #expect(
      try db.texts("SELECT name FROM session ORDER BY id") == ["tree", "slides"]
    )
  }
}
