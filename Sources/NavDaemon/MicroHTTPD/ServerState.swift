import CMicroHTTPD
import Glibc

/// The part of an HTTP server that libmicrohttpd calls.
final class ServerState {
  /// Makes the page, while the server runs.
  var page: (() -> String)?
  private let path: String
  private let contentType: String
  private let allowsAnyHost: Bool
  private let lifetime: Duration
  private var now = Duration.zero
  /// The open connections, by their addresses in memory.
  private var connections: [UnsafeMutableRawPointer: Connection] = [:]

  private struct Connection {
    let descriptor: Int32
    let end: Duration
  }

  init(path: String, contentType: String, allowsAnyHost: Bool, lifetime: Duration) {
    self.path = path
    self.contentType = contentType
    self.allowsAnyHost = allowsAnyHost
    self.lifetime = lifetime
  }

  /// Returns the state whose address libmicrohttpd got.
  static func of(_ context: UnsafeMutableRawPointer) -> ServerState {
    Unmanaged<ServerState>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: Connections

  /// When the first connection has lasted too long; nil without one.
  var nextEnd: Duration? { connections.values.map(\.end).min() }

  /// Shuts connections that have lasted too long; libmicrohttpd then closes them.
  func shutOverdue(at now: Duration) {
    self.now = now
    for connection in connections.values where connection.end <= now {
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Notes that a connection begins, with its descriptor, or ends, with -1.
  func note(_ connection: UnsafeMutableRawPointer, _ descriptor: Int32) {
    connections[connection] =
      descriptor < 0 ? nil : Connection(descriptor: descriptor, end: now + lifetime)
  }

  // MARK: Answers

  /// Answers a request as soon as its headers are here.
  ///
  /// - Parameters:
  ///   - connection: its connection.
  ///   - url: the path.
  ///   - method: the method.
  ///   - host: the header `Host`; nil without it, as in HTTP/1.0.
  /// - Returns: whether it is answered; else the connection is closed.
  func answer(
    _ connection: UnsafeMutableRawPointer,
    _ url: UnsafePointer<CChar>,
    _ method: UnsafePointer<CChar>,
    _ host: UnsafePointer<CChar>?
  ) -> Bool {
    if !allowsAnyHost, let host, !HTTPHost.isOfThisMachine(String(cString: host)) {
      return send("Ask by the IP address, or as localhost.\n", .forbidden, on: connection)
    }
    guard String(cString: url) == path else {
      return send("There is only \(path).\n", .notFound, on: connection)
    }
    guard ["GET", "HEAD"].contains(String(cString: method)) else {
      return send("Only GET and HEAD.\n", .methodNotAllowed, on: connection)
    }
    guard let page else { return false }
    return send(page(), .ok, on: connection)
  }

  private enum Status: UInt32 {
    case ok = 200
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
  }

  private func send(
    _ text: String,
    _ status: Status,
    on connection: UnsafeMutableRawPointer
  ) -> Bool {
    let type = status == .ok ? contentType : "text/plain; charset=utf-8"
    let allow = status == .methodNotAllowed ? "GET, HEAD" : nil
    var text = text
    return text.withUTF8 { bytes in
      nav_http_answer(connection, status.rawValue, type, allow, bytes.baseAddress, bytes.count) != 0
    }
  }
}
