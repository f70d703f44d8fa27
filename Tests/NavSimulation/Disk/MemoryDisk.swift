import NavStore
import NavTestKit

/// A disk that is a dictionary: a commit outlives the process, a sync the machine.
final class MemoryDisk: Disk {
  private var store = DictionaryStore()
  private var synced = DictionaryStore()
  /// What it was when a sync began.
  private var syncs: [Int: DictionaryStore] = [:]
  private var lastSync = 0
  private var mark: StoredState?
  /// The epoch of a start that could not be written yet.
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
      // The start is waited for, and with it all that was written before.
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
