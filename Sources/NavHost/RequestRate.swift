/// How often each connection asks, and whether it may (protocol.md: Limits).
///
/// Of a connection one moment is kept: when all that it asked would have been asked at the permitted rate. It may be
/// ahead of that by a burst. The moment is forgotten some time after it has passed, which changes nothing.
struct RequestRate: Sendable {
  private let interval: Duration
  /// How far ahead a connection may be when it asks.
  private let ahead: Duration
  private let lifetime: Duration

  /// Connections that asked since `begunAt`, and those that asked in the time before.
  private var recent: [[UInt8]: Duration] = [:]
  private var earlier: [[UInt8]: Duration] = [:]
  private var begunAt = Duration.zero

  init(_ limits: ConfigurableLimits = ConfigurableLimits()) {
    interval = Duration.seconds(1) / limits.requestsPerSecond
    ahead = interval * (limits.requestBurst - 1)
    lifetime = interval * limits.requestBurst
  }

  /// How many connections are remembered, at most twice `DaemonLimits.countedConnections`.
  var count: Int { recent.count + earlier.count }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - connection: its routing id.
  ///   - now: the time of the turn.
  /// - Returns: nil for one that is admitted, else how long its sender has to wait; it is not counted then.
  mutating func admit(_ connection: [UInt8], at now: Duration) -> Duration? {
    forget(at: now)
    let moment = max(now, recent[connection] ?? earlier[connection] ?? now)
    guard moment - now <= ahead else { return moment - now - ahead }
    recent[connection] = moment + interval
    return nil
  }

  private mutating func forget(at now: Duration) {
    let isFull = recent.count >= DaemonLimits.countedConnections
    guard isFull || now - begunAt >= lifetime else { return }
    earlier = now - begunAt >= lifetime * 2 ? [:] : recent
    recent = [:]
    begunAt = now
  }
}
