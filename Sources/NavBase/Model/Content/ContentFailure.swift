/// A failure to read content, with a message for users.
package struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  package enum Cause: Hashable, Sendable {
    /// The content does not exist, or can't be read.
    case unreadable
    /// The content exists, but the daemon's user may not read it.
    case forbidden
    /// The content would take more memory than there is for it.
    case limit
    /// The content can't be read now: too much is being read.
    case busy
  }

  package let description: String
  package let cause: Cause
  /// A shorter message without directories: for small spaces, and for who may not know these.
  package let brief: String

  package init(_ description: String, _ cause: Cause = .unreadable, brief: String? = nil) {
    self.description = description
    self.cause = cause
    self.brief = brief ?? description
  }

  /// Whether the content exists, but the daemon's user may not read it.
  package var isForbidden: Bool { cause == .forbidden }
}
