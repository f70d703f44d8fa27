import NavCommands
package import NavWire

/// What a viewer asks, and what becomes of it (protocol.md: Input, exactly once).
extension ClientCore {
  @discardableResult
  mutating func send(_ body: Request.Body) -> UInt64 {
    lastRequest += 1
    let request = Request(id: lastRequest, client: client, seq: 0, body: body)
    actions.append(.send(request.encoded()))
    return lastRequest
  }

  mutating func perform(_ action: Request.Input.Action, at now: Duration) {
    let known = if case .live(let attached, _) = connection { attached } else { resizing }
    guard let attached = known else {
      return messages.show("not connected: the key was not sent", at: now)
    }
    guard !operations.isFull else {
      return messages.show("navd does not answer: the key was not sent", at: now)
    }
    lastRequest += 1
    let input = Request.Input(
      session: .id(attached.session),
      viewer: attached.viewer,
      viewport: viewport,
      action: action
    )
    actions.append(
      .send(operations.add(.input(input), id: lastRequest, epoch: attached.epoch, at: now))
    )
  }

  mutating func receiveAnswer(_ reply: Reply, at now: Duration) {
    guard operations.isWaiting(for: reply.seq), let oldest = operations.oldest else { return }
    guard case .failure(let failure) = reply.body else {
      _ = operations.answered(reply.seq, at: now)
      return
    }
    switch failure.code {
    case .slowDown:
      // All are sent again when their time has come.
      break
    case .unknownClient:
      // Until the first operation is answered, sending it again is what makes the client known.
      if oldest > 1 { beginAnew(at: now) }
    case .clientIDConflict, .outOfOrder:
      // One before it was lost on its way: all are sent again in order, and none is done twice.
      if reply.seq == oldest { beginAnew(at: now) }
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .unknownViewer, .limitReached, .retry, .timedOut, .notPermitted, .staleView,
      .preconditionFailed, .unknown:
      _ = operations.answered(reply.seq, at: now)
      messages.show(failure.text, at: now)
    }
  }

  /// The daemon was restarted and has forgotten what this client had sent.
  private mutating func beginAnew(at now: Duration) {
    guard case .live(let attached, _) = connection else { return }
    var generator = AnyGenerator(base: random)
    let (resent, unknown) = operations.restart(
      as: ClientID(random: &generator),
      epoch: attached.epoch,
      at: now
    )
    random = generator.base
    actions += resent.map { .send($0) }
    if unknown > 0 {
      let keys = unknown == 1 ? "1 key" : "\(unknown) keys"
      messages.show("navd was restarted: whether \(keys) arrived is unknown", at: now)
    }
  }
}

/// Lets a generator of unknown type be passed where a generic one is wanted.
struct AnyGenerator: RandomNumberGenerator {
  var base: any RandomNumberGenerator

  mutating func next() -> UInt64 { base.next() }
}

extension Reply.Failure.Code {
  /// How a command ends that was refused for this.
  package var exitCode: ExitCode {
    switch self {
    case .malformed, .badName, .sessionExists, .rejected, .clientIDConflict, .outOfOrder,
      .preconditionFailed, .staleView:
      .usage
    case .noSuchSession, .noSuchInput: .noInput
    case .protocolMismatch: .protocolMismatch
    case .notPermitted: .notPermitted
    case .limitReached, .retry, .timedOut, .unknownClient, .unknownViewer, .slowDown, .unknown:
      .timeout
    }
  }
}
