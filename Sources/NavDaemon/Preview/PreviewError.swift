/// An error that prevents a preview, with its exit code.
package struct PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Int32, Hashable, Sendable {
    case usage = 64
    /// An expectation of a script that does not hold.
    case badData = 65
    case noInput = 66
    case notPermitted = 77
  }

  package let code: Code
  /// The error and a remedy, on one line.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
