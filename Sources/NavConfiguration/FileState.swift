import Glibc

/// What tells one state of a file from another: which one it is, its size, and when it was written or replaced.
package struct FileState: Hashable, Sendable {
  /// Nil where there is no file.
  private var parts: [Int]?

  /// The state of whatever a path leads to now, links followed.
  package init(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return }
    parts = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }

  /// Whether anything is there.
  package var isThere: Bool { parts != nil }
}
