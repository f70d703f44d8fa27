package import NavCommands
package import NavModel

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

extension Request.Control {
  var wire: Navd_V1_Control {
    var message = Navd_V1_Control()
    message.session = session.wire
    message.viewerID = viewer ?? 0
    switch action {
    case .request: message.kind = .request
    case .grant(let name):
      message.kind = .grant
      message.name = name?.description ?? ""
    case .deny(let name):
      message.kind = .deny
      message.name = name?.description ?? ""
    case .take: message.kind = .take
    case .release: message.kind = .release
    case .policy(let policy):
      message.kind = .policy
      message.policy = policy.wire
    case .kick(let name, let time):
      message.kind = .kick
      message.name = name.description
      message.forMs = UInt64(clamping: time?.milliseconds ?? 0)
    }
    return message
  }

  init(_ message: Navd_V1_Control) throws(WireError) {
    self.init(
      session: try SessionReference(message.session),
      viewer: message.viewerID == 0 ? nil : message.viewerID,
      try Action(message)
    )
  }
}

extension Request.Control.Action {
  fileprivate init(_ message: Navd_V1_Control) throws(WireError) {
    switch message.kind {
    case .request: self = .request
    case .grant: self = .grant(try Self.name(message.name))
    case .deny: self = .deny(try Self.name(message.name))
    case .take: self = .take
    case .release: self = .release
    case .policy:
      guard let policy = ControlPolicy(message.policy) else {
        throw WireError(
          impossible: "policy \(message.policy.rawValue); the daemon may be older than the client"
        )
      }
      self = .policy(policy)
    case .kick:
      guard let name = try Self.name(message.name) else {
        throw WireError(impossible: "no name of a viewer to remove")
      }
      let longest = Request.Control.longestExclusion
      guard message.forMs <= UInt64(longest.milliseconds) else {
        throw WireError(impossible: "a viewer can't stay out for more than 24 hours")
      }
      self = .kick(name, message.forMs == 0 ? nil : .milliseconds(Int64(message.forMs)))
    case .unspecified, .UNRECOGNIZED:
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

extension ControlPolicy {
  var wire: Navd_V1_ControlPolicy {
    switch self {
    case .open: .open
    case .request: .request
    case .locked: .locked
    }
  }

  /// Nil for a policy of a later version.
  init?(_ message: Navd_V1_ControlPolicy) {
    switch message {
    case .open: self = .open
    case .request: self = .request
    case .locked: self = .locked
    case .UNRECOGNIZED: return nil
    }
  }
}
