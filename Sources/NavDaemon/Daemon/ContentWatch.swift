import CNavSupport
import Glibc
import NavBase
import NavSystem
import Synchronization

/// Watches the files that the content of sessions was read from, on a thread of its own.
///
/// Looking at files may take long on a slow disk; the poll loop only receives the results.
final class ContentWatch: Sendable {
  /// The most files that are watched for all sessions together; changes of further files are not noticed.
  static let fileLimit = 4_096

  private struct State {
    var files: [UInt64: Set<String>] = [:]
    /// When the reading of content began, by session, for content that the thread has not looked at yet.
    var readSince: [UInt64: FileTime] = [:]
    /// Whether `files` changed since the thread last looked at it.
    var hasOtherFiles = false
    var hasThread = false
  }

  private let state = Mutex(State())
  /// Readable while the thread has to look at the state.
  private let wake: Int32
  private let changed: @Sendable (UInt64) -> Void

  /// - Parameter changed: called on the thread with a session that shows a file which has changed.
  init(changed: @escaping @Sendable (UInt64) -> Void) {
    self.changed = changed
    wake = nav_eventfd_open()
  }

  deinit {
    if wake >= 0 { Glibc.close(wake) }
  }

  /// Sets the files that are watched for a session.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - session: the session that shows them.
  ///   - start: when reading them for the first time began, so that a change since then is not lost; nil if they were
  ///     watched before.
  func watch(_ files: Set<String>, for session: UInt64, readSince start: FileTime? = nil) {
    update {
      $0.files[session] = files
      $0.readSince[session] = start
    }
  }

  /// Adds files that are watched for a session; nothing happens after `forget`, if a page was read too late.
  func add(_ files: Set<String>, for session: UInt64) {
    update { $0.files[session]?.formUnion(files) }
  }

  /// Returns the files that are watched for a session.
  func files(of session: UInt64) -> Set<String> { state.withLock { $0.files[session] ?? [] } }

  func forget(_ session: UInt64) {
    update {
      $0.files[session] = nil
      $0.readSince[session] = nil
    }
  }

  private func update(_ change: (inout State) -> Void) {
    let needsThread = state.withLock { state in
      let before = state.files
      change(&state)
      guard state.files != before else { return false }
      state.hasOtherFiles = true
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread, !startThread({ [self] in run() }) {
      log(
        "can't start a thread to watch files: changes are not noticed, Ctrl-R reads again",
        .warning
      )
      state.withLock { $0.hasThread = false }
    }
    _ = nav_eventfd_signal(wake)
  }

  /// Runs the thread, until the program ends.
  private func run() {
    guard wake >= 0, var watch = FileWatch(limit: Self.fileLimit, awaitsWriters: true) else {
      return log(
        "the system has no watches left: changes are not noticed, Ctrl-R reads again",
        .warning
      )
    }
    while true {
      takeFiles(&watch)
      wait(for: &watch)
      let found = Set(watch.changes(at: monotonicNow()))
      guard !found.isEmpty else { continue }
      let sessions = state.withLock { state in
        state.files.filter { !$0.value.isDisjoint(with: found) }.map(\.key)
      }
      for session in sessions.sorted() { changed(session) }
    }
  }

  private func takeFiles(_ watch: inout FileWatch) {
    _ = nav_eventfd_drain(wake)
    let news = state.withLock {
      state -> (all: Set<String>, new: [(UInt64, Set<String>, FileTime)])? in
      guard state.hasOtherFiles else { return nil }
      state.hasOtherFiles = false
      defer { state.readSince = [:] }
      return (
        state.files.values.reduce(into: []) { $0.formUnion($1) },
        state.readSince.map { ($0, state.files[$0] ?? [], $1) }
      )
    }
    guard let news else { return }
    watch.watch(news.all.sorted())
    let end = FileTime.now
    for (session, files, start) in news.new
    where files.contains(where: { FileTime.hasChanged($0, from: start, to: end) }) {
      changed(session)
    }
  }

  private func wait(for watch: inout FileWatch) {
    var descriptors = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let now = monotonicNow()
    let timeout = watch.nextWake.map { max(.zero, $0 - now) }
    _ = poll(&descriptors, 2, timeout.map { Int32(clamping: $0.milliseconds + 1) } ?? -1)
    if descriptors[1].revents != 0 { watch.heard(at: monotonicNow()) }
  }
}

/// A time of the file system.
struct FileTime: Hashable, Sendable {
  private let nanoseconds: Int64

  /// The longest time by which the time of a file may lag behind the clock, in nanoseconds.
  private static let tick: Int64 = 20_000_000

  private init(_ time: timespec) {
    nanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  /// Returns whether the file at a path was written, or replaced, between two times.
  static func hasChanged(_ path: String, from start: FileTime, to end: FileTime) -> Bool {
    var status = stat()
    guard stat(path.utf8.terminated, &status) == 0 else { return false }
    let range = start.nanoseconds - tick...max(start.nanoseconds, end.nanoseconds)
    return [status.st_mtim, status.st_ctim].contains { range.contains(FileTime($0).nanoseconds) }
  }
}
