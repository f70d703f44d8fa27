import NavHost
import NavWire
import ZeroMQ

/// The two sockets of a daemon (proto/README.md: Endpoints), and what keeps them within reach.
struct DaemonSockets: ~Copyable {
  private let context: Context
  private let endpoints: Endpoints
  /// ROUTER: requests in, replies out.
  var input: Socket
  /// XPUB: subscriptions in, scenes out.
  var layout: LayoutSocket
  private var refused: RefusedConnections
  private var directory: RuntimeDirectoryWatch

  /// The tokens of the poller, behind those of the loop.
  private enum Token {
    static let refused = 6
    static let directory = 7
  }

  /// The I/O threads of the sockets: separate, so that requests and replies do not wait while scenes go to many
  /// viewers.
  private static let threads = (layout: UInt64(0b01), input: UInt64(0b10))

  /// Binds both sockets.
  ///
  /// - Parameters:
  ///   - endpoints: the directory of the sockets.
  ///   - listen: an address of two TCP ports at which to listen, too.
  ///   - refused: the limit of connections, which is in force already.
  ///   - now: the time.
  /// - Throws: if another process holds the sockets.
  init(
    _ endpoints: Endpoints,
    listen: TCPAddress? = nil,
    refused: consuming RefusedConnections,
    at now: Duration
  ) throws(ZeroMQError) {
    let context = try Context(ioThreads: 2)
    let isIPv6 = listen?.isIPv6 ?? false
    var input = try Socket(
      .router,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.requestBytes), .routerMandatory(true),
        .handshakeTimeout(.seconds(3)), .heartbeatInterval(.seconds(1)),
        .heartbeatTimeout(.seconds(3)), .sendHighWaterMark(1_000), .ipv6(isIPv6),
        .authenticationDomain("navd"), .affinity(Self.threads.input),
      ]
    )
    var layout = try LayoutSocket(in: context, thread: Self.threads.layout, isIPv6: isIPv6)
    try input.bind(.ipc(path: endpoints.inputPath))
    try layout.bind(.ipc(path: endpoints.layoutPath))
    if let listen {
      try input.bind(.tcp(host: listen.host, port: listen.port))
      try layout.bind(.tcp(host: listen.host, port: listen.layoutPort))
    }
    var directory = RuntimeDirectoryWatch(endpoints.directory)
    directory.begin(at: now)
    self.context = context
    self.endpoints = endpoints
    self.input = input
    self.layout = layout
    self.refused = refused
    self.directory = directory
  }

  // MARK: Within reach

  /// Adds the descriptors by which `keepWithinReach` learns of changes.
  func add(to poller: inout Poller) {
    poller.add(descriptor: refused.descriptor, token: Token.refused, events: .readable)
    if directory.descriptor >= 0 {
      poller.add(descriptor: directory.descriptor, token: Token.directory, events: .readable)
    }
  }

  /// How many connections fit.
  var budget: DescriptorBudget { refused.budget }

  /// When `keepWithinReach` has to be called even if nothing arrives.
  var nextLook: Duration? { [refused.nextLook, directory.nextLook].compactMap(\.self).min() }

  /// Binds sockets again whose files were removed, and reports connections that were refused.
  ///
  /// - Returns: lines for the operator.
  mutating func keepWithinReach(_ poller: borrowing Poller, at now: Duration) -> [String] {
    let isSignalled = !poller.isReady(token: Token.refused).isEmpty
    var lines = [refused.look(isSignalled: isSignalled, at: now)]
    if !poller.isReady(token: Token.directory).isEmpty { directory.heard(at: now) }
    if directory.isDue(at: now) {
      do throws(DaemonError) {
        lines.append(directory.succeeded(isNew: try bindAgain(), at: now))
      } catch {
        lines.append(directory.failed(error, at: now))
      }
    }
    return lines.compactMap(\.self)
  }

  /// Binds the sockets whose files are gone.
  ///
  /// - Returns: whether there were any.
  private mutating func bindAgain() throws(DaemonError) -> Bool {
    let (inputEnd, layoutEnd) = (
      Endpoint.ipc(path: endpoints.inputPath), Endpoint.ipc(path: endpoints.layoutPath)
    )
    let isInputInPlace = input.isListening(at: inputEnd)
    let isLayoutInPlace = layout.socket.isListening(at: layoutEnd)
    guard !isInputInPlace || !isLayoutInPlace else { return false }
    try endpoints.prepareDirectory()
    do {
      if !isInputInPlace { try input.bindAgain(inputEnd) }
      if !isLayoutInPlace { try layout.bindAgain(layoutEnd) }
    } catch {
      throw DaemonError(error)
    }
    return true
  }
}
