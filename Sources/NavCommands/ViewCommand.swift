/// A change of how a session's content is shown; the content stays where it is.
package enum ViewCommand: Hashable, Sendable {
  /// Shows line numbers in files, or none; nil for the other one of both.
  case numbers(Bool?)
  /// Shows the selected entry beside its list; nil for what the one who asks does not see now.
  case preview(PreviewMode?)
}

/// Where the selected entry of a list is shown beside it.
package enum PreviewMode: String, CaseIterable, Hashable, Sendable {
  /// On wide terminals.
  case auto
  /// On all terminals that have room for both.
  case on
  case off
}
