import GRDB

/// The tables of the state file, version by version.
///
/// A new version is one more function at the end of `steps`: it leads from the version before, and a
/// file is led through all that it lacks in one transaction. What a version writes stays readable
/// for good, so a step that was released never changes.
enum Schema {
  typealias Step = @Sendable (Database) throws -> Void

  /// Step n leads from version n to version n + 1; version 0 is an empty database.
  static let steps: [Step] = [createTables]

  /// "navd", in the file's header.
  static let applicationID: Int32 = 0x6e61_7664

  /// What the header of a file says.
  enum Finding: Hashable {
    case usable(version: Int)
    case newer(version: Int)
    case foreign
  }

  /// - Parameters:
  ///   - db: a connection to the file.
  ///   - newest: the newest version that is known.
  /// - Returns: whether its tables are ours.
  /// - Throws: what SQLite says.
  static func find(_ db: Database, newest: Int = steps.count) throws -> Finding {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    if version == 0 { return tables == 0 ? .usable(version: 0) : .foreign }
    guard application == applicationID, version > 0 else { return .foreign }
    return version > newest ? .newer(version: version) : .usable(version: version)
  }

  /// Compares the tables of a file with those of its version: the description of tables is data like any
  /// other, and may be damaged without SQLite's noticing.
  ///
  /// - Parameters:
  ///   - db: a connection to the file.
  ///   - version: what the file says that it has; one that is known.
  /// - Returns: whether they are the same.
  /// - Throws: what SQLite says.
  static func isIntact(_ db: Database, version: Int) throws -> Bool {
    let wanted = try DatabaseQueue().write { db in
      for step in steps[..<version] { try step(db) }
      return try description(of: db)
    }
    return try description(of: db) == wanted
  }

  /// What SQLite keeps for itself aside.
  private static func description(of db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
        WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY 1
        """
    )
  }

  /// Leads a file to the newest version.
  ///
  /// - Parameters:
  ///   - db: a connection to the file, outside of any transaction.
  ///   - version: what the file has.
  ///   - steps: the versions to lead it through.
  /// - Throws: what SQLite says; the file is then as it was.
  static func migrate(_ db: Database, from version: Int, steps: [Step] = steps) throws {
    guard version < steps.count else { return }
    try db.inTransaction(.immediate) {
      for step in steps[version...] { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(steps.count)")
      return .commit
    }
  }

  /// Version 1.
  ///
  /// `change.ordinal` counts through all changes of a file, so a session's are read in the order in
  /// which they were written, also where two have the same version.
  @Sendable private static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE mark (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          bornEpoch INTEGER NOT NULL,
          epoch INTEGER NOT NULL,
          topicKey BLOB NOT NULL CHECK (length(topicKey) = 32)
        ) STRICT;
        CREATE TABLE session (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          content BLOB NOT NULL
        ) STRICT;
        CREATE TABLE snapshot (
          session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
          version INTEGER NOT NULL,
          bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE change (
          session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
          ordinal INTEGER NOT NULL,
          version INTEGER NOT NULL,
          bytes BLOB NOT NULL,
          PRIMARY KEY (session, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reply (
          client BLOB NOT NULL CHECK (length(client) = 16),
          seq INTEGER NOT NULL,
          digest BLOB NOT NULL CHECK (length(digest) = 16),
          reply BLOB NOT NULL,
          usedAt INTEGER NOT NULL,
          PRIMARY KEY (client, seq)
        ) STRICT, WITHOUT ROWID;
        """
    )
  }
}
