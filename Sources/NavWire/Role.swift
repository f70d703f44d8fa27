/// The rights of a requester, each role including those of the ones before it (proto/README.md: Control).
package enum Role: String, Hashable, Sendable, Comparable, CaseIterable {
  /// It watches, and moves nothing.
  case viewer
  /// It moves a session that everybody may move, and drives one if it gets control.
  case driver
  /// It also takes control, gives it to anybody, sets the policy, sees the speaker's view, and invites others.
  case presenter
  /// It also begins, renames and ends sessions.
  case owner

  private var rank: Int {
    switch self {
    case .viewer: 1
    case .driver: 2
    case .presenter: 3
    case .owner: 4
    }
  }

  package static func < (a: Role, b: Role) -> Bool { a.rank < b.rank }

  /// The words of all roles, for messages.
  package static let words = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Role: WireEnumeration {
  /// The number in messages and in stored data.
  package var number: UInt32 { UInt32(rank) }

  /// Nil for a number that no role has.
  package init?(number: UInt32) {
    guard let role = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = role
  }

  /// Creates the role of an invitation; nil for one that nobody is invited to.
  init?(invited number: UInt32) {
    self.init(number: number)
    guard self <= .presenter else { return nil }
  }
}
