import NavBase
import NavEngine
import NavScene
import NavWire

/// All streams, by id and by what is laid out.
package struct StreamTable: Sendable {
  private var streams: [UInt64: Box<Stream>] = [:]
  private var ids: [StreamKey: UInt64] = [:]
  /// The streams of each session, ascending.
  private var idsBySession: [UInt64: [UInt64]] = [:]
  /// Streams to which several viewers returned at once.
  private var keyframesDue: Set<UInt64> = []
  /// Streams whose new subscribers wait for a beat.
  private var beatsRequested: Set<UInt64> = []
  /// Streams that have not shown the newest state of their sessions.
  private var behind = StreamsBehind()
  /// Sessions that were published, and for which what may be shown next is not laid out yet.
  private var published: Set<UInt64> = []
  /// When to lay that out; nil for nothing.
  private(set) var lookAheadAt: Duration?
  /// When streams without updates send their next beats.
  private(set) var nextBeat: Duration
  private(set) var counts = SceneCounts()

  init(startedAt now: Duration) {
    nextBeat = now + DaemonTiming.beat
  }

  // MARK: Reading

  package var count: Int { streams.count }

  /// All streams.
  // A key path would name the setter, which other files do not see: programs that are not optimised are not linked then.
  package var values: some Collection<Stream> { streams.values.lazy.map { $0.value } }

  package subscript(id: UInt64) -> Stream? { streams[id]?.value }

  /// Reads a stream where it is: a copy would take a reference to each of its parts.
  ///
  /// - Returns: the result of `body`; nil if there is no such stream.
  func read<Result>(_ id: UInt64, _ body: (Stream) -> Result) -> Result? {
    streams[id].map { body($0.value) }
  }

  func contains(_ id: UInt64) -> Bool { streams.keys.contains(id) }

  subscript(key: StreamKey) -> Stream? { ids[key].flatMap { self[$0] } }

  /// Returns the streams of a session, ascending by id.
  func ids(of session: UInt64) -> [UInt64] { idsBySession[session] ?? [] }

  func streams(of session: UInt64) -> [Stream] { ids(of: session).compactMap { self[$0] } }

  /// Returns the viewports of a session's streams that have subscribers, ascending by the ids of these.
  func liveViewports(of session: UInt64) -> [CellSize] {
    ids(of: session).compactMap { id in
      read(id) { $0.isSubscribed ? $0.viewport : nil } ?? nil
    }
  }

  /// Returns when all motions of a session end, as its live streams show them.
  func restsAt(_ session: UInt64) -> Duration {
    ids(of: session).compactMap { id in
      read(id) { $0.isSubscribed ? $0.publisher.restsAt : nil } ?? nil
    }.max() ?? .zero
  }

  /// Returns the numbers of streams, by the forms that somebody subscribes to.
  ///
  /// O(streams).
  func countByForms() -> [StreamForms: Int] {
    values.reduce(into: [:]) { $0[$1.forms, default: 0] += 1 }
  }

  // MARK: Limits

  /// Whether a session may have another stream.
  func hasRoom(in session: UInt64, _ limits: ConfigurableLimits) -> Bool {
    ids(of: session).count < limits.streamsPerSession && count < limits.streams
  }

  /// Returns the size of the stream that a viewer with a preferred size gets.
  ///
  /// - Parameters:
  ///   - preferred: the preferred size.
  ///   - fit: whether the viewer can show another size.
  ///   - session: the session.
  ///   - viewer: the viewer as it is attached now; its stream counts as free if no other viewer is in it.
  ///   - promised: how many further streams other viewers are about to use.
  ///   - limits: how many streams there may be.
  /// - Returns: the preferred size if such a stream exists or can be created, else the largest smaller one that exists;
  ///   nil if there is none, or if only the exact size will do.
  func size(
    for preferred: CellSize,
    _ fit: Request.Attach.Fit,
    in session: UInt64,
    leaving viewer: AttachedViewer?,
    promised: Int = 0,
    _ limits: ConfigurableLimits
  ) -> CellSize? {
    let isLaidOut = [false, true].contains {
      ids[StreamKey(session, preferred, showsPictures: $0)] != nil
    }
    guard !isLaidOut else { return preferred }
    let own = viewer.flatMap { streamEnding(without: $0) }
    let taken = streams.values.filter { $0.value.isTaken && $0.value.id != own }
    let here = taken.count { $0.value.session == session }
    let free = min(limits.streamsPerSession - here, limits.streams - taken.count)
    if free > promised { return preferred }
    guard fit != .exact else { return nil }
    return streams(of: session).filter { $0.isTaken || $0.id == own }
      .map(\.viewport)
      .filter { $0.columns <= preferred.columns && $0.rows <= preferred.rows }
      .max { ($0.columns * $0.rows, $0.columns) < ($1.columns * $1.rows, $1.columns) }
  }

  /// Returns the stream of a viewer if it has no other viewers; nil if it has.
  func streamEnding(without viewer: AttachedViewer) -> UInt64? {
    read(viewer.stream) { $0.viewers == 1 ? $0.id : nil } ?? nil
  }

  // MARK: Beginnings and ends

  mutating func add(_ stream: Stream) {
    streams[stream.id] = Box(stream)
    if stream.beatDueAt != nil { beatsRequested.insert(stream.id) }
    ids[stream.key] = stream.id
    var others = ids(of: stream.session)
    others.insert(stream.id, at: others.firstIndex { $0 > stream.id } ?? others.endIndex)
    idsBySession[stream.session] = others
  }

  mutating func remove(_ id: UInt64) {
    guard let stream = streams.removeValue(forKey: id)?.value else { return }
    ids[stream.key] = nil
    behind.remove(id)
    beatsRequested.remove(id)
    idsBySession[stream.session]?.removeAll { $0 == id }
    if idsBySession[stream.session]?.isEmpty == true { idsBySession[stream.session] = nil }
  }

  /// Removes the streams of a session that has ended.
  ///
  /// - Returns: the streams.
  mutating func removeAll(of session: UInt64) -> [Stream] {
    let ended = streams(of: session)
    for stream in ended { remove(stream.id) }
    return ended
  }

  /// Removes streams without subscribers and viewers before they expire, to make room for others.
  ///
  /// A terminal that is being resized leaves one behind for every size.
  mutating func removeUnused() {
    for stream in values where !stream.isTaken { remove(stream.id) }
  }

  mutating func removeExpired(at now: Duration) {
    for stream in values where stream.isExpired(at: now) { remove(stream.id) }
  }

  // MARK: Changes

  /// Changes a stream in place.
  ///
  /// - Returns: the result of `change`; nil if there is no such stream.
  @discardableResult
  mutating func update<Result>(_ id: UInt64, _ change: (inout Stream) -> Result) -> Result? {
    func update(_ stream: inout Stream) -> (result: Result, isDue: Bool) {
      (change(&stream), stream.beatDueAt != nil)
    }
    guard let (result, isDue) = streams.update(id, update) else { return nil }
    if isDue { beatsRequested.insert(id) } else { beatsRequested.remove(id) }
    return result
  }

  /// Notes that a viewer attaches to the stream again that it follows.
  ///
  /// - Parameters:
  ///   - viewer: the viewer.
  ///   - id: its stream.
  ///   - isAsked: whether it was asked to, so that it need not have missed anything.
  ///   - now: the time of the turn.
  mutating func noteReturn(of viewer: UInt64, to id: UInt64, isAsked: Bool, at now: Duration) {
    if !isAsked { counts.resyncs += 1 }
    if update(id, { $0.noteReturn(of: viewer, at: now) }) == true { keyframesDue.insert(id) }
  }

  /// Notes that a session has changed: its streams are behind.
  mutating func noteChange(of session: UInt64, at now: Duration) {
    published.insert(session)
    lookAheadAt = lookAheadAt ?? now + DaemonTiming.lookAhead
    for id in ids(of: session) { behind.noteChange(of: id) }
  }

  /// Whether streams are behind their sessions.
  var hasDue: Bool { !behind.isEmpty }

  /// Whether a subscribed stream of a session is behind it.
  package func isBehind(_ session: UInt64) -> Bool {
    !behind.isIdle
      && ids(of: session).contains { behind.contains($0) && self[$0]?.isSubscribed == true }
  }

  /// Holds a stream that was taken from those that are behind, until something is wrapped or it changes.
  mutating func hold(_ id: UInt64) { behind.hold(id) }

  /// Makes the streams due that are held, after texts were wrapped for a session and a size.
  mutating func releaseHeld(for key: StreamKey) { behind.release(ids[key]) }

  /// Whether the texts of a stream that is due have just been wrapped; asked once.
  mutating func takeReady(_ id: UInt64) -> Bool { behind.takeReady(id) }

  /// Removes and returns the streams that are to be updated in this turn, in this order.
  mutating func takeDue() -> [UInt64] {
    behind.takeDue { id in
      guard let stream = streams[id] else { return nil }
      return stream.value.isSubscribed ? .layout(in: stream.value.viewport) : .zero
    }
  }

  /// Lets the streams of a session continue with other content.
  mutating func use(_ model: inout Session, of session: UInt64, at now: Duration) {
    for id in ids(of: session) {
      guard let viewport = read(id, { $0.viewport }) else { continue }
      let view = model.view(in: viewport, at: now)
      update(id) { $0.use(view) }
    }
  }

  // MARK: Messages

  /// Returns the keyframes that are due, ascending by the ids of their streams.
  mutating func takeKeyframes(at now: Duration) -> [Publication] {
    defer { keyframesDue = [] }
    return keyframesDue.sorted().compactMap { id in
      let keyframe = update(id) { $0.keyframe(at: now) } ?? nil
      if keyframe != nil { counts.keyframes += 1 }
      return keyframe
    }
  }

  /// Returns a snapshot of a stream's present state, for one viewer; nil if there is no such stream.
  mutating func snapshot(of id: UInt64, at now: Duration) -> Snapshot? {
    guard let snapshot = update(id, { $0.snapshot(at: now) }) else { return nil }
    counts.snapshots += 1
    return snapshot
  }

  /// Whether the beats are due; then they are due again after `DaemonTiming.beat`.
  mutating func takeBeat(at now: Duration) -> Bool {
    guard now >= nextBeat else { return false }
    nextBeat = now + DaemonTiming.beat
    return true
  }

  /// Returns the beats that are due, ascending by the ids of their streams.
  ///
  /// - Parameters:
  ///   - isPeriodic: whether it is time for those of silent streams; else new subscribers alone get them.
  ///   - now: the time of the turn.
  /// - Returns: the beats.
  mutating func beats(isPeriodic: Bool, at now: Duration) -> [Publication] {
    guard isPeriodic || nextRequestedBeat.map({ $0 <= now }) ?? false else { return [] }
    return streams.keys.sorted().compactMap { id in
      update(id) { $0.beatIfDue(isPeriodic: isPeriodic, at: now) } ?? nil
    }
  }

  /// When the next beat for new subscribers is due.
  var nextRequestedBeat: Duration? {
    beatsRequested.lazy.compactMap { id in read(id) { $0.beatDueAt } ?? nil }.min()
  }

  /// Returns a Bye for all subscribers.
  func byes(_ bye: Bye) -> [Publication] {
    values.filter(\.isSubscribed).map { $0.publication(.bye(bye)) }
  }

  /// Removes and returns a session that was published, if it is time to look ahead; one at a time, so that inputs never
  /// wait for several.
  mutating func takePublished(at now: Duration) -> UInt64? {
    guard let due = lookAheadAt, due <= now else { return nil }
    // The lowest, so that a run is reproducible.
    let session = published.min()
    if let session { published.remove(session) }
    if published.isEmpty { lookAheadAt = nil }
    return session
  }
}
