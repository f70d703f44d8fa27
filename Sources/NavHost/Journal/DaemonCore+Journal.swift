package import NavBase
import NavEngine
import NavScene
import NavWire

/// The journals of sessions: what is added to them, and who reads them (proto/README.md: Journal and recordings).
extension DaemonCore {
  // MARK: Adding

  /// Adds to the journal of a session what has changed its model; private views have none.
  mutating func record(
    _ event: JournalEntry.Event,
    in id: UInt64,
    at now: Duration,
    by name: ViewerName? = nil
  ) {
    let limit = settings.limits.journal << 20
    sessions.update(id) { $0.record(event, at: now, by: name, limit: limit) }
  }

  /// Adds an operation that was carried out.
  mutating func record(_ operation: SessionOperation, in id: UInt64, at now: Duration) {
    let owner = viewers[operation.owner]?.owner
    let name = operation.owner == 0 ? ViewerName.scripts : owner?.person ?? owner?.name
    if case .replay(let steps) = operation.input.action {
      for step in steps { record(.step(step), in: id, at: now) }
    } else if case .command(.timeMark(let text, let isSaid)) = operation.input.action {
      record(isSaid ? .said(text) : .mark(text), in: id, at: now, by: name)
    } else if operation.noEffect == nil {
      record(.step(.input(operation.input)), in: id, at: now, by: name)
    }
    if operation.hasRead { collectFiles(of: id, at: now) }
  }

  /// Adds the content that a session shows from now on.
  mutating func recordContent(of id: UInt64, at now: Duration) {
    let limit = settings.limits.journal << 20
    sessions.update(id) { $0.recordContent(at: now, limit: limit) }
    collectFiles(of: id, at: now)
  }

  // MARK: Files

  /// Has a worker read the files of a session's content, if the session is recorded.
  private mutating func collectFiles(of id: UInt64, at now: Duration) {
    guard sessions.read(id, { $0.recordedUntil != nil }) == true else { return }
    collectFiles(of: id, for: nil)
  }

  private mutating func collectFiles(of id: UInt64, for reader: JournalReaders.Reader?) {
    guard let (content, number) = sessions.read(id, { ($0.content, $0.journal?.content) }) else {
      return
    }
    let ticket = run.newID()
    jobs.begin(ticket, .collecting(session: id, content: number ?? 0, reader))
    output.append(.collect(ticket: ticket, session: id, content))
  }

  /// Handles the result of a `collect` action.
  package mutating func collected(
    ticket: UInt64,
    _ result: Result<CollectedContent, ContentFailure>,
    at now: Duration
  ) {
    if case .collecting(let id, _, _)? = jobs[ticket], sessions.isDrafted(id) {
      return flight.hold { $0.collected(ticket: ticket, result, at: $1) }
    }
    guard case .collecting(let id, let content, let reader)? = jobs.end(ticket) else { return }
    guard let shown = sessions.read(id, { $0.journal?.content }) else {
      if let reader { answer(reader.pending, .failure(.sessionEnded)) }
      return
    }
    switch result {
    // Other content is shown by now, whose files are read next.
    case .success where shown != content:
      if let reader { collectFiles(of: id, for: reader) }
    case .success(let found):
      if let reader { return begin(reader, in: id, with: found, at: now) }
      sessions.update(id) { $0.journal?.add(found, isBeginning: false, at: now) }
    case .failure(let failure):
      guard let reader else {
        let name = sessions.name(of: id)?.description ?? ""
        let text = "the recording of session '\(name)' lacks files: \(failure.description)"
        return output.log(LogEntry(text, .warning))
      }
      answer(reader.pending, .failure(Reply.Failure(told(failure, to: reader.pending))))
    }
  }

  // MARK: Reading

  /// Handles a request for entries of a journal, which is answered when there are any.
  mutating func readJournal(
    _ request: Request.Journal,
    of id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    if let refusal = refusal(toReadJournalOf: id, pending, records: request.records) {
      return answer(pending, .failure(refusal))
    }
    if request.records {
      let end = now + request.wait + DaemonTiming.recording
      if sessions.update(id, { $0.noteRecording(until: end) }) == true {
        sessions.noteChange(of: id)
        let name = sessions.name(of: id)?.description ?? ""
        auditSession(name, .sessionRecorded, "session '\(name)' is recorded", pending)
      }
    }
    let state = sessions.read(id) { ($0.epoch, $0.journal) }
    guard let (epoch, journal) = state, let journal else { return }
    let since = request.since.flatMap {
      $0.journal == epoch && journal.has($0.entry) ? $0.entry : nil
    }
    let reader = JournalReaders.Reader(
      pending: pending,
      session: id,
      since: since ?? (request.since != nil && journal.isWhole ? 1 : journal.next),
      isContinued: since != nil,
      records: request.records,
      names: request.names,
      deadline: now + request.wait
    )
    if since != nil { return wait(reader) }
    if request.records { return collectFiles(of: id, for: reader) }
    begin(reader, in: id, with: nil, at: now)
  }

