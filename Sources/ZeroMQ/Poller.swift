import CZeroMQ

/// Waits for sockets and file descriptors together, each identified by a token of the caller.
///
/// Waiting allocates nothing for up to 16 entries (libzmq keeps that many on its stack). Finding an
/// entry is O(entries).
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
  }

  private var entries: [Entry] = []
  /// The poll items, in the same order as `entries`.
  private var items: [zmq_pollitem_t] = []

  /// Creates a poller without entries.
  public init() {}

  /// Adds a socket, which must be removed before it is closed.
  public mutating func add(_ socket: borrowing Socket, token: Int, events: Events) {
    add(
      Entry(token: token, handle: socket.handle),
      zmq_pollitem_t(socket: socket.raw, fd: -1, events: events.rawValue, revents: 0)
    )
  }

  /// Adds a file descriptor, which must be removed before it is closed.
  public mutating func add(descriptor: Int32, token: Int, events: Events) {
    precondition(descriptor >= 0, "cannot wait for a file descriptor below 0")
    add(
      Entry(token: token, handle: nil),
      zmq_pollitem_t(socket: nil, fd: descriptor, events: events.rawValue, revents: 0)
    )
  }

  /// Removes an entry.
  public mutating func remove(token: Int) {
    let index = index(of: token)
    entries.remove(at: index)
    items.remove(at: index)
  }

  /// Changes the events of an entry; an entry with no events is ignored.
  public mutating func setEvents(token: Int, events: Events) {
    items[index(of: token)].events = events.rawValue
  }

  /// Returns the events found by the last `wait`; empty for an unknown token.
  public func isReady(token: Int) -> Events {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return [] }
    return Events(rawValue: items[index].revents)
  }

  private mutating func add(_ entry: Entry, _ item: zmq_pollitem_t) {
    precondition(
      !entries.contains { $0.token == entry.token },
      "cannot add the token \(entry.token) twice"
    )
    entries.append(entry)
    items.append(item)
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
    for entry in entries {
      if let handle = entry.handle, handle.raw == nil {
        preconditionFailure(
          "cannot wait for a closed socket: remove the token \(entry.token) first"
        )
      }
    }
    let clock = ContinuousClock()
    let deadline = timeout.flatMap { timeout in
      timeout > .zero ? clock.now.advanced(by: min(timeout, Self.longest)) : nil
    }
    let ready = items.withUnsafeMutableBufferPointer { items in
      uninterrupted {
        let remaining = deadline.map { clock.now.duration(to: $0) } ?? timeout
        let milliseconds = remaining.map { max($0, .zero).millisecondsRoundedUp } ?? -1
        return zmq_poll(items.baseAddress, Int32(items.count), Int(milliseconds))
      }
    }
    if ready < 0 { throw ZeroMQError(errorNumber: -ready, .poll) }
    return Int(ready)
  }

  /// The longest timeout, which still can be added to a clock's time.
  private static var longest: Duration { .seconds(1 << 31) }
}
