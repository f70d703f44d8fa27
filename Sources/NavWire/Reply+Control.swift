package import NavBase

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

  /// Whether a viewer may move its session, numbered as in `input.proto`.
  package enum Standing: UInt8, Hashable, Sendable, CaseIterable {
    /// It may, as everybody.
    case moves = 0
    /// It may not: another viewer drives, or no viewer does.
    case follows = 1
    /// It follows, and has asked for control.
    case asks = 2
    /// It drives: it alone may move the session.
    case drives = 3
    /// It only watches.
    case readOnly = 4
  }
}

// MARK: On the wire

extension Reply.ControlStatus: WireFields {
  package static var blank: Self { Self() }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.enumeration(1, &policy, or: .locked)
    try archive.string(2, orEmpty: &driver)
    try archive.milliseconds(3, &held)
    try archive.milliseconds(4, &idle)
    try archive.strings(5, &requests)
    try archive.enumeration(6, &standing, or: .follows)
  }
}

extension Reply.Standing: WireEnumeration {}
