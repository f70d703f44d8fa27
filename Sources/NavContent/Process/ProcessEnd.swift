/// The way in which a program ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(code: Int32)
  /// By a signal that this process did not send.
  case signalled(Int32)
  /// It was ended by this process.
  case stopped(Reason)

  package enum Reason: Hashable, Sendable {
    /// Its output exceeded the limit.
    case output
    /// Its run time exceeded the limit.
    case time
    /// Its output is no longer needed.
    case unwanted
  }

  /// Whether it exited with code 0.
  package var isSuccess: Bool { self == .exited(code: 0) }
}
