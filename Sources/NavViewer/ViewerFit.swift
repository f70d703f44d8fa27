import NavWire

/// Which layout of its session a viewer shows (experience.md: Programs, `--fit`).
package enum ViewerFit: String, CaseIterable, Hashable, Sendable {
  /// One of its terminal's own size.
  case relayout
  /// That of the viewer who was there first, in the middle of its terminal.
  case letterbox

  /// As the daemon is asked for it.
  var asked: Request.Attach.Fit {
    switch self {
    case .relayout: .relayout
    case .letterbox: .letterbox
    }
  }
}
