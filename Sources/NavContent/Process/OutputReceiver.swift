/// Who takes what a program prints.
protocol OutputReceiver {
  /// - Parameters:
  ///   - bytes: at least one.
  ///   - isError: whether they came by the way of errors, where that is kept apart.
  ///   - now: the time.
  mutating func receive(_ bytes: ArraySlice<UInt8>, isError: Bool, at now: Duration)

  /// When it wants to be woken, whether the program prints or not; nil for never.
  var wake: Duration? { get }

  mutating func wake(at now: Duration)
}
