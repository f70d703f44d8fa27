import Glibc
import NavBase
import NavSystem
package import NavViewer
package import NavWire
import ZeroMQ

/// The search for the daemon: at several addresses, and under several keys.
extension Endpoints {
  /// Returns these endpoints with the address at which the daemon answers and the key that it has, since libzmq would
  /// silently try for ever what does not work.
  ///
  /// Addresses are tried at the same time, each a moment after the one before it (`AddressRace`). An address
  /// at which another daemon answers does not count. A key that has replaced the expected one is recorded, if the file
  /// can be written.
  ///
  /// - Returns: the endpoints; the other addresses are the alternatives, in the same order.
  /// - Throws: `.unreachable` with how to start a daemon; `.notPermitted` if it has another key, and if its socket on
  ///   this machine belongs to another user; `.timeout`.
  package func reached() throws(ClientExit) -> Endpoints {
    guard let server else {
      try checkDaemon()
      return self
    }
    var addresses = [server] + alternatives
    var refusal: ClientExit?
    while !addresses.isEmpty {
      let found: (index: Int, connection: TCPConnection)
      do throws(ClientExit) {
        found = try Self.connect(addresses)
      } catch {
        throw refusal ?? error
      }
      let endpoints = preferring(addresses.remove(at: found.index))
      do throws(ClientExit) {
        try endpoints.checkMechanism(found.connection)
        return try endpoints.withConfirmedKey()
      } catch {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? ClientExit(.unreachable, "no navd answers at \(server)")
  }

  /// Returns these endpoints with the address at which the connections are best made without a look at the daemon, which
  /// would take more round trips than they do.
  ///
  /// The reason why they can't be made is found by `reached`.
  ///
  /// - Returns: the endpoints; nil where there has to be a look: without encryption, and where the machine is not found.
  /// - Throws: `.unreachable` if none of several addresses answers.
  func direct() throws(ClientExit) -> Endpoints? {
    guard let server, encryption != nil else { return nil }
    guard !alternatives.isEmpty else {
      return (try? SocketAddress(of: server)) == nil ? nil : self
    }
    let known = [server] + alternatives
    return preferring(known[try Self.connect(known).index])
  }

  /// Returns whether a connection that was made without a look at the daemon is to be used.
  ///
  /// - Parameter result: the result of its handshake.
  /// - Returns: false if a look at the daemon tells what is wrong.
  /// - Throws: what is wrong, where a look would wait for as long once more.
  func isMade(by result: Handshake.Result?) throws(ClientExit) -> Bool {
    guard let result, result != .refused, result != .closed else { return false }
    return try isConfirmed(by: result)
  }

  /// Returns the same at one of the addresses; the others are the alternatives.
  private func preferring(_ address: TCPAddress) -> Endpoints {
    var endpoints = self
    endpoints.server = address
    endpoints.alternatives = ([server].compactMap(\.self) + alternatives).filter { $0 != address }
    return endpoints
  }

  /// Returns the same; waits for a daemon that is being restarted.
  ///
  /// On this machine there is none to wait for if navd has made no directory.
  ///
  /// - Parameters:
  ///   - patience: the longest wait.
  ///   - pause: waits between two attempts.
  func reached(
    within patience: Duration,
    pausing pause: () -> Void = { usleep(Self.pauseOfRestart) }
  ) throws(ClientExit) -> Endpoints {
    let end = monotonicNow() + patience
    var notice = Notice()
    while true {
      do throws(ClientExit) {
        return try reached()
      } catch {
        let mayReturn =
          server != nil || (try? PrivateDirectory(directory).check(admitsRoot: true)) != nil
        guard error.code == .unreachable, mayReturn, monotonicNow() < end else { throw error }
        notice.show("waiting for navd…")
        pause()
      }
    }
  }

  /// The pause between two attempts to reach a daemon that is being restarted, in microseconds.
  private static let pauseOfRestart = useconds_t(20_000)

  // MARK: Addresses

  /// Connects to the first of several addresses that answers.
  ///
  /// - Returns: the index of the address, and the connection.
  /// - Throws: if no address answers, why the last one does not.
  private static func connect(
    _ addresses: [TCPAddress]
  ) throws(ClientExit) -> (index: Int, connection: TCPConnection) {
    var race = AddressRace(addresses.count, at: monotonicNow())
    var running: [Int: TCPConnection] = [:]
    var failure = ClientExit(.unreachable, "there is no address")
    func fail(_ index: Int, _ exit: ClientExit) {
      failure = exit
      running[index] = nil
      race.failed(index, at: monotonicNow())
    }
    while true {
      switch race.next(at: monotonicNow()) {
      case .start(let index):
        do throws(ClientExit) {
          running[index] = try TCPConnection(to: addresses[index])
        } catch {
          fail(index, error)
        }
      case .giveUp(let index):
        // It may have answered since it was last looked at, for example if this program was stopped meanwhile.
        if let connection = running[index], connection.isEstablished { return (index, connection) }
        running[index] = nil
        failure = .silent(addresses[index], ETIMEDOUT)
      case .wait(let until):
        // The earliest address first, so that it wins if several have answered.
        let tried = running.keys.sorted()
        var waiting = tried.compactMap { running[$0] }
          .map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
        let left = max(.zero, until - monotonicNow())
        poll(&waiting, nfds_t(waiting.count), Int32(clamping: left.milliseconds) + 1)
        for (index, entry) in zip(tried, waiting) where entry.revents != 0 {
          guard let connection = running[index] else { continue }
          let error = connection.error
          if error == 0 { return (index, connection) }
          fail(index, .silent(addresses[index], error))
        }
      case .end: throw failure
      }
    }
  }

  /// Checks that a peer speaks the protocol with the security that these endpoints have.
  private func checkMechanism(_ connection: TCPConnection) throws(ClientExit) {
    guard let probe = ServerProbe(self) else { return }
    let timeout = ServerProbe.greetingTimeout
    let answer = TransportGreeting.ask(connection.descriptor, timeout: timeout)
    // A daemon that sends nothing in time is left to the request's own timeout.
    if answer != .silence { _ = try probe.mechanism(of: answer) }
  }

  // MARK: Keys

  /// Returns these endpoints with that of the keys which the daemon has.
  ///
  /// A daemon that has just ended, or that closes a connection because it has too many, looks like one with another key:
  /// the keys are tried once more, and it is named so only if it still answers.
  func withConfirmedKey() throws(ClientExit) -> Endpoints {
    guard let server, let encryption else { return self }
    let keys = [encryption.server] + encryption.others
    if let endpoints = try firstConfirmed(of: keys, encryption) { return endpoints }
    usleep(Self.pauseBetweenRounds)
    if let endpoints = try firstConfirmed(of: keys, encryption) { return endpoints }
    try checkGreetingOnNewConnection()
    throw ClientExit(.notPermitted, .otherKey(keys[0], at: server))
  }

  /// The pause before all keys are tried once more, in microseconds.
  private static let pauseBetweenRounds = useconds_t(200_000)

  /// Returns these endpoints with the first of several keys that the daemon has; nil if it has none.
  private func firstConfirmed(
    of keys: [PeerKey],
    _ encryption: Encryption
  ) throws(ClientExit) -> Endpoints? {
    for (index, key) in keys.enumerated() where try isConfirmed(encryption.expecting(key)) {
      keepSwitches(keys[...index])
      var endpoints = self
      endpoints.encryption = encryption.expecting(key)
      return endpoints
    }
    return nil
  }

  /// Checks that a daemon with the security of these endpoints answers a further connection.
  private func checkGreetingOnNewConnection() throws(ClientExit) {
    guard let probe = ServerProbe(self) else { return }
    let connection = try probe.connect(to: try probe.resolve())
    _ = try probe.greeting(on: connection)
  }

  /// Records that each of a daemon's keys was replaced by the one behind it.
  ///
  /// The daemon has proved the last one, so that a file which can't be written prevents nothing: the keys are learned
  /// again whenever a viewer attaches.
  private func keepSwitches(_ keys: ArraySlice<PeerKey>) {
    for (key, next) in zip(keys, keys.dropFirst()) {
      try? KnownServersFile.record(KnownServers.Succession(key, next: next, isSwitched: true))
    }
  }

  /// Tries an encrypted connection.
  ///
  /// - Returns: whether the daemon has the expected key.
  /// - Throws: `.timeout` without an answer; `.unreachable`.
  private func isConfirmed(_ keys: Encryption) throws(ClientExit) -> Bool {
    var endpoints = self
    endpoints.encryption = keys
    let result: Handshake.Result
    do throws(ZeroMQError) {
      result = try Handshake.attempt(at: input, as: .dealer, endpoints)
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
    return try isConfirmed(by: result)
  }

  /// Returns whether a handshake shows that the daemon has the expected key; throws as `isConfirmed`.
  private func isConfirmed(by result: Handshake.Result) throws(ClientExit) -> Bool {
    switch (result, server) {
    case (.accepted, _): return true
    case (.refused, _): return false
    case (.closed, let server?): throw .silent(server, ECONNREFUSED)
    case (.unreachable, let server?): throw .silent(server, ETIMEDOUT)
    case (.silence, _), (.closed, nil), (.unreachable, nil):
      let place = server.map { " at \($0)" } ?? ""
      throw ClientExit(.timeout, "the navd\(place) does not answer: try again")
    }
  }
}

extension String {
  /// The text for a daemon that has none of the keys by which it is known.
  static func otherKey(_ key: PeerKey, at server: TCPAddress) -> String {
    "the navd at \(server) has another key than \(key): it may have been replaced, or this is another machine; "
      + "ask its owner for the new one, `navd key` there prints it, or for a new invitation"
  }
}

extension String {
  /// The text for a daemon that ends the handshakes of a viewer which it has let in before.
  static func brokenHandshakes(_ key: PeerKey, at server: TCPAddress) -> String {
    "the navd at \(server) lets nobody in who expects the key \(key): ask its owner whether it was replaced"
  }
}

extension ClientExit {
  /// Creates the result for an address that does not answer.
  static func silent(_ server: TCPAddress, _ error: Int32) -> ClientExit {
    ClientExit(
      .unreachable,
      "no navd answers at \(server) (\(String(cString: strerror(error)))): start it there with "
        + "`navd --listen \(server)`"
    )
  }
}

/// A plain TCP connection that is being made; closed at the end of its life.
private final class TCPConnection {
  let descriptor: Int32

  /// Begins to connect, to the first address of the host.
  ///
  /// - Throws: `.unreachable` if the host has no address, or the attempt fails at once.
  init(to server: TCPAddress) throws(ClientExit) {
    let address = try SocketAddress(of: server)
    let flags = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, flags, 0)
    guard descriptor >= 0 else { throw .silent(server, errno) }
    // Without waiting, an attempt that goes on has no result yet.
    let reason = address.connect(descriptor, timeout: 0)
    guard reason == 0 || reason == ETIMEDOUT else { throw .silent(server, reason) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The error number of the attempt, once the descriptor is writable; 0 if it has succeeded.
  var error: Int32 {
    var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 else { return errno }
    return error
  }

  /// Whether the attempt has succeeded by now.
  var isEstablished: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, 0) > 0 && error == 0
  }
}
