/// Admits a bounded number of lines a minute.
struct BoundedLog: Sendable {
  private let perMinute: Int
  private var windowStart = Duration.zero
  private var used = 0

  init(perMinute: Int) {
    self.perMinute = perMinute
  }

  mutating func admits(at now: Duration) -> Bool {
    if now - windowStart >= .seconds(60) {
      windowStart = now
      used = 0
    }
    used += 1
    return used <= perMinute
  }
}
