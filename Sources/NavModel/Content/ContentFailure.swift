/// A failure to read content, with a message for users.
package struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the content exists, but the daemon's user may not read it.
  package let isForbidden: Bool
  /// A shorter message, for small spaces.
  package let brief: String

  package init(_ description: String, isForbidden: Bool = false, brief: String? = nil) {
    self.description = description
    self.isForbidden = isForbidden
    self.brief = brief ?? description
  }
}
