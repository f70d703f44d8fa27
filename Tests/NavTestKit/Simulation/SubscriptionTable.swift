/// Who is subscribed to what at the server's end, as libzmq 4.3.4 keeps it for an XPUB with
/// `XPUB_VERBOSE`.
///
/// Every subscription is told to the application, the end of one only when nobody holds the topic
/// any more: after an unsubscription as after a disconnect.
struct SubscriptionTable {
  private var holders: [[UInt8]: Set<ConnectionID>] = [:]

  /// All topics that somebody holds.
  var topics: Set<[UInt8]> { Set(holders.keys) }

  /// In ascending order.
  func holders(of topic: [UInt8]) -> [ConnectionID] {
    holders[topic].map { $0.sorted() } ?? []
  }

  mutating func add(_ connection: ConnectionID, to topic: [UInt8]) {
    holders[topic, default: []].insert(connection)
  }

  /// Whether nobody holds the topic any more.
  mutating func remove(_ connection: ConnectionID, from topic: [UInt8]) -> Bool {
    guard holders[topic]?.remove(connection) != nil, holders[topic]?.isEmpty == true else {
      return false
    }
    holders[topic] = nil
    return true
  }

  /// Takes out a connection that is gone.
  ///
  /// - Returns: the topics that nobody holds any more, in byte order.
  mutating func remove(_ connection: ConnectionID) -> [[UInt8]] {
    topics.sorted { $0.lexicographicallyPrecedes($1) }
      .filter { remove(connection, from: $0) }
  }
}
