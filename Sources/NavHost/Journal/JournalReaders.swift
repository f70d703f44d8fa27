import NavBase
import NavWire

/// The requests that wait for entries of journals.
struct JournalReaders: Sendable {
  /// A request that waits.
  struct Reader: Sendable {
    let pending: PendingRequest
    let session: UInt64
    /// The number of the first entry that is wanted.
    let since: UInt64
    /// Whether the entries follow those before `since`.
    let isContinued: Bool
    let records: Bool
    let names: Bool
    var deadline: Duration
  }

  private(set) var readers: [Reader] = []

  var isEmpty: Bool { readers.isEmpty }

  /// Lets a request wait; it replaces an earlier one of its client about its session.
  ///
  /// - Returns: false at the limit, `DaemonLimits.journalReaders`.
  mutating func add(_ reader: Reader) -> Bool {
    var reader = reader
    readers.removeAll { other in
      // One that is sent again and again is answered as if it had been sent once.
      if other.pending.isRepeated(by: reader.pending) {
        reader.deadline = min(reader.deadline, other.deadline)
      }
      return other.session == reader.session && other.pending.isFromSame(as: reader.pending)
    }
    guard readers.count < DaemonLimits.journalReaders else { return false }
    readers.append(reader)
    return true
  }

  /// Removes and returns the requests that are answered; `isDue` says of each whether it is.
  mutating func take(where isDue: [Bool]) -> [Reader] {
    let answered = zip(readers, isDue).filter(\.1).map(\.0)
    if !answered.isEmpty { readers = zip(readers, isDue).filter { !$0.1 }.map(\.0) }
    return answered
  }

  mutating func removeAll() -> [PendingRequest] {
    defer { readers = [] }
    return readers.map(\.pending)
  }
}
