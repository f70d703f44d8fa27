import Glibc

/// The service manager that started this process, such as systemd: it hears that the process is ready, reloads its
/// configuration, ends, and is alive.
///
/// Messages are datagrams to the socket that the environment names (sd_notify(3)); without one nothing is sent. Sending
/// never blocks, and a failure has no effect on the process. A message for which there is no room at the moment is sent
/// again later, in the same order; of signs of life and statuses that wait, only the newest one.
package struct ServiceManager: Sendable {
  /// The name of its socket: a path, or an abstract name behind `@`; nil without one that can be used.
  private let socketName: String?
  /// The pause between signs of life: half of what the service manager waits for one; nil if it waits for none.
  private let beatInterval: Duration?
  /// When the next sign of life is due.
  private var nextBeat: Duration?
  /// Messages for which there was no room, oldest first.
  private var unsent: [String] = []
  /// When to send them again.
  private var nextAttempt: Duration?

  private static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
  /// Messages of which only the newest one is worth sending.
  private static let replaced = ["WATCHDOG=", "STATUS="]
  /// The pause before messages are sent again.
  private static let retryPause = Duration.milliseconds(500)
  /// The most messages that wait; later ones are dropped.
  private static let mostUnsent = 16

  /// Takes the service manager from an environment.
  ///
  /// - Parameters:
  ///   - environment: the variables `NOTIFY_SOCKET`, `WATCHDOG_USEC` (in microseconds) and `WATCHDOG_PID`, as far as they
  ///     are set. Signs of life are sent only if the last one is unset or names `process`.
  ///   - process: the id of this process.
  ///   - now: the time; the first sign of life is due then.
  package init(environment: [String: String], process: Int32, at now: Duration) {
    socketName = environment["NOTIFY_SOCKET"].flatMap { UnixAddress($0) == nil ? nil : $0 }
    let isForThis = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
    let limit = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    beatInterval = socketName != nil && isForThis && limit > 1 ? .microseconds(limit / 2) : nil
    nextBeat = beatInterval.map { _ in now }
  }

  /// Takes the service manager of this process, and removes its variables from the environment, so that no program that
  /// this process starts speaks for it.
  ///
  /// To be called before the first thread starts.
  ///
  /// - Parameter now: the time.
  /// - Returns: the service manager; one that sends nothing if the environment names none.
  package static func ofThisProcess(at now: Duration) -> ServiceManager {
    var environment: [String: String] = [:]
    for name in variables {
      environment[name] = getenv(name).map { String(cString: $0) }
      unsetenv(name)
    }
    return ServiceManager(environment: environment, process: getpid(), at: now)
  }

  /// Whether anybody hears the messages.
  package var isListening: Bool { socketName != nil }

  /// When `beat(at:)` has to be called; nil if nothing is due.
  package var nextWake: Duration? { [nextBeat, nextAttempt].compactMap(\.self).min() }

  /// Reports that the process does its work: after its start, and after a reload.
  package mutating func ready(at now: Duration) { send("READY=1", at: now) }

  /// Reports that a reload has begun; `ready(at:)` ends it.
  ///
  /// - Parameter now: the monotonic time, by which the service manager finds out which request the reload answers.
  package mutating func reloading(at now: Duration) {
    let (seconds, attoseconds) = now.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)", at: now)
  }

  /// Reports that the process is about to end.
  package mutating func stopping(at now: Duration) { send("STOPPING=1", at: now) }

  /// Reports what the process does.
  ///
  /// - Parameters:
  ///   - status: one line for the operator.
  ///   - now: the time.
  package mutating func report(_ status: String, at now: Duration) {
    send("STATUS=" + status.split(separator: "\n").joined(separator: " "), at: now)
  }

  /// Sends the sign of life that is due, and what there was no room for earlier.
  ///
  /// - Parameter now: the time.
  package mutating func beat(at now: Duration) {
    if let due = nextAttempt, due <= now { sendUnsent(at: now) }
    if let interval = beatInterval, let due = nextBeat, due <= now {
      nextBeat = now + interval
      send("WATCHDOG=1", at: now)
    }
  }

  // MARK: Sending

  private mutating func send(_ message: String, at now: Duration) {
    guard isListening else { return }
    // Else signs of life would fill the queue, and a status would be dropped that is never sent again.
    if let kind = Self.replaced.first(where: { message.hasPrefix($0) }) {
      unsent.removeAll { $0.hasPrefix(kind) }
    }
    guard unsent.count < Self.mostUnsent else { return }
    unsent.append(message)
    sendUnsent(at: now)
  }

  private mutating func sendUnsent(at now: Duration) {
    nextAttempt = nil
    guard let address = socketName.flatMap({ UnixAddress($0) }) else { return }
    let sent = unsent.prefix { Self.isDone(with: $0, sentTo: address) }.count
    unsent.removeFirst(sent)
    if !unsent.isEmpty { nextAttempt = now + Self.retryPause }
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - message: the assignments, each in a line.
  ///   - address: the address of the service manager.
  /// - Returns: false if there is no room for it at the moment; true if it was sent, or can never be.
  private static func isDone(with message: String, sentTo address: UnixAddress) -> Bool {
    let kind = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let number = socket(AF_UNIX, Int32(kind), 0)
    guard number >= 0 else { return !isTemporary(errno) }
    let descriptor = Descriptor(owning: number)
    let bytes = Array(message.utf8)
    let count = address.withSockaddr { pointer, length in
      sendto(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
    }
    return count >= 0 || !isTemporary(errno)
  }

  private static func isTemporary(_ code: Int32) -> Bool {
    [EAGAIN, EINTR, ENOBUFS, ENOMEM, EMFILE, ENFILE].contains(code)
  }
}

/// The address of a local socket.
private struct UnixAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// Nil if the name is neither an absolute path nor an abstract name behind `@`, or is too long.
  init?(_ name: String) {
    var bytes = Array(name.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    guard isAbstract || bytes.first == UInt8(ascii: "/"), bytes.count > 1,
      bytes.count < MemoryLayout.size(ofValue: address.sun_path)
    else { return nil }
    // An abstract name begins with a NUL and ends without one.
    if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
