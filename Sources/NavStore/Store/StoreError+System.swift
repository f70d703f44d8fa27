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
    case let error as SQLiteError: self.init(error, path: path)
    default: self = .io(path: path, reason: "\(error)")
    }
  }

  private init(_ error: SQLiteError, path: String) {
    let reason = error.message
    self =
      switch error.code {
      case .full: .diskFull(path: path)
      case .readOnly, .cannotOpen, .permission, .authorization:
        .notWritable(path: path, reason: reason)
      case .corrupt, .notADatabase: .damaged(path: path, reason: reason)
      case .inputOutput where isFull(besides: path): .diskFull(path: path)
      case .busy, .locked:
        .io(path: path, reason: "another program writes into it (\(reason))")
      case .constraint: .io(path: path, reason: "it refuses the batch (\(reason))")
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
    return switch (self as? SQLiteError)?.code {
    case .full, .busy, .locked, .constraint, .tooBig, .noMemory: true
    default: false
    }
  }
}

extension SQLiteError {
  /// Whether the file itself is the problem, not the access to it: it is no database, or not
  /// navd's.
  var blamesTheFile: Bool {
    switch code {
    case .corrupt, .notADatabase, .statement, .constraint, .mismatch, .format: true
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
