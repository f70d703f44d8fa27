import NavGeometry
import NavSync
import NavWire

/// Chooses a viewer's stream: one of the viewer's own size, or a smaller one shown in the middle of its terminal
/// (proto/README.md: Streams and topics; Limits).
extension DaemonCore {
  /// Returns the preferred size of a viewer's layout; never larger than its terminal.
  ///
  /// - Parameters:
  ///   - viewport: the size of its terminal.
  ///   - fit: which layouts it can show.
  ///   - viewer: its id, if it is in the session already.
  ///   - reference: the viewer whose size letterboxed viewers use.
  /// - Returns: the reference's size, clipped to the terminal, for a letterboxed viewer; else the terminal's size.
  func wish(
    of viewport: CellSize,
    _ fit: Request.Attach.Fit,
    viewer: UInt64?,
    reference: Viewer?
  ) -> CellSize {
    guard fit == .letterbox, let reference, reference.id != viewer else { return viewport }
    // A smaller terminal shows one line only, and is no useful reference.
    let least = DaemonLimits.smallestReference
    return CellSize(
      columns: min(max(reference.viewport.columns, least.columns), viewport.columns),
      rows: min(max(reference.viewport.rows, least.rows), viewport.rows)
    )
  }

  /// Returns the viewer whose size letterboxed viewers use: the first attached viewer that is not letterboxed, or the
  /// first of all if every viewer is letterboxed.
  ///
  /// O(viewers of the session).
  func reference(in session: UInt64) -> Viewer? {
    let here = (sessions[session]?.viewers ?? []).compactMap { viewers[$0] }
    return here.filter { $0.fit != .letterbox }.min(by: Viewer.wasFirst)
      ?? here.min(by: Viewer.wasFirst)
  }

  /// Returns the size of the stream that a viewer with a preferred size gets.
  ///
  /// - Parameters:
  ///   - wish: the preferred size.
  ///   - fit: whether the viewer can show another size.
  ///   - session: the session.
  ///   - viewer: the viewer as it is attached now; its stream counts as free if no other viewer is in it.
  ///   - promised: how many further streams other viewers are about to use.
  /// - Returns: the preferred size if such a stream exists or can be created, else the largest smaller one that exists;
  ///   nil if there is none, or if only the exact size will do.
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

  /// Asks viewers that belong in another stream by now to attach again.
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

  /// Returns the viewers that would get another stream than the one they are in, by the stream that they are in.
  ///
  /// Leaves out viewers that were asked to move less than half a beat ago.
  private func moves(in session: UInt64, at now: Duration) -> [UInt64: [UInt64]] {
    guard let fitted = sessions[session]?.fitted, !fitted.isEmpty else { return [:] }
    let reference = reference(in: session)
    var promised: Set<CellSize> = []
    var moves: [UInt64: [UInt64]] = [:]
    for viewer in fitted.compactMap({ viewers[$0] }).sorted(by: Viewer.wasFirst) {
      // A viewer that is still joining is asked when it has its snapshot.
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
  /// Whether it is in use and can't be replaced by a stream of another size.
  var isTaken: Bool { isSubscribed || viewers > 0 }
}

extension Viewer {
  /// Whether one viewer attached before the other.
  static func wasFirst(_ one: Viewer, _ other: Viewer) -> Bool {
    (one.attachedAt, one.id) < (other.attachedAt, other.id)
  }
}
