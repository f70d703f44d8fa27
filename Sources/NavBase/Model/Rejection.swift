/// An error that tells a user why an operation is not possible and what to do.
package struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the only reason is that what was looked for is not there, or that there is nothing to look for or in.
  package let isNoMatch: Bool

  package init(_ description: String, isNoMatch: Bool = false) {
    self.description = description
    self.isNoMatch = isNoMatch
  }

  package static func noMatch(for text: String) -> Rejection {
    Rejection("no match for \"\(text)\"", isNoMatch: true)
  }
}
