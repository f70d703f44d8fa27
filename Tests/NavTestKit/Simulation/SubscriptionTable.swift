/// The subscriptions at the server's end, as libzmq 4.3.4 keeps them for an XPUB with
/// `XPUB_VERBOSE`.
///
/// The application is notified of every subscription, but of an unsubscription only when it was the
/// topic's last one: after an unsubscription as after a disconnect.
struct SubscriptionTable {
  private var holders: [[UInt8]: Set<ConnectionID>] = [:]

  /// All topics with a subscriber.
  var topics: Set<[UInt8]> { Set(holders.keys) }

  /// Returns a topic's subscribers in ascending order.
  func holders(of topic: [UInt8]) -> [ConnectionID] {
    holders[topic].map { $0.sorted() } ?? []
  }

  mutating func add(_ connection: ConnectionID, to topic: [UInt8]) {
    holders[topic, default: []].insert(connection)
  }

  /// Removes a subscription; returns whether it was the topic's last one.
  mutating func remove(_ connection: ConnectionID, from topic: [UInt8]) -> Bool {
    guard holders[topic]?.remove(connection) != nil, holders[topic]?.isEmpty == true else {
      return false
    }
    holders[topic] = nil
    return true
  }

  /// Removes a closed connection.
  ///
  /// - Returns: the topics without subscribers now, in byte order.
  mutating func remove(_ connection: ConnectionID) -> [[UInt8]] {
    topics.sorted { $0.lexicographicallyPrecedes($1) }
      .filter { remove(connection, from: $0) }
  }
}
