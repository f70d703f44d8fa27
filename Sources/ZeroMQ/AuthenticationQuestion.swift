/// The question whether a connection is accepted: a request of ZeroMQ's authentication protocol (ZAP 1.0).
public struct AuthenticationQuestion: Hashable, Sendable {
  /// The security of a connection.
  public enum Mechanism: Hashable, Sendable {
    /// None.
    case none
    /// Encrypted by a peer that has proved that it has the secret key of this public one.
    case curve(CurveKey)
    /// Any other.
    case unknown
  }

  /// The version of the protocol, in questions and answers.
  public static let version = Array("1.0".utf8)

  /// The frames by which the answer finds its connection, with the empty one that ends them.
  public let envelope: [[UInt8]]
  /// The number of the question, opaque.
  public let id: [UInt8]
  /// The address of the peer: for TCP its numeric IP address, for `ipc` as `PeerCredentials` reads it.
  public let address: String
  /// The security of the connection.
  public let mechanism: Mechanism

  /// The frames of a question behind its envelope: version, id, domain, address, routing id, mechanism; then the
  /// credentials.
  private static let frameCount = 6

  /// Parses the frames of a question; nil for anything else, such as a key of another size.
  public init?(_ frames: [[UInt8]]) {
    guard let end = frames.firstIndex(of: []), frames.count > end + Self.frameCount,
      frames[end + 1] == Self.version
    else { return nil }
    envelope = Array(frames[...end])
    id = frames[end + 2]
    address = String(decoding: frames[end + 4], as: UTF8.self)
    let credentials = Array(frames[(end + 1 + Self.frameCount)...])
    switch String(decoding: frames[end + Self.frameCount], as: UTF8.self) {
    case "NULL": mechanism = .none
    case "CURVE":
      guard credentials.count == 1, let key = CurveKey(credentials[0]) else { return nil }
      mechanism = .curve(key)
    default: mechanism = .unknown
    }
  }

  /// Returns the frames of the answer.
  ///
  /// - Parameter user: the name that all messages of the connection get; nil to refuse the connection.
  /// - Returns: the frames.
  public func answer(user: String?) -> [[UInt8]] {
    let code = user == nil ? "400" : "200"
    return envelope + [Self.version, id, Array(code.utf8), [], Array((user ?? "").utf8), []]
  }
}
