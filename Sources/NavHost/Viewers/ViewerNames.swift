import NavBase
import NavWire

/// The names of the viewers as the store keeps them, so that after a restart each viewer has its own one again, whoever
/// comes back first (proto/README.md: Presence).
struct ViewerNames: Sendable {
  /// The name of a viewer in its session.
  struct Holding: Hashable, Sendable {
    let session: UInt64
    let name: ViewerName
    /// The name under which its person drives; nil for its own one.
    let person: ViewerName?
  }

  private var holdings: [ClientID: Holding] = [:]
  /// The clients whose viewers have not come back since the daemon's start.
  private var awaited: Set<ClientID> = []
  /// The clients whose records have changed since `takeChanges`.
  private var changed: Set<ClientID> = []

  init() {}

  /// Restores the names of an earlier run; records of other things are left out.
  init(_ records: [LedgerRecord]) {
    for record in records where record.key < 0 {
      if let (client, holding) = Self.read(record.bytes) { holdings[client] = holding }
    }
    awaited = Set(holdings.keys)
  }

  /// Returns what the viewers of a session that have not come back were called, by client.
  func awaited(in session: UInt64) -> [ClientID: Holding] {
    awaited.reduce(into: [:]) { names, client in
      if let holding = holdings[client], holding.session == session { names[client] = holding }
    }
  }

  // MARK: Changes

  mutating func put(_ owner: ViewerOwner, in session: UInt64) {
    awaited.remove(owner.client)
    let holding = Holding(session: session, name: owner.name, person: owner.person)
    if holdings.updateValue(holding, forKey: owner.client) != holding {
      changed.insert(owner.client)
    }
  }

  mutating func drop(_ client: ClientID) {
    awaited.remove(client)
    if holdings.removeValue(forKey: client) != nil { changed.insert(client) }
  }

  /// Drops the names of the viewers that have not come back.
  mutating func dropAwaited() {
    for client in awaited { drop(client) }
  }

  // MARK: Storage

  /// The records of all names.
  var records: [LedgerRecord] { records(of: holdings.keys) }

  /// Returns the records that have changed since the last call.
  mutating func takeChanges() -> [LedgerRecord] {
    defer { changed = [] }
    return records(of: changed)
  }

  private func records(of clients: some Collection<ClientID>) -> [LedgerRecord] {
    clients.map(record).sorted { $0.key < $1.key }
  }

  /// Returns the record of a client: its id, its session, and a line for each name; one without bytes for no viewer.
  private func record(of client: ClientID) -> LedgerRecord {
    let id = client.bytes
    // The last bytes of an id are random. Records of forgotten clients have no key below 0.
    let key = id.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } | .min
    guard let holding = holdings[client] else { return LedgerRecord(key: key, bytes: []) }
    let session = (0..<8).map { UInt8(truncatingIfNeeded: holding.session >> UInt64(8 * $0)) }
    let names = [holding.name, holding.person].compactMap { $0?.description }
    return LedgerRecord(key: key, bytes: id + session + names.joined(separator: "\n").utf8)
  }

  /// Reads the bytes of a record; nil if they have another form.
  private static func read(_ bytes: [UInt8]) -> (client: ClientID, holding: Holding)? {
    let rest = bytes.dropFirst(ClientID.length)
    let session = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let names = String(decoding: rest.dropFirst(8), as: UTF8.self).split(separator: "\n")
      .compactMap { ViewerName(String($0)) }
    guard let client = ClientID(Array(bytes.prefix(ClientID.length))), let name = names.first else {
      return nil
    }
    return (client, Holding(session: session, name: name, person: names.dropFirst().first))
  }
}
