import NavModel
import NavSystem
import SQLite

/// Bare SQLite that commits the rows of inputs: for each a change and a reply, and for each commit its number.
///
/// The tables are those of the state file. Nothing is deleted, unlike by navd, which replaces changes by snapshots and
/// forgets old replies.
final class CommitLoop {
  private let connection: Connection
  private let inputsPerCommit: Int
  private let change: [UInt8]
  private let reply: [UInt8]
  private var count: Int64 = 0
  /// The directory, kept until the connection is closed.
  private let ground: TemporaryDirectory

  /// The sessions and clients in turn, as many as the most requesters.
  private static let clients: Int64 = 64
  private static let id = [UInt8](repeating: 7, count: 15)

  /// - Parameters:
  ///   - durability: how far a commit has to get.
  ///   - work: navd's, with the sizes of rows and commits.
  ///   - ground: the directory of the database.
  /// - Throws: SQLite's error.
  init(_ durability: Durability, like work: InputFlood.Work, in ground: TemporaryDirectory) throws {
    self.ground = ground
    inputsPerCommit = max(1, Int(work.inputsPerCommit.rounded()))
    change = [UInt8](repeating: 1, count: work.changeBytes)
    reply = [UInt8](repeating: 2, count: work.replyBytes)
    connection = try Connection(path: "\(ground.path)/bare.sqlite")
    let synchronous =
      switch durability {
      case .process: "NORMAL"
      case .power: "FULL"
      }
    _ = try connection.texts("PRAGMA journal_mode = WAL")
    try connection.execute(
      """
      PRAGMA synchronous = \(synchronous);
      -- 16 MiB, at which navd copies its log.
      PRAGMA wal_autocheckpoint = 4096;
      CREATE TABLE change (
        session INTEGER NOT NULL, ordinal INTEGER NOT NULL, version INTEGER NOT NULL,
        bytes BLOB NOT NULL, PRIMARY KEY (session, ordinal)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE reply (
        client BLOB NOT NULL, seq INTEGER NOT NULL, digest BLOB NOT NULL, reply BLOB NOT NULL,
        usedAt INTEGER NOT NULL, PRIMARY KEY (client, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE commits (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
      """
    )
  }

  /// Commits for a time.
  ///
  /// - Returns: the inputs per second.
  func run(for time: Duration) throws -> Double {
    let first = count
    let start = monotonicNow()
    while monotonicNow() < start + time {
      try Interruption.check()
      try connection.transaction {
        for _ in 0..<inputsPerCommit { try write() }
        try connection.run(
          "INSERT OR REPLACE INTO commits (id, count) VALUES (1, ?)",
          .number(count)
        )
      }
    }
    return Double(count - first) / ((monotonicNow() - start) / .seconds(1))
  }

  /// Writes the rows of one input.
  private func write() throws {
    count += 1
    let client = inputsPerCommit == 1 ? 0 : count % Self.clients
    try connection.run(
      "INSERT INTO change (session, ordinal, version, bytes) VALUES (?, ?, ?, ?)",
      .number(client),
      .number(count),
      .number(count),
      .bytes(change)
    )
    try connection.run(
      "INSERT OR REPLACE INTO reply (client, seq, digest, reply, usedAt) VALUES (?, ?, ?, ?, ?)",
      .bytes(Self.id + [UInt8(client)]),
      .number(count),
      .bytes(Self.id + [0]),
      .bytes(reply),
      .number(count)
    )
  }
}
