package import NavModel
import NavSession
package import NavWire

/// The settings that may change between two turns of a running daemon.
package struct DaemonSettings: Sendable {
  /// How durable a change must be before its reply is sent.
  package var durability: Durability
  package var limits: ConfigurableLimits
  /// Whether the daemon also listens on an address without authentication; every scene says so.
  package var isInsecure = false
  /// The bytes from which on a text is long, and wrapped by a worker.
  package var longText = LongText.leastWeight
  /// Waits that all clients together have open at a time.
  package var waits = DaemonLimits.waits
  package var control = ControlSettings()
  /// Where peers of a network find this daemon; nil if they can't, or without encryption.
  package var network: NetworkPlace?
  /// Figures of the poll loop around the core, reported in `status`.
  package var loop = LoopFigures()
}

/// Where peers of a network find a daemon, and the key by which they know it.
package struct NetworkPlace: Hashable, Sendable {
  package let server: PeerKey
  /// The addresses of the machine at which it listens.
  package let addresses: [TCPAddress]

  package init(server: PeerKey, addresses: [TCPAddress]) {
    self.server = server
    self.addresses = addresses
  }
}
