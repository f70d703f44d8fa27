/// How well one node and the server reach each other.
package struct LinkQuality: Hashable, Sendable {
  /// Every transmission takes at least this.
  package var delay: Duration
  /// Up to this is added, at random; what follows on the same connection waits behind it.
  package var jitter: Duration
  /// One in so many publications is lost, as behind a full pipe; nil for none.
  package var loss: Int?
  /// How many bytes of publications get through in a second, one behind the other; nil for any number.
  package var bandwidth: Int?
  /// How many publications wait for their turn; further ones are dropped.
  package var highWaterMark: Int

  /// What `navd` sets on its layout socket.
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

  /// Both on one machine.
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
  /// A span of at most so long, in whole nanoseconds.
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
