import NavBase
import NavHost
import NavStore
import NavSystem

/// The store as the loop uses it: one commit a turn, a checkpoint after idle time, and each failure logged once.
struct DaemonStore {
  let sqlite: SQLiteStore
  /// When to checkpoint the store's log; nil if nothing was written since the last checkpoint.
  private(set) var checkpointAt: Duration?
  /// The error that was logged last; nil after a successful commit.
  private var complaint: String?
  /// The processor time that writing one reply has taken lately, with all that is written beside it; at first a guess.
  private(set) var costOfReply = Duration.microseconds(100)
  private(set) var figures = StoreFigures()

  /// Logs the reason if the store can't write.
  init(_ store: SQLiteStore) {
    sqlite = store
    if let problem = store.problem { complain(problem) }
  }

  /// Writes the batch of a turn; returns whether it is stored.
  mutating func commit(_ batch: StoreBatch, at now: Duration) -> Bool {
    guard !batch.isEmpty else { return true }
    defer { for note in sqlite.takeNotes() { log(note, .warning) } }
    let (start, startedAt) = (threadProcessorTime(), monotonicNow())
    defer { figures.commits.add(monotonicNow() - startedAt) }
    do {
      try sqlite.commit(batch)
    } catch {
      figures.failedCommits += 1
      complain(error)
      return false
    }
    if !batch.replies.isEmpty {
      let cost = (threadProcessorTime() - start) / batch.replies.count
      costOfReply += (cost - costOfReply) / 4
    }
    complaint = nil
    checkpointAt = now + StoreLimits.idle
    return true
  }

  /// Notes how long the disk has taken to confirm what was committed.
  mutating func noteSync(_ duration: Duration) {
    figures.syncs.add(duration)
  }

  /// Requests a checkpoint if the store was idle for long enough.
  mutating func checkpointIfDue(at now: Duration) {
    guard let due = checkpointAt, now >= due else { return }
    checkpointAt = nil
    sqlite.idle()
  }

  /// Logs an error, unless it is the one that was logged last.
  private mutating func complain(_ error: StoreError) {
    guard complaint != error.description else { return }
    complaint = error.description
    log(error.description, .error, .storeFails)
  }
}
