package import NavViewer
package import NavWire

/// Invitations, on behalf of scripts and of users at a shell (proto/README.md: Invitations).
extension OneShotCommands {
  /// An invitation that was made, and the string that lets others in.
  package struct MadeInvitation: Hashable, Sendable {
    package let info: Reply.InvitationInfo
    package let link: InvitationLink
    /// The warning that navd could not save the invitation; nil if it is saved.
    package let warning: String?
  }

  /// Invites others to a session.
  ///
  /// - Parameters:
  ///   - session: the session; nil for the only one.
  ///   - terms: the rights of the invited.
  ///   - addresses: where they find the daemon; empty for all addresses that it knows of.
  /// - Returns: the invitation.
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func invite(
    to session: String?,
    _ terms: Request.Invitation.Terms,
    at addresses: [TCPAddress]
  ) throws(ClientExit) -> MadeInvitation {
    var generator = SystemRandomNumberGenerator()
    let token = InvitationToken(random: &generator)
    let reply = try invitations(.create(token, terms), in: session)
    guard let info = reply.list.items.first, let server = reply.list.server else {
      throw .unexpected("an invitation")
    }
    let known = addresses.isEmpty ? reply.list.addresses : addresses
    let credential = Credential(invitation: info.id.number, token: token)
    let places = Array(known.prefix(InvitationLink.maximumAddresses))
    guard let link = InvitationLink(places, session: info.session, server: server, credential)
    else {
      throw ClientExit(
        .unreachable,
        "navd does not know under which address others reach this machine: give it with --address HOST:PORT"
      )
    }
    return MadeInvitation(info: info, link: link, warning: reply.warning)
  }

  /// Returns the invitations to a session, the newest first.
  ///
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func invitations(
    to session: String?
  ) throws(ClientExit) -> [Reply.InvitationInfo] {
    try invitations(.list, in: session).list.items
  }

  /// Revokes an invitation: whoever came by it has to leave.
  ///
  /// - Returns: a warning for the user; nil if there is none.
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func revoke(
    _ invitation: InvitationID,
    to session: String?
  ) throws(ClientExit) -> String? {
    try invitations(.revoke(invitation.number), in: session).warning
  }

  private mutating func invitations(
    _ action: Request.Invitation.Action,
    in session: String?
  ) throws(ClientExit) -> (list: Reply.Invitations, warning: String?) {
    let request = Request.Invitation(session: .name(try self.session(session)), action)
    let reply = try requester.operate(.invitation(request))
    guard case .invitations(let list) = reply.body else { throw .unexpected("invitations") }
    return (list, action == .list ? nil : reply.warning)
  }
}
