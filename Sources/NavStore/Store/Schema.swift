/// The schema of the state file, version by version.
///
/// A new version adds a function at the end of `steps`, which migrates from the version before. A file is migrated
/// through all missing versions in one transaction. Data written by any version stays readable, so a released step
/// never changes.
enum Schema {
  typealias Step = @Sendable (Connection) throws -> Void

  /// Step n migrates from version n to version n + 1; version 0 is an empty database.
  static let steps: [Step] = [
    createTables, addLedgerAndCommits, addControl, addTalk, addInvitations,
  ]

  /// The application id "navd" in the file's header.
  static let applicationID: Int64 = 0x6e61_7664

  /// The classification of a file by its header.
  enum Finding: Hashable {
    case usable(version: Int)
    case newer(version: Int)
    case foreign
  }

  /// Classifies a file by its header.
  ///
  /// - Parameters:
  ///   - db: a connection to the file.
  ///   - newest: the newest known version.
  /// - Returns: whether and in which version the file belongs to navd.
  /// - Throws: SQLite's error.
  static func find(_ db: Connection, newest: Int = steps.count) throws -> Finding {
    let version = Int(try db.number("PRAGMA user_version") ?? 0)
    let application = try db.number("PRAGMA application_id") ?? 0
    let tables = try db.number("SELECT count(*) FROM sqlite_schema") ?? 0
    if version == 0 { return tables == 0 ? .usable(version: 0) : .foreign }
    guard application == applicationID, version > 0 else { return .foreign }
    return version > newest ? .newer(version: version) : .usable(version: version)
  }

  /// Compares the tables of a file with those of its version, because a damaged table description may go unnoticed by
  /// SQLite.
  ///
  /// - Parameters:
  ///   - db: a connection to the file.
  ///   - version: the file's version, which must be known.
  /// - Returns: whether they are equal.
  /// - Throws: SQLite's error.
  static func isIntact(_ db: Connection, version: Int) throws -> Bool {
    let wanted = try Connection(path: ":memory:")
    for step in steps[..<version] { try step(wanted) }
    return try description(of: db) == description(of: wanted)
  }

  /// Returns the table descriptions, without SQLite's internal ones.
  private static func description(of db: Connection) throws -> [String] {
    try db.texts(
      """
      SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
      WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY 1
      """
    )
  }

  /// Migrates a file to the newest version.
  ///
  /// - Parameters:
  ///   - db: a connection to the file, outside of any transaction.
  ///   - version: the file's version.
  ///   - steps: the steps of all versions.
  /// - Throws: SQLite's error; the file is then unchanged.
  static func migrate(_ db: Connection, from version: Int, steps: [Step] = steps) throws {
    guard version < steps.count else { return }
    try db.transaction {
      for step in steps[version...] { try step(db) }
      try db.execute("PRAGMA application_id = \(applicationID)")
      try db.execute("PRAGMA user_version = \(steps.count)")
    }
  }

  /// Version 1.
  ///
  /// `change.ordinal` numbers all changes of a file, so that the changes of a session are read in the order of writing,
  /// even if two have the same version.
  @Sendable private static func createTables(_ db: Connection) throws {
    try db.execute(
      """
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

  /// Version 2: what the request ledger has forgotten, and the number of commits.
  @Sendable private static func addLedgerAndCommits(_ db: Connection) throws {
    try db.execute(
      """
      CREATE TABLE ledger (
        key INTEGER PRIMARY KEY,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE commits (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        count INTEGER NOT NULL CHECK (count >= 0)
      ) STRICT;
      INSERT INTO commits (id, count) VALUES (1, 0);
      """
    )
  }

  /// Version 3: who may move a session.
  @Sendable private static func addControl(_ db: Connection) throws {
    try db.execute("ALTER TABLE session ADD COLUMN control BLOB NOT NULL DEFAULT x''")
  }

  /// Version 4: the timer and the questions of a session's talk.
  @Sendable private static func addTalk(_ db: Connection) throws {
    try db.execute("ALTER TABLE session ADD COLUMN talk BLOB NOT NULL DEFAULT x''")
  }

  /// Version 5: invitations.
  @Sendable private static func addInvitations(_ db: Connection) throws {
    try db.execute(
      """
      CREATE TABLE invitation (
        id INTEGER PRIMARY KEY,
        bytes BLOB NOT NULL
      ) STRICT;
      """
    )
  }
}
