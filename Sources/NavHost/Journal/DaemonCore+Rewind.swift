import NavBase
import NavEngine
import NavScene
import NavWire

/// The place in the journal that a rewound private view shows (proto/README.md: Rewind).
struct PastPlace: Sendable {
  /// The number of the first entry of the journal that has not happened at it.
  let entry: UInt64
  /// How many seconds ago the session left it, at least 1; 0 once the viewer has moved its view from there.
  var seconds: Int
}

/// A viewer steps back through what its session has shown, in its own view, while the session goes on.
extension DaemonCore {
  /// Sets a private view a step back or forward in the journal of its session.
  ///
  /// - Returns: the content that was shown there, and the steps that lead there in it.
  mutating func rewind(
    _ view: UInt64,
    forward: Bool,
    at now: Duration
  ) -> Result<(content: SessionContent, steps: [RecordedStep]), Rejection> {
    guard let session = sessions.session(ofPrivateView: view) else {
      return .failure(Rejection("only a viewer's own view goes back: b looks around on your own"))
    }
    guard let journal = sessions.read(session, { $0.journal }) ?? nil,
      let past = sessions.read(view, { $0.past })
    else { return .failure(Rejection("the session has ended")) }
    let place = past?.entry ?? journal.next
    let found = forward ? journal.place(behind: place) : journal.place(before: place)
    guard let found, let content = journal.content(at: found) else {
      return .failure(
        Rejection(forward ? "this is now: b returns to the others" : "nothing was shown before")
      )
    }
    let left = journal.time(of: found).map { max(1, (now - $0).components.seconds) }
    sessions.update(view) { view in
      view.past = left.map { PastPlace(entry: found, seconds: Int($0)) }
    }
    return .success((content, journal.steps(to: found)))
  }
}

/// A client looks at what its session has shown, without a view of its own.
extension DaemonCore {
  /// Answers with a session's status of the time when it had a version, and what it showed then.
  ///
  /// - Parameters:
  ///   - version: the version.
  ///   - id: the session.
  ///   - status: its present status.
  ///   - pending: the request.
  mutating func lookBack(
    to version: UInt64,
    of id: UInt64,
    _ status: Reply.Status,
    _ pending: PendingRequest
  ) {
    guard !jobs.readsPastPage(for: pending) else { return }
    guard let journal = sessions.read(id, { $0.journal }) ?? nil else {
      return answer(pending, .failure(.sessionEnded))
    }
    guard version <= status.session.version else {
      let now = status.session.version
      let text = "there is no version \(version) yet: the session is at \(now)"
      return refuseVersion(text, now, pending)
    }
    guard let place = journal.place(ofVersion: version), let content = journal.content(at: place)
    else {
      let oldest = journal.oldestVersion
      let text = "version \(version) is not kept any more: \(oldest) is the oldest one"
      return refuseVersion(text, oldest, pending)
    }
    var past = PastState(content: content, steps: journal.steps(to: place), status: status)
    past.status.session.version = version
    awaitSnapshot(
      SnapshotRequest(
        pending: pending,
        session: id,
        viewport: .standardTerminal,
        question: .past(past)
      )
    )
  }

  private mutating func refuseVersion(
    _ text: String,
    _ nearest: UInt64,
    _ pending: PendingRequest
  ) {
    var failure = Reply.Failure(.rejected, text)
    failure.found.version = nearest
    answer(pending, .failure(failure))
  }

  /// Has a worker read a page that a past state shows.
  mutating func readPastPage(_ page: PageRequest, for request: SnapshotRequest) {
    guard jobs.hasRoomForPastPage else {
      let text = "\(DaemonLimits.pastPages) past pages are being read, the limit: try again"
      return fail(request.pending, .retry, text)
    }
    let ticket = run.newID()
    jobs.begin(ticket, .pastPage(page, request))
    output.append(.loadPage(ticket: ticket, session: request.session, page))
  }

  /// Goes on with a past state when one of its pages was read; one that can't be read any more is empty.
  mutating func pastPageLoaded(
    _ result: Result<PreparedPage, ContentFailure>,
    _ page: PageRequest,
    for request: SnapshotRequest
  ) {
    guard case .past(var past) = request.question else { return }
    let read = result.refused { refusal(ofSize: $0.content.memorySize) }
    past.pages[page] = (try? read.get()) ?? page.emptyPage
    var request = request
    request.question = .past(past)
    awaitSnapshot(request)
  }
}
