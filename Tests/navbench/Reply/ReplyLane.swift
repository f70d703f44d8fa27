/// A kind of round trip to measure.
protocol ReplyLane {
  var name: String { get }

  /// Makes one round trip.
  ///
  /// - Returns: the time from sending the request to receiving the reply.
  func roundTrip(_ round: Int) throws -> Duration
}
