/// The importance of a line of a log.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// Details for whoever looks for a mistake.
  case debug
  /// Things that happen as they should.
  case info
  /// Things that somebody may have to look after.
  case warning
  /// Something fails, and goes on failing until somebody does something.
  case error

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }

  package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}
