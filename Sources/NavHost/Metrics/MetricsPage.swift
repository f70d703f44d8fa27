/// The text of the metrics that was made last, and the requests that wait for the next one.
struct MetricsPage: Sendable {
  private var latest: (text: String, madeAt: Duration)?
  private var waiting: [PendingRequest] = []

  /// Returns the last text; nil if it is older than `DaemonTiming.metrics`.
  func text(at now: Duration) -> String? {
    latest.flatMap { now - $0.madeAt < DaemonTiming.metrics ? $0.text : nil }
  }

  mutating func note(_ text: String, at now: Duration) {
    latest = (text, now)
  }

  var hasWaiting: Bool { !waiting.isEmpty }

  mutating func wait(_ pending: PendingRequest) {
    waiting.append(pending)
  }

  /// Removes and returns the requests that wait.
  mutating func takeWaiting() -> [PendingRequest] {
    defer { waiting = [] }
    return waiting
  }
}
