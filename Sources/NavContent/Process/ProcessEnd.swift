import Glibc
import NavBase
package import NavSystem

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

extension ProcessEnd {
  /// Returns the status line below the output: how the program ended, after what time, and advice
  /// about a limit.
  package func text(after time: Duration, limits: ProcessLimits) -> String {
    let time = Self.text(time)
    switch self {
    case .exited(let code): return "exit \(code) after \(time)"
    case .signalled(let signal):
      let name = strsignal(signal).map { String(cString: $0) } ?? "signal \(signal)"
      return "ended by signal \(signal) (\(name)) after \(time)"
    case .stopped(.output):
      let limit = byteLimit(limits.outputBytes)
      return "ended after \(time): more than \(limit) of output; let it print less"
    case .stopped(.time):
      return "ended: it took longer than \(Self.text(limits.time)), the limit"
    case .stopped(.unwanted): return "ended after \(time)"
    }
  }

  /// Returns a duration such as `0.4 s`, `12 s`, `3 min 5 s` or `2 h 3 min`.
  static func text(_ time: Duration) -> String {
    let tenths = time / .milliseconds(100)
    let seconds = Int(time.components.seconds)
    if tenths < 100 { return "\(Int(tenths) / 10).\(Int(tenths) % 10) s" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}

extension ProcessError: CustomStringConvertible {
  /// One sanitised line that says what happened and what to do.
  package var description: String {
    switch self {
    case .notFound(let program):
      "\(sanitized(program)): no such program; check the name, or install it where navd runs"
    case .notPermitted(let program):
      "\(sanitized(program)): may not be run; make it executable for the user that navd runs as"
    case .noDirectory(let path):
      "\(sanitized(path)): can't run there; check that the directory exists and may be entered"
    case .invalidArguments:
      "the command can't be run: it is too long or has a NUL in it; put it in a script and run that"
    case .refused(let program, let code):
      "\(sanitized(program)): can't be started (\(String(cString: strerror(code)))); try again"
    }
  }
}
