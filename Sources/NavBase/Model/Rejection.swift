/// An error that tells a user why an operation is not possible and what to do.
package struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
