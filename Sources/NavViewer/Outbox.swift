import NavWire

/// The viewer's outgoing actions, in order, and the numbers of its requests.
struct Outbox: Sendable {
  /// The client id of requests that are not operations, constant for the life of the process.
  let client: ClientID
  private var lastRequest: UInt64 = 0
  private var actions: [ClientAction] = []

  init(client: ClientID) {
    self.client = client
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
    actions.append(.send(Request(id: id, client: client, seq: 0, body: body).encoded()))
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
