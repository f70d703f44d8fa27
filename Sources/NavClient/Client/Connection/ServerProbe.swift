import Glibc
import NavBase
import NavSystem
import NavViewer
import NavWire
import ZeroMQ

/// Tries the way to a daemon's TCP ports step by step; each step throws what is wrong and what to do.
struct ServerProbe {
  let server: TCPAddress
  private let endpoints: Endpoints

  /// Nil unless the endpoints are at a TCP address.
  init?(_ endpoints: Endpoints) {
    guard let server = endpoints.server else { return nil }
    self.server = server
    self.endpoints = endpoints
  }

  /// The timeout of each part of a greeting, in milliseconds.
  static let greetingTimeout: Int32 = 3_000

  /// Finds the machine.
  func resolve() throws(ClientExit) -> SocketAddress {
    try SocketAddress(of: server)
  }

  /// Connects to the port for requests.
  func connect(to address: SocketAddress) throws(ClientExit) -> Descriptor {
    let number = socket(address.family, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
    guard number >= 0 else { throw .silent(server, errno) }
    let descriptor = Descriptor(owning: number)
    let timeout = Int32(Handshake.connectionTimeout.milliseconds)
    let reason = address.connect(number, timeout: timeout)
    guard reason == 0 else { throw .silent(server, reason) }
    return descriptor
  }

  /// Reads the daemon's greeting from a new connection.
  ///
  /// - Returns: its mechanism of security.
  func greeting(on descriptor: borrowing Descriptor) throws(ClientExit) -> String {
    try mechanism(
      of: TransportGreeting.ask(descriptor.number, timeout: Self.greetingTimeout)
    )
  }

  /// Checks that a greeting is that of a navd with the security that the endpoints have.
  ///
  /// - Returns: its mechanism of security.
  func mechanism(of answer: TransportGreeting.Answer) throws(ClientExit) -> String {
    switch answer {
    case .closed: throw .closedAtOnce
    case .silence: throw silent
    case .foreign:
      throw ClientExit(
        .protocolMismatch,
        "the program at \(server) is no navd: check the port"
      )
    case .greeting(let greeting):
      switch (greeting.mechanism, endpoints.encryption) {
      case ("CURVE", nil):
        throw ClientExit(
          .notPermitted,
          "the navd at \(server) talks only to those who know its key: give it with --key, `navd key` there prints it"
        )
      case ("NULL", .some):
        throw ClientExit(
          .notPermitted,
          "the navd at \(server) has no key and no encryption (--insecure): leave --key out if you trust the network"
        )
      default: return greeting.mechanism
      }
    }
  }

  /// Finds out which of the expected keys the daemon has.
  ///
  /// - Returns: the endpoints with that key.
  func shakeHands() throws(ClientExit) -> Endpoints { try endpoints.withConfirmedKey() }

  private var silent: ClientExit {
    ClientExit(.timeout, "the navd at \(server) does not answer: try again")
  }
}

extension ClientExit {
  /// The result if the daemon has closed a new connection.
  static var closedAtOnce: ClientExit {
    ClientExit(
      .unreachable,
      "navd closed the connection at once: it has too many, as its log says, or it is about to end; end some viewers, "
        + "or try again"
    )
  }
}
