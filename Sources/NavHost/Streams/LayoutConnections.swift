/// The connections of the layout socket: the topics that each one holds, and the connection that sent a message.
///
/// libzmq names the connection of a message by its descriptor's number, and reuses the number as soon as the connection
/// has ended. Events and messages come through two queues, but those of one connection are ordered: it is announced
/// before its first message, its messages are handed over before its number is free, and its end is announced before
/// that, too. (libzmq does all of this in one I/O thread, in this order.) So when the later owner of a number is
/// announced, everything of the earlier owner is queued, and a reading of messages that begins after that announcement
/// and continues until nothing is left receives all of it. From then on, a message with that number is the later
/// owner's. Until then it may be either's, and a mark that all messages of one connection share tells them apart: a
/// message with an unknown mark is from an owner that has not sent anything yet. If there are two such owners,
/// `Sender.isCertain` is false.
package struct LayoutConnections {
  package typealias ID = UInt64

  /// The connection that sent a message.
  package struct Sender: Hashable, Sendable {
    package let id: ID
    /// Whether no other connection can have sent it.
    package let isCertain: Bool
    package let descriptor: Int32
  }

  private struct Connection {
    var topics: Set<[UInt8]> = []
    /// Whether it is being shut; its messages are ignored then.
    var isShut = false
  }

  private struct Owner {
    let id: ID
    /// The last reading of messages that began before it was announced.
    let reading: UInt64
    /// The mark of the messages that it sent; nil before the first.
    var mark: Mark?
  }

  /// A value that all messages of one connection share.
  package struct Mark {
    let value: UInt
    /// Keeps the value from being reused for another connection.
    var keeper: AnyObject?

    package init(value: UInt, keeper: AnyObject? = nil) {
      self.value = value
      self.keeper = keeper
    }
  }

  /// The connections that have not ended.
  private var connections: [ID: Connection] = [:]
  /// The possible senders of messages with a number; the present or last owner is at the end.
  private var owners: [Int32: [Owner]] = [:]
  /// Numbers with more than one possible owner.
  private var shared: Set<Int32> = []
  /// The number of holders of each topic.
  private var holders: [[UInt8]: Int] = [:]
  private var lastID: ID = 0
  private var reading: UInt64 = 0

  package init() {}

  package var count: Int { connections.count }

  // MARK: Events

  /// Handles the announcement of a new connection.
  ///
  /// - Returns: topics that have no holder any longer.
  package mutating func accepted(_ descriptor: Int32) -> [[UInt8]] {
    // The number's earlier owner has ended, whether that was announced or not.
    let left = ended(descriptor)
    lastID += 1
    connections[lastID] = Connection()
    owners[descriptor, default: []].append(Owner(id: lastID, reading: reading))
    if let count = owners[descriptor]?.count, count > 1 { shared.insert(descriptor) }
    return left
  }

  /// Handles the announcement of a connection's end.
  ///
  /// - Returns: topics that have no holder any longer.
  package mutating func ended(_ descriptor: Int32) -> [[UInt8]] {
    guard let id = owners[descriptor]?.last?.id else { return [] }
    let left = release(id)
    connections[id] = nil
    return left
  }

  /// Handles the end of all connections at once.
  ///
  /// - Returns: the topics that had holders.
  package mutating func endAll() -> [[UInt8]] {
    defer { (connections, holders) = ([:], [:]) }
    return holders.keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: Messages

  /// Begins a reading of messages.
  package mutating func beginReading() {
    reading += 1
  }

  /// Ends a reading that has received everything that had arrived before it began.
  package mutating func endReading() {
    for descriptor in shared {
      guard var list = owners[descriptor],
        let settled = list.lastIndex(where: { $0.reading < reading })
      else { continue }
      list.removeFirst(settled)
      owners[descriptor] = list
      if list.count == 1 { shared.remove(descriptor) }
    }
  }

  /// Returns the sender of a message; nil if its connection has ended.
  package mutating func sender(behind descriptor: Int32, _ mark: Mark) -> Sender? {
    guard let list = owners[descriptor] else { return nil }
    var index = list.firstIndex { $0.mark?.value == mark.value }
    if index == nil {
      let silent = list.indices.filter { list[$0].mark == nil }
      if silent.count == 1, let only = silent.first {
        owners[descriptor]?[only].mark = mark
        index = only
      }
    }
    guard let id = (index.map { list[$0] } ?? list.last)?.id, connections[id] != nil else {
      return nil
    }
    return Sender(id: id, isCertain: index != nil, descriptor: descriptor)
  }

  package func isConnected(_ sender: Sender) -> Bool { connections[sender.id] != nil }

  /// Whether messages of a connection are handled.
  package func isHeard(_ sender: Sender) -> Bool { connections[sender.id]?.isShut == false }

  /// Records that a connection holds a topic.
  ///
  /// - Parameters:
  ///   - topic: the topic that it subscribed to.
  ///   - sender: the connection.
  /// - Returns: false at the limit of topics.
  package mutating func subscribe(to topic: [UInt8], _ sender: Sender) -> Bool {
    guard let topics = connections[sender.id]?.topics else { return true }
    if topics.contains(topic) { return true }
    guard topics.count < DaemonLimits.topicsPerConnection else { return false }
    connections[sender.id]?.topics.insert(topic)
    holders[topic, default: 0] += 1
    return true
  }

  /// Records that a connection no longer holds a topic; has no effect if it did not hold it.
  ///
  /// - Returns: whether it was the last holder.
  package mutating func unsubscribe(from topic: [UInt8], _ sender: Sender) -> Bool {
    connections[sender.id]?.topics.remove(topic) != nil && drop(topic)
  }

  /// Marks a connection as being shut.
  ///
  /// - Returns: topics that have no holder any longer.
  package mutating func shut(_ sender: Sender) -> [[UInt8]] {
    connections[sender.id]?.isShut = true
    return release(sender.id)
  }

  private mutating func release(_ id: ID) -> [[UInt8]] {
    guard let topics = connections[id]?.topics else { return [] }
    connections[id]?.topics = []
    return topics.filter { drop($0) }
  }

  private mutating func drop(_ topic: [UInt8]) -> Bool {
    guard let count = holders[topic] else { return false }
    holders[topic] = count > 1 ? count - 1 : nil
    return count == 1
  }
}
