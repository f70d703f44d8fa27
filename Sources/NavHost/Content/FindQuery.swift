package import NavSession
package import NavWire

/// Something that a client looks for below what a session shows.
package struct FindQuery: Hashable, Sendable {
  package let ticket: UInt64
  package let session: UInt64
  package let client: ClientID
  package let scope: FindScope
  package let words: String

  package init(
    ticket: UInt64,
    session: UInt64,
    client: ClientID,
    scope: FindScope,
    words: String
  ) {
    self.ticket = ticket
    self.session = session
    self.client = client
    self.scope = scope
    self.words = words
  }
}
