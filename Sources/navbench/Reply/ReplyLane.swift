/// One kind of round trip.
protocol ReplyLane {
  var name: String { get }

  /// Asks once.
  ///
  /// - Returns: the time from the request's sending to the reply's arrival.
  func roundTrip(_ round: Int) throws -> Duration
}
