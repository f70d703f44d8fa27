/// A limit that a configuration sets, by the name that it has in the file (protocol.md: Limits).
package enum ConfigurableLimit: String, CaseIterable, Hashable, Sendable {
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
