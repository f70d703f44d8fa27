package import NavBase
package import NavEngine
import NavScene
import NavWire

/// A live session: its model, and the work on it that is in progress.
package struct HostedSession: Sendable {
  package let id: UInt64
  /// The epoch of its container ids and sequence numbers.
  package let epoch: UInt64
  private(set) var name: SessionName
  /// The content that the next reload reads.
  var content: ContentSpec
  package private(set) var control: Control
  /// The session that this one is a private view of, which is not stored; nil for a session of its own.
  let origin: PrivateView?
  /// The timer and the questions of its talk; its version does not rise with them, because only a speaker sees them.
  var talk: Talk
  /// The content of a speaker's view; nil for any other session.
  var speaker: SpeakerView?
  package internal(set) var model: Session
  /// The newest sequence number of any of its streams.
  private(set) var seq: UInt64 = 0
  /// The operation that waits for a page, and the inputs behind it.
  package internal(set) var inputs = InputQueue()
  /// The part of its content that has been missing since the daemon started; nil for none.
  package internal(set) var missing: MissingContent?
  var reload = ReloadState()
  /// The place before the content last changed; nil for none.
  var earlierPlace: EarlierPlace?
  var preview = PreviewState()
  /// The place that the store has.
  private(set) var stored = StoredNavigation()
  /// The faults of its content (`SessionContent.faults`), and of its open pages, at most `mostFaults` of each.
  private var contentFaults: [String]
  /// The theme that its content asks for.
  private var theme: BuiltInTheme
  private var openedFaults: [String]
  /// `SessionContent.memorySize`, which is found out once.
  private(set) var contentSize: Int
  private(set) var pan = PanHold()
  var pointers = Pointers()
  /// The journal of its changes; nil for a private view, and if none is kept.
  var journal: SessionJournal?
  /// When it does not count as recorded any more; nil while nobody records it.
  var recordedUntil: Duration?
  /// The place that a rewound private view shows; nil for any other session.
  var past: PastPlace?
  /// The facts that the streams of a private view show; nil before they show any.
  private var shownFacts: SessionFacts?

  init(
    _ identity: SessionIdentity,
    origin: PrivateView? = nil,
    speaker: SpeakerView? = nil,
    model: Session
  ) {
    id = identity.id
    epoch = identity.epoch
    name = identity.name
    content = identity.content
    control = identity.control
    talk = identity.talk
    self.origin = origin
    self.speaker = speaker
    self.model = model
    (contentFaults, openedFaults) = Self.faults(of: model)
    theme = model.content.theme
    contentSize = model.content.memorySize
  }

  /// Creates a session that was restored.
  ///
  /// - Parameters:
  ///   - restoration: the session as it was stored.
  ///   - model: the session at its place, or with a notice.
  ///   - missing: the part of its content that could not be read.
  init(_ restoration: Restoration, model: Session, missing: MissingContent?) {
    self.init(restoration.identity, model: model)
    self.missing = missing
    stored = StoredNavigation(restoration.place, version: restoration.version)
  }

  var head: SessionHead {
    SessionIdentity(
      id: id,
      epoch: epoch,
      name: name,
      content: content,
      control: control,
      talk: talk
    ).head
  }
  /// When a private view ends if its owner does not move it; nil for a session.
  var privateDeadline: Duration? {
    origin?.owner == nil ? nil : control.movedAt + DaemonTiming.privateView
  }

  /// Whether its state may change as time passes.
  var isBusy: Bool {
    inputs.isReading || missing != nil || reload.ready != nil || earlierPlace != nil
      || preview.isUnderWay || model.panOwner != nil || control.isTimed || !pointers.isEmpty
      || recordedUntil != nil
  }

  /// Whether an operation or a pan is in progress, which replacing its content would break.
  var isHeld: Bool { inputs.isReading || model.panOwner != nil }

  // MARK: Changes

  mutating func rename(to name: SessionName) {
    self.name = name
    model.countOperation()
  }

  /// Changes who may move it; a change that others see counts as an operation.
  ///
  /// - Returns: whether others see a change.
  mutating func changeControl(_ change: (inout Control) -> Void) -> Bool {
    let before = control.state
    change(&control)
    guard control.state != before else { return false }
    model.countOperation()
    return true
  }

  /// Notes that its driver has moved it.
  mutating func noteMove(at now: Duration) {
    control.noteMove(at: now)
  }

  /// Lists its directories in another order from now on.
  mutating func setOrder(_ order: TreeOrder) {
    content = content.ordered(order)
    model.show(in: order)
  }

  /// Shows a document as its text, or as a document again, from the next reload on.
  mutating func show(_ content: ContentSpec) {
    self.content = content
    model.awaitsOtherForm = true
    earlierPlace = nil
  }

  /// Returns the number of its next update.
  mutating func nextSeq() -> UInt64 {
    seq += 1
    return seq
  }

  /// Takes over the counters that have risen meanwhile in the stored state, which this draft replaces.
  mutating func goOn(after stored: HostedSession) {
    seq = max(seq, stored.seq)
    if let end = recordedUntil { recordedUntil = max(end, stored.recordedUntil ?? end) }
  }

  /// Replaces the model by the copy on which an operation was carried out.
  ///
  /// - Parameters:
  ///   - result: the copy.
  ///   - operation: the finished operation.
  /// - Returns: the new version, and the faults that are new.
  mutating func adopt(
    _ result: Session,
    of operation: SessionOperation
  ) -> (version: UInt64, faults: [String]) {
    var result = result
    // Another view may have chosen an order while this operation waited for a page.
    if operation.chosenOrder == nil, let order = model.treeOrder { result.show(in: order) }
    result.catchUp(with: model)
    model = result
    earlierPlace = nil
    endMarkOfOtherPage()
    guard operation.hasRead || !openedFaults.isEmpty else { return (model.version, []) }
    let known = Set(faults)
    openedFaults = Array(model.openedFaults.prefix(Self.mostFaults))
    return (model.version, openedFaults.filter { !known.contains($0) })
  }

  /// Replaces the model by one with other content.
  ///
  /// - Returns: the faults that are new.
  mutating func replaceModel(by model: Session, at now: Duration) -> [String] {
    var model = model
    model.keepPreview(of: self.model, at: now)
    let known = Set(faults)
    show(model)
    return faults.filter { !known.contains($0) }
  }

  /// Replaces the model of a private view by one at a past place, perhaps in other content.
  mutating func rewind(to past: Session) {
    var past = past
    past.countOperations(upTo: model.version + 1)
    earlierPlace = nil
    show(past)
  }

  private mutating func show(_ model: Session) {
    self.model = model
    endMarkOfOtherPage()
    (contentFaults, openedFaults) = Self.faults(of: model)
    theme = model.content.theme
    contentSize = model.content.memorySize
  }

  /// Notes the facts that its streams are about to show.
  ///
  /// - Returns: whether they have changed.
  mutating func noteFacts(_ facts: SessionFacts) -> Bool {
    guard shownFacts != facts else { return false }
    shownFacts = facts
    return true
  }

  // MARK: Pans

  /// Moves a pan.
  ///
  /// - Returns: nil if the move is ignored, else whether it begins a pan: that may stop a motion, and so change where
  ///   it comes to rest.
  mutating func movePan(
    _ pan: Pan,
    by owner: UInt64,
    seenBy view: SessionView,
    at now: Duration
  ) -> Bool? {
    guard !inputs.isReading else { return nil }
    let before = model.pan
    guard model.move(pan, by: owner, seenBy: view, at: now) else { return nil }
    self.pan = PanHold(movedAt: now, viewport: view.viewport)
    if control.policy != .open { noteMove(at: now) }
    return model.pan?.isSame(as: before) != true
  }

  // MARK: Pointers

  /// Ends the mark if another page is in front by now.
  mutating func endMarkOfOtherPage() {
    if pointers.mark != nil { pointers.endMark(unlessInFront: model.frontPage) }
  }

  // MARK: Storage

  /// The place to restore after a restart: the current one, or the stored one for content that could not be read.
  package var stateToKeep: NavigationState {
    switch missing?.extent {
    case nil: model.navigationState(in: content)
    case .all(let place): place
    case .pages(let place, let pages): model.navigationState(in: content).keeping(place, at: pages)
    }
  }

  /// Returns the record by which the store gets its place; nil if the store has it.
  mutating func recordNavigation() -> StoredNavigation.Record? {
    stored.record(stateToKeep, of: id, version: model.version)
  }

  /// Returns its place as a snapshot for the store.
  mutating func snapshotNavigation() -> NavigationRecord {
    stored.snapshot(stateToKeep, of: id, version: model.version)
  }

  // MARK: Content

  /// The most faults reported for the content of one session, and for its open pages.
  private static let mostFaults = 20

  /// The faults of what it shows, one sanitised line each, those of open pages first.
  var faults: [String] { openedFaults + contentFaults }

  private static func faults(of model: Session) -> (content: [String], opened: [String]) {
    (
      Array(model.content.faults.prefix(mostFaults)),
      Array(model.openedFaults.prefix(mostFaults))
    )
  }

  /// The memory that its content and its open pages take, in bytes; O(open pages).
  var memorySize: Int {
    // A private view shares the content of its session.
    let content = origin == nil ? contentSize + model.documentsSize : 0
    return content + model.openedSize + (earlierPlace?.size ?? 0) + (journal?.memorySize ?? 0)
  }

  /// Returns facts together with those that the session knows.
  func complete(_ facts: SessionFacts) -> SessionFacts {
    var facts = facts
    facts.name = name.description
    facts.stale = notice
    facts.isFault = !facts.stale.isEmpty && reload.stale.isEmpty
    facts.theme = model.theme ?? theme
    facts.isBlank = model.isBlank
    facts.control = control.facts
    facts.pointing = pointers.pointing
    facts.searching = inputs.progress
    facts.isRecorded = recordedUntil != nil
    return facts
  }

  /// A notice for status lines: why its content is out of date, or the first fault and the count of the others; empty
  /// without either.
  var notice: String {
    guard reload.stale.isEmpty else { return reload.stale }
    guard let first = openedFaults.first ?? contentFaults.first else { return "" }
    let count = openedFaults.count + contentFaults.count
    let more = count > 1 ? " (and \(count - 1) more)" : ""
    return sanitized(first).truncated(toColumns: ReloadState.reasonColumns) + more
  }
}

