import NavWire

/// The layout of its session that a viewer shows.
package enum ViewerFit: String, CaseIterable, Hashable, Sendable {
  /// A layout for the terminal's own size.
  case relayout
  /// The layout of the first viewer, centred in the terminal.
  case letterbox

  /// The value in the attach request.
  var asked: Request.Attach.Fit {
    switch self {
    case .relayout: .relayout
    case .letterbox: .letterbox
    }
  }
}
