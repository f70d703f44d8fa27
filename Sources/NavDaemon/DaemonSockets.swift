import NavHost
import NavKeys
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
  /// Nil unless it listens for encrypted connections.
  private let access: PeerAccess?

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
  ///   - credentials: the keys of the encryption there; nil for none.
  ///   - refused: the limit of connections, which is in force already.
  ///   - now: the time.
  /// - Throws: if another process holds the sockets.
  init(
    _ endpoints: Endpoints,
    listen: TCPAddress? = nil,
    encryptedBy credentials: PeerAccess.Credentials? = nil,
    refused: consuming RefusedConnections,
    at now: Duration
  ) throws(ZeroMQError) {
    let context = try Context(ioThreads: 2)
    let isIPv6 = listen?.isIPv6 ?? false
    var input = try Self.input(in: context, isIPv6: isIPv6)
    var layout = try LayoutSocket(in: context, thread: Self.threads.layout, isIPv6: isIPv6)
    // Before the first peer, so that none is admitted without a name.
    var access: PeerAccess?
    if let credentials { access = try PeerAccess(credentials, in: context) }
    try input.bind(.ipc(path: endpoints.inputPath))
    try layout.bind(.ipc(path: endpoints.layoutPath))
    if let listen {
      let inputEnd = Endpoint.tcp(host: listen.host, port: listen.port)
      let layoutEnd = Endpoint.tcp(host: listen.host, port: listen.layoutPort)
      if let keys = credentials?.keys.pair {
        try input.bind(inputEnd, encryptedWith: keys)
        try layout.bind(layoutEnd, encryptedWith: keys)
      } else {
        try input.bind(inputEnd)
        try layout.bind(layoutEnd)
      }
    }
    var directory = RuntimeDirectoryWatch(endpoints.directory)
    directory.begin(at: now)
    self.context = context
    self.endpoints = endpoints
    self.input = input
    self.layout = layout
    self.refused = refused
    self.directory = directory
    self.access = access
  }

  private static func input(in context: Context, isIPv6: Bool) throws(ZeroMQError) -> Socket {
    try Socket(
      .router,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.requestBytes), .routerMandatory(true),
        .handshakeTimeout(.seconds(3)), .heartbeatInterval(.seconds(1)),
        .heartbeatTimeout(.seconds(3)), .sendHighWaterMark(1_000), .ipv6(isIPv6),
        .backlog(DaemonLimits.backlog), .authenticationDomain("navd"), .affinity(threads.input),
      ]
    )
  }

  // MARK: Peers of a network

  /// The key that peers of a network know this daemon by; nil unless it listens for encrypted connections.
  var publicKey: PeerKey? { access?.keys.publicKey }

  /// The authorised keys at the start; nil unless it listens for encrypted connections.
  var authorizedKeys: AuthorizedKeys? { access?.authorizedKeys }

  /// Answers for the connections that wait in their handshakes.
  ///
  /// - Parameters:
  ///   - poller: the poller.
  ///   - isKnown: whether a key has any rights.
  ///   - now: the time of the turn.
  /// - Returns: lines for the operator, about peers without rights.
  /// - Throws: if libzmq fails.
  func admitPeers(
    _ poller: borrowing Poller,
    isKnown: (PeerKey) -> Bool,
    at now: Duration
  ) throws(ZeroMQError) -> [String] {
    switch access {
    case .some(let access):
      try access.admitPeers(poller).filter { !isKnown($0.key) }
        .compactMap { access.line(about: $0, at: now) }
    case .none: []
    }
  }

  /// Looks for a change of the authorised keys.
  ///
  /// - Parameters:
  ///   - poller: the poller.
  ///   - now: the time of the turn.
  /// - Returns: the keys after a change, or why they stay as they were; nil without a change.
  func changesOfKeys(
    _ poller: borrowing Poller,
    at now: Duration
  ) -> Result<AuthorizedKeys, DaemonError>? {
    access?.changes(poller, at: now)
  }

  /// Reads the authorised keys now; nil unless it listens for encrypted connections.
  func readAuthorizedKeys() throws(DaemonError) -> AuthorizedKeys? {
    try access?.readAgain()
  }

  // MARK: Within reach

  /// Adds the descriptors by which `keepWithinReach` learns of changes.
  func add(to poller: inout Poller) {
    poller.add(descriptor: refused.descriptor, token: Token.refused, events: .readable)
    if directory.descriptor >= 0 {
      poller.add(descriptor: directory.descriptor, token: Token.directory, events: .readable)
    }
    access?.add(to: &poller)
  }

  /// How many connections fit.
  var budget: DescriptorBudget { refused.budget }

  /// When `keepWithinReach` has to be called even if nothing arrives.
  var nextLook: Duration? {
    [refused.nextLook, directory.nextLook, nextLookForKeys].compactMap(\.self).min()
  }

  private var nextLookForKeys: Duration? {
    switch access {
    case .some(let access): access.nextLook
    case .none: nil
    }
  }

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
