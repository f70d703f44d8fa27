import NavWire

/// A request to answer now or later.
struct PendingRequest: Sendable {
  let peer: Peer
  let request: Request

  /// On whose behalf it was sent.
  var principal: Principal { peer.principal }

  /// Whether it is an input of a script, to which no scene says how far its work is.
  var isInputOfScript: Bool {
    if case .input(let input) = request.body { input.viewer == nil } else { false }
  }

  /// Whether both are attach requests of one client.
  func isSuperseded(by other: PendingRequest) -> Bool {
    guard request.client == other.request.client, case .attach = request.body,
      case .attach = other.request.body
    else { return false }
    return true
  }

  /// Whether both were sent by one client; clients without an id are told apart by their connections.
  func isFromSame(as other: PendingRequest) -> Bool {
    request.client == .none
      ? peer == other.peer : request.client == other.request.client
  }

  /// Whether the other one is the same request, sent again.
  func isRepeated(by other: PendingRequest) -> Bool {
    isFromSame(as: other) && request.id == other.request.id
  }

  /// Creates the reply to this request.
  func reply(_ body: Reply.Body) -> Reply {
    let client = request.client == .none ? nil : request.client
    return Reply(id: request.id, client: client, seq: request.seq, body: body)
  }
}

/// The reply to a request that waited.
struct RequestAnswer {
  let pending: PendingRequest
  let body: Reply.Body
}

/// The requests that wait until the content of a session was read.
struct WaitingRequests: Sendable {
  private(set) var requests: [PendingRequest] = []

  /// Adds a request; of the attach requests of one client, only the newest stays.
  ///
  /// - Returns: false at the limit, `DaemonLimits.waitingPerSession`.
  mutating func add(_ pending: PendingRequest) -> Bool {
    if let index = requests.firstIndex(where: { $0.isSuperseded(by: pending) }) {
      requests[index] = pending
      return true
    }
    guard requests.count < DaemonLimits.waitingPerSession else { return false }
    requests.append(pending)
    return true
  }
}
