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
  /// One of them, by the name that it has in the configuration file.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case sessions
    case viewers
    case streams
    case streamsPerSession = "streams_per_session"
    case requestsPerSecond = "requests_per_second"
    case requestBurst = "request_burst"
    case clients

    /// What a configuration may set it to.
    package var range: ClosedRange<Int> {
      switch self {
      case .sessions: 1...10_000
      case .viewers: 1...100_000
      case .streams, .streamsPerSession: 1...10_000
      case .requestsPerSecond: 1...100_000
      case .requestBurst: 1...1_000_000
      // Fewer, and a request that is sent again would soon count as new.
      case .clients: 100...1_000_000
      }
    }
  }

  package subscript(_ name: Name) -> Int {
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
