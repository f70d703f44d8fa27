import CZeroMQ

/// The open libzmq socket behind a `Socket`, shared with the pollers that wait for it and with its
/// monitor.
final class SocketHandle {
  let context: Context
  let kind: Socket.Kind
  /// Nil once the socket was closed.
  private(set) var raw: UnsafeMutableRawPointer?
  private var locks: [EndpointLock] = []
  /// The name at which the present monitor of this socket listens.
  private var monitorName: String?
  /// What this socket monitors, if it is a monitor.
  private var monitored: (handle: SocketHandle, name: String)?

  init(_ kind: Socket.Kind, in context: Context) throws(ZeroMQError) {
    self.context = context
    self.kind = kind
    raw = try context.openSocket(kind.type)
  }

  deinit { close() }

  /// Closes the socket, then gives up the paths at which it listened.
  func close() {
    guard let raw else { return }
    // What is left of the socket lives on in libzmq's I/O thread, longer perhaps than the monitor.
    stopMonitoring(ifAt: monitorName)
    monitored?.handle.stopMonitoring(ifAt: monitored?.name)
    monitored = nil
    self.raw = nil
    context.closeSocket(raw)
    for lock in locks { lock.release() }
    locks = []
  }

  func keep(_ lock: EndpointLock) { locks.append(lock) }
}

// MARK: Monitoring

extension SocketHandle {
  /// Has libzmq send the events of this socket to the monitor that was connected to `name`.
  func startMonitoring(
    _ events: MonitorEvent.Kinds,
    at name: String,
    for monitor: SocketHandle
  ) throws(ZeroMQError) {
    guard let raw else { preconditionFailure("cannot monitor a closed socket") }
    try checked(.monitor) { zmq_socket_monitor(raw, name, Int32(events.rawValue)) }
    monitorName = name
    monitor.monitored = (self, name)
  }

  /// Stops the events before the monitor goes: libzmq's I/O thread would wait for ever to deliver
  /// the next one.
  private func stopMonitoring(ifAt name: String?) {
    guard let raw, let monitorName, monitorName == name else { return }
    self.monitorName = nil
    _ = uninterrupted { zmq_socket_monitor(raw, nil, 0) }
  }
}
