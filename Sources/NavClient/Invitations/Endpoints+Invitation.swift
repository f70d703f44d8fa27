package import NavViewer
package import NavWire

extension Endpoints {
  /// Uses the daemon of an invitation, at the first of its addresses that answers.
  ///
  /// - Parameters:
  ///   - link: the invitation.
  ///   - path: the path of the file of this user's own keys, which are made at the first time.
  /// - Throws: `.notPermitted` if these can't be used, or if the daemon has another key; `.unreachable` with the reason
  ///   of the last address if none answers.
  package mutating func follow(_ link: InvitationLink, keysIn path: String) throws(ClientExit) {
    credential = link.credential
    try encrypt(to: link.server, keysIn: path)
    for address in link.addresses {
      server = address
      if address == link.addresses.last { return }
      do throws(ClientExit) {
        return try checkDaemon()
      } catch {
        guard [.unreachable, .timeout].contains(error.code) else { throw error }
      }
    }
  }
}
