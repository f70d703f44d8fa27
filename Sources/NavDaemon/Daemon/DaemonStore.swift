import CNavSupport
import Glibc
import NavBase
import NavHost
import NavStore
import NavSystem

/// The store as the loop uses it: one commit a turn, a checkpoint after idle time, and each failure logged once.
struct DaemonStore: ~Copyable {
  let sqlite: SQLiteStore
  private(set) var watch: StateDirectoryWatch
  /// When to checkpoint the store's log; nil if nothing was written since the last checkpoint.
  private(set) var checkpointAt: Duration?
  /// The error that was logged last; nil after a successful commit.
  private var complaint: String?
  /// The processor time that writing one reply has taken lately, with all that is written beside it; at first a guess.
  private(set) var costOfReply = Duration.microseconds(100)
  private(set) var figures = StoreFigures()

  /// Begins to watch the store's directory; logs the reason if the store can't write.
  init(_ store: SQLiteStore, in directory: String) {
    sqlite = store
    watch = StateDirectoryWatch(directory)
    if let problem = store.problem { complain(problem) }
  }

  /// Handles a readable descriptor of `watch`.
  mutating func heard() { watch.heard() }

  /// Writes the batch of a turn, after looking at the files if that is due; returns whether it is stored.
  ///
  /// False also if there is nothing to write, but the files are gone: then everything has to be written anew.
  mutating func commit(_ batch: StoreBatch, at now: Duration, by clock: TurnClock) -> Bool {
    let looks = watch.isDue(at: now, isWriting: !batch.isEmpty)
    guard looks || !batch.isEmpty else { return true }
    defer { for note in sqlite.takeNotes() { log(note, .warning) } }
    let start = monotonicNow()
    let result = Result { () throws(StoreError) in
      if looks {
        watch.begin()
        try sqlite.look()
      }
      try sqlite.commit(batch, looks: false)
    }
    let duration = monotonicNow() - start
    if case .failure(let error) = result {
      figures.commits.add(duration)
      figures.failedCommits += 1
      complain(error)
      return false
    }
    guard !batch.isEmpty else { return true }
    figures.commits.add(duration)
    if !batch.replies.isEmpty {
      let cost = clock.cost(of: duration) / batch.replies.count
      costOfReply += (cost - costOfReply) / 4
    }
    complaint = nil
    watch.expect(at: now)
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

/// Says when to look whether the files of the state directory were removed or replaced, so that a commit need not.
///
/// The kernel tells of a name that goes or is replaced before the call that does it returns, so the poll that brings a later
/// request also brings that. What it does not tell (a directory above that is renamed, a file system that is mounted over
/// it, another machine's change on a network file system) is found by a look within `pause` of each commit. Either way
/// everything is then written anew, from memory: an operation that was acknowledged into a removed file is lost only if
/// navd is killed before that.
struct StateDirectoryWatch: ~Copyable {
  /// Readable after a change of names in the directory; below 0 if the system has no watches left.
  let descriptor: Int32
  /// When to look; nil if nothing was written or heard since the last time.
  private(set) var nextLook: Duration?
  private let directory: String
  private var isWatched = false

  /// The longest time from a commit to a look.
  static let pause = Duration.seconds(1)

  init(_ directory: String) {
    self.directory = directory
    descriptor = nav_watch_open()
    begin()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches the directory that is there now, and has nothing to look at for the time being.
  mutating func begin() {
    isWatched = descriptor >= 0 && nav_watch_names(descriptor, directory) >= 0
    nextLook = nil
  }

  /// Handles a readable descriptor: a look is due.
  mutating func heard() {
    _ = nav_watch_drain(descriptor)
    nextLook = .zero
  }

  /// Has a look follow a commit.
  mutating func expect(at now: Duration) { nextLook = nextLook ?? now + Self.pause }

  /// Whether a look is due: before each commit where the directory can't be watched.
  func isDue(at now: Duration, isWriting: Bool) -> Bool {
    isWriting && !isWatched || nextLook.map { $0 <= now } ?? false
  }
}
