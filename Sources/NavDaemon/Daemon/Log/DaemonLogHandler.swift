import Logging
import NavBase
import NavHost

/// Leads what is logged through swift-log to the log of the process.
///
/// swift-log has no order of metadata: fields that the daemon knows are written in their own order, others are left out.
struct DaemonLogHandler: LogHandler {
  let log: DaemonLog
  var metadata: Logger.Metadata = [:]

  /// The level of the configuration, which a reload changes for all loggers.
  var logLevel: Logger.Level {
    get { log.settings.level.standard }
    set { log.settings.level = LogLevel(newValue) }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = all.compactMap { name, value -> LogField? in
      guard let key = LogField.Key(rawValue: name) else { return nil }
      if case .stringConvertible(let number as Int) = value { return LogField(key, number) }
      return LogField(key, "\(value)")
    }
    log.write(
      LogEntry(
        "\(event.message)",
        LogLevel(event.level),
        all[Self.event].flatMap { LoggedEvent(rawValue: "\($0)") },
        fields
      )
    )
  }

  /// The name of the event, as metadata.
  static let event = "event"
}

extension LogEntry {
  /// Its parts as metadata of swift-log.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    if let event { metadata[DaemonLogHandler.event] = .string(event.rawValue) }
    for field in fields {
      switch field.value {
      case .text(let text): metadata[field.key.rawValue] = .string(text)
      case .number(let number): metadata[field.key.rawValue] = .stringConvertible(number)
      }
    }
    return metadata
  }
}

extension LogLevel {
  /// Creates the level of the configuration that contains a level of swift-log.
  init(_ level: Logger.Level) {
    switch level {
    case .trace, .debug: self = .debug
    case .info, .notice: self = .info
    case .warning: self = .warning
    case .error, .critical: self = .error
    }
  }

  /// The same level of swift-log.
  var standard: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
