import CNavSupport
import Glibc

/// Notices when files are written, replaced, made or removed, wherever their directories come from.
///
/// Of a directory it notices entries that come and go.
///
/// It looks at files, not at events: events only say when to look. So an editor that writes
/// another file and renames it, a directory that is made later, and a file behind a symbolic link
/// are all the same to it, and many events in a row are one change.
///
/// Whoever waits polls `fileDescriptor` for being readable and calls `heard(at:)` then, and
/// `changes(at:)` at `nextWake`.
package struct FileWatch: ~Copyable {
  /// The most files that are watched where nobody says otherwise.
  package static let mostFiles = 64
  /// How long nothing must happen before it looks.
  package static let quiet = Duration.milliseconds(40)
  /// How long it waits for that at most.
  package static let patience = Duration.milliseconds(400)

  /// What to poll.
  package let fileDescriptor: Int32
  /// When to call `changes(at:)`; nil while nothing has happened.
  package private(set) var nextWake: Duration?
  private var firstHeard: Duration?
  private var found: [String: FileState] = [:]
  private var watches: [String: Int32] = [:]

  private let limit: Int

  /// Nil where the system has no more watches to give.
  ///
  /// - Parameter limit: how many files are watched at most.
  package init?(limit: Int = Self.mostFiles) {
    self.limit = limit
    fileDescriptor = nav_watch_open()
    guard fileDescriptor >= 0 else { return nil }
  }

  deinit {
    // Of an initialiser that failed there is nothing to close.
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// The files that are watched, in order.
  package var files: [String] { found.keys.sorted() }

  /// Watches these files from now on, and no others.
  ///
  /// What happens to one that was watched before is not lost. Of more than the limit the first
  /// are watched.
  package mutating func watch(_ paths: [String]) {
    var next: [String: FileState] = [:]
    for path in paths where next.count < limit {
      next[path] = found[path] ?? FileState(path)
    }
    found = next
    settleDirectories()
    // What has changed before its directory was watched brings no event.
    for path in paths where found[path] != nil && found[path] != FileState(path) {
      nextWake = .zero
    }
  }

  /// The descriptor was readable.
  package mutating func heard(at now: Duration) {
    guard nav_watch_drain(fileDescriptor) == 1 else { return }
    let first = firstHeard ?? now
    firstHeard = first
    nextWake = min(now + Self.quiet, first + Self.patience)
  }

  /// The files that have changed since they were looked at last, in order.
  ///
  /// None before `nextWake`.
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

  /// How often directories may change while they are looked at.
  private static let mostRounds = 8

  /// Watches the directories that matter now; looks again where one appeared meanwhile.
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

  /// The nearest directories of all files that there are, and whether a file may stand in it.
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

  /// Where a symbolic link leads; nil where the path is none.
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
