/// A limit that can be configured; the raw value is its key in the file (proto/README.md: Limits).
package enum ConfigurableLimit: String, CaseIterable, Hashable, Sendable {
  case sessions
  case viewers
  case streams
  case streamsPerSession = "streams_per_session"
  case requestsPerSecond = "requests_per_second"
  case requestBurst = "request_burst"
  case clients
  case memory
  case credentialViewers = "credential_viewers"
  case credentialStreams = "credential_streams"
  case credentialRequestsPerSecond = "credential_requests_per_second"

  /// The valid values.
  package var range: ClosedRange<Int> {
    switch self {
    case .sessions: 1...10_000
    case .viewers: 1...100_000
    case .streams, .streamsPerSession: 1...10_000
    case .requestsPerSecond: 1...100_000
    case .requestBurst: 1...1_000_000
    // With fewer, a repeated request could soon be taken for a new one, since the ledger forgets
    // its client.
    case .clients: 100...1_000_000
    case .memory: 16...1_000_000
    case .credentialViewers: 1...100_000
    case .credentialStreams: 1...10_000
    case .credentialRequestsPerSecond: 1...100_000
    }
  }
}
