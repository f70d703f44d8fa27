import Foundation
import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavStore

@Suite("Opening a store")
struct OpeningTests {
  @Test("a new store is empty, was created in its epoch, and has a permanent key")
  func new() throws {
    let directory = try StateDirectory()
    let first = try directory.open(at: 5_000, seed: 1)
    #expect(first.notes == [])
    #expect(first.store.problem == nil)
    #expect(
      first.state == StoredState(bornEpoch: 5_000, epoch: 5_000, topicKey: first.state.topicKey)
    )
    #expect(first.state.topicKey.count == StoreLimits.topicKeyBytes)
    first.store.close()
    let second = try directory.open(at: 6_000, seed: 2)
    #expect(
      second.state
        == StoredState(bornEpoch: 5_000, epoch: 6_000, topicKey: first.state.topicKey)
    )
    let other = try StateDirectory().open(at: 5_000, seed: 2)
    #expect(other.state.topicKey != first.state.topicKey)
  }

  @Test(
    "the epoch is the clock, or the stored one plus one, and survives a kill",
    arguments: [
      (1_000, 1_001, 1_001), (1_000, 1_000, 1_001), (1_000, 0, 1_001), (1_000, .max, .max),
      (UInt64(Int64.max), 7, UInt64(Int64.max) + 1), (.max - 1, 7, .max),
    ] as [(UInt64, UInt64, UInt64)]
  )
  func epoch(_ stored: UInt64, _ now: UInt64, _ expected: UInt64) throws {
    let directory = try StateDirectory()
    let (store, state, _) = try directory.open(at: stored)
    #expect(state.epoch == stored)
    // Without a close: the epoch was written by `open` itself.
    let copy = try directory.copy()
    let second = try copy.open(at: now)
    #expect(second.state.epoch == expected)
    #expect(second.state.bornEpoch == stored)
    #expect(second.notes == [])
    store.close()
  }

  @Test("no epoch can follow the last one: the file is set aside, and the clock counts again")
  func lastEpoch() throws {
    let directory = try StateDirectory()
    try directory.open(at: .max).store.close()
    let (_, state, notes) = try directory.open(at: 9)
    #expect(state.epoch == 9)
    #expect(notes.count == 1)
    #expect(notes[0].contains("no epoch can follow its own"))
  }

  @Test("the directory and those above it are created for this user alone, and so are the files")
  func rights() throws {
    let directory = try StateDirectory()
    let deep = StoreFiles(directory: directory.path + "/a/b")
    var random = SplitMix64(seed: 1)
    let (store, _, notes) = try SQLiteStore.open(
      directory: deep.directory,
      epoch: 1,
      random: &random
    )
    #expect(notes == [])
    try store.commit(.head(1, "a"))
    for (path, mode) in [
      (directory.path + "/a", 0o700), (deep.directory, 0o700), (deep.lock, 0o600),
      (deep.database, 0o600), (deep.log, 0o600), (deep.database + "-shm", 0o600),
    ] {
      var status = stat()
      #expect(stat(path, &status) == 0, "\(path)")
      #expect(status.st_mode & 0o777 == mode, "\(path)")
    }
    store.close()
    chmod(deep.database, 0o644)
    let again = try SQLiteStore.open(directory: deep.directory, epoch: 2, random: &random)
    var status = stat()
    #expect(stat(deep.database, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    again.0.close()
  }

  @Test("the settings for durability and safety")
  func settings() throws {
    let directory = try StateDirectory()
    let (store, _, _) = try directory.open()
    for (name, value) in [
      ("synchronous", 1), ("wal_autocheckpoint", 0), ("trusted_schema", 0), ("foreign_keys", 1),
      ("user_version", Schema.steps.count), ("journal_size_limit", StoreLimits.keptLogBytes),
    ] {
      #expect(try store.query("PRAGMA \(name)") == value, "\(name)")
    }
    let connection = try #require(store.file).connection
    #expect(try connection.texts("PRAGMA journal_mode") == ["wal"])
  }

  // MARK: The lock

  @Test("a second daemon is refused with the process that holds the directory")
  func locked() throws {
    let (directory, store) = try StateDirectory.opened()
    let expected = StoreError.locked(path: directory.files.lock, pid: getpid())
    #expect(throws: expected) { try directory.open() }
    #expect("\(expected)".contains("process id \(getpid()) holds \(directory.files.lock)"))
    try directory.write([], to: "lock")
    #expect(throws: StoreError.locked(path: directory.files.lock, pid: nil)) {
      try directory.open()
    }
    store.close()
    let next = try directory.open()
    #expect(next.store.problem == nil)
    #expect(try directory.bytes("lock") == Array("\(getpid())\n".utf8))
  }

  @Test("a store that is freed without a close leaves the directory free")
  func dropped() throws {
    let directory = try StateDirectory()
    try directory.open().store.commit(.head(1, "a"))
    let (store, state, _) = try directory.open()
    #expect(store.problem == nil)
    #expect(state.sessions.map(\.name) == ["a"])
  }

  // MARK: Numbers in the file

  @Test(
    "extreme numbers are read, or the file is set aside",
    arguments: [.min, -1, 0, 1, .max - 1, .max] as [Int64]
  )
  func extremes(_ number: Int64) throws {
    let columns = [
      "mark.bornEpoch", "mark.epoch", "session.id", "snapshot.session", "snapshot.version",
      "change.session", "change.ordinal", "change.version", "reply.seq", "reply.usedAt",
      "ledger.key", "commits.count",
    ]
    let batches: [StoreBatch] = [
      .head(7, "a"), .snapshot(7, 3, [1]), .change(7, 4, [2]), .reply(.of(1, 5)),
      StoreBatch { $0.ledger = [LedgerRecord(key: 5, bytes: [1])] },
    ]
    for column in columns {
      let (directory, store) = try StateDirectory.opened()
      for batch in batches { try store.commit(batch) }
      store.close()
      let parts = column.split(separator: ".")
      try directory.edit(
        "PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1; "
          + "UPDATE \(parts[0]) SET \(parts[1]) = \(number)"
      )
      let (next, state, notes) = try directory.open(at: 2_000)
      #expect(next.problem == nil, "\(column)")
      for id in state.sessions.map(\.id) {
        try next.commit(.change(id, .max, [1]))
        try next.commit(.snapshot(id, .max, [1]))
      }
      try next.commit(.head(8, "b"))
      try next.commit(.change(8, 1, [1]))
      try next.commit(.reply(.of(1, .max)))
      next.close()
      let (_, again, later) = try directory.open(at: 3_000)
      #expect(later == [] || number == -1 && column == "mark.epoch", "\(column) \(later)")
      #expect(again.sessions.contains { $0.name == "b" } || !later.isEmpty, "\(column) \(notes)")
    }
  }

  // MARK: Files that can't be used

  /// A closed file with a few sessions, and a case's damage to it.
  private struct Damage: CustomTestStringConvertible {
    let testDescription: String
    /// A part of the note, and of the name that the file gets.
    let reason: String
    var name = "damaged-"
    let change: @Sendable (StateDirectory) throws -> Void

    init(
      _ description: String,
      _ reason: String,
      _ name: String = "damaged-",
      _ change: @escaping @Sendable (StateDirectory) throws -> Void
    ) {
      testDescription = description
      self.reason = reason
      self.name = name
      self.change = change
    }
  }

  private static let damages = [
    Damage("no database at all", "not a database") {
      try $0.write(Array("these are not the pages that you look for".utf8), to: "state.sqlite")
    },
    Damage("random bytes of a database's length", "not a database") {
      var random = SplitMix64(seed: 4)
      try $0.write(random.bytes(20_480), to: "state.sqlite")
    },
    Damage("cut in the middle", "malformed") {
      let bytes = try $0.bytes("state.sqlite")
      try $0.write(Array(bytes[..<(bytes.count / 2)]), to: "state.sqlite")
    },
    Damage("a page of zeros", "error code 11") {
      var bytes = try $0.bytes("state.sqlite")
      bytes.replaceSubrange(8_192..<12_288, with: [UInt8](repeating: 0, count: 4_096))
      try $0.write(bytes, to: "state.sqlite")
    },
    Damage("a directory in its place", "it is a directory") {
      unlink($0.files.database)
      mkdir($0.files.database, 0o700)
    },
    Damage("another program's database", "not written by navd") {
      unlink($0.files.database)
      unlink($0.files.log)
      try $0.edit("CREATE TABLE song (title TEXT)")
    },
    Damage("another program's mark in the header", "not written by navd") {
      try $0.edit("PRAGMA application_id = 7")
    },
    Damage("a negative schema", "not written by navd") {
      try $0.edit("PRAGMA user_version = -1")
    },
    Damage("a table is missing", "its tables are not those of its version") {
      try $0.edit("DROP TABLE reply")
    },
    Damage("a column is missing", "its tables are not those of its version") {
      try $0.edit("ALTER TABLE reply DROP COLUMN usedAt")
    },
    Damage("a value breaks a rule of its table", "a value has 1 bytes in place of 32") {
      try $0.edit("PRAGMA ignore_check_constraints = 1; UPDATE mark SET topicKey = x'00'")
    },
    Damage("emptied, but its log is not", "it is empty, but its log is not") {
      try $0.write([], to: "state.sqlite")
      try $0.write([1, 2, 3], to: "state.sqlite-wal")
    },
    Damage("missing, but its log is there", "it is missing, but its log is there") {
      unlink($0.files.database)
    },
    Damage(
      "a newer schema",
      "a newer navd (schema \(Schema.steps.count + 1), this one knows \(Schema.steps.count))",
      "newer-schema-\(Schema.steps.count + 1)"
    ) {
      try $0.edit("PRAGMA user_version = \(Schema.steps.count + 1)")
    },
    Damage("a much newer schema", "a newer navd (schema 900", "newer-schema-900") {
      try $0.edit("PRAGMA user_version = 900; DROP TABLE mark")
    },
  ]

  @Test("an unusable file is set aside as it is, and an empty store begins", arguments: damages)
  private func setAside(_ damage: Damage) throws {
    let directory = try StateDirectory()
    var (store, old, _) = try directory.open(at: 50)
    for id in 1...40 as ClosedRange<UInt64> {
      try store.commit(.head(id, "s\(id)", content: Array(repeating: 1, count: 900)))
    }
    store.close()
    try damage.change(directory)
    let isDirectory = FileID.isDirectory(directory.files.database)
    let bytes = isDirectory ? [] : try? directory.bytes("state.sqlite")

    var notes: [String]
    var state: StoredState
    (store, state, notes) = try directory.open(at: 20, seed: 9)
    #expect(store.problem == nil)
    #expect(notes.count == 1)
    let note = try #require(notes.first)
    #expect(note.contains(damage.reason))
    // The epoch still rises with the clock; the key is a new one.
    #expect(state == StoredState(bornEpoch: 20, epoch: 20, topicKey: state.topicKey))
    #expect(state.topicKey != old.topicKey)

    let aside = try directory.names().filter { $0.contains(damage.name) }
    #expect(!aside.isEmpty)
    if let bytes, !isDirectory {
      let name = try #require(aside.min { $0.count < $1.count })
      #expect(try directory.bytes(name) == bytes)
      #expect(note.contains("/" + name))
    }
    // The new store works.
    try store.commit(.head(7, "new"))
    store.close()
    (store, state, notes) = try directory.open(at: 21)
    #expect(state.sessions.map(\.name) == ["new"])
    #expect(notes == [])
  }

  @Test("a newer navd can use its file again under the old name")
  func backAgain() throws {
    let (directory, store) = try StateDirectory.opened(.head(3, "kept"))
    store.close()
    try directory.edit("PRAGMA user_version = \(Schema.steps.count + 1)")
    try directory.open().store.close()
    for ending in StoreFiles.endings {
      unlink(directory.files.database + ending)
      rename(
        directory.files.database + ".newer-schema-\(Schema.steps.count + 1)" + ending,
        directory.files.database + ending
      )
    }
    // This process acts as the newer one.
    try directory.edit("PRAGMA user_version = \(Schema.steps.count)")
    #expect(try directory.open().state.sessions.map(\.name) == ["kept"])
  }

  @Test("files set aside are never overwritten: up to 1,000 names, then nothing is renamed")
  func names() throws {
    let directory = try StateDirectory()
    let files = directory.files
    for number in 1..<StoreLimits.setAsideNames {
      let name = "state.sqlite.damaged-T" + (number == 1 ? "" : "-\(number)")
      try directory.write([UInt8(truncatingIfNeeded: number)], to: name)
    }
    try directory.write([41], to: "state.sqlite")
    #expect(
      try files.setAside(as: "damaged", stamp: "T") == files.database + ".damaged-T-1000"
    )
    try directory.write([42], to: "state.sqlite")
    #expect(throws: StoreError.self) { try files.setAside(as: "damaged", stamp: "T") }
    #expect(try directory.bytes("state.sqlite") == [42])
    for (number, byte) in [("", 1), ("-2", 2), ("-999", 231), ("-1000", 41)] as [(String, UInt8)] {
      #expect(try directory.bytes("state.sqlite.damaged-T" + number) == [byte])
    }
    // A log alone takes a name too.
    let other = try StateDirectory()
    try other.write([1], to: "state.sqlite.damaged-T-wal")
    try other.write([2], to: "state.sqlite")
    #expect(
      try other.files.setAside(as: "damaged", stamp: "T") == other.files.database + ".damaged-T-2"
    )
  }

  @Test("the time in a name: the year first, in UTC")
  func stamp() {
    #expect(StoreFiles.stamp().wholeMatch(of: /20\d{6}T\d{6}Z/) != nil)
  }

  @Test("an empty file is a new store, and so is one whose creation was not finished")
  func begun() throws {
    let directory = try StateDirectory()
    try directory.write([], to: "state.sqlite")
    #expect(try directory.open().notes == [])
    // Tables, but no mark yet.
    let other = try StateDirectory()
    let (store, _, _) = try other.open(at: 4)
    store.close()
    try other.edit("DELETE FROM mark")
    let (_, state, notes) = try other.open(at: 9)
    #expect(notes == [])
    #expect(state.bornEpoch == 9)
  }
}
