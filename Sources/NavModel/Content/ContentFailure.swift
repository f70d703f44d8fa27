/// A failure to read content, with a message for users.
package struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the content exists, but the daemon's user may not read it.
  package let isForbidden: Bool
  /// Whether the content could not be read now, and may be readable at another time.
  package let isBusy: Bool
  /// A shorter message, for small spaces.
  package let brief: String

  package init(
    _ description: String,
    isForbidden: Bool = false,
    isBusy: Bool = false,
    brief: String? = nil
  ) {
    self.description = description
    self.isForbidden = isForbidden
    self.isBusy = isBusy
    self.brief = brief ?? description
  }
}
