import Foundation
import GRDB
import Glibc
import NavModel
import NavTestKit

@testable import NavStore

/// A state directory of a test's own; it goes with it.
final class StateDirectory {
  let path: String

  /// In memory where there is a place: what is tested here is the order of writes, not the disk.
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

  /// What lies in it, in the order of the alphabet.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Opens the store in it at a time that the test chooses.
  func open(
    at now: UInt64 = 1_000,
    seed: UInt64 = 1
  ) throws(StoreError) -> (store: SQLiteStore, state: StoredState, notes: [String]) {
    var random = SplitMix64(seed: seed)
    let (store, state, notes) = try SQLiteStore.open(directory: path, epoch: now, random: &random)
    return (store, state, notes)
  }

  /// A copy of the database and its log as they are now, as if the process had been killed; the first
  /// bytes of the log alone if a length is given.
  func copy(logLength: Int? = nil) throws -> StateDirectory {
    let copy = try StateDirectory()
    try copy.write(bytes("state.sqlite"), to: "state.sqlite")
    var log = (try? bytes("state.sqlite-wal")) ?? []
    if let logLength { log = Array(log.prefix(logLength)) }
    try copy.write(log, to: "state.sqlite-wal")
    return copy
  }

  /// What the store holds as one reads it that opens a copy of it now.
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

  /// Changes the database with SQL, as somebody could who has the file; nobody may have it open.
  func edit(_ sql: String) throws {
    let queue = try DatabaseQueue(path: files.database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}

extension StoredState {
  /// Without what differs from start to start.
  var place: StoredState {
    var place = self
    place.epoch = 0
    return place
  }
}

/// Batches as short as tests need them.
extension StoreBatch {
  init(_ fill: (inout StoreBatch) -> Void) {
    self.init()
    fill(&self)
  }

  static func head(_ id: UInt64, _ name: String, content: [UInt8] = [1]) -> StoreBatch {
    StoreBatch { $0.heads = [SessionHead(id: id, name: name, content: content)] }
  }

  static func change(_ session: UInt64, _ version: UInt64, _ bytes: [UInt8]) -> StoreBatch {
    StoreBatch { $0.changes = [PlaceRecord(session: session, version: version, bytes: bytes)] }
  }

  static func snapshot(_ session: UInt64, _ version: UInt64, _ bytes: [UInt8]) -> StoreBatch {
    StoreBatch { $0.snapshots = [PlaceRecord(session: session, version: version, bytes: bytes)] }
  }

  static func reply(_ record: ReplyRecord) -> StoreBatch { StoreBatch { $0.replies = [record] } }
}

extension ReplyRecord {
  /// A reply of client n, full of the numbers given.
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
