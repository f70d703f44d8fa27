package import NavWire

/// A right of a peer in a session: `RightsTests` proves which role has it first, and the manual and proto/README.md have
/// their lists of rights from here.
package enum Right: CaseIterable {
  case watch, lookAround, ask
  case move, point, requestControl
  case takeControl, setPolicy, kick, speak, invite
  case sessions, send, metrics

  /// The first role that has it.
  package var least: Role {
    switch self {
    case .watch, .lookAround, .ask: .viewer
    case .move, .point, .requestControl: .driver
    case .takeControl, .setPolicy, .kick, .speak, .invite: .presenter
    case .sessions, .send, .metrics: .owner
    }
  }

  /// The permitted action, in words.
  package var words: String {
    switch self {
    case .watch: "watch"
    case .lookAround: "have a view of its own"
    case .ask: "ask the speaker questions"
    case .move: "move the session as its policy permits"
    case .point: "point and mark lines as the configuration permits"
    case .requestControl: "ask for control"
    case .takeControl: "take control, grant and refuse it"
    case .setPolicy: "set the policy"
    case .kick: "remove viewers"
    case .speak: "have the speaker's view with notes, timer and questions"
    case .invite: "invite others"
    case .sessions: "begin, rename, end and record sessions"
    case .send: "show files that it sends"
    case .metrics: "read the metrics if it is for all sessions"
    }
  }

  /// Returns what a role may do besides what the roles before it may.
  package static func words(of role: Role) -> String {
    allCases.filter { $0.least == role }.map(\.words).joined(separator: ", ")
  }
}
