/// Who is at the layout socket: which connection holds which topics, and through which one a message came.
///
/// libzmq names the connection of a message by the number of its descriptor, and gives the number to another
/// connection as soon as the first has ended. Events and messages come through two queues, but what one
/// connection does to them is ordered: it is announced before its first message, its messages are handed over
/// before its number is free, and its end is announced before that, too. (libzmq does all of this in one I/O
/// thread, in this order.) So everything of the earlier owner of a number is waiting when the later one is
/// announced, and a reading of messages that begins behind that announcement and goes on until nothing is left
/// takes all of it. From then on a message with that number is the later owner's. Until then it may be either's, and
/// a mark tells them apart that all messages of one connection share: a message with an unknown one is of an owner
/// that has not sent anything yet. Where there are two of those, `Sender.isCertain` is false.
package struct LayoutConnections {
  package typealias ID = UInt64

  /// Through which connection a message came.
  package struct Sender: Hashable, Sendable {
    package let id: ID
    /// Whether no other connection can have sent it.
    package let isCertain: Bool
    package let descriptor: Int32
  }

  private struct Connection {
    var topics: Set<[UInt8]> = []
    /// Whether it is being shut: nothing that it says counts.
    var isShut = false
  }

  private struct Owner {
    let id: ID
    /// The last reading of messages that had begun before it was announced.
    let reading: UInt64
    /// Of the messages that it sent; nil before the first.
    var mark: Mark?
  }

  /// What all messages of one connection have in common.
  package struct Mark {
    let value: UInt
    /// Keeps the value from being given to another connection.
    var keeper: AnyObject?

    package init(value: UInt, keeper: AnyObject? = nil) {
      self.value = value
      self.keeper = keeper
    }
  }

  /// Those that have not ended.
  private var connections: [ID: Connection] = [:]
  /// Who a message with a number may be from, the present or last owner at the end.
  private var owners: [Int32: [Owner]] = [:]
  /// Numbers with more than one possible owner.
  private var shared: Set<Int32> = []
  /// How many hold a topic.
  private var holders: [[UInt8]: Int] = [:]
  /// What is held by peers whose connections have no known number: ZeroMQ 3 and older.
  private var topicsOfUnknown: Set<[UInt8]> = []
  private var lastID: ID = 0
  private var reading: UInt64 = 0

  package init() {}

  package var count: Int { connections.count }

  // MARK: Events

  /// A connection has been announced.
  ///
  /// - Returns: topics that nobody holds any longer.
  package mutating func accepted(_ descriptor: Int32) -> [[UInt8]] {
    // Whoever had the number has ended, announced or not.
    let left = ended(descriptor)
    lastID += 1
    connections[lastID] = Connection()
    owners[descriptor, default: []].append(Owner(id: lastID, reading: reading))
    if let count = owners[descriptor]?.count, count > 1 { shared.insert(descriptor) }
    return left
  }

  /// A connection's end has been announced.
  ///
  /// - Returns: topics that nobody holds any longer.
  package mutating func ended(_ descriptor: Int32) -> [[UInt8]] {
    guard let id = owners[descriptor]?.last?.id else { return [] }
    let left = release(id)
    connections[id] = nil
    return left
  }

  // MARK: Messages

  /// Messages are going to be read.
  package mutating func beginReading() {
    reading += 1
  }

  /// Everything that had arrived before the reading began has been read.
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

  /// Who sent a message; nil when it has gone.
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

  /// Whether a connection's messages count.
  package func isHeard(_ sender: Sender) -> Bool { connections[sender.id]?.isShut == false }

  /// A connection holds a topic from now on.
  ///
  /// - Parameters:
  ///   - topic: what it subscribed to.
  ///   - sender: nil for a peer whose connection is not known.
  /// - Returns: whether it may hold so many.
  package mutating func subscribe(to topic: [UInt8], _ sender: Sender?) -> Bool {
    guard let sender else {
      guard topicsOfUnknown.count < DaemonLimits.topicsOfUnknown else { return false }
      if topicsOfUnknown.insert(topic).inserted { holders[topic, default: 0] += 1 }
      return true
    }
    guard let topics = connections[sender.id]?.topics else { return true }
    if topics.contains(topic) { return true }
    guard topics.count < DaemonLimits.topicsPerConnection else { return false }
    connections[sender.id]?.topics.insert(topic)
    holders[topic, default: 0] += 1
    return true
  }

  /// A connection does not hold a topic any longer; what it never held changes nothing.
  ///
  /// - Returns: whether nobody holds it now, and somebody did.
  package mutating func unsubscribe(from topic: [UInt8], _ sender: Sender?) -> Bool {
    let removed =
      if let sender { connections[sender.id]?.topics.remove(topic) } else {
        topicsOfUnknown.remove(topic)
      }
    return removed != nil && drop(topic)
  }

  /// A connection is going to be shut.
  ///
  /// - Returns: topics that nobody holds any longer.
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
