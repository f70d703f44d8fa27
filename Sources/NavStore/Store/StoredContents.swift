import NavBase

/// The identity of a state file, its first record.
struct StoreMark: Hashable, Sendable {
  var bornEpoch: UInt64
  var epoch: UInt64
  var topicKey: [UInt8]
}

/// The contents of a state file.
struct StoredContents: Hashable, Sendable {
  let mark: StoreMark
  let sessions: [SessionRecord]
  let replies: [ReplyRecord]
  let ledger: [LedgerRecord]
  let invitations: [InvitationRecord]
  /// The greatest ordinal of a change.
  let ordinal: Int64
  /// The number of commits.
  let commits: UInt64

  /// The numbers that a file may hold: what follows them never overflows.
  private static let possible = 0..<Int64.max / 2

  /// Reads a file of the newest schema.
  ///
  /// - Returns: nil if nothing was written yet.
  /// - Throws: SQLite's error, or `Obstacle.damaged`: the integrity check does not verify lengths.
  static func read(_ db: Connection) throws -> StoredContents? {
    var mark: StoreMark?
    try db.rows("SELECT bornEpoch, epoch, topicKey FROM mark") { row in
      mark = StoreMark(
        bornEpoch: row.unsigned(0),
        epoch: row.unsigned(1),
        topicKey: try row.bytes(2, count: StoreLimits.topicKeyBytes)
      )
    }
    guard let mark else { return nil }
    let ordinal = try db.number("SELECT max(ordinal) FROM change") ?? 0
    let commits = try db.number("SELECT count FROM commits") ?? 0
    guard possible.contains(ordinal), possible.contains(commits) else {
      throw Obstacle.damaged(reason: "it counts \(ordinal) changes and \(commits) commits")
    }
    return StoredContents(
      mark: mark,
      sessions: try readSessions(db),
      replies: try readReplies(db),
      ledger: try readLedger(db),
      invitations: try readInvitations(db),
      ordinal: ordinal,
      commits: UInt64(commits)
    )
  }

  private static func readSessions(_ db: Connection) throws -> [SessionRecord] {
    var sessions: [UInt64: SessionRecord] = [:]
    try db.rows(
      """
      SELECT id, name, content, control, talk, ifnull(version, 0), ifnull(bytes, x'')
      FROM session LEFT JOIN snapshot ON session = id
      """
    ) { row in
      sessions[row.unsigned(0)] = SessionRecord(
        id: row.unsigned(0),
        name: row.text(1),
        content: row.bytes(2),
        control: row.bytes(3),
        talk: row.bytes(4),
        version: row.unsigned(5),
        snapshot: row.bytes(6)
      )
    }
    try db.rows("SELECT session, version, bytes FROM change ORDER BY session, ordinal") { row in
      sessions[row.unsigned(0)]?.append(row.bytes(2), version: row.unsigned(1))
    }
    return sessions.values.sorted { $0.id < $1.id }
  }

  private static func readReplies(_ db: Connection) throws -> [ReplyRecord] {
    var replies: [ReplyRecord] = []
    var ofOneClient: [ReplyRecord] = []
    // The upper half of the numbers is stored as negative numbers.
    try db.rows(
      "SELECT client, seq, digest, reply, usedAt FROM reply ORDER BY client, seq < 0, seq"
    ) { row in
      let reply = ReplyRecord(
        client: try row.bytes(0, count: StoreLimits.clientBytes),
        seq: row.unsigned(1),
        digest: try row.bytes(2, count: StoreLimits.digestBytes),
        reply: row.bytes(3),
        usedAt: row.number(4)
      )
      if let other = ofOneClient.last, other.client != reply.client {
        replies += newest(of: ofOneClient)
        ofOneClient = []
      }
      ofOneClient.append(reply)
    }
    return replies + newest(of: ofOneClient)
  }

  private static func readLedger(_ db: Connection) throws -> [LedgerRecord] {
    var records: [LedgerRecord] = []
    try db.rows("SELECT key, bytes FROM ledger ORDER BY key") { row in
      records.append(LedgerRecord(key: row.number(0), bytes: row.bytes(1)))
    }
    return records
  }

  private static func readInvitations(_ db: Connection) throws -> [InvitationRecord] {
    var records: [InvitationRecord] = []
    // The upper half of the numbers is stored as negative numbers.
    try db.rows("SELECT id, bytes FROM invitation ORDER BY id < 0, id") { row in
      records.append(InvitationRecord(id: row.unsigned(0), bytes: row.bytes(1)))
    }
    return records
  }

  /// Returns the replies without those that are due to be trimmed.
  private static func newest(of replies: [ReplyRecord]) -> ArraySlice<ReplyRecord> {
    let newest = replies.last?.seq ?? 0
    return replies.drop { newest - $0.seq >= StoreLimits.repliesPerClient }
  }
}

extension SessionRecord {
  fileprivate mutating func append(_ change: [UInt8], version: UInt64) {
    changes.append(change)
    self.version = max(self.version, version)
  }
}

extension Row {
  fileprivate func bytes(_ column: Int, count: Int) throws(Obstacle) -> [UInt8] {
    let bytes = bytes(column)
    guard bytes.count == count else {
      throw .damaged(reason: "a value has \(bytes.count) bytes in place of \(count)")
    }
    return bytes
  }
}
