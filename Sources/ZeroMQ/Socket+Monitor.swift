import Synchronization

/// Makes the names of monitors unique in the process.
private let monitorNumber = Atomic<UInt64>(0)

extension Socket {
  /// A socket that receives what happens to this one's connections, from now on; a second one ends
  /// the first.
  ///
  /// It belongs to the thread of this socket and may be closed before or after it; events end when
  /// either is closed, and nothing is told of what a socket that lingers does after that. Events
  /// that nobody reads are kept without a limit, because at a limit libzmq's I/O thread would stop;
  /// ask only for events that you read.
  public func monitor(_ events: MonitorEvent.Kinds = .all) throws(ZeroMQError) -> Socket {
    let number = monitorNumber.wrappingAdd(1, ordering: .relaxed).newValue
    let name = Endpoint.inproc(name: "monitor-\(number)")
    let monitor = try Socket(.pair, in: handle.context, options: [.receiveHighWaterMark(0)])
    // Connected before the first event can be sent: an event without a receiver stops the I/O
    // thread as well.
    try monitor.connect(name)
    try handle.startMonitoring(events, at: name.description, for: monitor.handle)
    return monitor
  }

  /// The next event, from a socket made by `monitor`, or nil when there is none.
  public func receiveEvent() throws(ZeroMQError) -> MonitorEvent? {
    guard let frames = try receive() else { return nil }
    guard let event = MonitorEvent(frames: frames) else {
      preconditionFailure("cannot read connection events from a socket that is not a monitor")
    }
    return event
  }
}
