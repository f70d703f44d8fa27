import NavModel
import NavSession
import NavWire

/// The settings that may change between two turns of a running daemon.
struct DaemonSettings: Sendable {
  /// How durable a change must be before its reply is sent.
  var durability: Durability
  var limits: ConfigurableLimits
  /// Whether everybody who can reach the daemon may drive its sessions; every scene says so.
  var isInsecure = false
  /// The bytes from which on a text is long, and wrapped by a worker.
  var longText = LongText.leastWeight
  /// Figures of the poll loop around the core, reported in `status`.
  var loop = LoopFigures()
}
