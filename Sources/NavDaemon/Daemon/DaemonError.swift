import ZeroMQ

/// An error that keeps the daemon from starting, with its exit code.
package struct DaemonError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Int32, Hashable, Sendable {
    case usage = 64
    case noInput = 66
    case unavailable = 69
    /// `Console` ends a program with this code.
    case unwritten = 74
    case notPermitted = 77
  }

  package let code: Code
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension DaemonError {
  init(_ error: ZeroMQError) {
    switch error.code {
    case .locked:
      self.init(.unavailable, "another navd serves this directory: \(error.text)")
    case .permission:
      self.init(.notPermitted, "\(error)")
    default:
      self.init(.unavailable, "\(error)")
    }
  }
}
