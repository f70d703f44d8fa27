/// Why an operation is not possible, for people: what is the case and what to do.
package struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
