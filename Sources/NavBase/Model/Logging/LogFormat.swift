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
