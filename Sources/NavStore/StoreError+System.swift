import GRDB
import Glibc

extension StoreError {
  /// Converts an error number of the system.
  ///
  /// - Parameters:
  ///   - code: the value of `errno`.
  ///   - path: the file or directory concerned.
  init(system code: Int32, path: String) {
    let reason = String(cString: strerror(code))
    self =
      switch code {
      case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, EEXIST, ELOOP, ENAMETOOLONG:
        .notWritable(path: path, reason: reason)
      case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
      default: .io(path: path, reason: reason)
      }
  }

  /// Converts an error of a database call.
  ///
  /// - Parameters:
  ///   - error: an error of SQLite, or a `StoreError` thrown through it.
  ///   - path: the database.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .io(path: path, reason: "\(error)")
    }
  }

  private init(_ error: DatabaseError, path: String) {
    let reason = error.message ?? "\(error.resultCode)"
    self =
      switch error.resultCode {
      case .SQLITE_FULL: .diskFull(path: path)
      case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
        .notWritable(path: path, reason: reason)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(path: path, reason: reason)
      case .SQLITE_IOERR where isFull(besides: path): .diskFull(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        .io(path: path, reason: "another program writes into it (\(reason))")
      case .SQLITE_CONSTRAINT: .io(path: path, reason: "it refuses the batch (\(reason))")
      default: .io(path: path, reason: reason)
      }
  }
}

extension Error {
  /// Whether the connection stays usable after a failed commit; otherwise it is closed, and the
  /// next commit reopens the file.
  var leavesConnectionIntact: Bool {
    // A record that is too long does not affect the file.
    if case .io = self as? StoreError { return true }
    return switch (self as? DatabaseError)?.resultCode {
    case .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CONSTRAINT, .SQLITE_TOOBIG,
      .SQLITE_NOMEM:
      true
    default: false
    }
  }
}

extension DatabaseError {
  /// Whether the file itself is the problem, not the access to it: it is no database, or not
  /// navd's.
  var blamesTheFile: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
      .SQLITE_FORMAT:
      true
    default: false
    }
  }
}

/// Returns whether the file system of a path has no free blocks, which SQLite reports as an I/O
/// error.
private func isFull(besides path: String) -> Bool {
  var status = statvfs()
  return statvfs(path, &status) == 0 && status.f_bavail == 0
}
