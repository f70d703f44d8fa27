package import NavModel

extension Request {
  /// Invites others to a session, and lists or revokes invitations (proto/README.md: Invitations).
  package struct Invitation: Hashable, Sendable {
    package var session: SessionReference
    package var action: Action

    package enum Action: Hashable, Sendable {
      case create(InvitationToken, Terms)
      case revoke(UInt64)
      case list
    }

    /// The rights of an invitation.
    package struct Terms: Hashable, Sendable {
      /// At most presenter.
      package var role: Role
      /// The time until it ends, and its viewers have to leave; in `validity`.
      package var validity: Duration
      /// The number of keys that may use it; in `uses`.
      package var uses: Int
      /// For people; nil without one.
      package var name: ViewerName?

      package init(role: Role, validity: Duration, uses: Int, name: ViewerName? = nil) {
        self.role = role
        self.validity = validity
        self.uses = uses
        self.name = name
      }
    }

    package static let validity = Duration.seconds(60)...Duration.seconds(30 * 24 * 3_600)
    package static let uses = 1...1_000

    package init(session: SessionReference, _ action: Action) {
      self.session = session
      self.action = action
    }

    /// Whether it changes something.
    package var isOperation: Bool { action != .list }
  }
}

extension Request.Invitation {
  var wire: Navd_V1_Invitation {
    var message = Navd_V1_Invitation()
    message.session = session.wire
    switch action {
    case .create(let token, let terms):
      message.kind = .create
      message.token = NavWire.bytes(token.bytes)
      message.role = terms.role.wire
      message.validMs = UInt64(clamping: terms.validity.milliseconds)
      message.uses = UInt32(clamping: terms.uses)
      message.name = terms.name?.description ?? ""
    case .revoke(let id):
      message.kind = .revoke
      message.id = id
    case .list: message.kind = .list
    }
    return message
  }

  init(_ message: Navd_V1_Invitation) throws(WireError) {
    self.init(session: try SessionReference(message.session), try Action(message))
  }
}

extension Request.Invitation.Action {
  fileprivate init(_ message: Navd_V1_Invitation) throws(WireError) {
    switch message.kind {
    case .create:
      guard let token = InvitationToken(Array(message.token)) else {
        throw WireError(
          impossible:
            "a token of \(message.token.count) bytes; it has \(InvitationToken.byteCount)"
        )
      }
      guard let role = Role(message.role) else {
        throw WireError(impossible: "an invitation is for a viewer, a driver or a presenter")
      }
      let validity = Duration.milliseconds(Int64(clamping: message.validMs))
      guard Request.Invitation.validity.contains(validity) else {
        throw WireError(impossible: "an invitation is good for a minute to 30 days")
      }
      guard Request.Invitation.uses.contains(Int(message.uses)) else {
        throw WireError(impossible: "an invitation has 1 to 1000 uses")
      }
      self = .create(
        token,
        Request.Invitation.Terms(
          role: role,
          validity: validity,
          uses: Int(message.uses),
          name: ViewerName(message.name)
        )
      )
    case .revoke: self = .revoke(message.id)
    case .list: self = .list
    case .unspecified, .UNRECOGNIZED:
      throw WireError(
        impossible:
          "a request about invitations of an unknown kind; the daemon may be older than the client"
      )
    }
  }
}

extension Reply {
  /// Invitations to a session, and where whoever is invited finds the daemon.
  package struct Invitations: Hashable, Sendable {
    /// The daemon's keys; nil if it does not listen for other machines.
    package var server: ServerKeys?
    /// The addresses at which it listens.
    package var addresses: [TCPAddress]
    /// The newest first.
    package var items: [InvitationInfo]

    package init(server: ServerKeys?, addresses: [TCPAddress], _ items: [InvitationInfo]) {
      self.server = server
      self.addresses = addresses
      self.items = items
    }
  }

  /// One invitation in a listing.
  package struct InvitationInfo: Hashable, Sendable {
    package var id: InvitationID
    /// The name of the session.
    package var session: String
    package var role: Role
    /// When it ends, in milliseconds since 1970.
    package var expires: Int64
    /// The number of keys that may use it.
    package var uses: Int
    /// The number of keys that have used it.
    package var used: Int
    package var name: ViewerName?
    package var isRevoked: Bool

    package init(
      id: InvitationID,
      session: String,
      role: Role,
      expires: Int64,
      uses: Int,
      used: Int = 0,
      name: ViewerName? = nil,
      isRevoked: Bool = false
    ) {
      self.id = id
      self.session = session
      self.role = role
      self.expires = expires
      self.uses = uses
      self.used = used
      self.name = name
      self.isRevoked = isRevoked
    }
  }
}

extension Reply.Invitations {
  var wire: Navd_V1_InvitationList {
    var message = Navd_V1_InvitationList()
    if let server { message.serverKey = NavWire.bytes(server.current.bytes) }
    if let next = server?.next { message.nextServerKey = NavWire.bytes(next.bytes) }
    message.addresses = addresses.map(\.description)
    message.invitations = items.map(\.wire)
    return message
  }

  init(_ message: Navd_V1_InvitationList) throws(WireError) {
    let current = PeerKey(Array(message.serverKey))
    guard current != nil || message.serverKey.isEmpty else {
      throw WireError("a daemon's key of \(message.serverKey.count) bytes")
    }
    let next = try PeerKey(nextOf: message.nextServerKey)
    let server = current.map { ServerKeys($0, next: next) }
    var items: [Reply.InvitationInfo] = []
    for invitation in message.invitations {
      items.append(try Reply.InvitationInfo(invitation))
    }
    self.init(server: server, addresses: message.addresses.compactMap { TCPAddress($0) }, items)
  }
}

extension Reply.InvitationInfo {
  fileprivate var wire: Navd_V1_InvitationInfo {
    var message = Navd_V1_InvitationInfo()
    message.id = id.number
    message.session = session
    message.role = role.wire
    message.expiresMs = expires
    message.uses = UInt32(clamping: uses)
    message.used = UInt32(clamping: used)
    message.name = name?.description ?? ""
    message.revoked = isRevoked
    return message
  }

  fileprivate init(_ message: Navd_V1_InvitationInfo) throws(WireError) {
    guard let role = Role(message.role) else {
      throw WireError("an invitation with an unknown role")
    }
    self.init(
      id: InvitationID(message.id),
      session: message.session,
      role: role,
      expires: message.expiresMs,
      uses: Int(message.uses),
      used: Int(message.used),
      name: ViewerName(message.name),
      isRevoked: message.revoked
    )
  }
}
