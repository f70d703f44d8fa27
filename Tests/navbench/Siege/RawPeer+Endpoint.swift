import NavProcessKit
import ZeroMQ

extension RawPeer {
  private static let patience = Duration.seconds(2)

  /// Connects without sending anything.
  ///
  /// - Parameters:
  ///   - endpoint: the daemon's endpoint.
  ///   - source: over TCP: the last number of the address 127.0.0.N of this end.
  /// - Returns: nil if the daemon does not accept it.
  static func silent(at endpoint: Endpoint, from source: UInt8 = 1) -> RawPeer? {
    Address(endpoint).flatMap { try? RawPeer($0, from: source) }
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
