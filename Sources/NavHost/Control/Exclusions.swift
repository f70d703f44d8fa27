import NavWire

/// The clients, network addresses and keys that are kept out of a session for a time, because their viewers were removed.
struct Exclusions: Hashable, Sendable {
  private enum Excluded: Hashable {
    case client(ClientID)
    case address(String)
    case key(PeerKey)

    /// Creates the entry for all clients of a principal: its address or its key; nil for those of the daemon's own machine.
    init?(_ principal: Principal) {
      switch principal {
      case .localUser, .process: return nil
      case .address(let address): self = .address(address)
      case .key(let key): self = .key(key)
      }
    }
  }

  private var ends: [Excluded: Duration] = [:]

  /// Keeps the owner of a viewer out.
  ///
  /// - Parameters:
  ///   - owner: who attached the viewer.
  ///   - time: for how long; the address or the key of the owner then stays out, too. Nil for `DaemonTiming.exclusion`.
  ///   - now: the time of the turn.
  mutating func exclude(_ owner: ViewerOwner, for time: Duration?, at now: Duration) {
    ends = ends.filter { $0.value > now }
    ends[.client(owner.client)] = now + (time ?? DaemonTiming.exclusion)
    if let time, let excluded = Excluded(owner.principal) { ends[excluded] = now + time }
    while ends.count > DaemonLimits.exclusions, let first = ends.min(by: { $0.value < $1.value }) {
      ends[first.key] = nil
    }
  }

  /// Returns until when a client stays out; nil if it may come in.
  func end(for client: ClientID, of principal: Principal, at now: Duration) -> Duration? {
    guard !ends.isEmpty else { return nil }
    var end = ends[.client(client)]
    if let excluded = Excluded(principal) {
      end = [end, ends[excluded]].compactMap(\.self).max()
    }
    return end.flatMap { $0 > now ? $0 : nil }
  }
}
