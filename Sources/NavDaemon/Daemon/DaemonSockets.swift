import NavBase
import NavHost
import NavSystem
import NavWire
import ZeroMQ

/// The sockets of a daemon (proto/README.md: Endpoints), and what keeps them within reach.
struct DaemonSockets: ~Copyable {
  private let context: Context
  private let endpoints: Endpoints
  /// ROUTER: requests in, replies out.
  var input: Socket
  /// XPUB: subscriptions in, scenes out, for peers of this machine; without encryption also for those of a network.
  let layout: LayoutSocket
  /// The same for peers of a network.
  ///
  /// For encrypted connections it is a socket of its own, so that a message which is not sealed can't reach them,
  /// whatever they subscribe to.
  private(set) var networkLayout: LayoutSocket
  private var refused: RefusedConnections
  private var directory: RuntimeDirectoryWatch
  /// Nil unless it listens for encrypted connections.
  private let access: PeerAccess?
  /// Nil unless it serves metrics over HTTP.
  let metrics: MetricsEndpoint?
  /// Nil unless it listens over TCP.
  private var network: NetworkListener?

  /// The tokens of the poller, beside those of the loop.
  private enum Token {
    static let layout = 2
    static let layoutEvents = 5
    static let networkLayout = 12
    static let networkLayoutEvents = 13
    static let refused = 6
    static let directory = 7
  }

  /// The timeout of handshakes at `input` on this machine.
  static let handshakeTimeout = Duration.seconds(3)

  /// The timeout of handshakes over TCP, which take three round trips: enough for one that takes 2 s, with a packet that
  /// is lost.
  ///
  /// CNavSupport counts the connections of an address for as long.
  static let networkHandshakeTimeout = Duration.seconds(10)

  /// The timeout of heartbeats at `input` on this machine.
  static let heartbeatTimeout = Duration.seconds(3)

  /// The timeout of heartbeats over TCP: longer than the 3 s after which a viewer connects again, so that
  /// packets that are lost twice in a row end nothing.
  static let networkHeartbeatTimeout = Duration.seconds(10)

  /// The I/O threads of the sockets: separate, so that requests and replies do not wait while scenes go to many
  /// viewers.
  private static let threads = (layout: UInt64(0b01), input: UInt64(0b10))

  /// Binds the sockets.
  ///
  /// - Parameters:
  ///   - endpoints: the directory of the sockets.
  ///   - listen: an address of two TCP ports at which to listen, too.
  ///   - credentials: the keys of the encryption there; nil for none.
  ///   - refused: the limit of connections, which is in force already.
  ///   - metrics: the server of metrics; nil for none.
  ///   - now: the time.
  /// - Throws: if another process holds the sockets.
  init(
    _ endpoints: Endpoints,
    listen: TCPAddress? = nil,
    encryptedBy credentials: PeerAccess.Credentials? = nil,
    refused: consuming RefusedConnections,
    metrics: MetricsEndpoint? = nil,
    at now: Duration
  ) throws(ZeroMQError) {
    let context = try Context(ioThreads: 2)
    let isIPv6 = listen?.isIPv6 ?? false
    var input = try Self.input(in: context, isIPv6: isIPv6)
    let layout = try LayoutSocket(in: context, thread: Self.threads.layout, isIPv6: isIPv6)
    var networkLayout = layout
    // Before the first peer, so that none is admitted without a name.
    var access: PeerAccess?
    if let credentials {
      access = try PeerAccess(credentials, in: context)
      networkLayout = try LayoutSocket(
        .sealed,
        in: context,
        thread: Self.threads.layout,
        isIPv6: isIPv6
      )
    }
    try input.bind(.ipc(path: endpoints.inputPath))
    try layout.bind(.ipc(path: endpoints.layoutPath))
    var network = listen.map { NetworkListener($0) }
    try network?.bind(&input, &networkLayout, encryptedWith: credentials?.keys.keys.current.pair)
    var directory = RuntimeDirectoryWatch(endpoints.directory)
    directory.begin(at: now)
    self.context = context
    self.endpoints = endpoints
    self.input = input
    self.layout = layout
    self.networkLayout = networkLayout
    self.refused = refused
    self.directory = directory
    self.access = access
    self.metrics = metrics
    self.network = network
  }

