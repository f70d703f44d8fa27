/// The view of a session that a viewer's screen shows.
enum ShownView: Hashable, Sendable {
  case shared
  /// A private view of this viewer.
  case own
  /// The view that the viewer of this name shows.
  case following(String)
  case speakers

  /// The line about a change to it, in plain text.
  var spoken: String {
    switch self {
    case .shared: "Back with everybody"
    case .own: "Browsing on your own: browse returns"
    case .speakers: "Speaker's view: notes returns"
    case .following(let name): "Following \(ControlView.shown(name)): browse returns"
    }
  }
}
