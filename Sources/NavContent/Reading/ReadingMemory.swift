import NavSystem
import Synchronization

/// The memory that all readers of content share.
///
/// A reader reserves what parsing a text takes, for the time of the parsing alone: that is work that ends by itself.
/// Nothing is reserved while a file is read, since a disk may never answer. What a reader has made is kept in its
/// `ReadingAccount` until its content is counted elsewhere.
package final class ReadingMemory: Sendable {
  private struct State {
    /// The bytes that further content may take.
    var bytes: Int
    /// The bytes of what was made and is not yet part of `bytes`.
    var kept = 0
    /// The bytes that are reserved.
    var reserved = 0
    /// The reservations that wait, in their order.
    var waiting: [UInt64] = []
    var lastTicket: UInt64 = 0
    /// The number of others that were served since the first one waits.
    var overtakers = 0

    /// The bytes for one reader, if no other is parsing.
    var available: Int { max(0, bytes - kept) }

    mutating func leave(_ ticket: UInt64) {
      if waiting.first == ticket { overtakers = 0 }
      waiting.removeAll { $0 == ticket }
    }
  }

  private let state: Monitor<State>

  /// The most smaller reservations that may overtake one that waits.
  private static let overtakerLimit = 100

  /// - Parameter bytes: the bytes that content may take.
  package init(bytes: Int = .max) { state = Monitor(State(bytes: bytes)) }

  /// Sets how many bytes further content may take; reservations remain.
  package func set(bytes: Int) { state.withLock { $0.bytes = bytes } }

  /// The bytes that are kept or reserved.
  var usedBytes: Int { state.withLock { $0.kept + $0.reserved } }

  /// The number of reservations that wait.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Reserves bytes; waits while they are missing only because others are parsing.
  ///
  /// - Parameters:
  ///   - least: more than so many bytes are needed.
  ///   - most: the bytes that are reserved if there are so many; unless they are needed, an eighth is left for others.
  /// - Returns: the reserved bytes; nil if there are too few even when no other is parsing.
  fileprivate func reserve(moreThan least: Int, atMost most: Int) -> Int? {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      state.waiting.append(state.lastTicket)
      return state.lastTicket
    }
    return state.wait { state -> Int?? in
      let bytes = min(most, max(least + 1, state.available / 8 * 7))
      guard bytes <= state.available else {
        state.leave(ticket)
        return .some(nil)
      }
      guard state.reserved <= state.available - bytes else { return nil }
      if state.waiting.first != ticket {
        guard state.overtakers < Self.overtakerLimit else { return nil }
        state.overtakers += 1
      }
      state.leave(ticket)
      state.reserved += bytes
      return bytes
    }
  }

  /// Ends a reservation.
  ///
  /// - Parameters:
  ///   - bytes: the bytes that were reserved.
  ///   - kept: the bytes of what was made.
  fileprivate func release(_ bytes: Int, keeping kept: Int) {
    state.withLock { state in
      state.reserved -= bytes
      state.kept += kept
    }
  }

  fileprivate func drop(_ bytes: Int) { state.withLock { $0.kept -= bytes } }
}

/// The bytes of a `ReadingMemory` that one thread has reserved for parsing, and those of the content that it has made.
package final class ReadingAccount: Sendable {
  private struct State {
    var isReserving = false
    var kept = 0
  }

  let memory: ReadingMemory
  /// On whose behalf content is read: owners share the processor time of parsing.
  let owner: UInt64
  private let state = Mutex(State())

  package init(_ memory: ReadingMemory, owner: UInt64 = 0) {
    self.memory = memory
    self.owner = owner
  }

  deinit { memory.drop(state.withLock(\.kept)) }

  /// The bytes of what was made, which are free again when the account is gone.
  package var keptBytes: Int { state.withLock(\.kept) }

  /// Runs `body`, whose reading takes its memory from this account.
  package func use<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ReadingBudget.use(self, body)
  }

  /// Whether it is parsing, and has reserved bytes for that.
  var isReserving: Bool { state.withLock(\.isReserving) }

  /// Reserves bytes as `ReadingMemory` does; nil also inside of another reservation, which would wait for itself.
  func reserve(moreThan least: Int, atMost most: Int) -> Int? {
    guard !isReserving, let bytes = memory.reserve(moreThan: least, atMost: most)
    else { return nil }
    state.withLock { $0.isReserving = true }
    return bytes
  }

  /// Ends the reservation; see `ReadingMemory`.
  func release(_ bytes: Int, keeping kept: Int) {
    state.withLock { state in
      state.isReserving = false
      state.kept += kept
    }
    memory.release(bytes, keeping: kept)
  }
}
