/// The limits that a configuration sets (proto/README.md: Limits); their defaults are those of `DaemonLimits`.
///
/// A limit that is lowered below the present number ends nothing; nothing new is admitted until the number has dropped.
package struct ConfigurableLimits: Hashable, Sendable {
  package var sessions = DaemonLimits.sessions
  /// Viewers of all sessions together.
  package var viewers = DaemonLimits.viewers
  /// Terminal sizes in all sessions together.
  package var streams = DaemonLimits.streams
  /// Terminal sizes in one session.
  package var streamsPerSession = DaemonLimits.streamsPerSession
  /// Requests of one connection per second.
  package var requestsPerSecond = DaemonLimits.requestsPerSecond
  /// Requests of one connection at once, after a time of silence.
  package var requestBurst = DaemonLimits.requestBurst
  /// Clients whose replies are kept; those silent longest are forgotten first.
  package var clients = DaemonLimits.clients
  /// The memory that the contents of all sessions may take, as they estimate it, in MiB.
  package var memory = DaemonLimits.memory

  /// The memory of one session's journal, in MiB.
  package var journal = DaemonLimits.journal

  /// The share of one credential: an authorised key, or an invitation.
  package var credential = CredentialLimits()

  package init() {}
}

/// The limits of one credential of a network: an authorised key, or an invitation and the keys that have used it.
package struct CredentialLimits: Hashable, Sendable {
  /// Viewers of an authorised key, and of an invitation; one with more uses has as many viewers as uses.
  package var viewers = DaemonLimits.credentialViewers
  /// Terminal sizes for which sessions are laid out for one key alone.
  package var streams = DaemonLimits.credentialStreams
  /// Requests of one key per second, over all its connections.
  package var requestsPerSecond = DaemonLimits.credentialRequestsPerSecond

  package init() {}
}
