import NavBase
import NavEngine
import NavScene
import NavWire

/// The journal of a session, and whether it is recorded.
extension HostedSession {
  /// Adds an entry, and the state behind it if one is due.
  mutating func record(
    _ event: JournalEntry.Event,
    at now: Duration,
    by name: ViewerName?,
    limit: Int
  ) {
    guard journal != nil else { return }
    journal?.version = model.version
    journal?.add(event, at: now, by: name)
    if journal?.isStateDue(at: now) == true {
      journal?.add(model.recordedState, at: now, limit: limit)
    } else if event.isRelease {
      // The effect of a pan depends on the motions under it, and so on the speed of a replay.
      journal?.add(.step(.state(model.recordedState)), at: now)
    }
  }

  /// Adds the content that is shown from now on, and the state in it; begins the journal with them.
  mutating func recordContent(at now: Duration, limit: Int) {
    guard origin == nil else { return }
    var journal = self.journal ?? SessionJournal(at: now)
    self.journal = nil
    journal.version = model.version
    let read = (model.content, contentSize)
    journal.show(content.withoutDirectories, read, model.recordedState, at: now, limit: limit)
    self.journal = journal
  }

  /// Adds what a reader needs who begins now: the content and the state.
  ///
  /// - Parameters:
  ///   - found: the content with its files; nil for a reader that does not need these.
  ///   - now: the time of the turn.
  /// - Returns: the number of the first of these entries; nil without a journal.
  mutating func beginJournalPart(
    with found: CollectedContent?,
    at now: Duration
  ) -> UInt64? {
    guard let first = journal?.next, let number = journal?.content else { return nil }
    journal?.version = model.version
    journal?.begin(at: now)
    if let found {
      journal?.add(found, isBeginning: true, at: now)
    } else {
      journal?.add(.content(JournalContent(content.withoutDirectories, number: number)), at: now)
    }
    journal?.add(.step(.state(model.recordedState)), at: now)
    return first
  }

  /// Returns the entries of the journal from a number on, as many as one reply has; nil without a journal.
  func journalPart(from number: UInt64, isContinued: Bool) -> Reply.JournalPart? {
    guard let journal, journal.has(number) else { return nil }
    let entries = journal.part(from: number)
    return Reply.JournalPart(
      entries,
      next: Request.Journal.Position(epoch, entry: number + UInt64(entries.count)),
      isContinued: isContinued
    )
  }

  /// Notes that somebody records the session.
  ///
  /// - Returns: whether nobody has until now.
  mutating func noteRecording(until end: Duration) -> Bool {
    defer { recordedUntil = max(end, recordedUntil ?? .zero) }
    return recordedUntil == nil
  }

  mutating func endRecording() { recordedUntil = nil }
}

extension JournalEntry.Event {
  fileprivate var isRelease: Bool {
    guard case .step(.input(let input)) = self, case .release = input.action else { return false }
    return true
  }
}
