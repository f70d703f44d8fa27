import NavHost
import NavTestKit

/// A table whose limit is shared (proto/README.md: Limits).
enum SharedTable: CaseIterable, Sendable {
  case viewers, sizes, waits, exports
}

/// Demands that no shared table is above its limit, and that nobody gives anything up but who holds the most, for
/// somebody who holds at least two less.
struct ShareAudit {
  private let limits: [SharedTable: Int]
  private var holdings: [SharedTable: Holding] = [:]
  private var sessions: Set<UInt64> = []
  /// The turns that ended with a full table, and the entries that were given up.
  private(set) var full: [SharedTable: Int] = [:]
  private(set) var givenUp: [SharedTable: Int] = [:]

  /// The entries of a table, and how many of them each principal has.
  private struct Holding {
    let count: Int
    let shares: [Principal: Int]
    /// The most that all holders of one entry have at least.
    let most: Int

    init(_ holders: some Sequence<Principal>, count: Int) {
      self.init(holders.map { [$0] }, count: count)
    }

    /// - Parameters:
    ///   - holders: the holders of each entry.
    ///   - count: the number of entries, also without a holder.
    init(_ holders: [Set<Principal>], count: Int) {
      self.count = count
      let shares: [Principal: Int] = holders.joined().reduce(into: [:]) {
        $0[$1, default: 0] += 1
      }
      self.shares = shares
      most = holders.compactMap { $0.compactMap { shares[$0] }.min() }.max() ?? 0
    }

    subscript(principal: Principal) -> Int { shares[principal] ?? 0 }
  }

  init(limits: [SharedTable: Int]) {
    self.limits = limits
  }

  // MARK: Turns

  /// Notes what the turn's requests will find.
  mutating func begin(_ core: borrowing DaemonCore) {
    look(at: core)
  }

  /// Checks the tables after a turn.
  mutating func end(_ core: borrowing DaemonCore) throws {
    look(at: core)
    try checkLimits()
    for table in SharedTable.allCases where isFull(table, holdings[table]) {
      full[table, default: 0] += 1
    }
  }

  /// Checks what a principal's request has changed.
  mutating func check(_ core: borrowing DaemonCore, after principal: Principal) throws {
    let (before, known) = (holdings, sessions)
    look(at: core)
    try checkLimits()
    // A session that has ended takes everything along.
    guard sessions.isSuperset(of: known) else { return }
    for table in [SharedTable.viewers, .waits, .exports] {
      guard let old = before[table], let new = holdings[table] else { continue }
      for (loser, share) in old.shares where loser != principal && new[loser] < share {
        try note(share - new[loser], of: table, by: loser, for: principal, before)
      }
    }
  }

  private mutating func look(at core: borrowing DaemonCore) {
    let waits = core.waits.holders
    holdings = [
      .viewers: Holding(core.viewers.holders, count: core.viewers.count),
      .sizes: Holding(Array(core.viewers.streamOwners().values), count: core.streams.count),
      .waits: Holding(waits, count: waits.count),
      .exports: Holding(core.jobs.exports.holders, count: core.jobs.exports.count),
    ]
    sessions = Set(core.versions.keys)
  }

  // MARK: Laws

  private func checkLimits() throws {
    for table in SharedTable.allCases {
      guard let limit = limits[table], let count = holdings[table]?.count else { continue }
      try demand(count <= limit, "a table is above its limit: \(count) \(table) of \(limit)")
    }
  }

  private func isFull(_ table: SharedTable, _ holding: Holding?) -> Bool {
    guard let limit = limits[table], let holding else { return false }
    return holding.count >= limit
  }

  /// Checks that somebody who has lost entries held the most; viewers may also have been lost with their size.
  private mutating func note(
    _ count: Int,
    of table: SharedTable,
    by loser: Principal,
    for principal: Principal,
    _ before: [SharedTable: Holding]
  ) throws {
    func heldMost(of table: SharedTable, within slack: Int = 0) -> Bool {
      guard let holding = before[table], isFull(table, holding) else { return false }
      return holding[loser] + slack >= max(holding[principal] + 2, holding.most)
    }
    if count == 1, heldMost(of: table) {
      givenUp[table, default: 0] += 1
    } else {
      // A viewer that was given up just before may have taken a size from one process, or left it to another one.
      let slack = isFull(.viewers, before[.viewers]) ? 1 : 0
      try demand(
        table == .viewers && heldMost(of: .sizes, within: slack),
        "somebody with no more than others gives up \(count) \(table): \(loser) for \(principal)"
      )
      givenUp[.sizes, default: 0] += 1
    }
  }
}
