import NavBase
import NavHost
import NavScene
import NavStore
import NavTestKit
import NavWire

/// Plants a fault in messages in flight or in written data, never in production code.
struct Saboteur {
  let fault: PlantedFault?
  /// The number of planted faults.
  private(set) var planted = 0
  /// Whether it continues to plant faults.
  var isActive = true

  private var generator: SplitMix64
  /// The state of each viewer according to the messages delivered to it.
  private var victims: [Int: Victim] = [:]
  /// The moves of pans that are not released yet, by viewer.
  private var moves: [UInt64: [Request]] = [:]
  /// The viewer that changed control last.
  private var lastDriver: UInt64?
  /// Answers to drop, by client and sequence number.
  private var swallowed: Set<Answer> = []

  private struct Answer: Hashable {
    let client: ClientID
    let seq: UInt64
  }

  init(_ fault: PlantedFault?, generator: SplitMix64) {
    self.fault = fault
    self.generator = generator
  }

  // MARK: Layout messages

  /// Returns a message as the viewer receives it; nil when it is lost.
  mutating func tamper(_ message: LayoutMessage, for node: Int) -> LayoutMessage? {
    guard let fault, fault.isOfLayout else { return message }
    switch message {
    case .snapshot(let snapshot):
      victims[node] = Victim(snapshot)
      return message
    case .update(let update):
      guard let victim = victims[node], victim.awaits(update) else { return message }
      let given = tamper(update, for: node, victim, fault)
      if case .update(let update) = given { victims[node]?.follow(update) }
      return given
    case .beat(let beat):
      guard fault == .hiddenLoss, let victim = victims[node], victim.hasGap, !beat.isGone else {
        return message
      }
      return victim.beat.map { .beat($0) }
    case .bye, .keyframe: return message
    }
  }

  private mutating func tamper(
    _ update: Update,
    for node: Int,
    _ victim: Victim,
    _ fault: PlantedFault
  ) -> LayoutMessage? {
    switch fault {
    case .hiddenGap, .hiddenGapUnderOldHash:
      guard victim.hasGap else { return drop(update, for: node) }
      victims[node]?.hasGap = false
      guard var forged = victim.closingGap(update) else { return .update(update) }
      if fault == .hiddenGapUnderOldHash { forged.hash = update.hash }
      planted += 1
      return .update(forged)
    case .hiddenLoss:
      guard victim.hasGap else { return drop(update, for: node) }
      planted += 1
      return victim.beat.map { .beat($0) }
    case .forgedField, .changedField:
      guard isActive, generator.oneIn(3), var forged = victim.withOtherViewers(update) else {
        return .update(update)
      }
      if fault == .changedField { forged.hash = update.hash }
      planted += 1
      return .update(forged)
    case .performedTwice, .lostRelease, .lateMove, .repeatedMoves, .earlyReplies, .droppedReplies,
      .droppedChange, .lostSnapshot, .keptEpoch, .onePrincipal, .lostWaits, .higherLimit,
      .forgottenDriver, .borrowedName, .earlyUpdates, .earlyAnswers, .earlyJoin, .secondCommit:
      return .update(update)
    }
  }

  private mutating func drop(_ update: Update, for node: Int) -> LayoutMessage? {
    guard isActive, generator.oneIn(3) else { return .update(update) }
    victims[node]?.hasGap = true
    return nil
  }

  // MARK: Requests

  /// Returns the requests that the daemon receives in place of one.
  mutating func tamper(_ request: Request) -> [Request] {
    switch fault {
    case .performedTwice: [request] + [twin(of: request)].compactMap(\.self)
    case .lostRelease: [withoutRelease(request)]
    case .lateMove, .repeatedMoves: [request] + repetitions(after: request)
    case .borrowedName: [inOtherName(request)]
    case .hiddenGap, .hiddenLoss, .forgedField, .changedField, .hiddenGapUnderOldHash,
      .earlyReplies, .droppedReplies, .droppedChange, .lostSnapshot, .keptEpoch, .onePrincipal,
      .lostWaits, .higherLimit, .forgottenDriver, .earlyUpdates, .earlyAnswers, .earlyJoin,
      .secondCommit, nil:
      [request]
    }
  }

  /// Returns the same operation as a request of another client.
  private mutating func twin(of request: Request) -> Request? {
    guard isActive, request.seq > 0, generator.oneIn(3) else { return nil }
    planted += 1
    swallowed.insert(Answer(client: request.client, seq: request.seq))
    var twin = request
    twin.client = ClientID(random: &generator)
    twin.seq = 1
    return twin
  }

  /// Replaces a release by a key without effect; repetitions of the request likewise.
  private mutating func withoutRelease(_ request: Request) -> Request {
    guard case .input(var input) = request.body, case .release = input.action else {
      return request
    }
    planted += 1
    input.action = .keys([Key(.escape)])
    var forged = request
    forged.body = .input(input)
    return forged
  }

  /// Replaces the viewer of an input by the one that changed control last.
  private mutating func inOtherName(_ request: Request) -> Request {
    if case .control(let control) = request.body { lastDriver = control.viewer }
    guard isActive, case .input(var input) = request.body, let lastDriver,
      input.viewer != lastDriver
    else { return request }
    if case .release = input.action { return request }
    planted += 1
    input.viewer = lastDriver
    var forged = request
    forged.body = .input(input)
    return forged
  }

