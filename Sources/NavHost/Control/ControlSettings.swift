package import NavCommands

/// What a configuration says of the control of sessions.
package struct ControlSettings: Hashable, Sendable {
  /// The policy of new sessions.
  package var policy = ControlPolicy.open
  /// How long a driver may not move the session before it loses control; nil for any time.
  package var idleRelease: Duration?

  package init() {}
}
