package import NavCommands
import NavModel

extension Reply {
  /// The policy, the driver and the requests of a session (proto/README.md: Control).
  package struct ControlStatus: Hashable, Sendable {
    package var policy: ControlPolicy
    /// The name of who drives; nil for nobody.
    package var driver: String?
    /// The time for which the driver has had control.
    package var held: Duration
    /// The time for which the driver has not moved the session.
    package var idle: Duration
    /// The names of those who ask for control, in the order in which they asked.
    package var requests: [String]
    /// Whether scripts of the requester may move the session.
    package var standing: Standing

    package init(
      policy: ControlPolicy = .open,
      driver: String? = nil,
      held: Duration = .zero,
      idle: Duration = .zero,
      requests: [String] = [],
      standing: Standing = .moves
    ) {
      self.policy = policy
      self.driver = driver
      self.held = held
      self.idle = idle
      self.requests = requests
      self.standing = standing
    }
  }

  /// Whether a viewer may move its session.
  package enum Standing: Hashable, Sendable, CaseIterable {
    /// It may, as everybody.
    case moves
    /// It may not: another one drives, or nobody does.
    case follows
    /// It follows, and has asked for control.
    case asks
    /// It is the one who may.
    case drives
    /// It only watches.
    case readOnly
  }
}

extension Reply.ControlStatus {
  var wire: Navd_V1_ControlStatus {
    var message = Navd_V1_ControlStatus()
    message.policy = policy.wire
    message.driver = driver ?? ""
    message.heldMs = UInt64(clamping: held.milliseconds)
    message.idleMs = UInt64(clamping: idle.milliseconds)
    message.requests = requests
    message.standing = standing.wire
    return message
  }

  init(_ message: Navd_V1_ControlStatus) {
    self.init(
      policy: ControlPolicy(message.policy) ?? .locked,
      driver: message.driver.isEmpty ? nil : message.driver,
      held: .milliseconds(Int64(clamping: message.heldMs)),
      idle: .milliseconds(Int64(clamping: message.idleMs)),
      requests: message.requests,
      standing: Reply.Standing(message.standing)
    )
  }
}

extension Reply.Standing {
  var wire: Navd_V1_ViewerInfo.Standing {
    switch self {
    case .moves: .moves
    case .follows: .follows
    case .asks: .asks
    case .drives: .drives
    case .readOnly: .readOnly
    }
  }

  /// A value of a later version is taken as the least.
  init(_ message: Navd_V1_ViewerInfo.Standing) {
    switch message {
    case .moves: self = .moves
    case .follows, .UNRECOGNIZED: self = .follows
    case .asks: self = .asks
    case .drives: self = .drives
    case .readOnly: self = .readOnly
    }
  }
}
