import Glibc

/// A system call that failed.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The failure of the last system call of this thread.
  package static var last: SystemFailure { SystemFailure(code: errno) }

  /// The system's own text, such as `No such file or directory`.
  package var description: String { String(cString: strerror(code)) }
}
