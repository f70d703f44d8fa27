import CSQLite

/// A failed call to SQLite.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The kind of failure: SQLite's primary result codes.
  package enum Code: Hashable, Sendable {
    /// The file system has no room left.
    case full
    case readOnly
    case cannotOpen
    case permission
    case authorization
    /// The content of the file is not what SQLite wrote.
    case corrupt
    case notADatabase
    case inputOutput
    /// Another connection holds a lock for longer than this one waits.
    case busy
    /// This connection itself, or one that shares its cache, holds a lock.
    case locked
    case constraint
    /// The statement is invalid, or something that it names does not exist.
    case statement
    case mismatch
    case format
    case tooBig
    case noMemory
    case other(CInt)

    init(resultCode: CInt) {
      self =
        switch resultCode & 0xff {
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_PERM: .permission
        case SQLITE_AUTH: .authorization
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_IOERR: .inputOutput
        case SQLITE_BUSY: .busy
        case SQLITE_LOCKED: .locked
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_ERROR: .statement
        case SQLITE_MISMATCH: .mismatch
        case SQLITE_FORMAT: .format
        case SQLITE_TOOBIG: .tooBig
        case SQLITE_NOMEM: .noMemory
        default: .other(resultCode & 0xff)
        }
    }
  }

  package let code: Code
  /// SQLite's text for users, or the caller's.
  package let message: String

  package init(_ code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// - Parameters:
  ///   - resultCode: a primary or an extended result code.
  ///   - message: the connection's text for it; nil for the code's own.
  package init(resultCode: CInt, message: String? = nil) {
    self.init(
      Code(resultCode: resultCode),
      message: message ?? sqlite3_errstr(resultCode).map { String(cString: $0) }
        ?? "error \(resultCode)"
    )
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String { message }
}
