package import NavCommands

/// The settings of the configuration's table `control`.
package struct ControlSettings: Hashable, Sendable {
  /// The policy of new sessions.
  package var policy = ControlPolicy.open
  /// The time without a move after which a driver loses control; nil for no limit.
  package var idleRelease: Duration?

  package init() {}
}
