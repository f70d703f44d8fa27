import NavBase
import NavWire

/// All viewers, by id, client, token and session.
package struct Viewers: Sendable {
  private var viewers: [UInt64: AttachedViewer] = [:]
  private var idsByClient: [ClientID: UInt64] = [:]
  /// Viewers that wait for a snapshot, by the tokens of their ready topics.
  private var idsByToken: [UInt64: UInt64] = [:]
  private var audiences: [UInt64: SessionPresence] = [:]
  /// When changed numbers of viewers are published, by session.
  private var presenceDue: [UInt64: Duration] = [:]
  /// Sessions in which viewers may have to move to another stream.
  private var movesDue: Set<UInt64> = []
  /// The viewers that have not attached since the daemon's next key was announced: they may not know it yet
  /// (proto/README.md: A new key).
  private var unaware: Set<UInt64> = []
  /// When these were asked last to attach again; nil for never.
  private var unawareAskedAt: Duration?
  var names = ViewerNames()

  // MARK: Reading

  package var count: Int { viewers.count }

  package subscript(id: UInt64) -> AttachedViewer? { viewers[id] }

  /// The principals of all viewers, in the order in which these attached.
  package var holders: [Principal] { inOrder.map(\.owner.principal) }

  /// All viewers, in the order in which they attached.
  var inOrder: [AttachedViewer] { viewers.values.sorted(by: AttachedViewer.wasFirst) }

  /// The viewers that report that they are out of step.
  ///
  /// O(viewers).
  var outOfStep: Int { viewers.values.count(where: \.health.isOutOfStep) }

  /// Returns the numbers of viewers by role.
  ///
  /// - Parameter role: returns the role of a viewer.
  /// - Returns: the numbers; none for a role that no viewer has.
  func countByRole(_ role: (AttachedViewer) -> Role) -> [Role: Int] {
    viewers.values.reduce(into: [:]) { $0[role($1), default: 0] += 1 }
  }

  func viewer(of client: ClientID) -> AttachedViewer? {
    idsByClient[client].flatMap { viewers[$0] }
  }

  func count(in session: UInt64) -> Int { audiences[session]?.viewers.count ?? 0 }

  /// Returns the viewers of a session, in no order.
  func viewers(of session: UInt64) -> [AttachedViewer] {
    (audiences[session]?.viewers ?? []).compactMap { viewers[$0] }
  }

  /// Returns the name of a viewer that joins a session: the wanted one, with a number if another viewer has it.
  ///
  /// - Parameters:
  ///   - wanted: the name.
  ///   - owner: the viewer's owner; the name under which others of the same person drive may be its own.
  ///   - session: the session.
  ///   - others: further names that others have.
  /// - Returns: a name that nobody else has.
  func freeName(
    for wanted: ViewerName,
    of owner: ViewerOwner,
    in session: UInt64,
    without others: [ViewerName]
  ) -> ViewerName {
    let owners = viewers(of: session).map(\.owner)
    let persons = owners.filter { !$0.isSamePerson(as: owner) }.compactMap(\.person)
    let taken = Set(owners.map(\.name) + persons + others + [.scripts])
    guard taken.contains(wanted) else { return wanted }
    let numbers = 2...taken.count + 2
    return numbers.lazy.map(wanted.numbered).first { !taken.contains($0) } ?? wanted
  }

  /// Returns the viewers of a session that are sized after another viewer, or smaller than their terminals.
  func borrowedSizeViewers(of session: UInt64) -> [AttachedViewer] {
    (audiences[session]?.borrowedSizeViewers ?? []).compactMap { viewers[$0] }
  }

  /// Returns the viewers that were silent for `DaemonTiming.viewerLifetime`.
  func silent(at now: Duration) -> [UInt64] {
    viewers.values.filter { now - $0.heardAt >= DaemonTiming.viewerLifetime }.map(\.id)
  }

  // MARK: Beginnings and ends

  /// Adds a viewer, or replaces one that attaches again.
  ///
  /// - Parameters:
  ///   - viewer: the viewer, which waits for a snapshot.
  ///   - borrowsSize: whether it is sized after another viewer, or gets a smaller size than that of its terminal.
  ///   - now: the time of the turn.
  /// - Returns: the viewer as it was attached before.
  mutating func attach(
    _ viewer: AttachedViewer,
    borrowsSize: Bool,
    at now: Duration
  ) -> AttachedViewer? {
    let before = viewers.updateValue(viewer, forKey: viewer.id)
    if let before { forgetToken(of: before) }
    if case .joining(let token) = viewer.state { idsByToken[token] = viewer.id }
    idsByClient[viewer.client] = viewer.id
    names.put(viewer.owner, in: viewer.session)
    unaware.remove(viewer.id)
    var audience = audiences[viewer.session] ?? SessionPresence()
    let isNew = audience.viewers.insert(viewer.id).inserted
    if borrowsSize {
      audience.borrowedSizeViewers.insert(viewer.id)
    } else {
      audience.borrowedSizeViewers.remove(viewer.id)
    }
    audiences[viewer.session] = audience
    movesDue.insert(viewer.session)
    if isNew { presenceChanged(in: viewer.session, at: now) }
    return before
  }

  /// Removes a viewer.
  ///
  /// - Returns: the viewer; nil if there is none.
  mutating func remove(_ id: UInt64, at now: Duration) -> AttachedViewer? {
    guard let viewer = viewers.removeValue(forKey: id) else { return nil }
    forgetToken(of: viewer)
    unaware.remove(id)
    if idsByClient[viewer.client] == id {
      idsByClient[viewer.client] = nil
      names.drop(viewer.client)
    }
    audiences[viewer.session]?.viewers.remove(id)
    audiences[viewer.session]?.borrowedSizeViewers.remove(id)
    movesDue.insert(viewer.session)
    presenceChanged(in: viewer.session, at: now)
    return viewer
  }

  /// Removes the viewers of a session that has ended.
  mutating func removeAll(of session: UInt64) {
    for viewer in viewers(of: session) {
      viewers[viewer.id] = nil
      forgetToken(of: viewer)
      unaware.remove(viewer.id)
      idsByClient[viewer.client] = nil
      names.drop(viewer.client)
    }
    audiences[session] = nil
    presenceDue[session] = nil
    movesDue.remove(session)
  }

  /// Invalidates a ready topic that was not served.
  private mutating func forgetToken(of viewer: AttachedViewer) {
    if case .joining(let token) = viewer.state { idsByToken[token] = nil }
  }

  // MARK: Changes

  /// Finds the viewer whose ready topic has arrived, and notes that it gets its snapshot.
  ///
  /// - Parameters:
  ///   - token: the token of the topic.
  ///   - stream: the stream of the topic.
  ///   - now: the time of the turn.
  /// - Returns: whether a viewer of that stream waits for it.
  mutating func serve(_ token: UInt64, of stream: UInt64, at now: Duration) -> Bool {
    guard let id = idsByToken[token], let viewer = viewers[id], viewer.stream == stream else {
      return false
    }
    idsByToken[token] = nil
    viewers[id]?.noteServed(at: now)
    if audiences[viewer.session]?.borrowedSizeViewers.contains(id) == true {
      movesDue.insert(viewer.session)
    }
    return true
  }

  /// Whether a request comes from the owner of a viewer; false without such a viewer.
  func isOwner(of id: UInt64, _ pending: PendingRequest) -> Bool {
    viewers[id]?.owner.isSender(of: pending) ?? false
  }

  /// Returns the viewer that is removed for a new viewer at the limit; nil if no viewer is.
  func givingWay(to newcomer: Principal) -> UInt64? {
    let all = inOrder
    return Shares.newest(givingWayTo: newcomer, among: all.map(\.owner.principal)).map {
      all[$0].id
    }
  }

  /// Returns who has attached the viewers of each stream that has any.
  package func streamOwners() -> [UInt64: Set<Principal>] {
    viewers.values.reduce(into: [:]) { $0[$1.stream, default: []].insert($1.owner.principal) }
  }

  /// Notes a message of a viewer.
  ///
  /// - Parameters:
  ///   - id: the viewer.
  ///   - health: its report; nil without one.
  ///   - now: the time of the turn.
  /// - Returns: false if there is no such viewer.
  mutating func noteHeard(_ id: UInt64, _ health: Request.Health? = nil, at now: Duration) -> Bool {
    guard let index = viewers.index(forKey: id) else { return false }
    viewers.values[index].noteHeard(health, at: now)
    return true
  }

  mutating func noteAskedToMove(_ ids: [UInt64], at now: Duration) {
    for id in ids { viewers[id]?.noteAskedToMove(at: now) }
  }

  // MARK: Moves

  /// Checks all viewers that borrow a size, or follow another viewer, again.
  mutating func scheduleMoves() {
    for viewer in viewers.values {
      if case .followed = viewer.choice { movesDue.insert(viewer.session) }
    }
    for (session, audience) in audiences where !audience.borrowedSizeViewers.isEmpty {
      movesDue.insert(session)
    }
  }

  /// Removes and returns the sessions whose viewers may have to move, ascending.
  mutating func takeMovesDue() -> [UInt64] {
    defer { movesDue = [] }
    return movesDue.sorted()
  }

  // MARK: The next key

  /// Notes that the daemon has another next key, or no longer has a next key.
  ///
  /// - Parameter isThere: whether it has one, which the viewers that get encrypted scenes are to know.
  mutating func nextKeyChanged(isThere: Bool) {
    let sealed = viewers.values.filter { $0.owner.principal.streamForm == .sealed }.map(\.id)
    unaware = isThere ? Set(sealed) : []
    unawareAskedAt = nil
  }

  /// Whether a viewer is asked to attach again, so that it learns the next key.
  func isUnaware(_ id: UInt64) -> Bool { unaware.contains(id) }

  /// Returns the viewers that are to be asked now to attach again, so that they learn the next key.
  ///
  /// - Parameter now: the time of the turn.
  /// - Returns: the viewers, in the order in which they attached.
  mutating func takeUnaware(at now: Duration) -> [AttachedViewer] {
    guard !unaware.isEmpty else { return [] }
    if let unawareAskedAt, now - unawareAskedAt < DaemonTiming.beat / 2 { return [] }
    unawareAskedAt = now
    return inOrder.filter { unaware.contains($0.id) }
  }

  // MARK: Presence

  /// The sessions whose number of viewers is to be published at some time.
  var sessionsWithPresence: some Collection<UInt64> { presenceDue.keys }

  /// When the first number of viewers is to be published; nil for none.
  var nextPresence: Duration? { presenceDue.values.min() }

  /// When a changed number of viewers is to be published; nil if it has not changed.
  package func presenceDue(in session: UInt64) -> Duration? { presenceDue[session] }

  /// Notes that a session is published, with the number of its viewers.
  mutating func notePublished(_ session: UInt64, at now: Duration) {
    guard let due = presenceDue.removeValue(forKey: session), due <= now else { return }
    audiences[session]?.publishedAt = now
  }

  /// Schedules publishing the number of viewers, at most once per `DaemonTiming.presence`.
  private mutating func presenceChanged(in session: UInt64, at now: Duration) {
    guard presenceDue[session] == nil else { return }
    let next = audiences[session]?.publishedAt.map { $0 + DaemonTiming.presence } ?? now
    presenceDue[session] = max(now, next)
  }
}
