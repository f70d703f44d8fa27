package import NavViewer

/// The result of `navclient doctor`.
package struct DoctorReport: Hashable, Sendable {
  package enum Topic: String, CaseIterable, Hashable, Sendable {
    case terminal, locale, files, connection, daemon, programs
  }

  /// The source of a fact.
  package enum Origin: String, Hashable, Sendable {
    case environment
    /// The terminal's own answer.
    case answer
    /// The user's choice, with an option or `NAVCLIENT_TERMINAL`.
    case override
  }

  /// The result of a step of a connection.
  package enum Outcome: String, Hashable, Sendable {
    case ok, failed
    case notTried = "not tried"
  }

  /// A fact, with advice if it is a problem.
  package struct Entry: Hashable, Sendable {
    package var topic: Topic
    package var name: String
    package var value: String
    package var origin: Origin?
    package var advice: String?
    /// Nil for a fact that is no step.
    package var outcome: Outcome?
    /// The duration of a step; nil for any other fact, and for a step that was not tried.
    package var time: Duration?

    package init(
      _ topic: Topic,
      _ name: String,
      _ value: String,
      from origin: Origin? = nil,
      advice: String? = nil
    ) {
      self.topic = topic
      self.name = name
      self.value = value
      self.origin = origin
      self.advice = advice
    }
  }

  package var entries: [Entry] = []
  /// The exit code that `navclient` would have now: that of the first problem that prevents its
  /// use.
  package var code = ExitCode.success

  package init() {}

  package var problems: [Entry] { entries.filter { $0.advice != nil } }

  package mutating func add(_ entry: Entry, breaking code: ExitCode = .success) {
    entries.append(entry)
    if self.code == .success { self.code = code }
  }
}
