/// A change of how a session's content is displayed; the position in it is kept.
package enum ViewCommand: Hashable, Sendable {
  /// Shows or hides line numbers in files; nil toggles.
  case numbers(Bool?)
  /// Shows the selected entry beside its list; nil toggles what the requesting viewer sees.
  case preview(PreviewMode?)
}

/// The terminals on which the selected entry is shown beside its list.
package enum PreviewMode: String, CaseIterable, Hashable, Sendable {
  /// On wide terminals.
  case auto
  /// On all terminals that are wide enough for both.
  case on
  case off
}
