import CNavSupport
import Glibc
package import NavWire
import ZeroMQ

/// The running daemon: the sockets, the signals and the one poll loop around `DaemonCore`.
package struct Daemon: ~Copyable {
  private let endpoints: Endpoints
  private var sockets: DaemonSockets
  private let loader: ContentLoader
  private let signals: Int32
  private var core: DaemonCore
  private var isStopping = false

  private enum Token {
    static let input = 1
    static let layout = 2
    static let signals = 3
    static let loader = 4
  }

  /// The most requests that one turn takes, so that a flood can't hold up what others wait for.
  private static let requestsPerTurn = 256

  /// Takes the sockets of a runtime directory.
  ///
  /// - Throws: when the directory can't be used, or another daemon holds it.
  package init(endpoints: Endpoints) throws(DaemonError) {
    try endpoints.prepareDirectory()
    // Before the first thread starts, so that none of them takes a signal.
    let signals = nav_signalfd_open([SIGTERM, SIGINT, SIGHUP], 3)
    guard signals >= 0 else {
      throw DaemonError(.unavailable, "can't watch signals: \(systemReason())")
    }
    let loader = try ContentLoader()
    do {
      sockets = try DaemonSockets(endpoints)
    } catch {
      throw DaemonError(error)
    }
    self.endpoints = endpoints
    self.signals = signals
    self.loader = loader
    var generator = SystemRandomNumberGenerator()
    core = DaemonCore(
      epoch: millisecondsSince1970(),
      topicKey: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) },
      random: generator,
      now: monotonicNow()
    )
  }

  deinit {
    close(signals)
  }

  /// Serves until SIGTERM or SIGINT.
  package mutating func run() throws(DaemonError) {
    do {
      var poller = Poller()
      poller.add(sockets.input, token: Token.input, events: .readable)
      poller.add(sockets.layout, token: Token.layout, events: .readable)
      poller.add(descriptor: signals, token: Token.signals, events: .readable)
      poller.add(descriptor: loader.descriptor, token: Token.loader, events: .readable)
      log("navd listens in \(endpoints.directory)")
      while !isStopping {
        let now = monotonicNow()
        _ = try poller.wait(timeout: core.nextWake().map { max(.zero, $0 - now) })
        try turn(poller)
      }
      try perform(core.stop())
      log("navd stops")
    } catch {
      throw DaemonError(error)
    }
  }

  /// One turn of the loop: everything that arrived goes in, then everything that follows goes out.
  private mutating func turn(_ poller: borrowing Poller) throws(ZeroMQError) {
    let now = monotonicNow()
    // Subscriptions first: whoever was attached in an earlier turn may be waiting for a snapshot.
    if !poller.isReady(token: Token.layout).isEmpty {
      while let frames = try sockets.layout.receive() {
        guard let message = frames.first, let kind = message.first else { continue }
        core.receiveSubscription(to: Array(message.dropFirst()), isActive: kind == 1, at: now)
      }
    }
    if !poller.isReady(token: Token.input).isEmpty {
      for _ in 0..<Self.requestsPerTurn {
        guard let frames = try sockets.input.receive() else { break }
        receive(frames, at: now)
      }
    }
    if !poller.isReady(token: Token.loader).isEmpty {
      for finished in loader.takeFinished() {
        switch finished {
        case .content(let ticket, let result):
          core.contentLoaded(ticket: ticket, result, at: now)
        case .page(let ticket, let result):
          core.pageLoaded(ticket: ticket, result, at: now)
        }
      }
    }
    if !poller.isReady(token: Token.signals).isEmpty { receiveSignals() }
    try perform(core.endTurn(at: now))
    core.prepare()
  }

  /// A request: the routing id, an empty frame, the body.
  private mutating func receive(_ frames: [[UInt8]], at now: Duration) {
    guard frames.count >= 3, let body = frames.last, frames[frames.count - 2].isEmpty else {
      // Not the envelope of REQ: there is nobody to answer.
      return
    }
    core.receive(body, from: Peer(envelope: Array(frames.dropLast())), at: now)
  }

  private mutating func receiveSignals() {
    while true {
      switch nav_signalfd_read(signals) {
      case SIGTERM, SIGINT: isStopping = true
      case SIGHUP: break
      default: return
      }
    }
  }

  private mutating func perform(_ actions: [DaemonAction]) throws(ZeroMQError) {
    for action in actions {
      switch action {
      case .publish(let topic, let bytes):
        // A subscriber whose pipe is full misses it and notices by itself.
        _ = try sockets.layout.send([topic, bytes])
      case .reply(let peer, let bytes):
        do {
          _ = try sockets.input.send(peer.envelope + [bytes])
        } catch  where error.code == .hostUnreachable {
          // It went without waiting for the answer.
        }
      case .load(let ticket, let content):
        loader.load(content, ticket: ticket)
      case .loadPage(let ticket, let request):
        loader.load(request, ticket: ticket)
      case .log(let line):
        log(line)
      }
    }
  }
}

extension DaemonError {
  init(_ error: ZeroMQError) {
    switch error.code {
    case .locked:
      self.init(.unavailable, "another navd serves this directory: \(error.text)")
    case .permission:
      self.init(.notPermitted, "\(error)")
    default:
      self.init(.unavailable, "\(error)")
    }
  }
}

/// Time since an arbitrary moment, never going back.
func monotonicNow() -> Duration {
  .nanoseconds(nav_monotonic_ns())
}

private func millisecondsSince1970() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
}

/// A line for the operator, on standard error.
package func log(_ text: String) {
  var line = Array("navd: \(text)\n".utf8)
  _ = write(STDERR_FILENO, &line, line.count)
}
