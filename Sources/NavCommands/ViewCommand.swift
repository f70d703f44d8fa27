/// A change of how a session's content is shown; the content stays where it is.
package enum ViewCommand: Hashable, Sendable {
  /// Shows line numbers in files, or none; nil for the other one of both.
  case numbers(Bool?)
}
