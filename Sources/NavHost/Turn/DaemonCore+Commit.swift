import NavBase
import NavWire

/// Changes with a store that answers later (Sources/README.md, decision 6).
extension DaemonCore {
  // MARK: Drafts

  /// Whether what is stored may be changed here: always for a store that answers at once, else in a draft.
  var mayChange: Bool { !settings.storesLater || sessions.isDrafting }

  /// Changes what is stored: now, in a draft of the sessions that nobody sees before it is stored, or once the commit in
  /// flight has landed.
  mutating func change(at now: Duration, _ work: @escaping Flight.Work) {
    if mayChange { return work(&self, now) }
    if flight.isBusy { return flight.hold(work) }
    sessions.exchangeDrafts()
    work(&self, now)
    sessions.exchangeDrafts()
  }

  /// Makes a change outside the sessions when the batch is stored; at once if nothing is drafted.
  mutating func afterCommit(at now: Duration, _ effect: @escaping Flight.Work) {
    guard sessions.isDrafting else { return effect(&self, now) }
    flight.add(effect)
  }

  // MARK: Requests

  /// Carries out the first request that need not wait for the store.
  mutating func carryOutUnheld(at now: Duration) -> Bool {
    gate.queue.finish()
    guard let place = unheldRequest, let pending = gate.queue.take(place) else { return false }
    output.audit.time = now
    if pending.request.isOperation {
      change(at: now) { $0.dispatch(pending, at: $1) }
    } else {
      dispatch(pending, at: now)
    }
    return true
  }

  /// The first request that need not wait for the store; no request overtakes an earlier one of its connection, except
  /// signs of life.
  var unheldRequest: FairQueue<PendingRequest>.Place? {
    var unanswered = output.replies.filter(\.isKept)
    if !flight.isLate { unanswered += flight.replies }
    let answering = Set(unanswered.map(\.peer.connection))
    var waiting: Set<[UInt8]> = []
    return gate.queue.place { pending in
      if case .alive = pending.request.body { return false }
      let connection = pending.peer.connection
      let waits = pending.request.isOperation ? flight.isBusy : isHeld(pending)
      let isBehind = !pending.request.isOperation && answering.contains(connection)
      guard waits || isBehind || waiting.contains(connection) else { return false }
      waiting.insert(connection)
      return true
    }
  }

  /// Handles a request that has waited for its session: for a store that answers later when its turn comes again, because
  /// it may not see the draft of the present change.
  mutating func goOn(with pending: PendingRequest, at now: Duration) {
    guard sessions.isDrafting else { return dispatch(pending, at: now) }
    let estimate = pending.request.body.estimatedCost
    gate.queue.enqueue(pending, of: pending.principal, estimate: estimate)
  }

  /// Whether a request that is no operation changes a session of which there is a draft.
  private func isHeld(_ pending: PendingRequest) -> Bool {
    guard sessions.hasDrafts else { return false }
    let id: UInt64? =
      switch pending.request.body {
      case .pan(let pan): viewers[pan.viewer].map { hosted(for: $0) }
      case .point(let point): viewers[point.viewer].map { hosted(for: $0) }
      case .journal(let journal): sessions.liveID(of: journal.session)
      default: nil
      }
    return id.map { sessions.isDrafted($0) } ?? false
  }

  /// Refuses the operations in flight, and those that wait behind them, for the time being if the store is silent for too
  /// long: their clients repeat them under the same numbers.
  mutating func refuseLate(at now: Duration) {
    guard let since = flight.since, now - since >= DaemonTiming.commit else { return }
    if !flight.isLate {
      for reply in flight.replies { output.send(reply.refused(.storeIsSilent)) }
      flight.noteLate()
    }
    let waiting = gate.queue.removeAll { pending in
      if case .pan = pending.request.body { return true }
      return pending.request.isOperation
    }
    for pending in waiting where pending.request.isOperation {
      gate.ledger.reopen(pending.request.client, seq: pending.request.seq)
      output.send(pending, .failure(.storeIsSilent))
    }
  }

  // MARK: The outcome

  /// Handles the outcome of a commit that was pending: what it stores is published and answered with this turn.
  ///
  /// - Parameters:
  ///   - outcome: `stored` or `refused`.
  ///   - now: the time of the turn.
  package mutating func commitEnded(_ outcome: CommitOutcome, at now: Duration) {
    output.audit.time = now
    if journal.endTurn(isStored: outcome == .stored, at: now) { announceDurability() }
    let landed = flight.end()
    output.land(landed.replies)
    if sessions.hasRenamedDrafts {
      // Keys may have rights in sessions of some names alone.
      changeRights(at: now) { $0.sessions.land() }
    } else {
      sessions.land()
    }
    for work in landed.work { work(&self, now) }
  }

  /// Begins the flight of a turn's batch, and ends it if the outcome is known; does nothing while another one lasts.
  mutating func endBatch(_ outcome: CommitOutcome, at now: Duration) {
    journal.endBatch()
    guard flight.since == nil else { return }
    flight.begin(at: now, with: output.takeKept())
    if outcome != .pending { commitEnded(outcome, at: now) }
  }

  /// Whether the next turn has something to store.
  package var hasUnstored: Bool {
    settings.storesLater && flight.since == nil
      && (sessions.hasDrafts || output.keptReplies > 0 || flight.isBusy)
  }
}

extension Peer {
  /// The routing id of its connection.
  var connection: [UInt8] { envelope.first ?? [] }
}

extension Reply.Failure {
  /// The refusal of operations for the time being: they may have happened.
  static let storeIsSilent: Reply.Failure = {
    var failure = Reply.Failure(
      .slowDown,
      "the store does not answer: this is done when it does, or is not done at all"
    )
    failure.wait = DaemonTiming.commitRetry
    return failure
  }()
}
