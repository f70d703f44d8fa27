import CNavSupport
import Glibc

/// Notices when files are written, replaced, created or removed, even if their directories don't
/// exist yet.
///
/// For a directory it notices entries that are added and removed.
///
/// It compares the states of files; inotify events only say when to compare. So an editor that
/// writes another file and renames it, a directory that is created later, and a file behind a
/// symbolic link need no special cases, and many events in a row are one change.
///
/// The caller polls `fileDescriptor`, calls `heard(at:)` when it is readable, and calls
/// `changes(at:)` at `nextWake`.
package struct FileWatch: ~Copyable {
  /// The default limit of watched files.
  package static let mostFiles = 64
  /// The time without an event that must pass before files are compared.
  package static let quiet = Duration.milliseconds(40)
  /// The longest delay between the first event and the comparison.
  package static let patience = Duration.milliseconds(400)

  /// The descriptor to poll.
  package let fileDescriptor: Int32
  /// The time at which to call `changes(at:)`; nil if no event is pending.
  package private(set) var nextWake: Duration?
  private var firstHeard: Duration?
  private var found: [String: FileState] = [:]
  private var watches: [String: Int32] = [:]

  private let limit: Int

  /// Opens the watch.
  ///
  /// Nil if the system has no inotify instances left.
  ///
  /// - Parameter limit: the maximum number of watched files.
  package init?(limit: Int = Self.mostFiles) {
    self.limit = limit
    fileDescriptor = nav_watch_open()
    guard fileDescriptor >= 0 else { return nil }
  }

  deinit {
    // If the initialiser failed, no descriptor is open.
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// The watched files, sorted.
  package var files: [String] { found.keys.sorted() }

  /// Watches exactly these files from now on.
  ///
  /// Pending changes of files that were watched before are kept. If there are more files than the
  /// limit, the first ones are watched.
  package mutating func watch(_ paths: [String]) {
    var next: [String: FileState] = [:]
    for path in paths where next.count < limit {
      next[path] = found[path] ?? FileState(path)
    }
    found = next
    settleDirectories()
    // A change before the directory was watched causes no event.
    for path in paths where found[path] != nil && found[path] != FileState(path) {
      nextWake = .zero
    }
  }

  /// Drains the descriptor after it became readable, and schedules the comparison.
  package mutating func heard(at now: Duration) {
    guard nav_watch_drain(fileDescriptor) == 1 else { return }
    let first = firstHeard ?? now
    firstHeard = first
    nextWake = min(now + Self.quiet, first + Self.patience)
  }

  /// Returns the files that have changed since the last comparison, sorted.
  ///
  /// Empty before `nextWake`.
  package mutating func changes(at now: Duration) -> [String] {
    guard let wake = nextWake, now >= wake else { return [] }
    nextWake = nil
    firstHeard = nil
    settleDirectories()
    let changed = files.filter { FileState($0) != found[$0] }
    for path in changed { found[path] = FileState(path) }
    return changed
  }

  // MARK: Directories

  /// The maximum number of attempts if directories change while they are examined.
  private static let mostRounds = 8

  /// Watches the directories that are needed now, and tries again if one appeared meanwhile.
  private mutating func settleDirectories() {
    for _ in 0..<Self.mostRounds {
      let wanted = directories()
      for (path, watch) in watches where wanted[path] == nil {
        _ = nav_watch_end(fileDescriptor, watch)
        watches[path] = nil
      }
      for (path, isComplete) in wanted {
        let watch = nav_watch_directory(fileDescriptor, path, isComplete ? 1 : 0)
        watches[path] = watch < 0 ? nil : watch
      }
      if directories() == wanted { return }
    }
  }

  /// Returns the nearest existing directory of each file and of its link target.
  ///
  /// The value says whether the file or target is directly in that directory, or is the directory
  /// itself.
  private func directories() -> [String: Bool] {
    var directories: [String: Bool] = [:]
    for path in found.keys {
      if Self.isDirectory(path) { directories[path] = true }
      for place in [path, Self.target(of: path)].compactMap(\.self) {
        guard let (directory, isOwn) = Self.nearestDirectory(of: place) else { continue }
        directories[directory] = directories[directory] == true || isOwn
      }
    }
    return directories
  }

  /// Returns the target of a symbolic link; nil if the path is not one or does not exist.
  private static func target(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let target = String(cString: real)
    return target == path ? nil : target
  }

  private static func nearestDirectory(of path: String) -> (path: String, isOwn: Bool)? {
    var directory = parent(of: path)
    var isOwn = true
    while let here = directory {
      if isDirectory(here) { return (here, isOwn) }
      isOwn = false
      directory = here == "/" ? nil : parent(of: here)
    }
    return nil
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The identity (device, inode), size and times of a file; it changes when the file is written or replaced.
package struct FileState: Hashable, Sendable {
  /// Nil if the file does not exist.
  private var parts: [Int]?

  /// Reads the state of the file at a path, following symbolic links.
  package init(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return }
    parts = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }

  /// Whether the file exists.
  package var isThere: Bool { parts != nil }
}
