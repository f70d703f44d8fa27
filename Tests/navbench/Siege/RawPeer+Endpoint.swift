import NavProcessKit
import ZeroMQ

extension RawPeer {
  private static let patience = Duration.seconds(2)

  /// Connects without sending anything.
  ///
  /// - Returns: nil if the daemon does not accept it.
  static func silent(at endpoint: Endpoint) -> RawPeer? {
    Address(endpoint).flatMap { try? RawPeer($0) }
  }

  /// Connects and shakes hands as a subscriber, which reads nothing afterwards.
  ///
  /// - Returns: nil if the daemon does not accept it.
  static func subscriber(at endpoint: Endpoint) -> RawPeer? {
    guard let peer = silent(at: endpoint),
      (try? peer.greet(as: "SUB", within: patience)) == true
    else { return nil }
    return peer
  }
}

extension RawPeer.Address {
  /// Nil for an endpoint that is no socket of this machine.
  fileprivate init?(_ endpoint: Endpoint) {
    if let path = endpoint.path {
      self = .path(path)
    } else if let port = "\(endpoint)".split(separator: ":").last.flatMap({ UInt16($0) }) {
      self = .port(port)
    } else {
      return nil
    }
  }
}
