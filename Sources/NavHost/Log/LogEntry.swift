package import NavBase

/// A line for the operator: a sentence, and the same in parts that a program can read.
package struct LogEntry: Hashable, Sendable {
  package let level: LogLevel
  /// The kind of thing that has happened; nil for a line that has no stable name.
  package let event: LoggedEvent?
  /// One sentence, which is complete without the fields.
  package let message: String
  /// In the order of `LogField.Key`.
  package let fields: [LogField]

  /// - Parameters:
  ///   - message: one sentence, which is complete without the fields.
  ///   - level: how important it is.
  ///   - event: the kind of thing that has happened; nil for none that has a name.
  ///   - fields: its parts, in any order.
  package init(
    _ message: String,
    _ level: LogLevel = .info,
    _ event: LoggedEvent? = nil,
    _ fields: [LogField] = []
  ) {
    self.level = level
    self.event = event
    self.message = message
    self.fields = fields.sorted { $0.key.position < $1.key.position }
  }
}

/// A named part of a line of the log.
package struct LogField: Hashable, Sendable {
  /// The names of fields, in the order in which they are written; they never change (deploy/README.md: Logs).
  package enum Key: String, CaseIterable, Sendable {
    case session
    case viewer
    case role
    case user
    case process
    case address
    case key
    case invitation
    case operation
    case code
    case reason
    case by
    case policy
    case seconds
    case uses
    case count

    /// Its place in a line.
    var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
  }

  package let key: Key
  package let value: Value

  package init(_ key: Key, _ text: String) {
    self.key = key
    value = .text(text)
  }

  package init(_ key: Key, _ number: Int) {
    self.key = key
    value = .number(number)
  }
}
