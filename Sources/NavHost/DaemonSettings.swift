package import NavBase
import NavEngine
package import NavWire

/// The settings that may change between two turns of a running daemon.
package struct DaemonSettings: Sendable {
  /// The durability that a change must have before its reply is sent.
  package var durability: Durability
  package var limits: ConfigurableLimits
  /// Whether the daemon also listens on an address without authentication; every scene says so.
  package var isInsecure = false
  /// Whether peers of a network may have files of this machine shown.
  package var opensRemotePaths = false
  /// The bytes from which on a text is long, and wrapped by a worker.
  package var longText = LongText.leastWeight
  /// Waits that all clients together have open at a time.
  package var waits = DaemonLimits.waits
  package var control = ControlSettings()
  /// The key and the addresses of this daemon in invitations; nil unless it listens for encrypted connections.
  package var network: NetworkPlace?
  /// Whether the store may answer later than in the turn of a batch (`CommitOutcome.pending`).
  package var storesLater = false
  /// Figures of the poll loop around the core, reported in `status`.
  package var loop = LoopFigures()
}

/// The key and the network addresses of a daemon, as invitations name them.
package struct NetworkPlace: Hashable, Sendable {
  /// Its key, and the next one while that is being replaced.
  package let server: ServerKeys
  /// The addresses of the machine at which it listens.
  package let addresses: [TCPAddress]

  package init(server: ServerKeys, addresses: [TCPAddress]) {
    self.server = server
    self.addresses = addresses
  }
}

/// The settings of the configuration's table `control`.
package struct ControlSettings: Hashable, Sendable {
  /// The policy of new sessions.
  package var policy = ControlPolicy.open
  /// The time without a move after which a driver loses control; nil for no limit.
  package var idleRelease: Duration?
  /// Whether the audience may ask questions.
  package var hasQuestions = true
  /// The rule for pointing at places.
  package var pointers = PointerRule.driver
  /// The rule for recordings.
  package var recording = RecordingRule.owner

  package init() {}
}
