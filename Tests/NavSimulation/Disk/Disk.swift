import NavStore
import NavTestKit

/// Where the state of a daemon lies, and what each kind of end leaves of it.
protocol Disk: AnyObject {
  /// A daemon starts.
  ///
  /// - Parameters:
  ///   - unixTime: its clock, in milliseconds since 1970.
  ///   - isWritable: whether the start itself can be written.
  ///   - random: where the key of a new state comes from.
  /// - Returns: what it finds.
  /// - Throws: when that is not what was committed.
  func open(
    unixTime: Int64,
    isWritable: Bool,
    random: inout SplitMix64
  ) throws -> StoredState

  func commit(_ batch: StoreBatch) throws

  /// Begins to have on the disk itself all that was committed.
  ///
  /// - Returns: what names it.
  func beginSync() throws -> Int

  /// What was begun is done: a loss of power leaves at least that.
  func finishSync(_ sync: Int) throws

  /// The daemon's process ends.
  func end(_ ending: Ending) throws
}

/// Where the worlds of a run keep the state of their daemons.
package enum StoreKind: Hashable, Sendable {
  case memory
  /// Real files, in a new directory below this one; removed behind the run.
  case sqlite(directory: String)

  func disk() throws -> any Disk {
    switch self {
    case .memory: MemoryDisk()
    case .sqlite(let directory): try SQLiteDisk(below: directory)
    }
  }
}
