import NavSession
import NavWire

/// Waiting for conditions (proto/README.md: Settled).
extension DaemonCore {
  mutating func beginWait(
    _ wait: Request.Wait,
    in id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    if let failure = waits.begin(wait, in: id, pending, at: now) {
      answer(pending, .failure(failure))
    }
  }

  /// Answers the waits whose condition is met, those that have timed out, and those whose session has ended.
  ///
  /// - Parameters:
  ///   - changed: the sessions that were published in this turn.
  ///   - now: the time of the turn.
  mutating func answerWaits(changed: Set<UInt64>, at now: Duration) {
    guard !waits.isEmpty else { return }
    // Taken out, because looking at a session may wrap texts, which changes the session.
    var waits = Waits()
    swap(&waits, &self.waits)
    let answers = waits.advance(
      to: now,
      changed: changed,
      observe: { id in sessions[id].map { .live(version: $0.model.version) } ?? .ended },
      settlesAt: { settlesAt($0, version: $1) },
      isMet: { isMet($1, in: $0, at: now) }
    )
    swap(&waits, &self.waits)
    for ended in answers { answer(ended.pending, ended.body) }
  }

  /// Returns when a session comes to rest; nil before it has reached a version, and while its preview is read: the turn
  /// in which that ends looks again.
  func settlesAt(_ id: UInt64, version: UInt64) -> Duration? {
    guard let session = sessions[id], session.model.version >= version,
      !session.preview.isUnderWay
    else { return nil }
    return streams.restsAt(id)
  }

  private mutating func isMet(
    _ condition: Request.Wait.Condition,
    in id: UInt64,
    at now: Duration
  ) -> Bool {
    switch condition {
    case .settled(let version): settlesAt(id, version: version).map { $0 <= now } ?? false
    case .page(let title): sessions[id]?.model.place.title == title
    case .version(let version): sessions[id].map { $0.model.version >= version } ?? false
    case .viewers(let count): viewers.count(in: id) == count
    case .text(let text, let viewport): rest(of: id, in: viewport)?.isShowing(text) ?? false
    }
  }
}
