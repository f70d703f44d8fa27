import NavTestKit

/// All external events of a world, fixed before it begins: the same seed gives the same schedule, and any part of a
/// schedule is a schedule.
package struct Schedule: Sendable {
  /// The seed of the world.
  package let seed: UInt64
  /// Whether two drivers race for control.
  package let isRace: Bool
  /// The entries in order of time.
  package private(set) var entries: [Entry]

  /// One incident and its time.
  package struct Entry: Sendable, CustomStringConvertible {
    /// The number in the whole schedule, from 1.
    package let number: Int
    /// The time since the beginning of the world.
    let time: Duration
    private(set) var incident: Incident
    /// The seed of the incident's details.
    let seed: UInt64
    /// The number of times that the incident was halved.
    package private(set) var shortenings = 0

    fileprivate init(number: Int, time: Duration, incident: Incident, seed: UInt64) {
      self.number = number
      self.time = time
      self.incident = incident
      self.seed = seed
    }

    /// Returns the entry halved so many times; nil when it can't be halved that often.
    func shortened(times count: Int) -> Entry? {
      var entry = self
      for _ in 0..<count {
        guard let half = entry.incident.shortened else { return nil }
        entry.incident = half
        entry.shortenings += 1
      }
      return entry
    }

    package var description: String {
      "\(Trace.seconds(World.beginning + time)) #\(pick) \(incident)"
    }

    /// The entry's form in a selection.
    var pick: Pick { Pick(number: number, shortenings: shortenings) }
  }

  /// Makes the schedule of a seed.
  ///
  /// - Parameters:
  ///   - seed: the source of all choices.
  ///   - incidents: the number of incidents after the initial joins.
  package init(seed: UInt64, incidents: Int = Self.usualIncidents) {
    self.init(seed: seed, isRace: false, incidents: incidents)
  }

  /// Makes the schedule of a race of two drivers for control.
  ///
  /// - Parameters:
  ///   - seed: the source of all choices.
  ///   - incidents: the number of incidents after the initial joins.
  package init(racing seed: UInt64, incidents: Int = Self.usualIncidents) {
    self.init(seed: seed, isRace: true, incidents: incidents)
  }

  private init(seed: UInt64, isRace: Bool, incidents: Int) {
    self.seed = seed
    self.isRace = isRace
    var generator = SplitMix64(seed: seed)
    // The world draws its own numbers from the seed.
    generator = SplitMix64(seed: ~generator.next())
    var cast = Cast()
    var script = ControlScript(seed: seed)
    var time = Duration.zero
    var entries: [Entry] = []
    let first = generator.int(in: isRace ? 2...3 : 1...3)
    for number in 1...first + incidents {
      if number > first { time += isRace ? generator.racePause() : generator.pause() }
      if isRace, number == first + 1 { time += Self.arrival }
      let incident: Incident =
        if number <= first || cast.present.isEmpty {
          .join(generator.pick(Incident.sizes))
        } else if isRace {
          Incident(racing: cast, &script, &generator)
        } else {
          script.replacing(Incident(among: cast, &generator))
        }
      cast.follow(incident)
      let seed: UInt64 = generator.next()
      entries.append(Entry(number: number, time: time, incident: incident, seed: seed))
    }
    self.entries = entries
  }

  package static let usualIncidents = 30
  /// The time for the first viewers to join before they race.
  private static let arrival = Duration.seconds(4)

  /// Returns a part of the schedule.
  ///
  /// - Parameter picks: the remaining entries in any order; unknown numbers are ignored.
  /// - Returns: a schedule of the same world.
  package func only(_ picks: [Pick]) -> Schedule {
    let wanted = Dictionary(picks.map { ($0.number, $0) }) { $1 }
    var part = self
    part.entries = entries.compactMap { entry in
      wanted[entry.number].flatMap { entry.shortened(times: $0.shortenings) }
    }
    return part
  }

  /// The picks of all entries.
  package var picks: [Pick] { entries.map(\.pick) }

  /// An entry of a schedule, whole or shortened: `7`, or `7/2` for the seventh halved twice.
  package struct Pick: Hashable, Sendable, CustomStringConvertible {
    package let number: Int
    package let shortenings: Int

    init(number: Int, shortenings: Int = 0) {
      self.number = number
      self.shortenings = shortenings
    }

    /// Parses a number from 1 with an optional slash and count; nil for anything else.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count <= 2, let number = Int(parts[0]), number > 0 else { return nil }
      guard let shortenings = parts.count == 2 ? Int(parts[1]) : 0, shortenings >= 0 else {
        return nil
      }
      self.init(number: number, shortenings: shortenings)
    }

    package var description: String { shortenings > 0 ? "\(number)/\(shortenings)" : "\(number)" }
  }
}

/// The viewers present as far as a schedule determines them, by the number of the join.
struct Cast {
  private(set) var present: [Int] = []
  private var joins = 0

  mutating func follow(_ incident: Incident) {
    switch incident {
    case .join:
      present.append(joins)
      joins += 1
    case .leave(let viewer), .vanish(let viewer): present.removeAll { $0 == viewer }
    case .drags(let drags): for drag in drags { follow(drag) }
    case .grab(_, _, _, let drag): follow(drag)
    case .killSession: present = []
    case .keys, .hammer, .click, .wheel, .control, .resize, .weather, .cut, .partition, .stall,
      .restart, .crash, .refusal, .absence, .edit:
      break
    }
  }

  private mutating func follow(_ drag: Drag) {
    switch drag.end {
    case .leave, .vanish: present.removeAll { $0 == drag.viewer }
    case .release, .escape, .focusLoss, .otherButton, .pressedAgain, .held, .resize: break
    }
  }
}
