import NavBase
import NavSystem
import NavViewer
import NavWire
import ZeroMQ

extension DoctorReport {
  /// Adds the steps of a connection, and the facts about the daemon that it leads to.
  ///
  /// - Parameter candidates: the endpoints to try, in this order; an invitation may name several.
  mutating func addConnection(_ candidates: [Endpoints]) {
    // The client tries the next address, too; if every address fails, it ends with the first refusal.
    var refusal: ClientExit?
    var hasAnswered = false
    for (index, endpoints) in candidates.enumerated() {
      add(Entry(.connection, "sockets", endpoints.address))
      var steps = ConnectionSteps(now: monotonicNow)
      let visit = steps.visit(endpoints)
      entries += steps.entries
      guard let failure = steps.failure else { return addDaemon(visit) }
      if steps.hasSucceeded(.greeting) { hasAnswered = true }
      let isOpen = steps.failedStep?.isBeforeAuthorisation ?? false
      if isOpen, steps.hasSucceeded(.connect) { refusal = refusal ?? failure }
      if isOpen, index + 1 < candidates.count { continue }
      let exit = isOpen ? refusal ?? failure : failure
      return add(
        Entry(.daemon, "navd", hasAnswered ? "answers" : "does not answer"),
        breaking: exit.code
      )
    }
  }

  private mutating func addDaemon(_ visit: Visit) {
    add(Entry(.daemon, "navd", "answers"))
    add(Entry(.daemon, "protocol", "\(ProtocolVersion.current)"))
    add(Entry(.daemon, "sessions", "\(visit.sessions)"))
    guard let version = visit.version else { return }
    add(
      Entry(
        .daemon,
        "version",
        version,
        advice: version == Release.version
          ? nil : "navclient is \(Release.version): restart navd when nobody is in the middle"
      )
    )
  }
}

/// A resource that several steps use.
private final class Held<Value: ~Copyable> {
  var value: Value

  init(_ value: consuming Value) {
    self.value = value
  }
}

/// The facts that a connection has shown.
private struct Visit {
  var sessions = 0
  /// The daemon reports its version with the status of a session; nil without one.
  var version: String?
}

extension ConnectionSteps {
  /// Performs all steps to a daemon.
  ///
  /// - Parameter endpoints: its endpoints.
  /// - Returns: what they have shown.
  fileprivate mutating func visit(_ endpoints: Endpoints) -> Visit {
    var visit = Visit()
    let tunnel = login(endpoints)
    // The forwarded sockets are needed until the last step.
    defer { withExtendedLifetime(tunnel) {} }
    var endpoints = tunnel?.endpoints ?? endpoints
    if let probe = ServerProbe(endpoints) {
      endpoints = reach(probe, endpoints)
    } else {
      _ = perform(.connect) { text throws(ClientExit) in
        try endpoints.checkDaemon()
        text = endpoints.inputPath
      }
    }
    let commands = perform(.authorisation) { text throws(ClientExit) in
      var commands = try OneShotCommands(reached: endpoints, through: tunnel)
      let sessions = try commands.sessions()
      visit.sessions = sessions.count
      text = endpoints.credential == nil ? "requests are answered" : "the invitation is good"
      if let session = sessions.first {
        visit.version = try commands.status(of: session.name).daemonVersion
      }
      return Held(commands)
    }
    checkProtocol(commands)
    checkLayoutSocket(endpoints)
    return visit
  }

  private mutating func login(_ endpoints: Endpoints) -> SSHTunnel? {
    guard endpoints.ssh != nil else { return nil }
    let tunnel = perform(.ssh) { text throws(ClientExit) in
      let tunnel = try SSHTunnel(for: endpoints, lasting: false)
      text = "logged in, sockets forwarded"
      return tunnel
    }
    return tunnel ?? nil
  }

  /// Performs the steps as far as encrypted messages.
  ///
  /// - Returns: the endpoints with the key that the daemon has.
  private mutating func reach(_ probe: ServerProbe, _ endpoints: Endpoints) -> Endpoints {
    let address = perform(.nameResolution) { text throws(ClientExit) in
      let address = try probe.resolve()
      text = "\(probe.server.host) is \(address.text)"
      return address
    }
    let connection = perform(.connect) { text throws(ClientExit) in
      guard let address else { preconditionFailure("cannot connect without an address") }
      text = "port \(probe.server.port)"
      return Held(try probe.connect(to: address))
    }
    _ = perform(.greeting) { text throws(ClientExit) in
      guard let connection else { preconditionFailure("cannot read without a connection") }
      let mechanism = try probe.greeting(on: connection.value)
      text = mechanism == "CURVE" ? "navd, encrypted" : "navd, not encrypted"
    }
    guard endpoints.encryption != nil else { return endpoints }
    let confirmed = perform(.serverKey) { text throws(ClientExit) in
      let confirmed = try probe.shakeHands()
      text = "the daemon has it"
      return confirmed
    }
    return confirmed ?? endpoints
  }

  /// Asks to attach to a session that can't exist: the daemon compares the versions first.
  private mutating func checkProtocol(_ commands: Held<OneShotCommands>?) {
    _ = perform(.protocolVersion) { text throws(ClientExit) in
      let attach = Request.Attach(session: "", viewport: CellSize(columns: 80, rows: 24))
      guard let commands else { preconditionFailure("cannot ask without a connection") }
      let answer = try commands.value.requester.answer(to: .attach(attach))
      if case .failure(let failure) = answer, failure.code == .protocolMismatch {
        throw ClientExit(failure)
      }
      text = "\(ProtocolVersion.current)"
    }
  }

  private mutating func checkLayoutSocket(_ endpoints: Endpoints) {
    _ = perform(.layoutSocket) { text throws(ClientExit) in
      text = endpoints.server.map { "port \($0.layoutPort)" } ?? endpoints.layoutPath
      let result: Handshake.Result
      do throws(ZeroMQError) {
        result = try Handshake.attempt(at: endpoints.layout, as: .subscribe, endpoints)
      } catch {
        throw ClientExit(.unreachable, "\(error)")
      }
      switch result {
      case .accepted: return
      case .closed, .unreachable, .refused: throw endpoints.layoutFailure(.unreachable)
      case .silence: throw endpoints.layoutFailure(.timeout)
      }
    }
  }
}

extension Endpoints {
  /// The daemon's address: of its machine, or of its directory on this one.
  fileprivate var address: String {
    ssh.map { "\($0)" } ?? server.map { "\($0)" } ?? directory
  }

  fileprivate func layoutFailure(_ code: ExitCode) -> ClientExit {
    let advice =
      server.map {
        "scenes come from port \($0.layoutPort), and no navd answers there: open it in the firewalls between, beside "
          + "\($0.port)"
      } ?? "scenes come from \(layout), and no navd answers there: see its log, and start it again"
    return ClientExit(code, advice)
  }
}
