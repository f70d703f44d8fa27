import Synchronization

/// A counter for names of monitors, unique in the process.
private let monitorNumber = Atomic<UInt64>(0)

extension Socket {
  /// Returns a socket that receives this socket's connection events from now on; it replaces an
  /// earlier monitor.
  ///
  /// The monitor belongs to the thread of this socket and may be closed before or after it. Events
  /// end when either is closed; a lingering socket reports nothing after that. Unread events are
  /// kept without a limit, because at a limit libzmq's I/O thread would block; request only events
  /// that are read.
  public func monitor(_ events: MonitorEvent.Kinds = .all) throws(ZeroMQError) -> Socket {
    let number = monitorNumber.wrappingAdd(1, ordering: .relaxed).newValue
    let name = Endpoint.inproc(name: "monitor-\(number)")
    let monitor = try Socket(.pair, in: handle.context, options: [.receiveHighWaterMark(0)])
    // Connected before the first event can be sent: an event without a receiver also blocks the I/O
    // thread.
    try monitor.connect(name)
    try handle.startMonitoring(events, at: name.description, for: monitor.handle)
    return monitor
  }

  /// Returns the next event of a socket created by `monitor`, or nil if there is none.
  public func receiveEvent() throws(ZeroMQError) -> MonitorEvent? {
    guard let frames = try receive() else { return nil }
    guard let event = MonitorEvent(frames: frames) else {
      preconditionFailure("cannot read connection events from a socket that is not a monitor")
    }
    return event
  }
}
