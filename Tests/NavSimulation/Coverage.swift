import NavTestKit

/// What runs came to see: a schedule that avoids all trouble proves nothing.
package struct Coverage: Sendable {
  package enum Count: String, CaseIterable, Sendable {
    case runs, accepted, unanswered, joins, viewers, restarts, sessionEnds, openings
    case letGo, moves, contestedMoves, releases
    /// Scenes in which something is found, and those in which a list is filtered.
    case found, filtered
    case tabTaps, dotTaps, optionTaps, rowTaps, pageTaps
    /// A request that arrives at the daemon a second time.
    case repeatedRequests
    /// An answer that comes before the update that shows what it speaks of, and the other way.
    case answersAhead, updatesAhead
    /// What travelled for more than a second.
    case longJourneys
    /// Topics that a viewer said again after a reconnect, several of them at once.
    case resubscriptions, orderedResubscriptions
    /// What a link of little bandwidth, and a viewer that reads nothing, had no room for.
    case linkOverflows, stallOverflows
    case lostPublications
    case cuts, partitions, stalls, resizes
    /// Viewers that are letterboxed, those of them that have another one's size in the end, and clicks beside what
    /// they show.
    case letterboxed, borrowedSizes, marginClicks
    /// Ends of the daemon: where in a turn, and how else.
    case crashesBeforeBatch, crashesBeforeCommit, crashesAfterCommit, crashesBetween
    case farewells, powerLosses
    /// Operations that came again and were answered by a daemon after the one that did them.
    case repeatsFromStore
    /// Operations that a crash has undone; nobody was told that they would stay.
    case undone
    /// Sessions that were read again, that could not be, and those of which pages were missing.
    case restores, vanished, incomplete, partial
    /// Sessions whose content was read again while they went on.
    case reloads
    /// Layouts that waited until long texts were wrapped for them.
    case wraps
    /// Times that somebody wrote the content anew.
    case edits
    /// Commits that failed, and those with all there is.
    case refusals, wholeBatches
    case syncs, failedSyncs
    /// Sessions that were never written and so are lost.
    case lostSessions
  }

  private var counts: [Count: Int] = [:]

  package init() {}

  package subscript(_ count: Count) -> Int { counts[count] ?? 0 }

  package mutating func add(_ other: Coverage) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  init(_ world: borrowing World) {
    counts = world.counts
    counts[.runs] = 1
    counts[.accepted] = world.audit.acceptedCount
    counts[.unanswered] = world.audit.sentCount - world.audit.acceptedCount
    counts[.viewers] = world.viewers.count
    // The last one is the oracle's.
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
  }

  // MARK: From one process to another

  /// All of it in one line.
  package var line: String {
    Count.allCases.map { "\($0.rawValue)=\(self[$0])" }.joined(separator: " ")
  }

  /// Nil for anything that is no such line.
  package init?(line: some StringProtocol) {
    for word in line.split(separator: " ") {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let count = Count(rawValue: String(parts[0])),
        let number = Int(parts[1])
      else { return nil }
      counts[count] = number
    }
  }

  // MARK: What is asked of it

  /// What it lacks to prove anything, one complaint each; nothing for less than fifty runs.
  package var complaints: [String] {
    let runs = self[.runs]
    guard runs >= 50 else { return [] }
    return Self.demands(runs).compactMap { count, least in
      self[count] >= least ? nil : "\(count.rawValue): \(self[count]), at least \(least) wanted"
    } + joinComplaints
  }

  /// What so many runs have to reach.
  private static func demands(_ runs: Int) -> [(Count, Int)] {
    [
      (.accepted, 5 * runs), (.unanswered, 1), (.viewers, 2 * runs), (.restarts, runs / 2),
      (.sessionEnds, runs / 10), (.openings, runs / 2),
      (.moves, runs), (.releases, runs), (.letGo, runs / 20), (.contestedMoves, runs / 10),
      (.found, runs / 2), (.filtered, runs / 40), (.tabTaps, runs / 80), (.dotTaps, runs / 200),
      (.optionTaps, runs / 80),
      (.rowTaps, runs / 40), (.pageTaps, runs / 40),
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
    ]
  }

  private var joinComplaints: [String] {
    2 * self[.joins] > 3 * self[.viewers]
      ? [] : ["\(self[.joins]) joins of \(self[.viewers]) viewers: nobody was ever lost"]
  }
}
