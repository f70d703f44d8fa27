/// The limits that a configuration sets (protocol.md: Limits); without one they are those of `DaemonLimits`.
///
/// One that is lowered below what is there ends nothing: there is room again when enough has gone by itself.
package struct ConfigurableLimits: Hashable, Sendable {
  package var sessions = DaemonLimits.sessions
  /// Viewers of all sessions together.
  package var viewers = DaemonLimits.viewers
  /// Sizes of terminals, in all sessions together.
  package var streams = DaemonLimits.streams
  /// Sizes of terminals in one session.
  package var streamsPerSession = DaemonLimits.streamsPerSession
  /// What one connection may ask each second.
  package var requestsPerSecond = DaemonLimits.requestsPerSecond
  /// What one connection may ask at once after a time of silence.
  package var requestBurst = DaemonLimits.requestBurst
  /// Clients whose replies are kept; those that were silent longest are forgotten first.
  package var clients = DaemonLimits.clients

  package init() {}
}
