import NavHost
import NavKeys
import NavWire
import ZeroMQ

/// The encryption of TCP connections: this daemon's keys, the names of connections, and the keys that are authorised.
///
/// Every peer that proves to have a key is connected, named by that key; what it may do is decided for each request.
final class PeerAccess {
  let keys: KeyFile
  private let authenticator: Authenticator
  private let authorized: AuthorizedKeysWatch
  private var strangers = BoundedLog(perMinute: 6)

  /// The tokens of the poller, behind those of the sockets.
  private enum Token {
    static let authenticator = 8
    static let authorized = 9
  }

  /// The daemon's own keys and the authorised ones, read before the sockets are made.
  struct Credentials {
    let keys: KeyFile
    let authorized: AuthorizedKeysWatch
  }

  /// - Parameters:
  ///   - credentials: this daemon's keys, and those that are authorised.
  ///   - context: the context of the sockets, which are not bound yet.
  /// - Throws: if the context has a handler of authentication already.
  init(_ credentials: Credentials, in context: Context) throws(ZeroMQError) {
    authenticator = try Authenticator(in: context)
    keys = credentials.keys
    authorized = credentials.authorized
  }

  /// The authorised keys at the start.
  var authorizedKeys: AuthorizedKeys { authorized.keys }

  func add(to poller: inout Poller) {
    poller.add(authenticator.socket, token: Token.authenticator, events: .readable)
    if authorized.descriptor >= 0 {
      poller.add(descriptor: authorized.descriptor, token: Token.authorized, events: .readable)
    }
  }

  /// When `changes` has to be called even if nothing arrives.
  var nextLook: Duration? { authorized.nextLook }

  /// A peer that has proved that it has a key.
  struct AdmittedPeer: Hashable {
    let key: PeerKey
    /// Its numeric IP address.
    let address: String
  }

  /// Answers for the connections that wait in their handshakes.
  ///
  /// - Returns: the peers that have connected with keys.
  func admitPeers(_ poller: borrowing Poller) throws(ZeroMQError) -> [AdmittedPeer] {
    guard !poller.isReady(token: Token.authenticator).isEmpty else { return [] }
    var admitted: [AdmittedPeer] = []
    while let question = try authenticator.receive() {
      switch question.mechanism {
      case .curve(let key):
        let peer = AdmittedPeer(key: PeerKey(key), address: question.address)
        try authenticator.answer(question, user: "\(peer.key)")
        admitted.append(peer)
      // Processes of this machine, through the daemon's directory.
      case .none: try authenticator.answer(question, user: "")
      case .unknown: try authenticator.answer(question, user: nil)
      }
    }
    return admitted
  }

  /// Returns the line about a peer without rights; nil if there were too many in this minute.
  func line(about stranger: AdmittedPeer, at now: Duration) -> String? {
    guard strangers.admits(at: now) else { return nil }
    return
      "a peer at \(stranger.address) has key \(stranger.key), which is not authorised: it has to show an invitation"
  }

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
