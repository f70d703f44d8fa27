extension Duration {
  /// Whole milliseconds, rounded up so that a short duration never becomes zero; clamped to
  /// `Int64`.
  var millisecondsRoundedUp: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? .min : .max }
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    let rest = attoseconds / attosecondsPerMillisecond
    let isCut = attoseconds > 0 && attoseconds % attosecondsPerMillisecond != 0
    let (sum, overflowsAgain) = whole.addingReportingOverflow(rest + (isCut ? 1 : 0))
    return overflowsAgain ? (whole < 0 ? .min : .max) : sum
  }
}
