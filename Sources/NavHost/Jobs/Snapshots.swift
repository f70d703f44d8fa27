import NavBase

/// The snapshots that a worker lays out, one at a time; principals take turns by what theirs cost.
struct Snapshots: Sendable {
  private var waiting = FairQueue<SnapshotRequest>()
  /// The one that is being laid out.
  private var running: SnapshotRequest?

  /// Lets a request wait for its turn.
  ///
  /// At the limit, `DaemonLimits.waitingSnapshots`, the newest one of the principal with the most gives way.
  ///
  /// - Returns: the request that is refused, if any.
  mutating func add(_ request: SnapshotRequest) -> PendingRequest? {
    let principal = request.pending.principal
    var refused: PendingRequest?
    if waiting.count >= DaemonLimits.waitingSnapshots {
      guard let given = waiting.makeRoom(for: principal) else { return request.pending }
      refused = given.pending
    }
    waiting.enqueue(request, of: principal, estimate: .layout(in: request.viewport))
    return refused
  }

  /// Takes the next request for the worker, if that has nothing to do.
  mutating func begin() -> SnapshotRequest? {
    guard running == nil else { return nil }
    running = waiting.next()
    return running
  }

  /// Ends what the worker has done.
  ///
  /// - Parameter cost: the processor time that it has taken; nil if it was not measured.
  mutating func end(cost: Duration?) {
    running = nil
    waiting.finish(cost)
  }
}

/// A request for a snapshot, and what is to be laid out for it.
struct SnapshotRequest: Sendable {
  let pending: PendingRequest
  let session: UInt64
  let viewport: CellSize
  /// A command to try first.
  var command: SessionCommand?
}
