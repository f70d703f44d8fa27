import NavBase
import NavWire

/// Chooses the sizes of viewers' layouts: their own, or smaller ones shown in the middle of their terminals
/// (proto/README.md: Streams and topics; Limits).
extension Viewers {
  /// Returns the preferred size of a viewer's layout; never larger than its terminal.
  ///
  /// - Parameters:
  ///   - viewport: the size of its terminal.
  ///   - fit: which layouts it can show.
  ///   - viewer: its id, if it is in the session already.
  ///   - reference: the viewer whose size letterboxed viewers use.
  /// - Returns: the reference's size, clipped to the terminal, for a letterboxed viewer; else the terminal's size.
  static func preferredSize(
    of viewport: CellSize,
    _ fit: Request.Attach.Fit,
    viewer: UInt64?,
    reference: AttachedViewer?
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
  func reference(in session: UInt64) -> AttachedViewer? {
    let here = viewers(of: session)
    return here.filter { $0.fit != .letterbox }.min(by: AttachedViewer.wasFirst)
      ?? here.min(by: AttachedViewer.wasFirst)
  }

  /// Returns the preferred size for an attach request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - session: the session to join.
  ///   - known: the client's viewer as it is attached now, to this or to another session.
  /// - Returns: the size; never larger than the terminal.
  func preferredSize(
    for request: Request.Attach,
    in session: UInt64,
    known: AttachedViewer?
  ) -> CellSize {
    Self.preferredSize(
      of: request.viewport,
      request.fit,
      viewer: known?.session == session ? known?.id : nil,
      reference: request.fit == .letterbox ? reference(in: session) : nil
    )
  }

  /// Returns the viewers that would get another stream than the one they are in, by the stream that they are in.
  ///
  /// Leaves out viewers that were asked to move less than half a beat ago.
  func moves(
    in session: UInt64,
    _ streams: StreamTable,
    _ limits: ConfigurableLimits,
    at now: Duration
  ) -> [UInt64: [UInt64]] {
    let borrowing = borrowedSizeViewers(of: session)
    guard !borrowing.isEmpty else { return [:] }
    let reference = reference(in: session)
    let owners = streamOwners()
    var promised: Set<StreamKey> = []
    var moves: [UInt64: [UInt64]] = [:]
    for viewer in borrowing.sorted(by: AttachedViewer.wasFirst) {
      // A viewer that is still joining is asked when it has its snapshot.
      guard viewer.isFollowing, let current = streams[viewer.stream]?.viewport else { continue }
      let preferred = Self.preferredSize(
        of: viewer.viewport,
        viewer.fit,
        viewer: viewer.id,
        reference: reference
      )
      guard preferred != current else { continue }
      let wanted = StreamKey(viewer.view, preferred)
      let others = promised.subtracting([wanted]).count
      let mayMake = Self.mayMakeStream(
        for: viewer.owner.principal,
        ending: streams.streamEnding(without: viewer),
        owners,
        limits.credential
      )
      let size = streams.size(
        for: preferred,
        viewer.fit,
        in: viewer.view,
        leaving: viewer,
        promised: !mayMake ? .max : promised.contains(wanted) ? 0 : others,
        limits
      )
      guard let size, size != current else { continue }
      let key = StreamKey(viewer.view, size)
      if streams[key] == nil { promised.insert(key) }
      guard !viewer.wasAskedToMove(at: now) else { continue }
      moves[viewer.stream, default: []].append(viewer.id)
    }
    return moves
  }
}
