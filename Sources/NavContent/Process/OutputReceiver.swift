/// Receives the output of a program.
protocol OutputReceiver {
  /// Receives output.
  ///
  /// - Parameters:
  ///   - bytes: at least one byte.
  ///   - isError: whether the bytes come from standard error, if that is separate.
  ///   - now: the time of the monotonic clock.
  mutating func receive(_ bytes: ArraySlice<UInt8>, isError: Bool, at now: Duration)

  /// The time at which `wake(at:)` is to be called; nil for never.
  var wake: Duration? { get }

  mutating func wake(at now: Duration)
}
