import NavGeometry
import NavSync
import NavWire

/// Which stream a viewer gets: that of its own size, or a smaller one in the middle of its terminal
/// (protocol.md: Streams and topics; Limits).
extension DaemonCore {
  /// What a viewer would like to be laid out for; never larger than its terminal.
  ///
  /// - Parameters:
  ///   - viewport: its terminal's size.
  ///   - fit: which layout it can show.
  ///   - viewer: who it is, where it is there already.
  ///   - reference: whose size letterboxed viewers take.
  /// - Returns: the size of that one, no larger than the terminal, or the terminal's.
  func wish(
    of viewport: CellSize,
    _ fit: Request.Attach.Fit,
    viewer: UInt64?,
    reference: Viewer?
  ) -> CellSize {
    guard fit == .letterbox, let reference, reference.id != viewer else { return viewport }
    // Of a terminal that shows one line there is nothing to be seen.
    let least = DaemonLimits.smallestReference
    return CellSize(
      columns: min(max(reference.viewport.columns, least.columns), viewport.columns),
      rows: min(max(reference.viewport.rows, least.rows), viewport.rows)
    )
  }

  /// Whose size letterboxed viewers take: who has been there longest of those that are not letterboxed, or of all
  /// where there is none.
  ///
  /// O(viewers of the session).
  func reference(in session: UInt64) -> Viewer? {
    let here = (sessions[session]?.viewers ?? []).compactMap { viewers[$0] }
    return here.filter { $0.fit != .letterbox }.min(by: Viewer.wasFirst)
      ?? here.min(by: Viewer.wasFirst)
  }

  /// The size of the stream that a wish gets.
  ///
  /// - Parameters:
  ///   - wish: the size that is wanted.
  ///   - fit: whether another one can be shown.
  ///   - session: where.
  ///   - viewer: the present place of who wishes, which is free for it where nobody else is in it.
  ///   - promised: how many further sizes others are going to take.
  /// - Returns: the wish where there is such a stream or room for it, else the nearest smaller one that is there; nil
  ///   where there is none.
  func place(
    of wish: CellSize,
    _ fit: Request.Attach.Fit,
    in session: UInt64,
    leaving viewer: Viewer?,
    promised: Int = 0
  ) -> CellSize? {
    guard let hosted = sessions[session], hosted.streams[wish] == nil else { return wish }
    let own = viewer.flatMap { streams[$0.stream] }.flatMap { $0.viewers == 1 ? $0.id : nil }
    let taken = streams.values.filter { $0.isTaken && $0.id != own }
    let here = taken.count { $0.session == session }
    let room = min(limits.streamsPerSession - here, limits.streams - taken.count)
    if room > promised { return wish }
    guard fit != .exact else { return nil }
    return hosted.streams.values.compactMap { streams[$0] }.filter { $0.isTaken || $0.id == own }
      .map(\.viewport)
      .filter { $0.columns <= wish.columns && $0.rows <= wish.rows }
      .max { ($0.columns * $0.rows, $0.columns) < ($1.columns * $1.rows, $1.columns) }
  }

  /// Tells viewers that another stream is for by now to attach again.
  mutating func tellMoves(at now: Duration) {
    let due = movesDue
    movesDue = []
    for session in due.sorted() {
      for (stream, moves) in moves(in: session, at: now).sorted(by: { $0.key < $1.key }) {
        guard let stream = streams[stream], stream.isSubscribed, !stream.isStale else { continue }
        var beat = stream.publisher.beat
        beat.moves = Array(moves.prefix(DaemonLimits.movesPerBeat))
        for viewer in beat.moves { viewers[viewer]?.toldToMoveAt = now }
        streams[stream.id]?.lastPublished = now
        actions.append(.publish(topic: stream.topic, LayoutMessage.beat(beat).encoded()))
      }
    }
  }

  /// Who is in another stream than the one it would get now, by the stream that it is in.
  ///
  /// Who was told a moment ago is on its way.
  private func moves(in session: UInt64, at now: Duration) -> [UInt64: [UInt64]] {
    guard let fitted = sessions[session]?.fitted, !fitted.isEmpty else { return [:] }
    let reference = reference(in: session)
    var promised: Set<CellSize> = []
    var moves: [UInt64: [UInt64]] = [:]
    for viewer in fitted.compactMap({ viewers[$0] }).sorted(by: Viewer.wasFirst) {
      // Who is on its way hears of it when it has arrived.
      guard viewer.token == nil, let current = streams[viewer.stream]?.viewport else { continue }
      let wish = wish(of: viewer.viewport, viewer.fit, viewer: viewer.id, reference: reference)
      guard wish != current else { continue }
      let others = promised.subtracting([wish]).count
      let place = place(
        of: wish,
        viewer.fit,
        in: session,
        leaving: viewer,
        promised: promised.contains(wish) ? 0 : others
      )
      guard let place, place != current else { continue }
      if sessions[session]?.streams[place] == nil { promised.insert(place) }
      if let told = viewer.toldToMoveAt, now - told < DaemonTiming.beat / 2 { continue }
      moves[viewer.stream, default: []].append(viewer.id)
    }
    return moves
  }
}

extension Stream {
  /// Whether it can't make room for another size.
  var isTaken: Bool { isSubscribed || viewers > 0 }
}

extension Viewer {
  /// Whether one was there before the other.
  static func wasFirst(_ one: Viewer, _ other: Viewer) -> Bool {
    (one.attachedAt, one.id) < (other.attachedAt, other.id)
  }
}
