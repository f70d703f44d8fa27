import NavCommands

/// The operations of two clients on a deck while its daemon is killed, and their expected outcome.
///
/// Every fourth operation jumps to the middle, so the page never comes near the deck's ends, where moves would change
/// nothing, and never reaches the pages reserved for the end of a round.
struct KillsWork {
  private var random: SeededGenerator
  private var count = 0

  /// The targets of jumps.
  private static let middle = 15...25
  /// The pages shown only at the end of a round.
  private static let reserved = 51...60

  static let deck = Deck(
    pages: (1...reserved.upperBound).map { number in
      "## Slide \(number)\n\nA sentence on slide \(number), and some more.\n"
    }
  )

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns the next operation of either client.
  mutating func next() -> SessionCommand {
    count += 1
    if count % 4 == 1 { return .goTo(Int.random(in: Self.middle, using: &random)) }
    return Bool.random(using: &random) ? .forward : .back
  }

  /// Returns how long a round's clients work before the daemon is killed.
  mutating func workingTime() -> Duration {
    .milliseconds(Int.random(in: 5...250, using: &random))
  }

  /// Returns the time between the last inputs and the kill, in microseconds, to hit the middle of a turn.
  mutating func lastMoment() -> UInt32 { UInt32.random(in: 0...3_000, using: &random) }

  /// Returns the page that shows the end of a round.
  static func lastPage(ofRound round: Int) -> Int {
    reserved.lowerBound + round % reserved.count
  }

  /// Returns the text on a screen that shows a page.
  static func words(ofPage page: Int) -> String { "A sentence on slide \(page)," }

  /// Returns the page of a session after operations in their order.
  static func page(after commands: [SessionCommand]) -> Int {
    commands.reduce(1) { page, command in
      switch command {
      case .forward: page + 1
      case .back: page - 1
      case .goTo(let number): number
      default: preconditionFailure("cannot follow \(command)")
      }
    }
  }
}

/// A seeded random number generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
