import NavBase
import NavWire

/// One viewer: a client that attached.
package struct AttachedViewer: Sendable {
  /// Whether it has a snapshot.
  enum State: Sendable {
    /// It waits for the snapshot on the ready topic with this token.
    case joining(token: UInt64)
    /// It follows its stream; it may have been asked to move to another one since it attached.
    case following(askedToMoveAt: Duration?)
  }

  let id: UInt64
  let owner: ViewerOwner
  package let session: UInt64
  /// The size of its terminal; its stream may be smaller.
  let viewport: CellSize
  /// The layouts that it can show.
  let fit: Request.Attach.Fit
  /// The view of its session that it has asked for.
  let choice: ViewChoice
  let stream: UInt64
  /// The hosted session that its stream shows, or showed: its session, or a private view of it.
  let view: UInt64
  private(set) var state: State
  let attachedAt: Duration
  private(set) var heardAt: Duration
  /// Its last health report.
  private(set) var health = Request.Health()

  init(
    id: UInt64,
    of owner: ViewerOwner,
    _ request: Request.Attach,
    of session: UInt64,
    in stream: (id: UInt64, view: UInt64),
    token: UInt64,
    attachedAt: Duration,
    heardAt: Duration
  ) {
    self.id = id
    self.owner = owner
    self.session = session
    viewport = request.viewport
    fit = request.fit
    choice = request.view
    self.stream = stream.id
    view = stream.view
    state = .joining(token: token)
    self.attachedAt = attachedAt
    self.heardAt = heardAt
  }

  var client: ClientID { owner.client }

  /// Whether it has its snapshot.
  var isFollowing: Bool {
    switch state {
    case .joining: false
    case .following: true
    }
  }

  /// Whether it was asked to move less than half a beat ago.
  func wasAskedToMove(at now: Duration) -> Bool {
    switch state {
    case .joining: false
    case .following(let asked): asked.map { now - $0 < DaemonTiming.beat / 2 } ?? false
    }
  }

  /// Whether one viewer attached before the other.
  static func wasFirst(_ one: AttachedViewer, _ other: AttachedViewer) -> Bool {
    (one.attachedAt, one.id) < (other.attachedAt, other.id)
  }

  // MARK: Changes

  mutating func noteServed(at now: Duration) {
    state = .following(askedToMoveAt: nil)
    heardAt = now
  }

  mutating func noteHeard(_ health: Request.Health?, at now: Duration) {
    heardAt = now
    if let health { self.health = health }
  }

  mutating func noteAskedToMove(at now: Duration) {
    switch state {
    case .joining: break
    case .following: state = .following(askedToMoveAt: now)
    }
  }
}

/// The client that attached a viewer; requests of other clients are not made on its behalf.
struct ViewerOwner: Sendable {
  let client: ClientID
  let principal: Principal
  /// The viewer's name, unique in its session.
  var name: ViewerName
  /// Whether it moves nothing, by its own wish.
  var isReadOnly = false
  /// The name that it has asked for; nil for none.
  var wanted: ViewerName?
  /// The name under which its person drives and asks: that of the person's first terminal; nil for its own one.
  var person: ViewerName?

  /// The mark by which its person is known: one key, or the daemon's machine, and one wanted name; nil for nothing.
  var identity: Participant.Person? {
    guard let wanted else { return nil }
    switch principal {
    case .localUser, .process: return Participant.Person(wanted: wanted)
    case .key(let key): return Participant.Person(wanted: wanted, key: key)
    // Others may have the same address.
    case .address: return nil
    }
  }

  /// Whether one person has both terminals.
  func isSamePerson(as other: ViewerOwner) -> Bool {
    identity != nil && identity == other.identity
  }

  /// Whether a request comes from the owner: under the same client id, or without one from the same process.
  func isSender(of pending: PendingRequest) -> Bool {
    // Whoever has found out the id of a client has not its key.
    if case .key = principal, pending.principal != principal { return false }
    if pending.request.client != .none { return pending.request.client == client }
    switch principal {
    case .localUser, .process, .key: return pending.principal == principal
    // Others may have the same address.
    case .address: return false
    }
  }

  /// Whether an operation may come from the owner, who may have changed the id under which operations are sent.
  func mayHaveSent(_ pending: PendingRequest) -> Bool {
    if case .key = principal { return pending.principal == principal }
    return pending.request.client == client || pending.principal == principal
  }
}

/// The viewers of one session, and when their number is published.
struct SessionPresence: Sendable {
  var viewers: Set<UInt64> = []
  /// Viewers sized after another viewer, or given a smaller size than their terminal.
  var borrowedSizeViewers: Set<UInt64> = []
  /// When their number was published last because it had changed.
  var publishedAt: Duration?
}
