/// The viewers that have not attached since the daemon's next key was announced: they may not know it yet
/// (proto/README.md: A new key).
struct UnawareViewers: Sendable {
  private var ids: Set<UInt64>
  /// When they were asked last to attach again; nil for never.
  private var askedAt: Duration?

  init(_ ids: Set<UInt64> = []) {
    self.ids = ids
  }

  var isEmpty: Bool { ids.isEmpty }

  func contains(_ id: UInt64) -> Bool { ids.contains(id) }

  /// Notes that a viewer has attached, or has left.
  mutating func remove(_ id: UInt64) { ids.remove(id) }

  /// Notes that they are asked to attach again.
  ///
  /// - Returns: false if they were less than half a beat ago.
  mutating func ask(at now: Duration) -> Bool {
    if let askedAt, now - askedAt < DaemonTiming.beat / 2 { return false }
    askedAt = now
    return true
  }
}
