import GRDB
import Glibc

extension StoreError {
  /// An error number of the system.
  ///
  /// - Parameters:
  ///   - code: what `errno` said.
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

  /// What a call to the database threw.
  ///
  /// - Parameters:
  ///   - error: of SQLite, or of ours, thrown through it.
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
  /// What a commit threw leaves the connection as good as before; after all else it is closed, and
  /// the next commit opens the file again.
  var leavesConnectionIntact: Bool {
    // A record that is too long says nothing about the file.
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
  /// The file is to be blamed, not the way to it: it is no database, or not ours.
  var blamesTheFile: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
      .SQLITE_FORMAT:
      true
    default: false
    }
  }
}

/// No block is left in the file system of a path, so that what SQLite calls an I/O error is that.
private func isFull(besides path: String) -> Bool {
  var status = statvfs()
  return statvfs(path, &status) == 0 && status.f_bavail == 0
}