/// The identity of a session: ids, name, content and control, which the store keeps beside the place.
struct SessionIdentity: Sendable {
  let id: UInt64
  /// The epoch of its container ids and sequence numbers.
  let epoch: UInt64
  var name: SessionName
  var content: ContentSpec
  var control: Control
  var talk = Talk()

  var head: SessionHead {
    SessionHead(
      id: id,
      name: name.description,
      content: content.encoded(),
      control: control.state.encoded(),
      talk: talk.state.encoded()
    )
  }
}

/// A place in an earlier version of content, to which a session returns: the version after it may be half of a change, such
/// as a file that is being written, or lack a page that may be put back.
final class EarlierPlace: Sendable {
  /// The session with the earlier version.
  let session: Session
  /// The memory that it takes, in bytes.
  let size: Int
  /// When it is not needed any more.
  let end: Duration
  /// When it was first replaced by one in content that lacks its page; nil if it is not lost.
  private let lostAt: Duration?
  /// The place that replaced it.
  private let present: NavigationState

  /// The time without a change after which content is taken to be whole.
  private static let stillness = Duration.seconds(5)
  /// The longest time for which a lost place is kept.
  private static let lifetime = Duration.seconds(60)

  /// - Parameters:
  ///   - session: the session with the earlier version.
  ///   - model: the session with the next version.
  ///   - now: the time of the turn.
  convenience init(in session: Session, until model: Session, at now: Duration) {
    let size = session.content.memorySize + session.openedSize
    self.init(session, size, lostAt: model.hasLostPlace ? now : nil, model.navigationState, now)
  }

  private init(
    _ session: Session,
    _ size: Int,
    lostAt: Duration?,
    _ present: NavigationState,
    _ now: Duration
  ) {
    self.session = session
    self.size = size
    self.lostAt = lostAt
    self.present = present
    end = max(now + Self.stillness, lostAt.map { $0 + Self.lifetime } ?? .zero)
  }

  /// Returns it after another version.
  func kept(until model: Session, isLost: Bool = false, at now: Duration) -> EarlierPlace {
    EarlierPlace(session, size, lostAt: isLost ? lostAt ?? now : nil, model.navigationState, now)
  }

  /// Returns whether a session may return to it: nothing has moved the session since.
  func isValid(for model: Session, at now: Duration) -> Bool {
    model.version == session.version && now < end && model.navigationState == present
  }

  /// The pages that have to be read to return to it.
  var pages: [PageRequest] { session.pagesToReload(seenIn: []) }
}

/// When a pan of a session moved last, and the viewport of its viewer.
struct PanHold: Sendable {
  var movedAt = Duration.zero
  var viewport = CellSize.standardTerminal

  /// When the pan is released if it does not move.
  var deadline: Duration { movedAt + DaemonTiming.pan }
}
