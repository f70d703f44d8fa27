import Glibc

extension ChildProcess {
  /// Hands on what a program prints until it has ended, within limits; then it is taken away.
  ///
  /// - Parameters:
  ///   - limits: the program is ended when it reaches one.
  ///   - stop: a descriptor that is readable once nobody wants the output any more.
  ///   - receiver: who takes the output, up to the limit and not a byte more.
  /// - Returns: how it ended.
  mutating func follow(
    within limits: ProcessLimits,
    stop: Int32?,
    _ receiver: inout some OutputReceiver
  ) -> ProcessEnd {
    var following = Following(limits: limits, start: monotonicTime())
    while true {
      let ready = wait(following, stop: stop, wake: receiver.wake)
      let now = monotonicTime()
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

  /// Waits until something is to be done; EINTR is no reason.
  private borrowing func wait(_ following: Following, stop: Int32?, wake: Duration?) -> Ready {
    var ready = Ready()
    let mayStop = following.reason == nil
    // A number below 0 is passed over.
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

  /// What poll waits: rounded up, so that nobody is woken before the time; -1 for ever.
  private borrowing func milliseconds(until deadline: Duration?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(.zero, deadline - monotonicTime())
    let milliseconds = (left + .microseconds(999)) / .milliseconds(1)
    return Int32(min(milliseconds, 3_600_000))
  }
}

extension Optional where Wrapped == Descriptor {
  /// Below 0 where there is none.
  fileprivate var number: Int32 {
    switch self {
    case .some(let descriptor): descriptor.number
    case .none: -1
    }
  }
}

/// How far a program has come.
private struct Following {
  /// How much is read at a time.
  static let chunkBytes = 64 << 10

  let limits: ProcessLimits
  let start: Duration
  var chunk = [UInt8](repeating: 0, count: chunkBytes)
  /// Bytes that were handed on.
  var taken = 0
  /// Whether there were more than the limit.
  var isExceeded = false
  /// Why it is being ended from here.
  var reason: ProcessEnd.Reason?
  /// When it is to be killed.
  var killAt: Duration?
  /// When its first process had ended.
  private var endedAt: Duration?

  init(limits: ProcessLimits, start: Duration) {
    self.limits = limits
    self.start = start
  }

  var hasEnded: Bool { endedAt != nil }

  /// Why it is to be ended now, if at all.
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

  /// Whether what it left behind has had its time to print.
  func isOverdue(at now: Duration) -> Bool {
    endedAt.map { now >= $0 + ProcessLimits.draining } ?? false
  }

  var nextDeadline: Duration? {
    if let endedAt { return endedAt + ProcessLimits.draining }
    if reason == nil { return start + limits.time }
    return killAt
  }
}
