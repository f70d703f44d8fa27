/// The reason why a peer, a port or a process is not there, and what to do about it.
package struct ProcessKitError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
