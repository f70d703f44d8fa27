import CZeroMQ

/// The open libzmq socket behind a `Socket`, shared with its pollers and its monitor.
final class SocketHandle {
  let context: Context
  let kind: Socket.Kind
  /// Nil after the socket was closed.
  private(set) var raw: UnsafeMutableRawPointer?
  /// The number of calls of libzmq with the socket.
  private(set) var uses: UInt64 = 0
  /// The number of uses at which libzmq has said last that no message was there.
  private var usesWhenEmpty: UInt64?
  private var locks: [EndpointLock] = []
  /// The `inproc` name of this socket's current monitor.
  private var monitorName: String?
  /// The monitored socket, if this socket is a monitor.
  private var monitored: (handle: SocketHandle, name: String)?

  init(_ kind: Socket.Kind, in context: Context) throws(ZeroMQError) {
    self.context = context
    self.kind = kind
    raw = try context.openSocket(kind.type)
  }

  deinit { close() }

  /// Closes the socket, then releases the paths at which it listened.
  func close() {
    guard let raw else { return }
    // The rest of the socket lives on in libzmq's I/O thread, possibly longer than the monitor.
    stopMonitoring(ifAt: monitorName)
    monitored?.handle.stopMonitoring(ifAt: monitored?.name)
    monitored = nil
    self.raw = nil
    context.closeSocket(raw)
    for lock in locks { lock.release() }
    locks = []
  }

  /// Counts a call of libzmq with the socket: after it, the socket's descriptor may be silent although there are events.
  func use() { uses &+= 1 }

  /// Notes that the last use found no message: libzmq has then taken all signals from the descriptor.
  func noteEmpty() { usesWhenEmpty = uses }

  /// Whether the last use found no message.
  var isEmpty: Bool { usesWhenEmpty == uses }

  /// Makes libzmq handle what has happened to the socket, and returns its events.
  func events() throws(ZeroMQError) -> Poller.Events {
    guard let raw else { preconditionFailure("cannot ask a closed socket") }
    use()
    var events: Int32 = 0
    var count = MemoryLayout<Int32>.size
    let result = uninterrupted { zmq_getsockopt(raw, ZMQ_EVENTS, &events, &count) }
    guard result >= 0 else { throw ZeroMQError(errorNumber: -result, .poll) }
    return Poller.Events(rawValue: Int16(truncatingIfNeeded: events))
  }

  func keep(_ lock: EndpointLock) { locks.append(lock) }

  func releaseLock(of path: String?) {
    for lock in locks where lock.path == path { lock.release() }
    locks.removeAll { $0.path == path }
  }

  /// Whether the socket's files at a path are its own.
  func holds(_ path: String?) -> Bool { locks.contains { $0.path == path && $0.isInPlace } }
}

// MARK: Monitoring

extension SocketHandle {
  /// Makes libzmq send this socket's events to the monitor that was connected to `name`.
  func startMonitoring(
    _ events: MonitorEvent.Kinds,
    at name: String,
    for monitor: SocketHandle
  ) throws(ZeroMQError) {
    guard let raw else { preconditionFailure("cannot monitor a closed socket") }
    use()
    try checked(.monitor) { zmq_socket_monitor(raw, name, Int32(events.rawValue)) }
    monitorName = name
    monitor.monitored = (self, name)
  }

  /// Stops the events before the monitor closes; otherwise libzmq's I/O thread would block for ever
  /// on the next event.
  private func stopMonitoring(ifAt name: String?) {
    guard let raw, let monitorName, monitorName == name else { return }
    self.monitorName = nil
    use()
    _ = uninterrupted { zmq_socket_monitor(raw, nil, 0) }
  }
}
