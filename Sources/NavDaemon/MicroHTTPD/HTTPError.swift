import Glibc

/// The reason why an HTTP server can't listen.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, for the operator.
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Creates the error of the last system call of this thread.
  static var ofSystem: HTTPError { HTTPError(String(cString: strerror(errno))) }
}
