import NavBase
import NavEngine
import NavScene
import NavWire

/// Pointers and marks, which are passing and not stored (proto/README.md: Pointers).
extension DaemonCore {
  /// Returns why a viewer may not point; nil if it may, and for taking its pointer away.
  func refusal(of request: Request.Point, from seat: Seat) -> Reply.Failure? {
    guard request.kind != .hide else { return nil }
    let rule = settings.control.pointers
    guard rule != .nobody else { return ControlRefusal.nobodyPoints(for: seat) }
    if seat.viewer?.choice == .speaker {
      return Reply.Failure(.rejected, "nobody else sees the speaker's view: point in the slides")
    }
    return refusal(of: .point(rule), from: seat)
  }

  /// Handles the pointer or the mark of a viewer, in the view that it shows.
  mutating func point(
    _ request: Request.Point,
    of viewer: AttachedViewer,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    let (id, view) = (hosted(for: viewer), view(of: viewer))
    guard request.epoch == sessions.read(id, { $0.epoch }) else {
      return fail(pending, .staleView, "navd was restarted: point once more")
    }
    // A page that the viewer does not show may be large, and is not wrapped for a pointer.
    if let page = request.kind.page,
      streams.update(viewer.stream, { $0.shows(page, at: now) }) != true
    {
      return answer(pending, .failure(.nowhere))
    }
    var hasChanged = false
    let failure =
      sessions.update(id) { session -> Reply.Failure? in
        let before = session.pointers.pointing
        defer { hasChanged = session.pointers.pointing != before }
        return session.pointers.perform(
          request.kind,
          of: viewer,
          in: &session.model,
          seenBy: view,
          at: now
        )
      } ?? nil
    if let failure { return answer(pending, .failure(failure)) }
    if case .show = request.kind, isOutOfSight(of: viewer, in: id) {
      let version = sessions.read(id) { $0.model.version } ?? 0
      answer(pending, .accepted(version: version, noEffect: .notSeenByAll))
    }
    // A place that waits for the end of `Pointing.interval` is published then.
    if hasChanged { sessions.noteChange(of: id) }
  }

  /// Whether viewers of another size do not have the newest place of a viewer's pointer in their visible rows.
  private mutating func isOutOfSight(of viewer: AttachedViewer, in id: UInt64) -> Bool {
    let others = streams.ids(of: id).filter { $0 != viewer.stream }.compactMap { stream in
      streams.read(stream) { $0.viewers > 0 ? $0.viewport : nil } ?? nil
    }
    guard !others.isEmpty else { return false }
    return sessions.update(id) { session in
      guard let place = session.pointers.place(of: viewer.id) else { return false }
      return others.contains { !session.model.shows(place, in: SessionView(viewport: $0)) }
    } ?? false
  }

  /// Moves and ends pointers that are due, and ends those of viewers that are gone or show another view.
  mutating func expirePointers(at now: Duration) {
    for id in sessions.busy {
      guard let pointers = sessions.read(id, { $0.pointers }), !pointers.isEmpty else { continue }
      let present = pointers.viewers.filter { viewer in
        viewers[viewer].map { hosted(for: $0) } == id
      }
      let hasChanged =
        sessions.update(id) { session in
          let hasEnded = session.pointers.keep(present)
          return session.pointers.advance(to: now) || hasEnded
        } ?? false
      if hasChanged { sessions.noteChange(of: id) }
    }
  }
}

extension Pointers {
  /// Performs the request of a viewer.
  ///
  /// - Returns: why it is not performed; nil if it is.
  fileprivate mutating func perform(
    _ kind: Request.Point.Kind,
    of viewer: AttachedViewer,
    in model: inout Session,
    seenBy view: SessionView,
    at now: Duration
  ) -> Reply.Failure? {
    switch kind {
    case .hide: hide(viewer.id)
    case .unmark: unmark()
    case .show(let place):
      guard let place = model.place(of: place, seenBy: view) else { return .nowhere }
      guard show(place, of: viewer.id, by: viewer.owner, at: now) else {
        let text = "\(Pointing.limit) point here already: wait until one of them has ended"
        return Reply.Failure(.limitReached, text)
      }
    case .mark(let marked), .markWord(let marked):
      guard let place = model.place(of: marked, seenBy: view) else { return .nowhere }
      let mark = model.mark(at: place, ofWord: kind == .markWord(marked))
      toggle(mark, by: viewer.id, front: model.frontPage)
    }
    return nil
  }
}

extension Request.Point.Kind {
  /// The page of the place; nil without a place.
  fileprivate var page: ContainerID? {
    switch self {
    case .show(let place), .mark(let place), .markWord(let place): place.page
    case .hide, .unmark: nil
    }
  }
}

extension Session {
  fileprivate mutating func place(
    of place: Request.Point.Place,
    seenBy view: SessionView
  ) -> PointedPlace? {
    self.place(ofRow: place.row, column: place.column, in: place.page, seenBy: view)
  }
}

extension Reply.Failure {
  fileprivate static let nowhere = Reply.Failure(.rejected, "there is nothing to point at here")
}
