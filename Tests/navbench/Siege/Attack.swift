import Glibc
import NavCommands
import NavScene
import NavSystem
import NavWire
import ZeroMQ

/// The attack of one process on the daemon.
protocol Attack {
  /// Attacks until the target's time is over, and prints its tallies.
  static func run(on target: AttackTarget) throws
}

/// The daemon under attack, as an attacking process sees it.
struct AttackTarget {
  let input: Endpoint
  let layout: Endpoint
  /// The daemon's directory, which also has the contents made for the attack.
  let folder: String
  /// The number of this process among those of the attack, from 0.
  let number: Int
  /// The most descriptors that the daemon may have open; 0 for any number.
  let descriptors: Int
  let end: Duration

  /// The session of the well-behaved viewer and driver.
  static let watched = SessionReference.name("watched")
  /// A session that only attackers change.
  static let attacked = SessionReference.name("attacked")

  var isOn: Bool { monotonicNow() < end }

  /// Prints numbers for the process that started this one.
  func report(_ tallies: [String: Int]) {
    for (name, number) in tallies.sorted(by: { $0.key < $1.key }) {
      progress("\(Attackers.word) \(name) \(number)")
    }
  }
}

/// Returns the operation that shows a page of the deck, counted from 0; numbers beyond the last page wrap around.
func goTo(_ page: Int, in session: SessionReference = AttackTarget.attacked) -> Request.Body {
  .input(
    Request.Input(
      session: session,
      viewer: nil,
      viewport: nil,
      action: .command(.goTo(1 + page % Deck.small.pages.count))
    )
  )
}

extension Reply.Body {
  /// The name under which an attacker counts the reply.
  var tally: String {
    switch self {
    case .accepted: "accepted"
    case .attached: "viewers"
    case .exported: "exports"
    case .snapshot: "snapshots"
    case .failure(let failure): "\(failure.code)"
    default: "odd"
    }
  }
}

extension ClientID {
  /// Creates an id without a date.
  static func random() -> ClientID {
    var generator = SystemRandomNumberGenerator()
    return ClientID(random: &generator)
  }
}
