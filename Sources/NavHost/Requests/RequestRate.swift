/// A limit of the request rate of each connection, or of each key (proto/README.md: Limits).
///
/// Keeps one time per connection: when all of its requests would have been sent at the permitted rate. It may be ahead
/// of the present by a burst. It is forgotten some time after it has passed, which changes nothing.
struct RequestRate: Sendable {
  private let interval: Duration
  /// The longest time by which a connection may be ahead of the present when it sends a request.
  private let ahead: Duration
  private let lifetime: Duration

  /// Connections with requests since `begunAt`, and those with requests in the period before.
  private var recent: [[UInt8]: Duration] = [:]
  private var earlier: [[UInt8]: Duration] = [:]
  private var begunAt = Duration.zero

  /// - Parameter limits: the rate of one connection.
  init(_ limits: ConfigurableLimits = ConfigurableLimits()) {
    self.init(perSecond: limits.requestsPerSecond, burst: limits.requestBurst)
  }

  /// - Parameter limits: the rate of one key, over all its connections.
  init(ofKeys limits: CredentialLimits) {
    self.init(perSecond: limits.requestsPerSecond, burst: limits.requestsPerSecond * 2)
  }

  private init(perSecond: Int, burst: Int) {
    interval = Duration.seconds(1) / perSecond
    ahead = interval * (burst - 1)
    lifetime = interval * burst
  }

  /// The number of connections that are remembered, at most twice `DaemonLimits.countedConnections`.
  var count: Int { recent.count + earlier.count }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - connection: its routing id, or the bytes of its key.
  ///   - now: the time of the turn.
  /// - Returns: nil for a request that is admitted, else how long its sender has to wait; then it is not counted.
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
