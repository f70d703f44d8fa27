import NavBase
import NavStore
import NavTestKit

/// Any files of a store are opened, or set aside unchanged and replaced by an empty store; and data committed then is
/// there the next time.
enum StoreLaw {
  static func check(_ bytes: [UInt8]) throws {
    let given = try StoreFiles(script: bytes)
    try StoreFiles.withDirectory { directory in
      try given.write(to: directory)
      try open(directory) { _, state in try checkNothingIsLost(given, directory, state) }
      let head = SessionHead(id: 7, name: "honest", content: [1])
      try open(directory) { store, _ in try commit(head, to: store) }
      try open(directory) { _, state in
        let expected = SessionRecord(id: 7, name: "honest", content: [1])
        try demand(state.sessions == [expected], "committed, and gone: \(state.sessions)")
        try demand(state.replies.isEmpty, "replies that a whole batch does not have")
        try demand(state.ledger.isEmpty, "ledger records that a whole batch does not have")
      }
    }
  }

  private static func open(
    _ directory: String,
    _ use: (SQLiteStore, StoredState) throws -> Void
  ) throws {
    var random = SplitMix64(seed: 1)
    let (store, state, notes) = try SQLiteStore.open(
      directory: directory,
      epoch: 1_000,
      random: &random
    )
    defer { store.close(within: .seconds(60)) }
    try demand(state.topicKey.count == StoreLimits.topicKeyBytes, "a key that is none")
    try demand(state.epoch >= 1_000 && state.epoch >= state.bornEpoch, "an epoch that is too low")
    try demand(notes.allSatisfy { !$0.isEmpty }, "a note without a text")
    try use(store, state)
  }

  /// Checks that either the database is in use, or a copy of it is set aside, with its log.
  private static func checkNothingIsLost(
    _ given: StoreFiles,
    _ directory: String,
    _ state: StoredState
  ) throws {
    let aside = try StoreFiles.setAside(in: directory)
    guard !aside.isEmpty else { return }
    // Opening a database creates an empty log if there is none.
    let isWhole = aside.contains {
      $0.database == given.database && $0.log ?? [] == given.log ?? []
    }
    try demand(isWhole, "there was \(given), and set aside is \(aside)")
    try demand(
      state.sessions.isEmpty && state.replies.isEmpty && state.ledger.isEmpty,
      "set aside, and read nevertheless"
    )
  }

  /// Commits; a file whose damage is found only when it is written is set aside by the next commit.
  private static func commit(_ head: SessionHead, to store: SQLiteStore) throws {
    var batch = StoreBatch()
    batch.isWhole = true
    batch.heads = [head]
    do {
      try store.commit(batch)
    } catch {
      try demand(!"\(error)".isEmpty, "an error without a text")
      try store.commit(batch)
    }
  }
}
