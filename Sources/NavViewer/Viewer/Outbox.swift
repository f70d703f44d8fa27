import NavWire

/// The viewer's outgoing actions, in order, and the numbers of its requests.
struct Outbox: Sendable {
  /// The client id of requests that are not operations, constant for the life of the process.
  let client: ClientID
  /// The invitation that the viewer shows when it attaches; nil for none.
  let credential: Credential?
  private var lastRequest: UInt64 = 0
  private var actions: [ClientAction] = []

  init(client: ClientID, credential: Credential? = nil) {
    self.client = client
    self.credential = credential
  }

  /// Returns the number for the next request.
  mutating func nextRequest() -> UInt64 {
    lastRequest += 1
    return lastRequest
  }

  /// Sends a request that is not an operation; returns its number.
  @discardableResult
  mutating func send(_ body: Request.Body) -> UInt64 {
    let id = nextRequest()
    var request = Request(id: id, client: client, seq: 0, body: body)
    if case .attach = body { request.credential = credential }
    actions.append(.send(request.encoded()))
    return id
  }

  mutating func append(_ action: ClientAction) {
    actions.append(action)
  }

  mutating func append(_ more: some Sequence<ClientAction>) {
    actions += more
  }

  /// Returns and clears the actions.
  mutating func take() -> [ClientAction] {
    defer { actions = [] }
    return actions
  }
}
