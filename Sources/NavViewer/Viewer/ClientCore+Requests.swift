import NavBase
package import NavScene
package import NavWire

/// The viewer's requests and the handling of their replies (proto/README.md: Input, exactly once).
extension ClientCore {
  /// Sends an input.
  ///
  /// - Parameters:
  ///   - action: the input.
  ///   - precondition: the required state; if it does not hold, nothing changes and the user is told.
  ///   - now: the time.
  package mutating func perform(
    _ action: SessionAction,
    if precondition: Request.Precondition? = nil,
    at now: Duration
  ) {
    guard !refusesInput(at: now), let attached = attachmentForOperation(at: now) else { return }
    let input = Request.Input(
      session: .id(attached.session),
      viewer: attached.viewer,
      viewport: attached.viewport ?? sizing.terminal,
      action: action,
      // After a restart the private view is gone, and whatever is repeated must not move the shared one.
      epoch: action.namesContainers || following.isOwnView ? replica?.epoch : nil
    )
    sendOperation(.input(input), if: precondition, in: attached, at: now)
  }

  /// Returns the attachment with which an operation can be sent; nil, with a message, if none can be.
  mutating func attachmentForOperation(at now: Duration) -> Reply.Attached? {
    guard let attached = attachment.forOperations else {
      messages.show(Self.unsentKey, at: now)
      return nil
    }
    guard !operations.isFull else {
      messages.show("navd does not answer: the key was not sent", at: now)
      return nil
    }
    return attached
  }

  /// Sends an operation behind those that have no answer yet.
  mutating func sendOperation(
    _ operation: Request.Body,
    if precondition: Request.Precondition? = nil,
    in attached: Reply.Attached,
    at now: Duration
  ) {
    let bytes = operations.add(
      operation,
      if: precondition,
      id: outbox.nextRequest(),
      epoch: attached.epoch,
      at: now
    )
    if !operations.isHeld(at: now) { outbox.append(.send(bytes)) }
  }

  /// The message about a key that can't be sent.
  static let unsentKey = "not connected: the key was not sent"

  // MARK: Answers

  mutating func receiveAnswer(_ reply: Reply, at now: Duration) {
    guard operations.isWaiting(for: reply.seq), let oldest = operations.oldest else { return }
    guard case .failure(let failure) = reply.body else {
      let mayMoveFocus = operations.mayMoveFocus(reply.seq)
      let asksForControl = operations.asksForControl(reply.seq)
      let asksQuestion = operations.asksQuestion(reply.seq)
      let isInput = operations.isInput(reply.seq)
      _ = operations.answered(reply.seq, at: now)
      if case .accepted(let version, let noEffect) = reply.body {
        // Changes of control count in the versions of the shared view only.
        if isInput || following.isSharedView {
          following.accepted(version, mayMoveFocus: mayMoveFocus && noEffect == nil)
        }
        if asksForControl {
          following.news.control.accepted(at: following.isSharedView ? version : nil)
        }
        if asksQuestion { messages.show("the speaker has your question", .news, at: now) }
        if let noEffect { messages.show("\(noEffect)", .news, at: now) }
      }
      return
    }
    switch failure.code {
    case .slowDown:
      operations.hold(for: failure.wait, at: now)
    case .staleView:
      _ = operations.answered(reply.seq, at: now)
      messages.show("navd was restarted: do that once more", at: now)
    case .unknownClient:
      // Until the first operation is answered, resending it registers the client, unless that is refused itself.
      if oldest > 1 || reply.seq == 1 { restartOperations(unknownAt: reply.seq, at: now) }
    case .outOfOrder where failure.expected > reply.seq:
      // The daemon no longer has the reply; later operations may already have been executed.
      _ = operations.answered(reply.seq, at: now)
      messages.show(Self.unknownOutcome(of: 1), at: now)
    case .clientIDConflict, .outOfOrder:
      // An earlier operation was lost on the way: all are resent in order, and none is executed twice.
      if reply.seq == oldest { restartOperations(at: now) }
    case .preconditionFailed:
      _ = operations.answered(reply.seq, at: now)
      messages.show("nothing was done, because another user has moved: try again", at: now)
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .unknownViewer, .limitReached, .retry, .timedOut, .unknown:
      _ = operations.answered(reply.seq, at: now)
      messages.show(failure.text, at: now)
    case .notPermitted:
      _ = operations.answered(reply.seq, at: now)
      showRefusal(failure.text, at: now)
    }
  }

  /// Handles the failure of a request that is neither an operation nor a question: a sign of life or a pan's move.
  mutating func receiveFailure(_ failure: Reply.Failure, of request: UInt64, at now: Duration) {
    if failure.code == .unknownViewer, connection.attached != nil {
      // The viewer's pan has ended with its attachment.
      input.forgetDrag()
      attach(at: now)
    } else if failure.code == .notPermitted, input.isMoveOfOpenPan(request) {
      // The daemon has no such pan, so it is not released.
      input.forgetDrag()
      showRefusal(failure.text, at: now)
    } else {
      _ = receivePointFailure(failure, of: request, at: now)
    }
  }

  /// Shows why an operation or a pan is not permitted.
  private mutating func showRefusal(_ text: String, at now: Duration) {
    messages.showOnce(text, at: now)
    // The session will not show the result of the words that were accepted in the prompt.
    if view.trial.isAccepted { view.trial = PromptTrial() }
  }

  /// Starts over with a new client id, because the daemon does not know the operations of this one.
  ///
  /// The new id has no date: should the clocks differ, the daemon could take it for one that it has forgotten.
  private mutating func restartOperations(unknownAt refused: UInt64? = nil, at now: Duration) {
    guard case .live(let attached, _) = connection else { return }
    let newClient = ClientID(random: &random)
    let (resent, unknown) = operations.restart(
      as: newClient,
      epoch: attached.epoch,
      unknownAt: refused,
      at: now
    )
    outbox.append(resent.map { .send($0) })
    if unknown > 0 {
      messages.show(
        "navd does not know this viewer any more: \(Self.unknownOutcome(of: unknown))",
        at: now
      )
    }
  }

  private static func unknownOutcome(of count: Int) -> String {
    "whether \(count == 1 ? "1 key" : "\(count) keys") arrived is unknown"
  }
}

extension Reply.Failure.Code {
  /// The exit code of a command that failed with this code.
  package var exitCode: ExitCode {
    switch self {
    case .malformed, .badName, .sessionExists, .rejected, .clientIDConflict, .outOfOrder:
      .usage
    case .noSuchSession, .noSuchInput: .noInput
    case .protocolMismatch: .protocolMismatch
    case .notPermitted: .notPermitted
    case .limitReached, .retry, .timedOut, .unknownClient, .unknownViewer, .slowDown,
      .preconditionFailed, .staleView, .unknown:
      .timeout
    }
  }
}
