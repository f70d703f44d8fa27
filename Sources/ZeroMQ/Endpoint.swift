/// An address to listen on or to connect to: a path, a TCP port, or a name within the process.
public struct Endpoint: Hashable, Sendable {
  /// The transport of an endpoint.
  public enum Transport: String, Hashable, Sendable {
    /// A Unix domain socket at an absolute path.
    case ipc
    /// TCP, over IPv4 unless `SocketOption.ipv6` is set.
    case tcp
    /// Between sockets of one context.
    case inproc
  }

  /// The longest path of a Unix domain socket: `sun_path` without its final NUL.
  public static let maxPathBytes = 107

  /// The transport of the endpoint.
  public let transport: Transport
  /// The part after `://`.
  let address: String

  private init(_ transport: Transport, _ address: String) {
    self.transport = transport
    self.address = address
  }

  /// The Unix domain socket at an absolute path, at most `maxPathBytes` long; `bind` and `connect`
  /// check it.
  public static func ipc(path: String) -> Endpoint { Endpoint(.ipc, path) }

  /// A TCP port.
  /// - Parameters:
  ///   - host: a name or an address, IPv6 in brackets; to listen also `*`, every interface.
  ///   - port: 0 lets the kernel choose when listening, see `Socket.lastEndpoint`.
  /// - Returns: the endpoint; `bind` and `connect` check it.
  public static func tcp(host: String, port: UInt16) -> Endpoint {
    Endpoint(.tcp, "\(host):\(port)")
  }

  /// A name within one context.
  public static func inproc(name: String) -> Endpoint { Endpoint(.inproc, name) }

  /// Parses and validates `ipc:///absolute/path`, `tcp://host:port` or `inproc://name`.
  public init(parsing text: String) throws(ZeroMQError) {
    guard let (transport, address) = Self.split(text) else {
      throw Self.malformed(
        "'\(text)' is none; write ipc:///absolute/path, tcp://host:port or inproc://name"
      )
    }
    self.init(transport, address)
    try validate(for: .parse)
  }

  /// The path of an `ipc` endpoint, else nil.
  public var path: String? { transport == .ipc ? address : nil }
}

extension Endpoint: CustomStringConvertible {
  /// The text that `init(parsing:)` parses and libzmq expects.
  public var description: String { "\(transport.rawValue)://\(address)" }
}

// MARK: Checks

extension Endpoint {
  /// Rejects endpoints that libzmq would reject late or interpret differently.
  func validate(for operation: ZeroMQError.Operation) throws(ZeroMQError) {
    switch transport {
    case .ipc: try validatePath(for: operation)
    case .tcp: try validateHostAndPort(for: operation)
    case .inproc:
      if address.isEmpty || address.utf8.contains(0) {
        throw invalid(operation, "the name is empty or has a NUL in it; write inproc://name")
      }
    }
  }

  /// Also rejects abstract names (`@name`) and libzmq's wildcard, because no file's permissions
  /// protect them.
  private func validatePath(for operation: ZeroMQError.Operation) throws(ZeroMQError) {
    guard address.utf8.first == UInt8(ascii: "/") else {
      throw invalid(operation, "the path does not begin with /; write ipc:///absolute/path")
    }
    guard address.utf8.last != UInt8(ascii: "/"), !address.utf8.contains(0) else {
      throw invalid(operation, "the path names no file; write ipc:///absolute/path")
    }
    let count = address.utf8.count
    guard count <= Self.maxPathBytes else {
      throw ZeroMQError(
        .pathTooLong,
        operation,
        endpoint: self,
        text: "its path has \(count) bytes and the system takes \(Self.maxPathBytes);"
          + " choose a shorter directory"
      )
    }
  }

  private func validateHostAndPort(for operation: ZeroMQError.Operation) throws(ZeroMQError) {
    guard let colon = address.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      throw invalid(operation, "the port is missing; write tcp://host:port")
    }
    let host = address[..<colon]
    let port = address[address.utf8.index(after: colon)...]
    guard Self.isHost(host) else {
      throw invalid(
        operation,
        "'\(host)' is no host; write a name, an IPv4 address, [an IPv6 address] or *"
      )
    }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) != nil else {
      throw invalid(operation, "'\(port)' is no port; write a number from 0 to 65535")
    }
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.isEmpty || host.utf8.count > 255 { return false }
    if host == "*" { return true }
    if host.utf8.first == UInt8(ascii: "[") {
      let inner = host.utf8.dropFirst().dropLast()
      return host.utf8.last == UInt8(ascii: "]") && !inner.isEmpty
        && inner.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }
    }
    return host.utf8.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func split(_ text: String) -> (Transport, String)? {
    let transports: [Transport] = [.ipc, .tcp, .inproc]
    for transport in transports {
      let prefix = "\(transport.rawValue)://"
      if text.hasPrefix(prefix) {
        return (transport, String(text.dropFirst(prefix.count)))
      }
    }
    return nil
  }

  private func invalid(_ operation: ZeroMQError.Operation, _ text: String) -> ZeroMQError {
    ZeroMQError(.invalidArgument, operation, endpoint: self, text: text)
  }

  private static func malformed(_ text: String) -> ZeroMQError {
    ZeroMQError(.invalidArgument, .parse, text: text)
  }
}
