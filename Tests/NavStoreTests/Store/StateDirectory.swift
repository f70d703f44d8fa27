import Foundation
import Glibc
import NavBase
import NavTestKit

@testable import NavStore

/// A test's own state directory, removed on `deinit`.
final class StateDirectory {
  let path: String

  /// In memory if possible: the tests are about the order of writes, not the disk.
  init() throws {
    path =
      try (try? makeTemporaryDirectory("navstore", below: "/dev/shm"))
      ?? makeTemporaryDirectory("navstore")
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  var files: StoreFiles { StoreFiles(directory: path) }

  /// Returns the names of its files in alphabetical order.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Opens its store at a time given by the test.
  func open(
    at now: UInt64 = 1_000,
    seed: UInt64 = 1
  ) throws(StoreError) -> (store: SQLiteStore, state: StoredState, notes: [String]) {
    var random = SplitMix64(seed: seed)
    let (store, state, notes) = try SQLiteStore.open(directory: path, epoch: now, random: &random)
    return (store, state, notes)
  }

  /// Returns a new directory and its open store, into which these batches were written.
  static func opened(
    _ batches: StoreBatch...
  ) throws -> (directory: StateDirectory, store: SQLiteStore) {
    let directory = try StateDirectory()
    let (store, _, _) = try directory.open()
    for batch in batches { try store.commit(batch) }
    return (directory, store)
  }

  /// Returns a copy of the database and its log as they are now, as after a kill; with a length, only so many first
  /// bytes of the log.
  ///
  /// Without the number of commits, as a copy that somebody made of the two files.
  func copy(logLength: Int? = nil) throws -> StateDirectory {
    let copy = try StateDirectory()
    try copy.write(bytes("state.sqlite"), to: "state.sqlite")
    var log = (try? bytes("state.sqlite-wal")) ?? []
    if let logLength { log = Array(log.prefix(logLength)) }
    try copy.write(log, to: "state.sqlite-wal")
    return copy
  }

  /// Returns a copy of all files that a killed daemon leaves.
  func killed() throws -> StateDirectory {
    let copy = try copy()
    try copy.write(bytes("state.sqlite-commits"), to: "state.sqlite-commits")
    return copy
  }

  /// Returns the state that a store opened on a copy reads now.
  func stateAfterKill(logLength: Int? = nil) throws -> StoredState {
    let copy = try copy(logLength: logLength)
    let (store, state, notes) = try copy.open()
    try demand(notes.isEmpty && store.problem == nil, "\(notes)")
    return state
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  /// Changes a bit of a file.
  func flip(bit: Int, of name: String) throws {
    var bytes = try bytes(name)
    bytes[bit / 8] ^= 1 << (bit % 8)
    try write(bytes, to: name)
  }

  /// Changes the database with SQL, as another program could; no store may have it open.
  func edit(_ sql: String) throws {
    try Connection(path: files.database).execute(sql)
  }
}

extension StoredState {
  /// The state without values that differ from start to start.
  var place: StoredState {
    var place = self
    place.epoch = 0
    return place
  }
}

/// Short batches for tests.
extension StoreBatch {
  init(_ fill: (inout StoreBatch) -> Void) {
    self.init()
    fill(&self)
  }

  static func head(
    _ id: UInt64,
    _ name: String,
    content: [UInt8] = [1],
    control: [UInt8] = [],
    talk: [UInt8] = []
  ) -> StoreBatch {
    StoreBatch {
      $0.heads = [
        SessionHead(id: id, name: name, content: content, control: control, talk: talk)
      ]
    }
  }

  static func change(_ session: UInt64, _ version: UInt64, _ bytes: [UInt8]) -> StoreBatch {
    StoreBatch { $0.changes = [NavigationRecord(session: session, version: version, bytes: bytes)] }
  }

  static func snapshot(_ session: UInt64, _ version: UInt64, _ bytes: [UInt8]) -> StoreBatch {
    StoreBatch {
      $0.snapshots = [NavigationRecord(session: session, version: version, bytes: bytes)]
    }
  }

  static func reply(_ record: ReplyRecord) -> StoreBatch { StoreBatch { $0.replies = [record] } }
}

extension ReplyRecord {
  /// A reply of client n, filled with the given numbers.
  static func of(_ client: UInt8, _ seq: UInt64, _ reply: [UInt8] = [7]) -> ReplyRecord {
    ReplyRecord(
      client: Array(repeating: client, count: StoreLimits.clientBytes),
      seq: seq,
      digest: Array(repeating: UInt8(truncatingIfNeeded: seq), count: StoreLimits.digestBytes),
      reply: reply,
      usedAt: Int64(truncatingIfNeeded: seq) &* 3
    )
  }
}
