import NavBase
import NavStore
import NavTestKit

extension SplitMix64 {
  /// Returns a batch that a daemon could write, given its store's content.
  mutating func batch(after twin: DictionaryStore) -> StoreBatch {
    var batch = StoreBatch()
    batch.isWhole = oneIn(25)
    var ids = batch.isWhole ? [] : twin.ids
    for _ in 0..<int(in: 0...2) {
      let id = ids.isEmpty || oneIn(2) ? number() : pick(ids)
      batch.heads.append(
        SessionHead(
          id: id,
          name: "s\(int(in: 0...9))",
          content: someBytes(),
          control: oneIn(2) ? someBytes() : [],
          talk: oneIn(2) ? someBytes() : []
        )
      )
      ids.append(id)
    }
    if !ids.isEmpty {
      batch.changes = (0..<int(in: 0...4)).map { _ in place(of: pick(ids)) }
      if oneIn(4) { batch.snapshots = [place(of: pick(ids))] }
      if oneIn(10) { batch.ended = [pick(ids)] }
    }
    if oneIn(2) {
      let client = [UInt8](repeating: UInt8(int(in: 0...3)), count: StoreLimits.clientBytes)
      let first = oneIn(4) ? number() : UInt64(int(in: 1...200))
      for seq in 0..<UInt64(int(in: 1...90)) { batch.replies.append(reply(client, first &+ seq)) }
    }
    if oneIn(12), !twin.clients.isEmpty { batch.forgotten = [pick(twin.clients)] }
    if oneIn(3) {
      let keys = [.min, -1, 0, 1, 2, .max] as [Int64]
      batch.ledger = (0..<int(in: 1...4)).map { _ in
        LedgerRecord(key: pick(keys), bytes: oneIn(3) ? [] : someBytes())
      }
    }
    if oneIn(3) {
      batch.invitations = (0..<int(in: 1...3)).map { _ in
        InvitationRecord(id: number(), bytes: oneIn(3) ? [] : someBytes())
      }
    }
    return batch
  }

  private mutating func reply(_ client: [UInt8], _ seq: UInt64) -> ReplyRecord {
    ReplyRecord(
      client: client,
      seq: seq,
      digest: bytes(StoreLimits.digestBytes),
      reply: someBytes(),
      usedAt: Int64(bitPattern: number())
    )
  }

  private mutating func place(of session: UInt64) -> NavigationRecord {
    NavigationRecord(session: session, version: number(), bytes: someBytes())
  }

  /// Returns small numbers, and those around the limits of signed numbers.
  private mutating func number() -> UInt64 {
    let edge = pick([0, UInt64(Int64.max), UInt64.max - 3])
    return oneIn(3) ? edge &+ UInt64(int(in: 0...3)) : UInt64(int(in: 0...40))
  }

  private mutating func someBytes() -> [UInt8] {
    bytes(oneIn(12) ? int(in: 3_000...9_000) : int(in: 0...40))
  }
}
