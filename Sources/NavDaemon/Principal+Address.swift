import NavHost
import ZeroMQ

extension Principal {
  /// Creates the principal of a peer from the address that libzmq has for its connection; nil if there is none.
  init(peerAddress: String?) {
    if let credentials = peerAddress.flatMap({ PeerCredentials(peerAddress: $0) }) {
      self = .process(user: credentials.userID, id: credentials.processID)
    } else if let peerAddress {
      self = .address(peerAddress)
    } else {
      self = .localUser
    }
  }
}
