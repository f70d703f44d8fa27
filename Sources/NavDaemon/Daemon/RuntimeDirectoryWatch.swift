import CNavSupport
import Glibc
import NavWire

/// Notices that the files of the sockets were removed, for example with their whole directory.
///
/// Nobody could connect any longer, so the daemon makes them anew.
struct RuntimeDirectoryWatch: ~Copyable {
  /// Readable after a change in the directory; below 0 if the system has no watches left.
  let descriptor: Int32
  /// When to compare the files; nil if nothing has changed.
  private(set) var nextLook: Duration?
  private let directory: String
  /// The failure that was logged last.
  private var complaint: String?

  /// The time from a change to the comparison of files, so that a removal is complete.
  private static let quiet = Duration.milliseconds(200)
  /// The pause between attempts to make the files anew, and between comparisons if the system has no watches left.
  private static let pause = Duration.seconds(1)

  init(_ directory: String) {
    self.directory = directory
    descriptor = nav_watch_open()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Begins to watch the directory that is there now.
  mutating func begin(at now: Duration) {
    let isWatched = descriptor >= 0 && nav_watch_directory(descriptor, directory, 1) >= 0
    nextLook = isWatched ? nil : now + Self.pause
  }

  /// Handles a readable descriptor.
  mutating func heard(at now: Duration) {
    _ = nav_watch_drain(descriptor)
    nextLook = nextLook ?? now + Self.quiet
  }

  func isDue(at now: Duration) -> Bool { nextLook.map { $0 <= now } ?? false }

  /// Notes that the files were in place, or are again.
  ///
  /// - Parameters:
  ///   - isNew: whether they were made anew.
  ///   - now: the time of the turn.
  /// - Returns: a line for the operator.
  mutating func succeeded(isNew: Bool, at now: Duration) -> String? {
    begin(at: now)
    complaint = nil
    return isNew ? "the sockets in \(directory) were removed: navd listens there again" : nil
  }

  /// Notes that the files could not be made anew; the next attempt follows soon.
  ///
  /// - Returns: a line for the operator, unless it is the last one again.
  mutating func failed(_ error: DaemonError, at now: Duration) -> String? {
    nextLook = now + Self.pause
    guard complaint != error.description else { return nil }
    complaint = error.description
    return
      "the sockets in \(directory) were removed, and navd can't make them anew yet: \(error.description)"
  }
}
