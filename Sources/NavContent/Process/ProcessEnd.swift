/// How a program ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(code: Int32)
  /// By a signal that it did not get from here.
  case signalled(Int32)
  /// It was ended from here.
  case stopped(Reason)

  package enum Reason: Hashable, Sendable {
    /// It printed more than its limit.
    case output
    /// It took longer than its limit.
    case time
    /// Nobody wants what it prints any more.
    case unwanted
  }

  /// Whether it said that it did what it was asked for.
  package var isSuccess: Bool { self == .exited(code: 0) }
}
