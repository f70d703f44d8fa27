package import NavBase

/// The settings of the configuration's table `control`.
package struct ControlSettings: Hashable, Sendable {
  /// The policy of new sessions.
  package var policy = ControlPolicy.open
  /// The time without a move after which a driver loses control; nil for no limit.
  package var idleRelease: Duration?
  /// Whether the audience may ask questions.
  package var hasQuestions = true
  /// The rule for pointing at places.
  package var pointers = PointerRule.driver

  package init() {}
}
