package import NavBase

extension Request {
  /// Changes who may move a session (proto/README.md: Control).
  package struct Control: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer on whose behalf it is sent; nil for scripts.
    package var viewer: UInt64?
    package var action: Action

    package enum Action: Hashable, Sendable {
      /// Asks for control.
      case request
      /// Gives control to a viewer; nil for whoever asked first.
      case grant(ViewerName?)
      /// Refuses the request of a viewer; nil for the first one.
      case deny(ViewerName?)
      /// Takes control at once.
      case take
      /// Gives control up, or takes an own request back.
      case release
      case policy(ControlPolicy)
      /// Removes a viewer, which stays out for a time, of at most `longestExclusion`; nil for the daemon's default.
      case kick(ViewerName, Duration?)
    }

    package static let longestExclusion = Duration.seconds(24 * 3_600)

    package init(session: SessionReference, viewer: UInt64? = nil, _ action: Action) {
      self.session = session
      self.viewer = viewer
      self.action = action
    }
  }
}

// MARK: On the wire

extension Request.Control: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (session, viewer) = (value?.session ?? .blank, value?.viewer)
    try archive.message(1, &session)
    try archive.uint64(2, aboveZero: &viewer)
    return Self(session: session, viewer: viewer, try Action.coded(value?.action, &archive))
  }
}

extension Request.Control.Action {
  /// Codes the fields from 3 on.
  fileprivate static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (kind, name, policy, time) = (UInt32(0), "", UInt32(0), Duration.zero)
    switch value {
    case .request: kind = 1
    case .grant(let viewer): (kind, name) = (2, viewer?.description ?? "")
    case .deny(let viewer): (kind, name) = (3, viewer?.description ?? "")
    case .take: kind = 4
    case .release: kind = 5
    case .policy(let rule): (kind, policy) = (6, rule.number)
    case .kick(let viewer, let exclusion):
      (kind, name, time) = (7, viewer.description, exclusion ?? .zero)
    case nil: break
    }
    try archive.uint32(3, &kind)
    try archive.string(4, &name)
    try archive.uint32(5, &policy)
    try archive.milliseconds(6, &time)
    if let value { return value }
    return try Self(kind: kind, name: name, policy: policy, time: time)
  }

  private init(
    kind: UInt32,
    name: String,
    policy: UInt32,
    time: Duration
  ) throws(WireError) {
    switch kind {
    case 1: self = .request
    case 2: self = .grant(try Self.name(name))
    case 3: self = .deny(try Self.name(name))
    case 4: self = .take
    case 5: self = .release
    case 6:
      guard let policy = ControlPolicy.allCases.first(where: { $0.number == policy }) else {
        throw WireError(
          impossible: "policy \(policy); the daemon may be older than the client"
        )
      }
      self = .policy(policy)
    case 7:
      guard let name = try Self.name(name) else {
        throw WireError(impossible: "no name of a viewer to remove")
      }
      guard time <= Request.Control.longestExclusion else {
        throw WireError(impossible: "a viewer can't stay out for more than 24 hours")
      }
      self = .kick(name, time == .zero ? nil : time)
    default:
      throw WireError(
        impossible:
          "a change of control of an unknown kind; the daemon may be older than the client"
      )
    }
  }

  /// - Returns: nil for an empty text.
  /// - Throws: if no viewer can have that name.
  private static func name(_ text: String) throws(WireError) -> ViewerName? {
    guard !text.isEmpty else { return nil }
    guard let name = ViewerName(text) else {
      throw WireError(impossible: "an invalid name: nothing of it can be seen")
    }
    return name
  }
}

extension ControlPolicy: WireEnumeration {}
