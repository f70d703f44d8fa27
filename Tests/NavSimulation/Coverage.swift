import NavTestKit

/// Counts of the situations that runs have met: a schedule without trouble proves nothing.
package struct Coverage: Sendable {
  package enum Count: String, CaseIterable, Sendable {
    case runs, accepted, unanswered, joins, viewers, restarts, sessionEnds, openings
    case letGo, moves, contestedMoves, releases
    /// Scenes with a search match, and those with a filtered list.
    case found, filtered
    case tabTaps, dotTaps, optionTaps, rowTaps, pageTaps
    /// Moves of borders between the parts of splits, and commands to the next part.
    case borderMoves, partSteps
    /// A request that arrives at the daemon a second time.
    case repeatedRequests
    /// Replies that arrive before the update with their version, and after it.
    case answersAhead, updatesAhead
    /// Messages in flight for more than a second.
    case longJourneys
    /// Topics that a viewer subscribed to again after a reconnect, and reconnects with several of them.
    case resubscriptions, orderedResubscriptions
    /// Publications dropped by a link of low bandwidth, and by a viewer that reads nothing.
    case linkOverflows, stallOverflows
    case lostPublications
    case cuts, partitions, stalls, resizes
    /// Letterboxed viewers, those of them with another viewer's size at the end, and clicks outside the scene.
    case letterboxed, borrowedSizes, marginClicks
    /// Ends of the daemon: within a turn by position, and in other ways.
    case crashesBeforeBatch, crashesBeforeCommit, crashesAfterCommit, crashesBetween
    case farewells, powerLosses
    /// Repeated operations that were answered by a later daemon than the one that performed them.
    case repeatsFromStore
    /// Operations undone by a crash; none was reported as durable.
    case undone
    /// Complete restorations, failed ones, restorations with missing pages, and reads with one missing tab.
    case restores, vanished, incomplete, partial
    /// Sessions whose content was reloaded while they ran.
    case reloads
    /// Layouts that waited until long texts were wrapped.
    case wraps
    /// Changes of the content.
    case edits
    /// Failed commits, and commits of the complete state.
    case refusals, wholeBatches
    case syncs, failedSyncs
    /// Commits with clients that the daemon has forgotten, and their operations that it has refused.
    case forgottenClients, unknownClients
    /// Commits that a store has ended later, those of them that took long, and ends of the daemon while one was in flight: not
    /// stored yet, and stored already.
    case landings, longCommits, crashesInFlight, crashesBehindStore
    /// Sessions lost because they were never written.
    case lostSessions
    /// Besieged daemons, and the newcomers that got all they had come for.
    case sieges, newcomers
    /// Turns that ended with a full table.
    case viewersFull, sizesFull, waitsFull, exportsFull
    /// Things given up at a limit for somebody with less.
    case viewersGivenUp, sizesGivenUp, waitsGivenUp, exportsGivenUp
    /// Races for control, and accepted changes of control by their kind.
    case races, controlRequests, controlGrants, controlDenials, controlTakes, controlReleases
    case policies
    /// Inputs of viewers that did not drive.
    case refusedMoves
    /// Times at which control or a request ended because its viewer was gone.
    case expiredControl
    /// Sessions that came back with a driver.
    case restoredControl
    /// Turns in which control changed more than once.
    case contestedControl
  }

  private var counts: [Count: Int] = [:]

  package init() {}

  package subscript(_ count: Count) -> Int { counts[count] ?? 0 }

  package mutating func add(_ other: Coverage) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  init(_ world: borrowing World) {
    counts = world.counts.merging(world.control.counts, uniquingKeysWith: +)
    counts[.races] = world.isRace ? 1 : 0
    counts[.runs] = 1
    counts[.accepted] = world.audit.acceptedCount
    counts[.unanswered] = world.audit.sentCount - world.audit.acceptedCount
    counts[.viewers] = world.viewers.count
    // The last restart is the oracle's.
    counts[.restarts] = world.run - 2
    counts[.letGo] = world.audit.letGoCount
    counts[.moves] = world.pans.moved
    counts[.contestedMoves] = world.pans.contested
    counts[.releases] = world.pans.releaseCount
    counts[.longJourneys] = world.network.counts.longJourneys
    counts[.resubscriptions] = world.network.counts.resubscriptions
    counts[.orderedResubscriptions] = world.network.counts.orderedResubscriptions
    counts[.linkOverflows] = world.network.counts.overflows
    counts[.lostPublications] = world.network.counts.lost
    counts[.stallOverflows] = world.viewers.reduce(0) { $0 + $1.overflows }
    guard let siege = world.siege else { return }
    counts[.sieges] = 1
    counts[.newcomers] = siege.served
    for table in SharedTable.allCases {
      counts[table.fullCount] = siege.audit.full[table]
      counts[table.givenUpCount] = siege.audit.givenUp[table]
    }
  }

  // MARK: Encoding

  /// All counts in one line.
  package var line: String {
    Count.allCases.map { "\($0.rawValue)=\(self[$0])" }.joined(separator: " ")
  }

  /// Parses a line of counts; nil for an invalid line.
  package init?(line: some StringProtocol) {
    for word in line.split(separator: " ") {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let count = Count(rawValue: String(parts[0])),
        let number = Int(parts[1])
      else { return nil }
      counts[count] = number
    }
  }

  // MARK: Requirements

  /// Situations that the runs met too rarely, one complaint each; empty for less than fifty runs.
  package var complaints: [String] {
    let runs = self[.runs]
    guard runs >= 50 else { return [] }
    let isRace = self[.races] == runs
    let demands = isRace ? Self.demandsOnRaces(runs) : Self.demands(runs)
    return demands.compactMap { count, least in
      let least = max(1, least)
      return self[count] >= least
        ? nil : "\(count.rawValue): \(self[count]), at least \(least) wanted"
    } + (isRace ? [] : joinComplaints)
  }

  /// Returns the counts that so many runs have to reach.
  private static func demands(_ runs: Int) -> [(Count, Int)] {
    [
      (.accepted, 5 * runs), (.unanswered, 1), (.viewers, 2 * runs), (.restarts, runs / 2),
      (.sessionEnds, runs / 10), (.openings, runs / 2),
      (.moves, runs), (.releases, runs), (.letGo, runs / 20), (.contestedMoves, runs / 10),
      (.found, runs / 2), (.filtered, runs / 40), (.tabTaps, runs / 80), (.dotTaps, runs / 200),
      (.optionTaps, runs / 80),
      (.rowTaps, runs / 40), (.pageTaps, runs / 40), (.borderMoves, runs / 20),
      (.partSteps, runs / 20),
      (.repeatedRequests, runs / 2), (.answersAhead, runs / 2), (.updatesAhead, runs / 2),
      (.longJourneys, runs / 2), (.resubscriptions, runs / 2),
      (.orderedResubscriptions, runs / 50), (.linkOverflows, runs / 40),
      (.stallOverflows, runs / 100), (.lostPublications, runs / 2),
      (.letterboxed, runs / 2), (.borrowedSizes, runs / 10), (.marginClicks, runs / 100),
      (.cuts, runs / 2), (.partitions, runs / 2), (.stalls, runs / 2), (.resizes, runs / 2),
      (.crashesBeforeBatch, runs / 5), (.crashesBeforeCommit, runs / 5),
      (.crashesAfterCommit, runs / 5), (.crashesBetween, runs / 5), (.farewells, runs / 5),
      (.powerLosses, runs / 10), (.repeatsFromStore, runs / 10), (.undone, runs / 20),
      (.restores, runs), (.vanished, runs / 5), (.incomplete, runs / 400), (.partial, runs / 200),
      (.reloads, runs / 10),
      (.edits, runs / 4), (.wraps, runs / 2),
      (.refusals, runs / 5), (.wholeBatches, runs / 10), (.syncs, runs), (.failedSyncs, runs / 20),
      (.forgottenClients, runs / 5), (.unknownClients, runs / 5),
      (.landings, runs), (.longCommits, runs / 40), (.crashesInFlight, runs / 40),
      (.crashesBehindStore, runs / 40),
      (.sieges, runs / 40), (.newcomers, runs / 4),
      (.viewersFull, runs / 4), (.sizesFull, runs / 4), (.waitsFull, runs / 4),
      (.exportsFull, runs / 4),
      (.viewersGivenUp, runs / 4), (.sizesGivenUp, runs / 160), (.waitsGivenUp, runs / 4),
      (.exportsGivenUp, runs / 8),
      (.controlRequests, runs / 40), (.policies, runs / 10), (.refusedMoves, runs / 40),
      (.restoredControl, runs / 40),
    ]
  }

  /// Returns the counts that so many races have to reach.
  private static func demandsOnRaces(_ runs: Int) -> [(Count, Int)] {
    [
      (.accepted, 4 * runs), (.viewers, 2 * runs), (.restarts, runs / 2),
      (.controlRequests, runs), (.controlGrants, runs / 4), (.controlDenials, runs / 20),
      (.controlTakes, runs / 4), (.controlReleases, runs / 4), (.policies, runs / 2),
      (.refusedMoves, runs / 4), (.expiredControl, runs / 10), (.restoredControl, runs / 4),
      (.contestedControl, runs / 8),
      (.repeatedRequests, runs / 2), (.cuts, runs / 4), (.partitions, runs / 4),
      (.stalls, runs / 8), (.longJourneys, runs / 8), (.lostPublications, runs / 8),
      (.crashesBeforeBatch, runs / 20), (.crashesBeforeCommit, runs / 20),
      (.crashesAfterCommit, runs / 20), (.crashesBetween, runs / 20), (.farewells, runs / 20),
      (.powerLosses, runs / 40), (.repeatsFromStore, runs / 20), (.undone, runs / 40),
      (.refusals, runs / 10), (.forgottenClients, runs / 20),
    ]
  }

  private var joinComplaints: [String] {
    2 * self[.joins] > 3 * self[.viewers]
      ? [] : ["\(self[.joins]) joins of \(self[.viewers]) viewers: nobody was ever lost"]
  }
}

extension SharedTable {
  fileprivate var fullCount: Coverage.Count {
    switch self {
    case .viewers: .viewersFull
    case .sizes: .sizesFull
    case .waits: .waitsFull
    case .exports: .exportsFull
    }
  }

  fileprivate var givenUpCount: Coverage.Count {
    switch self {
    case .viewers: .viewersGivenUp
    case .sizes: .sizesGivenUp
    case .waits: .waitsGivenUp
    case .exports: .exportsGivenUp
    }
  }
}
