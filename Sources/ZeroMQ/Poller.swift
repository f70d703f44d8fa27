import CZeroMQ

/// Waits for sockets and file descriptors together, each known by a token of the caller's.
///
/// Waiting allocates nothing up to 16 entries (libzmq keeps that many on its stack). Looking an
/// entry up is linear in their number.
public struct Poller: ~Copyable {
  /// What to wait for, and what is so.
  public struct Events: OptionSet, Hashable, Sendable {
    /// libzmq's bits.
    public let rawValue: Int16
    /// Creates a set from libzmq's bits.
    public init(rawValue: Int16) { self.rawValue = rawValue }

    /// A message, a connection or bytes can be read.
    public static let readable = Events(rawValue: Int16(ZMQ_POLLIN))
    /// At least one message or byte can be sent.
    public static let writable = Events(rawValue: Int16(ZMQ_POLLOUT))
    /// A descriptor failed or its other end hung up, reported unasked: reading says which.
    public static let failed = Events(rawValue: Int16(ZMQ_POLLERR))
  }

  private struct Entry {
    let token: Int
    /// Keeps the memory of a socket from being reused while it is waited for; nil for a descriptor.
    let handle: SocketHandle?
  }

  private var entries: [Entry] = []
  /// Of the same order as `entries`.
  private var items: [zmq_pollitem_t] = []

  /// Creates a poller that waits for nothing.
  public init() {}

  /// Waits for a socket too, until `remove`; it has to be removed before it is closed.
  public mutating func add(_ socket: borrowing Socket, token: Int, events: Events) {
    add(
      Entry(token: token, handle: socket.handle),
      zmq_pollitem_t(socket: socket.raw, fd: -1, events: events.rawValue, revents: 0)
    )
  }

  /// Waits for a file descriptor too, until `remove`; it has to be removed before it is closed.
  public mutating func add(descriptor: Int32, token: Int, events: Events) {
    precondition(descriptor >= 0, "cannot wait for a file descriptor below 0")
    add(
      Entry(token: token, handle: nil),
      zmq_pollitem_t(socket: nil, fd: descriptor, events: events.rawValue, revents: 0)
    )
  }

  /// Forgets an entry.
  public mutating func remove(token: Int) {
    let index = index(of: token)
    entries.remove(at: index)
    items.remove(at: index)
  }

  /// Waits for other events than before; for none at all, the entry is passed over.
  public mutating func setEvents(token: Int, events: Events) {
    items[index(of: token)].events = events.rawValue
  }

  /// What the last `wait` found, nothing for a token that was not added.
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
  /// Waits until an entry is ready or the time is over; a signal does not end it.
  /// - Parameter timeout: rounded up to milliseconds; nil waits for ever, zero or less does not
  ///   wait.
  /// - Returns: the number of entries that are ready, 0 when the time is over.
  /// - Throws: `.terminated` when a socket's context was closed.
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

  /// Nobody waits longer, and clocks can still add it.
  private static var longest: Duration { .seconds(1 << 31) }
}