  /// Returns moves that arrive after the release of their pan.
  private mutating func repetitions(after request: Request) -> [Request] {
    switch request.body {
    case .pan(let pan):
      moves[pan.viewer, default: []].append(request)
      return []
    case .input(let input):
      guard case .release = input.action, let viewer = input.viewer,
        var late = moves.removeValue(forKey: viewer), isActive
      else { return [] }
      planted += 1
      if fault == .lateMove { late = late.suffix(1).map(\.withNextGesture) }
      return late
    default: return []
    }
  }

  // MARK: The disk

  /// Returns a batch as it is written.
  mutating func tamper(_ batch: StoreBatch) -> StoreBatch {
    guard let fault, isActive, generator.oneIn(3) else { return batch }
    var forged = batch
    switch fault {
    case .droppedReplies: forged.replies = []
    case .droppedChange: _ = forged.changes.popLast()
    case .lostSnapshot: forged.snapshots = []
    case .hiddenGap, .hiddenLoss, .lostRelease, .lateMove, .repeatedMoves, .performedTwice,
      .forgedField, .changedField, .hiddenGapUnderOldHash, .earlyReplies, .keptEpoch, .onePrincipal,
      .lostWaits, .higherLimit, .forgottenDriver, .borrowedName, .earlyUpdates, .earlyAnswers,
      .earlyJoin, .secondCommit:
      break
    }
    if forged != batch { planted += 1 }
    return forged
  }

  /// Whether answers are sent before a commit that a crash prevents.
  mutating func letsRepliesGo() -> Bool {
    guard fault == .earlyReplies, isActive else { return false }
    planted += 1
    return true
  }

  /// Whether a commit counts as ended when it is handed out.
  mutating func endsCommitEarly() -> Bool {
    guard isActive, fault == .earlyUpdates || fault == .earlyAnswers else { return false }
    planted += 1
    return true
  }

  /// Whether a commit counts as ended when a request arrives.
  func endsCommit(at request: Request) -> Bool {
    guard isActive else { return false }
    if case .attach = request.body { return fault == .earlyJoin }
    return fault == .secondCommit && request.isOperation
  }

  /// Puts replies before updates.
  func reorder(_ actions: [DaemonAction]) -> [DaemonAction] {
    guard fault == .earlyAnswers else { return actions }
    return actions.filter(\.isReply) + actions.filter { !$0.isReply }
  }

  /// Returns the state that a daemon reads in place of the stored one.
  ///
  /// - Parameters:
  ///   - state: the stored state.
  ///   - epoch: the last daemon's epoch.
  /// - Returns: the state for the next daemon.
  mutating func tamper(_ state: StoredState, after epoch: UInt64) -> StoredState {
    guard isActive else { return state }
    var forged = state
    if fault == .keptEpoch { forged.epoch = epoch }
    if fault == .forgottenDriver {
      for index in forged.sessions.indices {
        guard var control = try? ControlState(decoding: forged.sessions[index].control) else {
          continue
        }
        control.driver = nil
        control.requests = []
        forged.sessions[index].control = control.encoded()
      }
    }
    if forged != state { planted += 1 }
    return forged
  }

  // MARK: Shares

  /// Returns a peer as the daemon sees it.
  mutating func disguise(_ peer: Peer) -> Peer {
    // A process may act in the name of its viewers alone.
    if fault == .borrowedName { return Peer(envelope: peer.envelope) }
    guard fault == .onePrincipal else { return peer }
    planted += 1
    return Peer(envelope: peer.envelope)
  }

  /// Raises a limit.
  mutating func tamper(_ settings: inout DaemonSettings) {
    guard fault == .higherLimit else { return }
    planted += 1
    settings.waits += 1
  }

  /// Whether a newcomer's answer is lost.
  mutating func withholds(_ reply: Reply) -> Bool {
    guard fault == .lostWaits, case .waited = reply.body else { return false }
    planted += 1
    return true
  }

  /// Whether an answer is lost.
  mutating func swallows(_ reply: Reply) -> Bool {
    guard let client = reply.client else { return false }
    return swallowed.remove(Answer(client: client, seq: reply.seq)) != nil
  }
}

extension DaemonAction {
  fileprivate var isReply: Bool { if case .reply = self { true } else { false } }
}

extension PlantedFault {
  /// Whether the fault concerns layout messages.
  fileprivate var isOfLayout: Bool {
    switch self {
    case .hiddenGap, .hiddenLoss, .forgedField, .changedField, .hiddenGapUnderOldHash: true
    case .performedTwice, .lostRelease, .lateMove, .repeatedMoves, .earlyReplies, .droppedReplies,
      .droppedChange, .lostSnapshot, .keptEpoch, .onePrincipal, .lostWaits, .higherLimit,
      .forgottenDriver, .borrowedName, .earlyUpdates, .earlyAnswers, .earlyJoin, .secondCommit:
      false
    }
  }
}

extension Request {
  /// The move as part of the viewer's next pan.
  fileprivate var withNextGesture: Request {
    guard case .pan(var move) = body else { return self }
    move.pan.gesture += 1
    var request = self
    request.body = .pan(move)
    return request
  }
}
