import NavBase
import NavStore
import NavTestKit

/// Storage for the state of a daemon that simulates each kind of end.
protocol Disk: AnyObject {
  /// Opens the storage for a daemon that starts.
  ///
  /// - Parameters:
  ///   - unixTime: its clock, in milliseconds since 1970.
  ///   - isWritable: whether the start itself can be written.
  ///   - random: the source of a new state's key.
  /// - Returns: the stored state.
  /// - Throws: when that is not the committed state.
  func open(
    unixTime: Int64,
    isWritable: Bool,
    random: inout SplitMix64
  ) throws -> StoredState

  func commit(_ batch: StoreBatch) throws

  /// Starts to sync all committed data to the disk itself.
  ///
  /// - Returns: the sync's name.
  func beginSync() throws -> Int

  /// Finishes a sync: a power loss leaves at least the data that it covers.
  func finishSync(_ sync: Int) throws

  /// Ends the daemon's process.
  func end(_ ending: Ending) throws
}

/// A kind of storage for the daemons' state.
package enum StoreKind: Hashable, Sendable {
  case memory
  /// Real files in a new directory below this one, which is removed after the run.
  case sqlite(directory: String)

  func disk() throws -> any Disk {
    switch self {
    case .memory: MemoryDisk()
    case .sqlite(let directory): try SQLiteDisk(below: directory)
    }
  }
}
