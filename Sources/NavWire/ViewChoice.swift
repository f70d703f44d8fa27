package import NavModel

/// The view of its session that a viewer shows (proto/README.md: Views).
package enum ViewChoice: Hashable, Sendable {
  /// The place that all viewers share.
  case shared
  /// A place of its own, by the id of the private view; 0 asks for a new one.
  case own(UInt64)
  /// The view that another viewer shows.
  case followed(ViewerName)
  /// The view for the speaker: the notes, the next slide, the timer and the questions.
  case speaker
}

extension ViewChoice {
  /// Nil for the shared view, which is the default.
  var wire: Navd_V1_View? {
    var message = Navd_V1_View()
    switch self {
    case .shared: return nil
    case .own(let id):
      message.kind = .own
      message.id = id
    case .followed(let name):
      message.kind = .followed
      message.name = name.description
    case .speaker: message.kind = .speaker
    }
    return message
  }

  /// A kind of a later version, and a name that nobody can have, count as the shared view.
  init(_ message: Navd_V1_View) {
    switch message.kind {
    case .shared, .UNRECOGNIZED: self = .shared
    case .own: self = .own(message.id)
    case .speaker: self = .speaker
    case .followed: self = ViewerName(message.name).map { .followed($0) } ?? .shared
    }
  }
}
