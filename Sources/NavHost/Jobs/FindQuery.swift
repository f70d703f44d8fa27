package import NavBase
package import NavWire

/// Words that a client wants to find below what a session shows.
package struct FindQuery: Hashable, Sendable {
  package let ticket: UInt64
  package let session: UInt64
  package let client: ClientID
  package let scope: FindScope
  package let words: String
}
