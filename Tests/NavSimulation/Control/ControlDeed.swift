import NavBase
import NavTestKit

/// An action of a person that concerns who may move the session.
enum ControlDeed: Hashable, Sendable, CustomStringConvertible {
  case ask
  /// Gives control or the own request up.
  case release
  /// The driver answers whoever asked first.
  case grant
  case deny
  /// Takes control at once.
  case take
  case policy(ControlPolicy)

  /// The command of the viewer.
  var command: LocalCommand {
    switch self {
    case .ask: .control
    case .release: .releaseControl
    case .grant: .grant
    case .deny: .deny
    case .take: .takeControl
    case .policy(let policy): .policy(policy)
    }
  }

  var description: String {
    switch self {
    case .ask: "ask"
    case .release: "release"
    case .grant: "grant"
    case .deny: "deny"
    case .take: "take"
    case .policy(let policy): "policy \(policy.word)"
    }
  }
}

/// The changes of control in one schedule.
struct ControlScript {
  /// The source of the choices in worlds that are no race; nil in those without control.
  private var chance: SplitMix64?
  /// The policy as far as the schedule determines it.
  private var policy = ControlPolicy.open
  /// Whether the schedule has any change so far.
  private(set) var hasBegun = false

  /// - Parameter seed: the seed of the schedule.
  init(seed: UInt64) {
    // One world in four: none of the besieged ones (see `World.init`).
    chance = seed % 4 == 1 ? SplitMix64(seed: ~(seed &* 3)) : nil
  }

  /// Returns a change of control in place of some keys, without a draw from the schedule's own generator.
  mutating func replacing(_ incident: Incident) -> Incident {
    guard case .keys(let viewer, _) = incident, var chance else { return incident }
    defer { self.chance = chance }
    guard chance.oneIn(2) else { return incident }
    return .control(viewer: viewer, nextDeed(&chance))
  }

  /// Returns the next change: first a policy other than `open`, and soon again one if that was changed.
  mutating func nextDeed(_ generator: inout SplitMix64) -> ControlDeed {
    let deed = isPolicyDue(&generator) ? restriction(&generator) : Self.deed(&generator)
    hasBegun = true
    if case .policy(let policy) = deed { self.policy = policy }
    return deed
  }

  private func isPolicyDue(_ generator: inout SplitMix64) -> Bool {
    switch policy {
    // Where everybody may move there is nothing to race for.
    case .open: !hasBegun || generator.oneIn(2)
    case .request: false
    case .locked: generator.oneIn(4)
    }
  }

  private func restriction(_ generator: inout SplitMix64) -> ControlDeed {
    .policy(!hasBegun && generator.oneIn(8) ? .locked : .request)
  }

  private static func deed(_ generator: inout SplitMix64) -> ControlDeed {
    switch generator.int(in: 0...19) {
    case 0..<6: .ask
    case 6..<9: .grant
    case 9..<11: .release
    case 11..<13: .deny
    case 13..<17: .take
    case 17..<19: .policy(.request)
    default: .policy(generator.pick([.open, .locked]))
    }
  }
}
