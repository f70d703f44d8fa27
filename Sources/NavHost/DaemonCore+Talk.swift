import NavBase
import NavEngine
import NavScene
import NavWire

/// The speaker's view: notes, the next slide, the timer and the questions of the audience (proto/README.md: Speaker's
/// view).
extension DaemonCore {
  // MARK: The view

  /// Returns the hosted session that shows the speaker's view of a session, and begins it if there is none yet.
  mutating func speakerView(of session: UInt64, at now: Duration) -> UInt64? {
    if let view = sessions.speakerView(of: session) { return view }
    guard let origin = sessions[session] else { return nil }
    let id = run.newID()
    sessions.makeLive(origin.speakerView(id: id, places: places(in: origin)))
    return id
  }

  /// Ends the speaker's view of a session if it has no viewers left.
  mutating func endUnseenSpeakerView(of session: UInt64) {
    guard let view = sessions.speakerView(of: session),
      !viewers.viewers(of: session).contains(where: { $0.choice == .speaker })
    else { return }
    endPrivateView(view)
  }

  /// Brings the speaker's views of changed sessions up to date.
  mutating func updateSpeakerViews(at now: Duration) {
    for (session, view) in sessions.speakerViews.sorted(by: { $0.key < $1.key }) {
      let views = [session] + sessions.privateViews(of: session)
      guard views.contains(where: sessions.changed.contains),
        !sessions.isDrafted(session), !sessions.isDrafted(view)
      else { continue }
      updateSpeakerView(view, of: session, at: now)
    }
  }

  /// Notes that viewers of a session have come, gone or changed their views.
  mutating func notePlaces(in session: UInt64) {
    if let view = sessions.speakerView(of: session) { sessions.noteChange(of: view) }
  }

  private mutating func updateSpeakerView(_ view: UInt64, of session: UInt64, at now: Duration) {
    // Also for facts that only its scenes have.
    sessions.noteChange(of: view)
    guard let origin = sessions[session], let hosted = sessions[view] else { return }
    // By the version its viewers know when an operation of theirs is shown.
    let version = max(hosted.model.version, origin.model.version)
    sessions.update(view) { $0.model.countOperations(upTo: version) }
    // While a border is moved, the view stays as it is.
    guard !hosted.isHeld else { return }
    let shown = SpeakerView(
      of: origin.model,
      questions: origin.talk.lines,
      places: places(in: origin)
    )
    guard shown != hosted.speaker else { return }
    var model = shown.session(replacing: hosted.speaker, in: hosted.model)
    model.countOperations(upTo: version)
    sessions.update(view) { $0.speaker = shown }
    replaceModel(of: view, by: model, at: now)
  }

  /// Returns the facts that only the speaker's view of a session has.
  func speakerFacts(of session: HostedSession) -> SpeakerFacts {
    var timer = session.talk.timer
    timer.duration = session.model.content.duration
    return SpeakerFacts(
      focus: session.model.keyFocus,
      timer: timer,
      questions: session.talk.state.questions.count,
      firstQuestion: session.talk.state.questions.first?.number ?? 0
    )
  }

  /// Returns the numbers of viewers at each page, as a phrase; empty if all are at the shared place.
  private func places(in session: HostedSession) -> String {
    let shared = session.model.position
    var counts: [Int: Int] = [:]
    var others = 0
    for viewer in viewers.viewers(of: session.id) where viewer.choice != .speaker {
      let position = sessions[place(of: viewer)]?.model.position ?? shared
      if position.pages == shared.pages {
        counts[position.page, default: 0] += 1
      } else {
        others += 1
      }
    }
    let elsewhere = counts.filter { $0.key != shared.page }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) on \($0.key)" }
    guard !elsewhere.isEmpty || others > 0 else { return "" }
    return
      (["\(counts[shared.page] ?? 0) here"] + elsewhere.prefix(Self.mostPlaces)
      + (others > 0 ? ["\(others) elsewhere"] : [])).joined(separator: ", ")
  }

  /// The most pages that the phrase about places names.
  private static let mostPlaces = 4

  /// Returns the number of questions, for the reply to somebody who moves the session, and could see the speaker's view but
  /// does so on no terminal; 0 for anybody else.
  func untoldQuestions(for pending: PendingRequest) -> Int {
    guard case .input = pending.request.body,
      let viewer = viewers.viewer(of: pending.request.client), viewer.choice == .shared,
      let count = sessions.read(viewer.session, { $0.talk.state.questions.count }), count > 0,
      role(of: viewer.owner.principal, in: viewer.session) >= .presenter,
      !viewers.viewers(of: viewer.session).contains(where: {
        $0.choice == .speaker && $0.owner.isSamePerson(as: viewer.owner)
      })
    else { return 0 }
    return count
  }

  // MARK: Operations

  /// Performs a permitted request about a talk.
  mutating func talk(
    _ request: Request.Talk,
    _ pending: PendingRequest,
    from seat: Seat,
    at now: Duration
  ) {
    let id = seat.session
    guard var talk = sessions[id]?.talk else { return }
    let failure: Reply.Failure?
    switch request.action {
    case .ask(let text):
      failure = ask(text, in: &talk, for: request, from: seat, at: now)
    case .answered(let number):
      failure =
        talk.remove(question: number)
        ? nil : Reply.Failure(.rejected, "there is no question \(number) any more")
    case .startTimer: failure = talk.changing(.start, at: run.moment(now))
    case .pauseTimer: failure = talk.changing(.pause, at: run.moment(now))
    case .resetTimer: failure = talk.changing(.reset, at: run.moment(now))
    }
    if let failure { return answer(pending, .failure(failure)) }
    sessions.update(id) { $0.talk = talk }
    if let view = sessions.speakerView(of: id) {
      updateSpeakerView(view, of: id, at: now)
    }
    journal.recordSession(id)
    answer(pending, .accepted(version: sessions[id]?.model.version ?? 0))
  }

  private func ask(
    _ text: String,
    in talk: inout Talk,
    for request: Request.Talk,
    from seat: Seat,
    at now: Duration
  ) -> Reply.Failure? {
    guard settings.control.hasQuestions else {
      return Reply.Failure(.rejected, "questions are turned off here: ask aloud")
    }
    var participant = seat.participant
    if request.viewer == nil, let name = request.name { participant.name = name }
    return talk.ask(text, by: participant, of: seat.principal, at: now)
  }
}

extension Talk {
  /// Changes the timer, which never fails.
  fileprivate mutating func changing(
    _ change: TimerChange,
    at moment: RequestLedger.Moment
  ) -> Reply.Failure? {
    self.change(change, at: moment)
    return nil
  }
}

extension HostedSession {
  /// Returns the speaker's view of this session.
  func speakerView(id: UInt64, places: String) -> HostedSession {
    let shown = SpeakerView(of: model, questions: talk.lines, places: places)
    let identity = SessionIdentity(
      id: id,
      epoch: epoch,
      name: name,
      content: content,
      control: Control()
    )
    let origin = PrivateView(session: self.id, kind: .speaker)
    var view = shown.session(replacing: nil, in: nil)
    view.countOperations(upTo: model.version)
    return HostedSession(identity, origin: origin, speaker: shown, model: view)
  }
}
