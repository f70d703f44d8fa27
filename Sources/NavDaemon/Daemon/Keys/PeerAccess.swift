import NavBase
import NavHost
import NavSystem
import NavWire
import ZeroMQ

/// The encryption of TCP connections: this daemon's keys, the names of connections, and the keys that are authorised.
///
/// Every peer that proves to have a key is connected, named by that key; what it may do is decided for each request.
final class PeerAccess {
  private let own: ServerKeysWatch
  private let authenticator: Authenticator
  private let authorized: AuthorizedKeysWatch
  private var strangers = Strangers()

  /// The tokens of the poller, behind those of the sockets.
  private enum Token {
    static let authenticator = 8
    static let authorized = 9
    static let own = 10
  }

  /// The daemon's own keys and the authorised ones, read before the sockets are made.
  struct Credentials {
    let keys: ServerKeysWatch
    let authorized: AuthorizedKeysWatch
  }

  /// - Parameters:
  ///   - credentials: this daemon's keys, and those that are authorised.
  ///   - context: the context of the sockets, which are not bound yet.
  /// - Throws: if the context has a handler of authentication already.
  init(_ credentials: Credentials, in context: Context) throws(ZeroMQError) {
    authenticator = try Authenticator(in: context)
    own = credentials.keys
    authorized = credentials.authorized
  }

  /// This daemon's own keys.
  var keys: ServerKeyFiles { own.keys }

  /// The authorised keys at the start.
  var authorizedKeys: AuthorizedKeys { authorized.keys }

  func add(to poller: inout Poller) {
    poller.add(authenticator.socket, token: Token.authenticator, events: .readable)
    if authorized.descriptor >= 0 {
      poller.add(descriptor: authorized.descriptor, token: Token.authorized, events: .readable)
    }
    if own.descriptor >= 0 {
      poller.add(descriptor: own.descriptor, token: Token.own, events: .readable)
    }
  }

  /// When `changes`, `changesOfOwnKeys` and `admitPeers` have to be called even if nothing arrives.
  var nextLook: Duration? {
    [authorized.nextLook, own.nextLook, strangers.nextLook].compactMap(\.self).min()
  }

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
    if !poller.isReady(token: Token.authenticator).isEmpty {
      for peer in try admitPeers() where !isKnown(peer.key) {
        strangers.connected(peer, at: now)
      }
    }
    return strangers.due(at: now, isKnown: isKnown).map { stranger in
      LogEntry(
        "a peer at \(stranger.address) has key \(stranger.key), which is not authorised, and shows no valid invitation",
        .info,
        .stranger,
        [LogField(.address, stranger.address), LogField(.key, "\(stranger.key)")]
      )
    }
  }

  /// - Returns: the peers that have connected with keys.
  private func admitPeers() throws(ZeroMQError) -> [Strangers.Peer] {
    var admitted: [Strangers.Peer] = []
    while let question = try authenticator.receive() {
      switch question.mechanism {
      case .curve(let key):
        let peer = Strangers.Peer(key: PeerKey(key), address: question.address)
        try authenticator.answer(question, user: "\(peer.key)")
        admitted.append(peer)
      // Processes of this machine, through the daemon's directory.
      case .none: try authenticator.answer(question, user: "")
      case .unknown: try authenticator.answer(question, user: nil)
      }
    }
    return admitted
  }

  /// Returns this daemon's own keys after a change of their files, or why they stay as they were; nil without a change.
  func changesOfOwnKeys(
    _ poller: borrowing Poller,
    at now: Duration
  ) -> Result<ServerKeyFiles, DaemonError>? {
    own.changes(isReadable: !poller.isReady(token: Token.own).isEmpty, at: now)
  }

  /// Reads the files of this daemon's own keys now; nil if they are the same.
  func readOwnKeysAgain() -> Result<ServerKeyFiles, DaemonError>? { own.readAgain() }

  /// Returns the authorised keys after a change of their file, or why they stay as they were; nil without a change.
  func changes(
    _ poller: borrowing Poller,
    at now: Duration
  ) -> Result<AuthorizedKeys, DaemonError>? {
    authorized.changes(isReadable: !poller.isReady(token: Token.authorized).isEmpty, at: now)
  }

  /// Reads the file of the authorised keys now.
  func readAgain() throws(DaemonError) -> AuthorizedKeys { try authorized.read() }
}

extension Principal {
  /// Creates the principal of a peer.
  ///
  /// - Parameters:
  ///   - peerAddress: the address that libzmq has for its connection; nil if there is none.
  ///   - user: the name that `PeerAccess` gave to the connection; nil without one, and unless connections are
  ///     authenticated: a peer chooses the name itself then.
  init(peerAddress: String?, user: String?) {
    if let key = user.flatMap({ PeerKey($0) }) {
      self = .key(key)
    } else if let credentials = peerAddress.flatMap({ PeerCredentials(peerAddress: $0) }) {
      self = .process(user: credentials.userID, id: credentials.processID)
    } else if let peerAddress {
      self = .address(peerAddress)
    } else {
      self = .localUser
    }
  }
}
