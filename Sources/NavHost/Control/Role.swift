import NavStateFormat

/// The rights of a requester, each role including those of the ones before it (proto/README.md: Control).
package enum Role: Int, Hashable, Sendable, Comparable {
  /// It watches, and moves nothing.
  case viewer
  /// It moves a session that everybody may move, and drives one if it gets control.
  case driver
  /// It also takes control, gives it to anybody, sets the policy, and sees what only the speaker sees.
  case presenter
  /// It also begins, renames and ends sessions.
  case owner

  package static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
}

extension Principal {
  /// The scripts that act on its behalf.
  var scripts: Participant.Identity {
    switch self {
    case .localUser, .process: .scripts(address: nil)
    case .address(let address): .scripts(address: address)
    case .key(let key): .scripts(address: "\(key)")
    }
  }
}
