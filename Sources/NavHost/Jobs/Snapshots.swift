import NavBase
import NavWire

/// The layouts and texts that a worker makes, one at a time; principals take turns by what theirs cost.
struct Snapshots: Sendable {
  private var waiting = FairQueue<SnapshotRequest>()
  /// The one that is being laid out.
  private var running: SnapshotRequest?

  /// Lets a request wait for its turn; one that is sent again takes the place of the first.
  ///
  /// At the limit, `DaemonLimits.waitingSnapshots`, the newest one of the principal with the most gives way.
  ///
  /// - Returns: the request that is refused, if any.
  mutating func add(_ request: SnapshotRequest) -> SnapshotRequest? {
    let principal = request.pending.principal
    func isRepeated(_ earlier: SnapshotRequest) -> Bool {
      earlier.pending.isRepeated(by: request.pending)
    }
    if let running, isRepeated(running) {
      self.running = request
      return nil
    }
    if waiting.repeatTask(request, of: principal, where: isRepeated) { return nil }
    var refused: SnapshotRequest?
    if waiting.count >= DaemonLimits.waitingSnapshots {
      guard let given = waiting.makeRoom(for: principal) else { return request }
      refused = given
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
  /// - Returns: its request, as it was sent last.
  @discardableResult
  mutating func end(cost: Duration?) -> SnapshotRequest? {
    defer { running = nil }
    waiting.finish(cost)
    return running
  }
}

/// A request that needs a layout or the text of a session, and what it asks.
struct SnapshotRequest: Sendable {
  let pending: PendingRequest
  let session: UInt64
  let viewport: CellSize
  var question = SnapshotQuery.Question.scene

  var key: StreamKey { StreamKey(session, viewport) }

  /// Whether a condition is waited for, which may be looked at again.
  var isWait: Bool { pending.request.body.kind == .wait }
}
