import NavBase
import Glibc

/// A copy of the state file and its log, for reading from a directory that can't be written.
///
/// SQLite needs an index beside a log to read it, so it can't read one in a read-only or full
/// directory.
struct StateCopy: ~Copyable {
  private let directory: String

  var path: String { directory + "/state.sqlite" }

  /// The directories for the copy; the first with enough space is used: in memory, then on disk.
  private static let places = ["/dev/shm", "/tmp"]

  /// Copies a state file.
  ///
  /// - Parameter database: the file; this process must have no open connection to it.
  /// - Throws: the reason why the file can't be read or copied.
  init(of database: String) throws(StoreError) {
    var failure = StoreError.io(path: database, reason: "no directory can hold a copy of it")
    for place in Self.places {
      // mkdtemp replaces these letters by a unique suffix.
      let pattern = "\(place)/navd-" + String(repeating: "X", count: 6)
      var template = Array(pattern.utf8CString)
      guard let made = mkdtemp(&template) else { continue }
      let directory = String(cString: made)
      do {
        for ending in StoreFiles.copied where FileID.exists(database + ending) {
          try copyFile(database + ending, to: directory + "/state.sqlite" + ending)
        }
        self.directory = directory
        return
      } catch {
        Self.remove(directory)
        failure = error
      }
    }
    throw failure
  }

  deinit { Self.remove(directory) }

  private static func remove(_ directory: String) {
    for ending in StoreFiles.endings {
      unlink((directory + "/state.sqlite" + ending).utf8.terminated)
    }
    rmdir(directory.utf8.terminated)
  }
}

/// Copies a file to a path where there is none.
func copyFile(_ source: String, to target: String) throws(StoreError) {
  let from = open(source.utf8.terminated, O_RDONLY | O_CLOEXEC)
  guard from >= 0 else { throw StoreError(system: errno, path: source) }
  defer { close(from) }
  let to = open(target.utf8.terminated, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard to >= 0 else { throw StoreError(system: errno, path: target) }
  defer { close(to) }
  while true {
    let count = sendfile(to, from, nil, 1 << 20)
    guard count != 0 else { return }
    if count < 0, errno != EINTR { throw StoreError(system: errno, path: source) }
  }
}
