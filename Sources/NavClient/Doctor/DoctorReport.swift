package import NavViewer

/// What `navclient doctor` found.
package struct DoctorReport: Hashable, Sendable {
  package enum Topic: String, CaseIterable, Hashable, Sendable {
    case terminal, locale, daemon, programs
  }

  /// What a fact is known from.
  package enum Origin: String, Hashable, Sendable {
    case environment
    /// The terminal's own answer.
    case answer
    /// What the user said, with an option or `NAVCLIENT_TERMINAL`.
    case override
  }

  /// One fact, and what to do about it where it is a problem.
  package struct Entry: Hashable, Sendable {
    package var topic: Topic
    package var name: String
    package var value: String
    package var origin: Origin?
    package var advice: String?

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
  /// How `navclient` would end now: the first problem that leaves nothing to be used.
  package var code = ExitCode.success

  package init() {}

  package var problems: [Entry] { entries.filter { $0.advice != nil } }

  package mutating func add(_ entry: Entry, breaking code: ExitCode = .success) {
    entries.append(entry)
    if self.code == .success { self.code = code }
  }
}
