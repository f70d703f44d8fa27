import Glibc
import NavSystem

extension ChildProcess {
  /// Forwards the output of a program until it has ended, within limits, and then reaps it.
  ///
  /// - Parameters:
  ///   - limits: the program is ended when it reaches one.
  ///   - stop: a descriptor that becomes readable when the program is to be ended; nil for none.
  ///   - receiver: receives the output, exactly up to the limit.
  /// - Returns: how the program ended.
  mutating func follow(
    within limits: ProcessLimits,
    stop: Int32?,
    _ receiver: inout some OutputReceiver
  ) -> ProcessEnd {
    var following = Following(limits: limits, start: monotonicNow())
    while true {
      let ready = wait(following, stop: stop, wake: receiver.wake)
      let now = monotonicNow()
      if let wake = receiver.wake, now >= wake { receiver.wake(at: now) }
      if ready.output { read(isError: false, &following, &receiver, at: now) }
      if ready.errors { read(isError: true, &following, &receiver, at: now) }
      if ready.end { following.noteEnd(at: now) }
      if following.reason == nil, let reason = following.reason(isUnwanted: ready.stop, at: now) {
        following.reason = reason
        if !following.hasEnded {
          send(SIGTERM)
          following.killAt = now + ProcessLimits.grace
        }
      }
      if following.isExceeded {
        output = nil
        errors = nil
      }
      if let killAt = following.killAt, now >= killAt {
        following.killAt = nil
        send(SIGKILL)
      }
      if following.hasEnded, isDrained || following.isOverdue(at: now) { break }
    }
    let end = reap()
    return following.reason.map(ProcessEnd.stopped) ?? end
  }

  private var isDrained: Bool { output == nil && errors == nil }

  private mutating func read(
    isError: Bool,
    _ following: inout Following,
    _ receiver: inout some OutputReceiver,
    at now: Duration
  ) {
    let number = isError ? errors.number : output.number
    let count = Glibc.read(number, &following.chunk, following.chunk.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      if isError { errors = nil } else { output = nil }
      return
    }
    let taken = min(count, following.limits.outputBytes - following.taken)
    if taken > 0 { receiver.receive(following.chunk[..<taken], isError: isError, at: now) }
    following.taken += taken
    following.isExceeded = taken < count
  }

  private struct Ready {
    var output = false
    var errors = false
    var end = false
    var stop = false
  }

  /// Waits for output, the program's end, a stop request or a deadline; returns nothing ready on
  /// EINTR.
  private borrowing func wait(_ following: Following, stop: Int32?, wake: Duration?) -> Ready {
    var ready = Ready()
    let mayStop = following.reason == nil
    // poll ignores negative descriptors.
    var polled = [
      pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: following.hasEnded ? -1 : watch.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mayStop ? stop ?? -1 : -1, events: Int16(POLLIN), revents: 0),
    ]
    let deadline = [following.nextDeadline, wake].compactMap(\.self).min()
    guard poll(&polled, nfds_t(polled.count), milliseconds(until: deadline)) > 0 else {
      return ready
    }
    ready.output = polled[0].revents != 0
    ready.errors = polled[1].revents != 0
    ready.end = polled[2].revents != 0
    ready.stop = polled[3].revents != 0
    return ready
  }

  /// Returns the timeout for poll in milliseconds, rounded up, so that it never ends early; -1 for
  /// no deadline.
  private borrowing func milliseconds(until deadline: Duration?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(.zero, deadline - monotonicNow())
    let milliseconds = (left + .microseconds(999)) / .milliseconds(1)
    return Int32(min(milliseconds, 3_600_000))
  }
}

extension Optional where Wrapped == Descriptor {
  /// The descriptor, or -1 for none.
  fileprivate var number: Int32 {
    switch self {
    case .some(let descriptor): descriptor.number
    case .none: -1
    }
  }
}

/// The state of following a program.
private struct Following {
  /// The size of one read, in bytes.
  static let chunkBytes = 64 << 10

  let limits: ProcessLimits
  let start: Duration
  var chunk = [UInt8](repeating: 0, count: chunkBytes)
  /// The number of forwarded bytes.
  var taken = 0
  /// Whether the output has exceeded the limit.
  var isExceeded = false
  /// The reason for which the program is being ended; nil while it is not.
  var reason: ProcessEnd.Reason?
  /// The time at which the program is killed.
  var killAt: Duration?
  /// The time at which the program ended.
  var endedAt: Duration?

  var hasEnded: Bool { endedAt != nil }

  /// Returns the reason for which the program must be ended now; nil for none.
  func reason(isUnwanted: Bool, at now: Duration) -> ProcessEnd.Reason? {
    if isExceeded { return .output }
    if hasEnded { return nil }
    if isUnwanted { return .unwanted }
    return now >= start + limits.time ? .time : nil
  }

  mutating func noteEnd(at now: Duration) {
    endedAt = now
    killAt = nil
  }

  /// Whether the time for output of processes that it left behind is over.
  func isOverdue(at now: Duration) -> Bool {
    endedAt.map { now >= $0 + ProcessLimits.draining } ?? false
  }

  var nextDeadline: Duration? {
    if let endedAt { return endedAt + ProcessLimits.draining }
    if reason == nil { return start + limits.time }
    return killAt
  }
}

/// Receives the output of a program.
protocol OutputReceiver {
  /// Receives output.
  ///
  /// - Parameters:
  ///   - bytes: at least one byte.
  ///   - isError: whether the bytes come from standard error, if that is separate.
  ///   - now: the time of the monotonic clock.
  mutating func receive(_ bytes: ArraySlice<UInt8>, isError: Bool, at now: Duration)

  /// The time at which `wake(at:)` is to be called; nil for never.
  var wake: Duration? { get }

  mutating func wake(at now: Duration)
}