  /// Lets a reader begin at the present state, or at the beginning of the journal if it has read that of an earlier start
  /// of the daemon.
  ///
  /// - Parameters:
  ///   - reader: the reader.
  ///   - id: the session.
  ///   - found: the content with its files; nil for a reader that does not need these.
  ///   - now: the time of the turn.
  private mutating func begin(
    _ reader: JournalReaders.Reader,
    in id: UInt64,
    with found: CollectedContent?,
    at now: Duration
  ) {
    let first = sessions.update(id) { session -> UInt64? in
      guard let journal = session.journal, reader.since < journal.next, journal.isWhole else {
        return session.beginJournalPart(with: found, at: now)
      }
      if let found { session.journal?.add(found, isBeginning: false, at: now) }
      return reader.since
    }
    guard let first = first ?? nil else { return answer(reader.pending, .failure(.sessionEnded)) }
    wait(
      JournalReaders.Reader(
        pending: reader.pending,
        session: id,
        since: first,
        isContinued: false,
        records: reader.records,
        names: reader.names,
        deadline: reader.deadline
      )
    )
  }

  private mutating func wait(_ reader: JournalReaders.Reader) {
    guard !journalReaders.add(reader) else { return }
    let text = "\(DaemonLimits.journalReaders) clients read journals, the limit: try again later"
    fail(reader.pending, .limitReached, text)
  }

  /// Returns why a journal may not be read; nil if it may.
  private func refusal(
    toReadJournalOf id: UInt64,
    _ pending: PendingRequest,
    records: Bool
  ) -> Reply.Failure? {
    guard role(of: pending.principal, in: id) == .owner else {
      return Reply.Failure(
        .notPermitted,
        "ask the owner of this navd, who alone records and reads what has happened"
      )
    }
    if records, settings.control.recording == .off {
      return Reply.Failure(
        .notPermitted,
        "set `recording = \"owner\"` in the table `control` of navd.toml: here nothing is recorded"
      )
    }
    return nil
  }

  /// Answers the readers for which there are entries, and those that have waited long enough; to be called when the entries
  /// are stored.
  mutating func answerJournalReaders(at now: Duration) {
    guard !journalReaders.isEmpty else { return }
    let isDue = journalReaders.readers.map { answerTime(of: $0) <= now }
    for reader in journalReaders.take(where: isDue) {
      let read = sessions.update(reader.session) { session -> Reply.JournalPart? in
        if reader.records { _ = session.noteRecording(until: now + DaemonTiming.recording) }
        var part = session.journalPart(from: reader.since, isContinued: reader.isContinued)
        if !reader.names { part?.removeNames() }
        return part
      }
      answer(reader.pending, (read ?? nil).map { .journal($0) } ?? .failure(.sessionEnded))
    }
  }

  /// When the next reader is answered; nil without readers.
  var nextJournalAnswer: Duration? {
    var time = EarliestTime(nil)
    for reader in journalReaders.readers { time.add(answerTime(of: reader)) }
    return time.time
  }

  /// Returns when a reader is answered; zero for at once, also if its session has ended or the entry is gone.
  private func answerTime(of reader: JournalReaders.Reader) -> Duration {
    let time = sessions.read(reader.session) { session -> Duration in
      guard let journal = session.journal, journal.has(reader.since) else { return .zero }
      guard let first = journal.time(of: reader.since) else { return reader.deadline }
      // A recording is written once a second, unless there is a mark.
      let isUrgent = !reader.records || journal.isUrgent(from: reader.since)
      return isUrgent ? .zero : min(reader.deadline, first + DaemonTiming.journalPart)
    }
    return time ?? .zero
  }

  /// Ends the signs of recordings whose reader is silent.
  mutating func expireRecordings(at now: Duration) {
    for id in sessions.busy {
      let hasEnded = sessions.read(id) { $0.recordedUntil.map { $0 <= now } ?? false }
      guard hasEnded == true else { continue }
      sessions.update(id) { $0.endRecording() }
      sessions.noteChange(of: id)
    }
  }
}
