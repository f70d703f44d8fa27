import Glibc

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
