package import NavViewer
package import NavWire

extension Endpoints {
  /// Uses the daemon of an invitation, at whichever of its addresses it answers (`reached`).
  ///
  /// - Parameters:
  ///   - link: the invitation.
  ///   - path: the path of the file of this user's own keys, which are made at the first time.
  /// - Throws: `.notPermitted` if these can't be used.
  package mutating func follow(_ link: InvitationLink, keysIn path: String) throws(ClientExit) {
    credential = link.credential
    try encrypt(to: link.server, keysIn: path)
    server = link.addresses.first
    alternatives = Array(link.addresses.dropFirst())
  }

  /// Returns the endpoints at each address of an invitation, without trying them.
  ///
  /// - Parameters:
  ///   - link: the invitation.
  ///   - path: the path of the file of this user's own keys, which are made at the first time.
  /// - Returns: the endpoints, in the order of the addresses.
  /// - Throws: `.notPermitted` if the keys can't be used.
  package func candidates(
    of link: InvitationLink,
    keysIn path: String
  ) throws(ClientExit) -> [Endpoints] {
    var first = self
    first.credential = link.credential
    try first.encrypt(to: link.server, keysIn: path)
    return link.addresses.map { address in
      var endpoints = first
      endpoints.server = address
      return endpoints
    }
  }
}
