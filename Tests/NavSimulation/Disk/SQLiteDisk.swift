import Foundation
import NavBase
import NavStore
import NavTestKit
import Synchronization

/// The production store in real files, compared with a reference implementation.
///
/// A killed process leaves its files as they are at that moment: they are copied while they are open, and the next
/// daemon opens the copy.
final class SQLiteDisk: Disk {
  private let root: String
  private var directories = 0
  /// The daemon's directory.
  private var directory: String
  /// A copy of the files as they were at the last finished sync.
  private var syncedDirectory: String?
  private var store: SQLiteStore?
  /// Whether the start counts as unwritten; then earlier data counts as not synced either.
  private var isStartOpen = false
  private var syncs: [Int: Sync] = [:]
  private let twin = MemoryDisk()

  private struct Sync {
    let directory: String
    let done: SyncResult
  }

  /// - Parameter parent: an existing directory.
  /// - Throws: when no directory can be made in it.
  init(below parent: String) throws {
    do {
      root = try makeTemporaryDirectory("world", below: parent)
    } catch {
      let reason = String(cString: strerror(error.code))
      throw Violation("can't make a directory in \(parent): \(reason)")
    }
    directory = root + "/0"
  }

  deinit {
    store = nil
    try? FileManager.default.removeItem(atPath: root)
  }

  func open(
    unixTime: Int64,
    isWritable: Bool,
    random: inout SplitMix64
  ) throws -> StoredState {
    var twinRandom = random
    let (store, state, notes) = try SQLiteStore.open(
      directory: directory,
      epoch: UInt64(unixTime),
      random: &random
    )
    try demand(notes.isEmpty && store.problem == nil, "the store says \(notes)")
    self.store = store
    let other = twin.open(unixTime: unixTime, isWritable: isWritable, random: &twinRandom)
    try demand(
      state.sessions == other.sessions && state.replies == other.replies
        && state.ledger == other.ledger && state.invitations == other.invitations,
      "the store holds something else than what was committed"
    )
    isStartOpen = !isWritable && syncedDirectory != nil
    if !isStartOpen { try keepAsSynced(try copy()) }
    return state
  }

  func commit(_ batch: StoreBatch) throws {
    if isStartOpen { try keepAsSynced(try copy()) }
    isStartOpen = false
    try store?.commit(batch)
    twin.commit(batch)
  }

  func beginSync() throws -> Int {
    let sync = twin.beginSync()
    let done = SyncResult()
    syncs[sync] = Sync(directory: try copy(), done: done)
    store?.sync { done.put($0) }
    return sync
  }

  func finishSync(_ sync: Int) throws {
    guard let begun = syncs.removeValue(forKey: sync) else { return }
    try begun.done.wait()
    twin.finishSync(sync)
    try keepAsSynced(begun.directory)
  }

  func end(_ ending: Ending) throws {
    let old = directory
    switch ending {
    case .peace:
      try demand(store?.close(within: .seconds(60)) != false, "the store does not close")
    case .kill: directory = try copy()
    case .powerLoss: if let syncedDirectory { directory = try copy(of: syncedDirectory) }
    }
    store = nil
    if directory != old { try FileManager.default.removeItem(atPath: old) }
    for sync in syncs.values { try FileManager.default.removeItem(atPath: sync.directory) }
    syncs = [:]
    twin.end(ending)
  }

  private func keepAsSynced(_ directory: String) throws {
    if let syncedDirectory { try FileManager.default.removeItem(atPath: syncedDirectory) }
    syncedDirectory = directory
  }

  /// - Returns: a new directory with a copy of another one's state, by default the daemon's.
  private func copy(of source: String? = nil) throws -> String {
    directories += 1
    let copy = "\(root)/\(directories)"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    // The log first: pages copied from it into the database meanwhile are in both copies.
    for name in ["state.sqlite-wal", "state.sqlite", "state.sqlite-commits"] {
      let path = "\(source ?? directory)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.copyItem(atPath: path, toPath: "\(copy)/\(name)")
    }
    return copy
  }
}

/// The result of one sync as the store's worker reports it.
private final class SyncResult: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Void, StoreError>?>(nil)

  func put(_ result: Result<Void, StoreError>) {
    self.result.withLock { $0 = result }
    done.signal()
  }

  func wait() throws {
    done.wait()
    try result.withLock { try $0?.get() }
  }
}
