import NavHost
import NavWire
import ZeroMQ

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
