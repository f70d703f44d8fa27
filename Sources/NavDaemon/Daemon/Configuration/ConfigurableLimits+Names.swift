package import NavHost
package import NavSystem

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
      case .memory: memory
      case .journal: journal
      case .credentialViewers: credential.viewers
      case .credentialStreams: credential.streams
      case .credentialRequestsPerSecond: credential.requestsPerSecond
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
      case .memory: memory = newValue
      case .journal: journal = newValue
      case .credentialViewers: credential.viewers = newValue
      case .credentialStreams: credential.streams = newValue
      case .credentialRequestsPerSecond: credential.requestsPerSecond = newValue
      }
    }
  }
}
