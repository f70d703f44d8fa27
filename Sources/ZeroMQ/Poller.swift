import CZeroMQ
import Glibc

/// Waits for sockets and file descriptors together, each identified by a token of the caller.
///
/// Waiting allocates nothing. Finding an entry is O(entries).
///
/// It makes one system call where `zmq_poll` makes two and one more for each socket: a socket that
/// had no events is asked again only after its descriptor (`ZMQ_FD`) was readable or the socket was
/// used, since using it can take a signal from the descriptor. A use that found no message to receive
/// is such a question itself.
public struct Poller: ~Copyable {
  /// The events to wait for, or those that occurred.
  public struct Events: OptionSet, Hashable, Sendable {
    /// libzmq's bits.
    public let rawValue: Int16
    /// Creates a set from libzmq's bits.
    public init(rawValue: Int16) { self.rawValue = rawValue }

    /// A message, a connection or bytes can be read.
    public static let readable = Events(rawValue: Int16(ZMQ_POLLIN))
    /// At least one message or byte can be sent.
    public static let writable = Events(rawValue: Int16(ZMQ_POLLOUT))
    /// A descriptor failed or its peer hung up; always reported.
    ///
    /// Reading returns the error.
    public static let failed = Events(rawValue: Int16(ZMQ_POLLERR))
  }

  private struct Entry {
    let token: Int
    /// Prevents the memory of a socket from being reused while it is polled; nil for a descriptor.
    let handle: SocketHandle?
    let descriptor: Int32
    var events: Events
    /// The events that the last `wait` found.
    var ready: Events = []
    /// The number of uses of the socket at which it had none of the events; nil if events may be waiting.
    var uses: UInt64?

    /// The form in which the kernel is asked about the entry; it ignores a descriptor below 0.
    var item: pollfd {
      pollfd(
        fd: events.isEmpty ? -1 : descriptor,
        events: handle == nil ? events.polled : Int16(POLLIN),
        revents: 0
      )
    }
  }

  private var entries: [Entry] = []
  /// The entries as the kernel is asked about them, in the same order.
  private var items: [pollfd] = []

  /// Creates a poller without entries.
  public init() {}

  /// Adds a socket, which must be removed before it is closed.
  public mutating func add(_ socket: borrowing Socket, token: Int, events: Events) {
    let descriptor = socket.signalDescriptor
    add(Entry(token: token, handle: socket.handle, descriptor: descriptor, events: events))
  }

  /// Adds a file descriptor, which must be removed before it is closed.
  public mutating func add(descriptor: Int32, token: Int, events: Events) {
    precondition(descriptor >= 0, "cannot wait for a file descriptor below 0")
    add(Entry(token: token, handle: nil, descriptor: descriptor, events: events))
  }

  /// Removes an entry.
  public mutating func remove(token: Int) {
    let index = index(of: token)
    entries.remove(at: index)
    items.remove(at: index)
  }

  /// Changes the events of an entry; an entry with no events is ignored.
  public mutating func setEvents(token: Int, events: Events) {
    let index = index(of: token)
    guard entries[index].events != events else { return }
    entries[index].events = events
    entries[index].uses = nil
    items[index] = entries[index].item
  }

  /// Returns the events found by the last `wait`; empty for an unknown token.
  public func isReady(token: Int) -> Events {
    for entry in entries where entry.token == token { return entry.ready }
    return []
  }

  private mutating func add(_ entry: Entry) {
    precondition(
      !entries.contains { $0.token == entry.token },
      "cannot add the token \(entry.token) twice"
    )
    entries.append(entry)
    items.append(entry.item)
  }

  private func index(of token: Int) -> Int {
    guard let index = entries.firstIndex(where: { $0.token == token }) else {
      preconditionFailure("cannot change the token \(token), which was not added")
    }
    return index
  }
}

// MARK: Waiting

extension Poller {
  /// Waits until an entry is ready or the timeout expires; signals do not interrupt it.
  /// - Parameter timeout: rounded up to milliseconds; nil waits without limit, zero or less does
  ///   not wait.
  /// - Returns: the number of ready entries, 0 on timeout.
  /// - Throws: `.terminated` if a socket's context was closed.
  public mutating func wait(timeout: Duration?) throws(ZeroMQError) -> Int {
    precondition(
      timeout != nil || !entries.isEmpty,
      "cannot wait for ever for nothing: add a socket or give a time"
    )
    let clock = ContinuousClock()
    let deadline = timeout.flatMap { timeout in
      timeout > .zero ? clock.now.advanced(by: min(timeout, Self.longest)) : nil
    }
    for index in entries.indices {
      entries[index].ready = []
      if !isQuiet(index) { try askSocket(index) }
    }
    while true {
      let isReady = entries.contains { !$0.ready.isEmpty }
      try askKernel { isReady ? .zero : deadline.map { clock.now.duration(to: $0) } ?? timeout }
      for index in entries.indices where items[index].revents != 0 {
        if entries[index].handle == nil {
          entries[index].ready = Events(items[index].revents)
        } else if entries[index].ready.isEmpty {
          try askSocket(index)
        }
      }
      let count = entries.count { !$0.ready.isEmpty }
      // A socket is also woken for what its thread does not see.
      let isOver = deadline.map { clock.now >= $0 } ?? (timeout != nil)
      if count > 0 || isOver { return count }
    }
  }

  /// Whether an entry has no events before its descriptor is readable.
  private func isQuiet(_ index: Int) -> Bool {
    guard let handle = entries[index].handle else { return true }
    if handle.raw == nil {
      let token = entries[index].token
      preconditionFailure("cannot wait for a closed socket: remove the token \(token) first")
    }
    let events = entries[index].events
    return events.isEmpty || entries[index].uses == handle.uses
      || events == .readable && handle.isEmpty
  }

  /// Asks a socket for its events; that also takes the signals from its descriptor.
  private mutating func askSocket(_ index: Int) throws(ZeroMQError) {
    guard let handle = entries[index].handle, !entries[index].events.isEmpty else { return }
    let ready = try handle.events().intersection(entries[index].events)
    entries[index].ready = ready
    entries[index].uses = ready.isEmpty ? handle.uses : nil
  }

  /// Asks the kernel which descriptors are readable or writable.
  ///
  /// - Parameter remaining: returns the time to wait, nil for ever.
  /// - Throws: if the kernel refuses.
  private mutating func askKernel(_ remaining: () -> Duration?) throws(ZeroMQError) {
    let result = items.withUnsafeMutableBufferPointer { items in
      uninterrupted {
        let milliseconds = remaining().map { max($0, .zero).millisecondsRoundedUp } ?? -1
        let limit = Int32(clamping: milliseconds)
        return poll(items.baseAddress, nfds_t(items.count), limit)
      }
    }
    if result < 0 { throw ZeroMQError(errorNumber: -result, .poll) }
  }

  /// The longest timeout, which still can be added to a clock's time.
  private static var longest: Duration { .seconds(1 << 31) }
}

extension Poller.Events {
  /// The events of a descriptor that the kernel found.
  fileprivate init(_ found: Int16) {
    let found = Int32(found)
    self = []
    if found & POLLIN != 0 { insert(.readable) }
    if found & POLLOUT != 0 { insert(.writable) }
    if found & ~(POLLIN | POLLOUT | POLLPRI) != 0 { insert(.failed) }
  }

  /// The same events as the kernel is asked for them.
  fileprivate var polled: Int16 {
    Int16((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
  }
}
