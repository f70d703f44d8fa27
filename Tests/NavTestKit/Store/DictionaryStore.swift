package import NavBase
import NavStore

/// A reference implementation of the store: applies batches to dictionaries.
package final class DictionaryStore {
  private struct Session {
    var name: String
    var content: [UInt8]
    var control: [UInt8] = []
    var talk: [UInt8] = []
    var snapshot: (version: UInt64, bytes: [UInt8])?
    var changes: [(version: UInt64, bytes: [UInt8])] = []
  }

  private var sessions: [UInt64: Session] = [:]
  private var replies: [[UInt8]: [UInt64: ReplyRecord]] = [:]
  private var ledger: [Int64: [UInt8]] = [:]
  private var invitations: [UInt64: [UInt8]] = [:]

  package init() {}

  /// Returns a store with the same content.
  package func copy() -> DictionaryStore {
    let copy = DictionaryStore()
    copy.sessions = sessions
    copy.replies = replies
    copy.ledger = ledger
    copy.invitations = invitations
    return copy
  }

  package func commit(_ batch: StoreBatch) {
    if batch.isWhole {
      sessions = [:]
      replies = [:]
      ledger = [:]
      invitations = [:]
    }
    for head in batch.heads {
      var session = sessions[head.id] ?? Session(name: "", content: [])
      session.name = head.name
      session.content = head.content
      session.control = head.control
      session.talk = head.talk
      sessions[head.id] = session
    }
    for change in batch.changes {
      sessions[change.session]?.changes.append((change.version, change.bytes))
    }
    for snapshot in batch.snapshots {
      sessions[snapshot.session]?.snapshot = (snapshot.version, snapshot.bytes)
      sessions[snapshot.session]?.changes.removeAll { $0.version <= snapshot.version }
    }
    for id in batch.ended { sessions[id] = nil }
    for client in batch.forgotten { replies[client] = nil }
    for reply in batch.replies { replies[reply.client, default: [:]][reply.seq] = reply }
    for record in batch.ledger {
      ledger[record.key] = record.bytes.isEmpty ? nil : record.bytes
    }
    for record in batch.invitations {
      invitations[record.id] = record.bytes.isEmpty ? nil : record.bytes
    }
  }

  package var ids: [UInt64] { sessions.keys.sorted() }
  package var clients: [[UInt8]] { replies.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  /// Returns the state that a store opened now must read.
  package func state(_ read: StoredState) -> StoredState {
    var state = read
    state.sessions = ids.map { id in
      // swift-format-ignore: NeverForceUnwrap
      let session = sessions[id]!
      return SessionRecord(
        id: id,
        name: session.name,
        content: session.content,
        control: session.control,
        talk: session.talk,
        version: (session.changes.map(\.version) + [session.snapshot?.version ?? 0]).max() ?? 0,
        snapshot: session.snapshot?.bytes ?? [],
        changes: session.changes.map(\.bytes)
      )
    }
    state.replies = clients.flatMap { client in
      let all = (replies[client] ?? [:]).values.sorted { $0.seq < $1.seq }
      return all.filter { (all.last?.seq ?? 0) - $0.seq < StoreLimits.repliesPerClient }
    }
    state.ledger = ledger.keys.sorted().map { LedgerRecord(key: $0, bytes: ledger[$0] ?? []) }
    state.invitations = invitations.keys.sorted().map {
      InvitationRecord(id: $0, bytes: invitations[$0] ?? [])
    }
    return state
  }
}
