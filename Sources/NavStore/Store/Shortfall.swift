import NavBase

/// A loss that is noticed when a database is opened, which is usable nevertheless.
enum Shortfall: Hashable {
  /// Commits that were reported are missing: the log or the database is damaged, or an older copy is in its place.
  case damage(missing: UInt64, of: UInt64)
  /// Commits that were reported are missing, and the machine ended before they were on the disk.
  case crash(missing: UInt64, of: UInt64)
  /// Changes and snapshots refer to no session.
  case orphans(Int)
  /// The number of reported commits is that of another database.
  case stranger
  /// The number of reported commits can't be read.
  case uncounted
}

/// The numbers by which a shortfall is noticed, as a database holds them.
struct Inventory: Hashable {
  var bornEpoch: UInt64
  var commits: UInt64
  /// The number of changes and snapshots that refer to no session.
  var orphans: Int

  /// Reads a database of a known version.
  ///
  /// - Returns: nil if nothing was written yet.
  static func read(_ db: Connection, version: Int) throws -> Inventory? {
    guard version > 0, let born = try db.number("SELECT bornEpoch FROM mark") else {
      return nil
    }
    let commits = version < 2 ? 0 : try db.number("SELECT count FROM commits") ?? 0
    var orphans = 0
    try db.rows("PRAGMA foreign_key_check") { _ in orphans += 1 }
    return Inventory(
      bornEpoch: UInt64(stored: born),
      commits: UInt64(max(commits, 0)),
      orphans: orphans
    )
  }
}

extension Shortfall {
  /// Returns everything that a database lacks; empty if nothing is missing.
  ///
  /// - Parameters:
  ///   - inventory: the database's numbers; nil if it is empty or missing.
  ///   - content: that of the file beside it.
  ///   - boot: the machine's boot id.
  /// - Returns: at most one shortfall of commits, and the orphans.
  static func all(
    of inventory: Inventory?,
    _ content: CommitFile.Content,
    boot: [UInt8]
  ) -> [Shortfall] {
    let orphans = inventory?.orphans ?? 0
    return [
      Shortfall(of: inventory, content, boot: boot), orphans > 0 ? .orphans(orphans) : nil,
    ].compactMap(\.self)
  }

  /// Compares a database with the number of commits that were reported; nil if none is missing.
  ///
  /// - Parameters:
  ///   - inventory: the database's numbers; nil if it is empty or missing.
  ///   - content: that of the file beside it.
  ///   - boot: the machine's boot id.
  init?(of inventory: Inventory?, _ content: CommitFile.Content, boot: [UInt8]) {
    switch content {
    case .count(let count):
      if let inventory, inventory.bornEpoch != count.bornEpoch {
        self = .stranger
        return
      }
      // A store whose creation was not finished has one commit, which is no daemon's batch.
      if inventory == nil, count.written <= 1 { return nil }
      let commits = inventory?.commits ?? 0
      if count.written > commits {
        let missing = count.written - commits
        let isDamage = count.boot == boot || count.synced > commits
        self =
          isDamage
          ? .damage(missing: missing, of: count.written)
          : .crash(missing: missing, of: count.written)
        return
      }
    case .unreadable:
      self = .uncounted
      return
    case .missing: break
    }
    return nil
  }

  /// Whether the files as they are may help to find what is missing.
  var needsCopy: Bool {
    switch self {
    case .damage, .orphans: true
    case .crash, .stranger, .uncounted: false
    }
  }

  /// Returns a description for users.
  ///
  /// - Parameters:
  ///   - path: the database.
  ///   - copy: the copy of the files as they were found, if there is one.
  /// - Returns: one line.
  func note(_ path: String, copy: String?) -> String {
    let missing =
      switch self {
      case .damage(let missing, let all):
        "\(path) lacks the newest \(missing) of \(all) acknowledged commits: it or its log is damaged, or an older "
          + "copy is in its place; sessions are as they were before"
      case .crash(let missing, let all):
        "\(path) lacks the newest \(missing) of \(all) acknowledged commits: the machine ended before they were on "
          + "the disk; sessions are as they were before (durability = \"power\" waits for the disk)"
      case .orphans(let count):
        "\(path) is damaged: \(count) of its changes and snapshots refer to no session, and are left out"
      case .stranger:
        "\(path) is another database than the one of \(path)\(StoreFiles.commitsEnding): whether acknowledged commits "
          + "are missing is unknown"
      case .uncounted:
        "\(path)\(StoreFiles.commitsEnding) can't be read: whether acknowledged commits are missing is unknown"
      }
    return copy.map { "\(missing). A copy of the files as they were found: \($0)" } ?? missing
  }
}
