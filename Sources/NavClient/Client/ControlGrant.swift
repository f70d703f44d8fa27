/// The result of `navclient drive`.
package enum ControlGrant: Hashable, Sendable {
  /// Scripts drive; with a warning for the user if there is one.
  case granted(warning: String?)
  /// Everybody may move the session, so there is no control to get.
  case needless
}
