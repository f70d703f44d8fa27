import NavCommands

/// Compares the replies to clients with the state of a session.
///
/// Every accepted operation raises the version by one. So each version from the first to the last belongs to exactly
/// one operation, the last one is the session's, and the operations in the order of their versions lead to its page.
/// Anything else means that an operation was lost, or executed twice.
struct Ledger {
  /// The session's version before the first operation.
  let base: UInt64

  /// Returns the differences; empty if there are none.
  func faults(
    of operations: [Sender.Accepted],
    version: UInt64,
    page: Int
  ) -> [String] {
    let ordered = operations.sorted { $0.version < $1.version }
    var faults: [String] = []
    for (index, operation) in ordered.enumerated() {
      let expected = base + UInt64(index) + 1
      guard operation.version == expected else {
        faults.append(
          operation.version < expected
            ? "two operations were given version \(operation.version): one of them was lost"
            : "no operation has version \(expected): one was done twice"
        )
        break
      }
    }
    let newest = ordered.last?.version ?? base
    if version != newest {
      faults.append("the session has version \(version), the newest acknowledged is \(newest)")
    }
    let expected = KillsWork.page(after: ordered.map(\.command))
    if page != expected {
      faults.append("the session is on page \(page), the operations lead to \(expected)")
    }
    let fleeting = operations.count { !$0.isDurable }
    if fleeting > 0 { faults.append("\(fleeting) operations were acknowledged as not durable") }
    return faults
  }
}
