package import NavConfiguration

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

extension ConfigurableLimits {
  package subscript(_ name: ConfigurableLimit) -> Int {
    get {
      switch name {
      case .sessions: sessions
      case .viewers: viewers
      case .streams: streams
      case .streamsPerSession: streamsPerSession
      case .requestsPerSecond: requestsPerSecond
      case .requestBurst: requestBurst
      case .clients: clients
      }
    }
    set {
      switch name {
      case .sessions: sessions = newValue
      case .viewers: viewers = newValue
      case .streams: streams = newValue
      case .streamsPerSession: streamsPerSession = newValue
      case .requestsPerSecond: requestsPerSecond = newValue
      case .requestBurst: requestBurst = newValue
      case .clients: clients = newValue
      }
    }
  }
}
