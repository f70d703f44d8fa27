import NavBase
import NavWire

/// The clients, names, network addresses and keys that are kept out of a session for a time, because their viewers were removed.
struct Exclusions: Hashable, Sendable {
  private enum Excluded: Hashable {
    case client(ClientID)
    /// A name on the daemon's machine, at an address or with a key: the same command gets it again.
    case name(ViewerName, Principal)
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
  ///   - isAlone: whether only its client and its name stay out, and not every client of its address or key.
  ///   - end: until when.
  ///   - now: the time of the turn.
  mutating func exclude(
    _ owner: ViewerOwner,
    alone isAlone: Bool,
    until end: Duration,
    at now: Duration
  ) {
    ends = ends.filter { $0.value > now }
    ends[.client(owner.client)] = end
    ends[.name(owner.name, owner.principal.ofMachine)] = end
    if !isAlone, let excluded = Excluded(owner.principal) { ends[excluded] = end }
    while ends.count > DaemonLimits.exclusions, let first = ends.min(by: { $0.value < $1.value }) {
      ends[first.key] = nil
    }
  }

  /// Returns until when a client stays out; nil if it may come in.
  ///
  /// - Parameters:
  ///   - client: the client.
  ///   - principal: on whose behalf it comes.
  ///   - name: the name that it would get as a viewer; nil for a client that does not attach.
  ///   - now: the time of the turn.
  /// - Returns: the time.
  func end(
    for client: ClientID,
    of principal: Principal,
    named name: ViewerName?,
    at now: Duration
  ) -> Duration? {
    guard !ends.isEmpty else { return nil }
    let named = name.map { Excluded.name($0, principal.ofMachine) }
    let keys: [Excluded?] = [.client(client), named, Excluded(principal)]
    let end = keys.compactMap(\.self).compactMap { ends[$0] }.max()
    return end.flatMap { $0 > now ? $0 : nil }
  }
}
