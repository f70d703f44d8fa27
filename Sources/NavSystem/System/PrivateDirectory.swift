import NavBase
import Glibc

/// A directory for sockets, which must belong to this user alone: whoever may write there could put other sockets in the
/// place of navd's.
package struct PrivateDirectory: Hashable, Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Why the directory is not used, and what to do.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    case missing
    /// Its path is not UTF-8, as those of ZeroMQ's sockets are.
    case undecodable(path: String)
    case unreadable(path: String, reason: String)
    case noDirectory(path: String)
    case foreign(path: String, user: UInt32)
    /// Others have rights to it.
    case open(path: String)

    package var description: String {
      switch self {
      case .missing: "there is no such directory"
      case .undecodable(let path):
        "the path \(path) of the sockets is not UTF-8: set XDG_RUNTIME_DIR to one that is"
      case .unreadable(let path, let reason): "can't look at \(path): \(reason)"
      case .noDirectory(let path): "\(path) is no directory: move it away, or set XDG_RUNTIME_DIR"
      case .foreign(let path, let user):
        "\(path) belongs to another user (\(user)): set XDG_RUNTIME_DIR to a directory of your own"
      case .open(let path): "others may enter \(path): run `chmod 700 \(path)`"
      }
    }
  }

  /// Looks at the directory itself, which may not be a link.
  ///
  /// - Parameter admitsRoot: whether root may use one of another user that root alone could put in its place, as that of
  ///   the system's service in `/run`.
  /// - Returns: the user to whom it belongs.
  /// - Throws: why it may not be used.
  @discardableResult
  package func check(admitsRoot: Bool = false) throws(Fault) -> UInt32 {
    try checkPath()
    var status = stat()
    guard lstat(path.utf8.terminated, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .noDirectory(path: path) }
    guard status.st_uid == getuid() || (admitsRoot && getuid() == 0 && isRootsToPlace) else {
      throw .foreign(path: path, user: status.st_uid)
    }
    guard status.st_mode & 0o077 == 0 else { throw .open(path: path) }
    return status.st_uid
  }

  /// Checks that sockets can have a path in it.
  ///
  /// - Throws: `.undecodable`.
  package func checkPath() throws(Fault) {
    guard SystemText.bytes(path.utf8).elementsEqual(path.utf8) else {
      throw .undecodable(path: path)
    }
  }

  /// Whether the directory around it belongs to root, and nobody else may write there.
  private var isRootsToPlace: Bool {
    var status = stat()
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return stat(parent.utf8.terminated, &status) == 0 && status.st_uid == 0
      && status.st_mode & 0o022 == 0
  }
}
