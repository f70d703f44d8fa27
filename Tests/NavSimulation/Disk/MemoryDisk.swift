import NavBase
import NavStore
import NavTestKit

/// A disk in dictionaries: a commit survives the process, a sync survives the machine.
final class MemoryDisk: Disk {
  private var store = DictionaryStore()
  private var synced = DictionaryStore()
  /// The content at the beginning of each pending sync.
  private var syncs: [Int: DictionaryStore] = [:]
  private var lastSync = 0
  private var mark: StoredState?
  /// The epoch of a start that is not written yet.
  private var unwrittenEpoch: UInt64?

  func open(
    unixTime: Int64,
    isWritable: Bool,
    random: inout SplitMix64
  ) -> StoredState {
    let now = UInt64(unixTime)
    var mark =
      self.mark ?? StoredState(bornEpoch: now, epoch: 0, topicKey: random.bytes(32))
    let epoch = max(mark.epoch + 1, now)
    if isWritable || self.mark == nil {
      mark.epoch = epoch
      // The daemon waits until the start is on the disk, and with it all earlier data.
      synced = store.copy()
    } else {
      unwrittenEpoch = epoch
    }
    self.mark = mark
    mark.epoch = epoch
    return store.state(mark)
  }

  func commit(_ batch: StoreBatch) {
    if let unwrittenEpoch {
      mark?.epoch = unwrittenEpoch
      synced = store.copy()
      self.unwrittenEpoch = nil
    }
    store.commit(batch)
  }

  func beginSync() -> Int {
    lastSync += 1
    syncs[lastSync] = store.copy()
    return lastSync
  }

  func finishSync(_ sync: Int) {
    if let state = syncs.removeValue(forKey: sync) { synced = state }
  }

  func end(_ ending: Ending) {
    if ending == .powerLoss { store = synced.copy() }
    syncs = [:]
    unwrittenEpoch = nil
  }
}