  private static func input(in context: Context, isIPv6: Bool) throws(ZeroMQError) -> Socket {
    try Socket(
      .router,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.requestBytes), .routerMandatory(true),
        .handshakeTimeout(handshakeTimeout), .heartbeatInterval(.seconds(1)),
        .heartbeatTimeout(heartbeatTimeout), .sendHighWaterMark(DaemonLimits.waitingReplies),
        .ipv6(isIPv6), .backlog(DaemonLimits.backlog), .authenticationDomain("navd"),
        .affinity(threads.input),
      ]
    )
  }

  /// Returns the sockets of scenes at which subscriptions have arrived, or connections have come or gone.
  func readyLayouts(_ poller: borrowing Poller) -> [LayoutSocket] {
    func isReady(_ token: Int) -> Bool { !poller.isReady(token: token).isEmpty }
    var ready: [LayoutSocket] = []
    if isReady(Token.layout) || isReady(Token.layoutEvents) { ready.append(layout) }
    if isReady(Token.networkLayout) || isReady(Token.networkLayoutEvents) {
      ready.append(networkLayout)
    }
    return ready
  }

  // MARK: Peers of a network

  /// The keys that peers of a network know this daemon by; nil unless it listens for encrypted connections.
  var publicKeys: ServerKeys? { access?.keys.publicKeys }

  /// Whether the names of connections are those that `PeerAccess` has given.
  ///
  /// Without it a peer writes the name itself, into the metadata of its handshake.
  var isAuthenticated: Bool { publicKeys != nil }

  /// The authorised keys at the start; nil unless it listens for encrypted connections.
  var authorizedKeys: AuthorizedKeys? { access?.authorizedKeys }

  /// Answers for the connections that wait in their handshakes.
  ///
  /// - Parameters:
  ///   - poller: the poller.
  ///   - isKnown: whether a key has any rights.
  ///   - now: the time of the turn.
  /// - Returns: entries of the log about peers that stay without rights.
  /// - Throws: if libzmq fails.
  func admitPeers(
    _ poller: borrowing Poller,
    isKnown: (PeerKey) -> Bool,
    at now: Duration
  ) throws(ZeroMQError) -> [LogEntry] {
    switch access {
    case .some(let access): try access.admitPeers(poller, isKnown: isKnown, at: now)
    case .none: []
    }
  }

  /// Looks for a change of this daemon's own keys.
  ///
  /// - Parameters:
  ///   - poller: the poller.
  ///   - now: the time of the turn.
  /// - Returns: the keys after a change, or why they stay as they were; nil without a change.
  func changesOfOwnKeys(_ poller: borrowing Poller, at now: Duration) -> KeyChange? {
    access?.changesOfOwnKeys(poller, at: now)
  }

  /// Reads the files of this daemon's own keys now; nil if they are the same.
  func readOwnKeys() -> KeyChange? { access?.readOwnKeysAgain() }

  typealias KeyChange = Result<ServerKeyFiles, DaemonError>

  /// Changes the key of the TCP ports, which ends the connections there.
  ///
  /// - Throws: if libzmq fails.
  mutating func listen(with keys: CurveKeyPair, at now: Duration) throws(ZeroMQError) {
    try network?.change(to: keys, &input, &networkLayout, at: now)
  }

  /// Binds TCP ports that were given up for a change of the key.
  ///
  /// - Returns: entries of the log, and the topics of `networkLayout` that lost their holders.
  /// - Throws: if libzmq fails.
  mutating func keepListening(
    at now: Duration
  ) throws(ZeroMQError) -> (entries: [LogEntry], changes: [LayoutSocket.Change]) {
    try network?.keepListening(&input, &networkLayout, at: now) ?? ([], [])
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

  /// Adds the sockets of scenes, and the descriptors by which `keepWithinReach` learns of changes.
  func add(to poller: inout Poller) {
    poller.add(layout.socket, token: Token.layout, events: .readable)
    poller.add(layout.events, token: Token.layoutEvents, events: .readable)
    if networkLayout !== layout {
      poller.add(networkLayout.socket, token: Token.networkLayout, events: .readable)
      poller.add(networkLayout.events, token: Token.networkLayoutEvents, events: .readable)
    }
    poller.add(descriptor: refused.descriptor, token: Token.refused, events: .readable)
    if directory.descriptor >= 0 {
      poller.add(descriptor: directory.descriptor, token: Token.directory, events: .readable)
    }
    access?.add(to: &poller)
    metrics?.add(to: &poller)
  }

  /// The number of connections that fit.
  var budget: DescriptorBudget { refused.budget }

  /// When `keepWithinReach` has to be called even if nothing arrives.
  var nextLook: Duration? {
    [refused.nextLook, directory.nextLook, nextLookForKeys, network?.nextLook, metrics?.nextLook]
      .compactMap(\.self).min()
  }

  private var nextLookForKeys: Duration? {
    switch access {
    case .some(let access): access.nextLook
    case .none: nil
    }
  }

  /// Binds sockets again whose files were removed, and reports connections that were refused.
  ///
  /// - Returns: entries of the log.
  mutating func keepWithinReach(_ poller: borrowing Poller, at now: Duration) -> [LogEntry] {
    let isSignalled = !poller.isReady(token: Token.refused).isEmpty
    var entries = refused.look(isSignalled: isSignalled, at: now)
    if !poller.isReady(token: Token.directory).isEmpty { directory.heard(at: now) }
    if directory.isDue(at: now) {
      do throws(DaemonError) {
        let line = directory.succeeded(isNew: try bindAgain(), at: now)
        entries += [line.map { LogEntry($0, .warning) }].compactMap(\.self)
      } catch {
        entries += [directory.failed(error, at: now).map { LogEntry($0, .error) }].compactMap(
          \.self
        )
      }
    }
    return entries
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
