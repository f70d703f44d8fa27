/// The form of the lines of a log.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Sentences for people.
  case text
  /// `key=value`, with a time, an event and its fields.
  case logfmt
  /// An object for each line, with the same keys.
  case json
}

/// The settings of a log.
package struct LogSettings: Hashable, Sendable {
  package var format: LogFormat
  /// The least important lines that are written.
  package var level: LogLevel

  package init(format: LogFormat = .text, level: LogLevel = .info) {
    self.format = format
    self.level = level
  }
}

/// The importance of a line of a log.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// Details for debugging.
  case debug
  /// Things that happen as they should.
  case info
  /// Things that may need attention.
  case warning
  /// Something fails, and goes on failing without intervention.
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
