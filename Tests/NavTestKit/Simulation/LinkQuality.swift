/// The quality of the link between one node and the server.
package struct LinkQuality: Hashable, Sendable {
  /// The least time of every transmission.
  package var delay: Duration
  /// The largest random addition to the delay; later messages on the same connection wait behind.
  package var jitter: Duration
  /// One in so many publications is lost, as behind a full pipe; nil for no loss.
  package var loss: Int?
  /// The bytes of publications per second, sent one after the other; nil for no limit.
  package var bandwidth: Int?
  /// The most publications that may wait to be sent; further ones are dropped.
  package var highWaterMark: Int

  /// The high-water mark that `navd` sets on its layout socket.
  package static let usualHighWaterMark = 128

  package init(
    delay: Duration,
    jitter: Duration,
    loss: Int? = nil,
    bandwidth: Int? = nil,
    highWaterMark: Int = Self.usualHighWaterMark
  ) {
    self.delay = delay
    self.jitter = jitter
    self.loss = loss
    self.bandwidth = bandwidth
    self.highWaterMark = highWaterMark
  }

  /// Both ends on one machine.
  package static let local = LinkQuality(delay: .microseconds(20), jitter: .microseconds(200))
}

extension LinkQuality: CustomStringConvertible {
  package var description: String {
    let traits = [
      loss.map { "loss 1/\($0)" }, bandwidth.map { "\($0) B/s, room for \(highWaterMark)" },
    ]
    return (["\(delay) + \(jitter)"] + traits.compactMap(\.self)).joined(separator: ", ")
  }
}

extension SplitMix64 {
  /// Returns a random duration up to the given one, in whole nanoseconds.
  package mutating func duration(upTo longest: Duration) -> Duration {
    let (seconds, attoseconds) = longest.components
    return .nanoseconds(
      Int64.random(in: 0...seconds * 1_000_000_000 + attoseconds / 1_000_000_000, using: &self)
    )
  }

  package mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    range.lowerBound + duration(upTo: range.upperBound - range.lowerBound)
  }
}
