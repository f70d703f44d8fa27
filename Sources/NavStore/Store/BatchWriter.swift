import NavBase

/// Writes a batch within the caller's transaction.
struct BatchWriter {
  let path: String
  /// The greatest ordinal of the file's changes.
  var ordinal: Int64

  mutating func write(_ batch: StoreBatch, to db: Connection) throws {
    if batch.isWhole { try clear(db) }
    for head in batch.heads { try write(head, to: db) }
    for change in batch.changes { try append(change, to: db) }
    for snapshot in batch.snapshots { try replace(snapshot, in: db) }
    for session in batch.ended {
      try db.run("DELETE FROM session WHERE id = ?", .number(session.stored))
    }
    for client in batch.forgotten {
      try db.run("DELETE FROM reply WHERE client = ?", .bytes(client))
    }
    for reply in batch.replies { try write(reply, to: db) }
    for record in batch.ledger { try write(record, to: db) }
    for invitation in batch.invitations { try write(invitation, to: db) }
  }

  private func clear(_ db: Connection) throws {
    // Rows that refer to sessions are deleted by cascade.
    try db.run("DELETE FROM session")
    try db.run("DELETE FROM reply")
    try db.run("DELETE FROM ledger")
    try db.run("DELETE FROM invitation")
  }

  private func write(_ head: SessionHead, to db: Connection) throws {
    try check(head.content, "the content of session \(head.name)")
    try check(head.control, "the control of session \(head.name)")
    try check(head.talk, "the talk of session \(head.name)")
    try db.run(
      """
      INSERT INTO session (id, name, content, control, talk) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, content = excluded.content, control = excluded.control,
        talk = excluded.talk
      """,
      .number(head.id.stored),
      .text(head.name),
      .bytes(head.content),
      .bytes(head.control),
      .bytes(head.talk)
    )
  }

  private mutating func append(_ change: NavigationRecord, to db: Connection) throws {
    ordinal += 1
    try check(change.bytes, "a change of session \(change.session)")
    try db.run(
      "INSERT INTO change (session, ordinal, version, bytes) VALUES (?, ?, ?, ?)",
      .number(change.session.stored),
      .number(ordinal),
      .number(change.version.stored),
      .bytes(change.bytes)
    )
  }

  private func replace(_ snapshot: NavigationRecord, in db: Connection) throws {
    try check(snapshot.bytes, "the snapshot of session \(snapshot.session)")
    try db.run(
      """
      INSERT INTO snapshot (session, version, bytes) VALUES (?, ?, ?)
      ON CONFLICT (session) DO UPDATE SET version = excluded.version, bytes = excluded.bytes
      """,
      .number(snapshot.session.stored),
      .number(snapshot.version.stored),
      .bytes(snapshot.bytes)
    )
    for range in snapshot.version.storedUpTo {
      try db.run(
        "DELETE FROM change WHERE session = ? AND version BETWEEN ? AND ?",
        .number(snapshot.session.stored),
        .number(range.lowerBound),
        .number(range.upperBound)
      )
    }
  }

  private func write(_ reply: ReplyRecord, to db: Connection) throws {
    try check(reply.reply, "the reply to request \(reply.seq)")
    try db.run(
      """
      INSERT OR REPLACE INTO reply (client, seq, digest, reply, usedAt)
      VALUES (?, ?, ?, ?, ?)
      """,
      .bytes(reply.client),
      .number(reply.seq.stored),
      .bytes(reply.digest),
      .bytes(reply.reply),
      .number(reply.usedAt)
    )
    guard reply.seq % StoreLimits.repliesToTrim == 0, reply.seq >= StoreLimits.repliesPerClient
    else { return }
    for range in (reply.seq - StoreLimits.repliesPerClient).storedUpTo {
      try db.run(
        "DELETE FROM reply WHERE client = ? AND seq BETWEEN ? AND ?",
        .bytes(reply.client),
        .number(range.lowerBound),
        .number(range.upperBound)
      )
    }
  }

  private func write(_ record: LedgerRecord, to db: Connection) throws {
    guard !record.bytes.isEmpty else {
      try db.run("DELETE FROM ledger WHERE key = ?", .number(record.key))
      return
    }
    try check(record.bytes, "ledger record \(record.key)")
    try db.run(
      "INSERT OR REPLACE INTO ledger (key, bytes) VALUES (?, ?)",
      .number(record.key),
      .bytes(record.bytes)
    )
  }

  private func write(_ record: InvitationRecord, to db: Connection) throws {
    guard !record.bytes.isEmpty else {
      try db.run("DELETE FROM invitation WHERE id = ?", .number(record.id.stored))
      return
    }
    try check(record.bytes, "invitation \(record.id)")
    try db.run(
      "INSERT OR REPLACE INTO invitation (id, bytes) VALUES (?, ?)",
      .number(record.id.stored),
      .bytes(record.bytes)
    )
  }

  private func check(_ bytes: [UInt8], _ what: @autoclosure () -> String) throws(StoreError) {
    guard bytes.count <= StoreLimits.recordBytes else {
      throw .io(
        path: path,
        reason: "\(what()) has \(bytes.count) bytes, more than \(StoreLimits.recordBytes)"
      )
    }
  }
}
