import NavBase
import CNavSupport
import Glibc

/// Notices when files are written, replaced, created or removed, even if their directories don't
/// exist yet.
///
/// For a directory it notices entries that are added and removed.
///
/// It compares the states of files; inotify events only say when to compare. So an editor that
/// writes another file and renames it, a directory that is created later, and a file behind
/// symbolic links, in any directory of its path, need no special cases, and many events in a row
/// are one change.
///
/// For texts that are shown it also waits until they are whole: a file that was truncated or removed is reported when
/// its writer is done.
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
  /// The longest time that a file may be absent while it is replaced.
  package static let absence = Duration.milliseconds(200)
  /// The time without a change after which a file that was truncated is taken to be whole, unless it is open for
  /// writing.
  package static let stillness = Duration.milliseconds(300)
  /// The longest time for which an empty or truncated file is not reported.
  package static let writing = Duration.seconds(2)
  /// The interval at which files that are being written are compared.
  private static let look = Duration.milliseconds(50)

  /// The descriptor to poll.
  package let fileDescriptor: Int32
  /// The time at which to call `changes(at:)`; nil if no event is pending.
  package private(set) var nextWake: Duration?
  private var firstHeard: Duration?
  private var found: [String: FileState] = [:]
  private var watches: [String: Int32] = [:]
  /// The files that are being written.
  private var written: [String: WrittenFile] = [:]

  private let limit: Int
  private let awaitsWriters: Bool

  /// A file that was truncated or removed, and is not reported yet.
  private struct WrittenFile {
    let since: Duration
    var state: FileState
    var changedAt: Duration
  }

  /// Opens the watch.
  ///
  /// Nil if the system has no inotify instances left.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of watched files.
  ///   - awaitsWriters: whether a file that was truncated or removed is reported only when it is whole again, or when
  ///     that takes too long.
  package init?(limit: Int = Self.mostFiles, awaitsWriters: Bool = false) {
    self.limit = limit
    self.awaitsWriters = awaitsWriters
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
    written = written.filter { found[$0.key] != nil }
    var changed: [String] = []
    // A directory comes after the files in it, and waits with them.
    for path in files.reversed() {
      let state = FileState(path)
      guard state != found[path] else {
        written[path] = nil
        continue
      }
      if awaitsWriters,
        isBeingWritten(path, state, at: now)
          || written.keys.contains(where: { Self.parent(of: $0) == path })
      {
        continue
      }
      written[path] = nil
      found[path] = state
      changed.append(path)
    }
    if !written.isEmpty { nextWake = now + Self.look }
    return changed.reversed()
  }

  /// Returns whether to wait for the writer of a file.
  private mutating func isBeingWritten(_ path: String, _ state: FileState, at now: Duration) -> Bool
  {
    guard written[path] != nil || state.isIncomplete(after: found[path]) else { return false }
    var file = written[path] ?? WrittenFile(since: now, state: state, changedAt: now)
    if file.state != state { (file.state, file.changedAt) = (state, now) }
    written[path] = file
    if !state.isThere { return now < file.since + Self.absence }
    guard now < file.since + Self.writing else { return false }
    return state.isEmpty || now < file.changedAt + Self.stillness
      || nav_file_is_written(path.utf8.terminated) == 1
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
        let watch = nav_watch_directory(
          fileDescriptor,
          path.utf8.terminated,
          isComplete ? 1 : 0
        )
        watches[path] = watch < 0 ? nil : watch
      }
      if directories() == wanted { return }
    }
  }

  /// Returns the nearest existing directory of each file and of its link target, and those with the links on the way to
  /// it.
  ///
  /// The value says whether the file or target is directly in that directory, or is the directory
  /// itself.
  private func directories() -> [String: Bool] {
    var directories: [String: Bool] = [:]
    for path in found.keys {
      if Self.isDirectory(path) { directories[path] = true }
      let target = Self.target(of: path)
      for place in [path, target].compactMap(\.self) {
        guard let (directory, isOwn) = Self.nearestDirectory(of: place) else { continue }
        directories[directory] = directories[directory] == true || isOwn
      }
      for directory in target == nil ? [] : Self.directoriesOfLinks(to: path) {
        directories[directory] = directories[directory] ?? false
      }
    }
    return directories
  }

  /// Returns the target of a symbolic link; nil if the path is not one or does not exist.
  private static func target(of path: String) -> String? {
    guard let real = realPath(of: path.utf8) else { return nil }
    let target = String(decoding: real, as: UTF8.self)
    return target == path ? nil : target
  }

  /// The most links that are followed on the way to a file, as on Linux.
  private static let mostLinks = 40

  /// Returns the directories that contain the symbolic links on the way to a file, also those to which links lead.
  private static func directoriesOfLinks(to path: String) -> Set<String> {
    var found: Set<String> = []
    // The names that are still to be followed, the next one last, and the directory that is reached, empty for `/`.
    var names = Array(path.split(separator: "/").reversed())
    var here = ""
    var links = 0
    while let name = names.popLast(), links < mostLinks {
      if name == ".." { here = String(here[..<(here.lastIndex(of: "/") ?? here.startIndex)]) }
      guard name != ".", name != ".." else { continue }
      guard let target = linkTarget(of: "\(here)/\(name)".utf8.terminated, in: AT_FDCWD) else {
        here += "/\(name)"
        continue
      }
      links += 1
      found.insert(here.isEmpty ? "/" : here)
      if target.first == 0x2F { here = "" }
      names += String(decoding: target, as: UTF8.self).split(separator: "/").reversed()
    }
    return found
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
    return stat(path.utf8.terminated, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The identity (device, inode), size and times of a file; it changes when the file is written or replaced.
package struct FileState: Hashable, Sendable {
  /// Nil if the file does not exist.
  private var parts: Parts?

  private struct Parts: Hashable {
    var identity: [UInt64]
    var isRegular: Bool
    var size: Int
    var times: [Int]
  }

  /// Reads the state of the file at a path, following symbolic links.
  package init(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path.utf8.terminated, &status) == 0 else { return }
    parts = Parts(
      identity: [UInt64(status.st_dev), UInt64(status.st_ino)],
      isRegular: status.st_mode & S_IFMT == S_IFREG,
      size: Int(status.st_size),
      times: [
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
        status.st_ctim.tv_nsec,
      ]
    )
  }

  /// Whether the file exists.
  package var isThere: Bool { parts != nil }
  /// Whether it is an empty file.
  var isEmpty: Bool { parts.map { $0.isRegular && $0.size == 0 } ?? false }

  /// Returns the size of a file that has grown since an earlier state; nil if it is another file, or has not grown.
  package func size(grownSince earlier: FileState) -> Int? {
    guard let parts, let before = earlier.parts, parts.isRegular,
      parts.identity == before.identity, parts.size > before.size
    else { return nil }
    return parts.size
  }

  /// Returns whether the file may be half of a version that follows an earlier one: it is missing, empty, or the same
  /// file with less in it.
  func isIncomplete(after earlier: FileState?) -> Bool {
    guard let parts else { return true }
    guard parts.isRegular, let before = earlier?.parts else { return isEmpty }
    if parts.size == 0 { return before.size > 0 }
    return parts.identity == before.identity && parts.size < before.size
  }
}
