package import NavBase

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

extension Reply {
  /// Invitations to a session, and where guests find the daemon.
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

// MARK: On the wire

extension Request.Invitation: WireMessage {
  enum Kind: UInt8, WireEnumeration {
    case create = 1
    case revoke = 2
    case list = 3
  }

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var session = value?.session ?? .blank
    try archive.message(1, &session)
    return Self(session: session, try Action.coded(value?.action, &archive))
  }
}

extension Request.Invitation.Action {
  private var kind: Request.Invitation.Kind {
    switch self {
    case .create: .create
    case .revoke: .revoke
    case .list: .list
    }
  }

  /// Codes the fields from 2 on.
  fileprivate static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (token, role, validity) = ([UInt8](), UInt32(0), Duration.zero)
    var (uses, name, id) = (0, ViewerName?.none, UInt64(0))
    switch value {
    case .create(let secret, let terms):
      (token, role, validity) = (secret.bytes, terms.role.number, terms.validity)
      (uses, name) = (terms.uses, terms.name)
    case .revoke(let given): id = given
    case .list, nil: break
    }
    let kind = try archive.enumeration(2, value?.kind) { _ in
      WireError(
        impossible:
          "a request about invitations of an unknown kind; the daemon may be older than the client"
      )
    }
    try archive.bytes(3, &token)
    try archive.uint32(4, &role)
    try archive.milliseconds(5, &validity)
    try archive.uint32(6, &uses)
    try archive.string(7, &name)
    try archive.fixed64(8, &id)
    if let value { return value }

    switch kind {
    case .revoke: return .revoke(id)
    case .list: return .list
    case .create: break
    }
    guard let secret = InvitationToken(token) else {
      throw WireError(
        impossible: "a token of \(token.count) bytes; it has \(InvitationToken.byteCount)"
      )
    }
    guard let role = Role(invited: role) else {
      throw WireError(impossible: "an invitation is for a viewer, a driver or a presenter")
    }
    guard Request.Invitation.validity.contains(validity) else {
      throw WireError(impossible: "an invitation is good for a minute to 30 days")
    }
    guard Request.Invitation.uses.contains(uses) else {
      throw WireError(impossible: "an invitation has 1 to 1000 uses")
    }
    let terms = Request.Invitation.Terms(role: role, validity: validity, uses: uses, name: name)
    return .create(secret, terms)
  }
}

extension Reply.Invitations: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var current = value?.server?.current.bytes ?? []
    var addresses = value?.addresses.map(\.description) ?? []
    var (items, next) = (value?.items ?? [], value?.server?.next)
    try archive.bytes(1, &current)
    try archive.strings(2, &addresses)
    try archive.messages(3, &items)
    try archive.nextKey(4, &next)
    let key = PeerKey(current)
    guard key != nil || current.isEmpty else {
      throw WireError("a daemon's key of \(current.count) bytes")
    }
    return Self(
      server: key.map { ServerKeys($0, next: next) },
      addresses: addresses.compactMap { TCPAddress($0) },
      items
    )
  }
}

extension WireArchive {
  /// The next key of a daemon; nil for none.
  mutating func nextKey(_ field: Int, _ key: inout PeerKey?) throws(WireError) {
    var bytes = key?.bytes ?? []
    try self.bytes(field, &bytes)
    guard !Self.isWriter else { return }
    key = PeerKey(bytes)
    guard key != nil || bytes.isEmpty else {
      throw WireError("a daemon's next key of \(bytes.count) bytes")
    }
  }
}

extension Reply.InvitationInfo: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (id, session) = (value?.id.number ?? 0, value?.session ?? "")
    var (role, expires) = (value?.role.number ?? 0, value?.expires ?? 0)
    var (uses, used, name) = (value?.uses ?? 0, value?.used ?? 0, value?.name)
    var isRevoked = value?.isRevoked ?? false
    try archive.fixed64(1, &id)
    try archive.string(2, &session)
    try archive.uint32(3, &role)
    try archive.sint64(4, &expires)
    try archive.uint32(5, &uses)
    try archive.uint32(6, &used)
    try archive.string(7, &name)
    try archive.bool(8, &isRevoked)
    if let value { return value }
    guard let role = Role(invited: role) else {
      throw WireError("an invitation with an unknown role")
    }
    return Self(
      id: InvitationID(id),
      session: session,
      role: role,
      expires: expires,
      uses: uses,
      used: used,
      name: name,
      isRevoked: isRevoked
    )
  }
}
