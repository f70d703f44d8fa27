package import NavBase

/// Learns a terminal's capabilities from its own answers, without blocking.
///
/// All queries go out in one write after the first frame. The last one is a query that every terminal answers. Findings
/// are collected until its answer arrives or `patience` has passed, then adopted together. A later answer still counts.
/// No answer becomes typed text, because the parser recognises the answers' forms.
package struct CapabilityProbe: Hashable, Sendable {
  /// The queries that a terminal may be sent.
  package enum Extent: Hashable, Sendable {
    case nothing
    /// Only the queries that every terminal since the VT100 answers and none prints.
    case attributes
    case everything

    /// - Parameters:
    ///   - terminal: the value of TERM.
    ///   - isInTmux: whether tmux set the TERM value `screen`. The program screen passes unknown strings on to the
    ///     terminal around it, which prints them.
    package init(terminal: String, isInTmux: Bool = false) {
      let name = terminal.lowercased()
      let old =
        ["linux", "vt", "cons", "ansi", "sun", "wsvt", "hurd"] + (isInTmux ? [] : ["screen"])
      self =
        if name.isEmpty || name == "dumb" {
          .nothing
        } else if old.contains(where: { name.hasPrefix($0) }) && !name.hasPrefix("vte") {
          .attributes
        } else {
          .everything
        }
    }
  }

  /// What is asked, followed by DA1.
  package struct Questions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let keyboard = Questions(rawValue: 1)
    package static let synchronization = Questions(rawValue: 1 << 1)
    package static let background = Questions(rawValue: 1 << 2)
    package static let version = Questions(rawValue: 1 << 3)
    package static let truecolor = Questions(rawValue: 1 << 4)
    package static let statusReports = Questions(rawValue: 1 << 5)
    /// The size of a cell in pixels, which pictures need.
    package static let cells = Questions(rawValue: 1 << 6)
    /// The name of the terminal around tmux, which tmux passes on if its user allows that (`allow-passthrough`).
    package static let outerVersion = Questions(rawValue: 1 << 7)
    /// All questions but `outerVersion`, which only tmux passes on.
    package static let all = Questions(rawValue: (1 << 7) - 1)
  }

  /// The caller's next action after an answer.
  package enum Action: Hashable, Sendable {
    case nothing
    /// Use the findings from the next frame on.
    case adopt
  }

  private enum State: Hashable {
    case idle
    case waiting(until: Duration)
    /// Waiting has ended; `isComplete` is true once the last answer has arrived.
    case over(isComplete: Bool)
  }

  /// The time for which answers are collected, by default.
  package static let patience = Duration.milliseconds(100)

  /// The time after which no answer is expected any more.
  package static let answerTimeout = Duration.seconds(1)

  package private(set) var findings = TerminalFindings()
  private let extent: Extent
  private var questions: Questions
  /// The time for which this probe collects answers.
  package let waited: Duration
  private var state = State.idle
  /// When the queries were written.
  private var askedAt = Duration.zero

  package init(
    _ extent: Extent,
    asking questions: Questions = .all,
    patience: Duration = Self.patience
  ) {
    self.extent = extent
    self.questions = questions
    waited = patience
  }

  /// The time at which the answers so far are adopted without the others; nil when not waiting.
  package var deadline: Duration? {
    if case .waiting(let deadline) = state { deadline } else { nil }
  }

  /// Whether the queries are still to be sent.
  package var isIdle: Bool { state == .idle }

  /// The time until which answers may still arrive, which must not reach another reader of the input; nil for none.
  package var answersEnd: Duration? {
    switch state {
    case .idle, .over(isComplete: true): nil
    case .waiting, .over(isComplete: false): askedAt + Self.answerTimeout
    }
  }

  /// Whether the answer to the last query has arrived.
  package var isComplete: Bool { state == .over(isComplete: true) }

  /// Returns the queries, to be written in one piece between two frames.
  package mutating func begin(at now: Duration) -> String {
    ask(questions, at: now)
  }

  /// Returns the queries of those questions that were not asked, and that ``begin(at:)`` will not ask.
  package mutating func ask(also more: Questions, at now: Duration) -> String {
    let new = more.subtracting(questions)
    questions.formUnion(new)
    return isIdle || new.isEmpty || extent != .everything ? "" : ask(new, at: now)
  }

  private mutating func ask(_ questions: Questions, at now: Duration) -> String {
    let asked = extent == .everything ? questions : questions.intersection(.statusReports)
    guard extent != .nothing, !asked.isEmpty else {
      state = .over(isComplete: true)
      return ""
    }
    askedAt = now
    state = .waiting(until: now + waited)
    return Self.queries.filter { asked.contains($0.0) }.map(\.1).joined() + Self.attributes
  }

  package mutating func receive(_ report: TerminalReport) -> Action {
    guard state != .idle else { return .nothing }
    let before = findings
    learn(from: report)
    switch state {
    case .idle: return .nothing
    case .waiting:
      guard case .attributes = report else { return .nothing }
      state = .over(isComplete: true)
      return .adopt
    case .over:
      if case .attributes = report { state = .over(isComplete: true) }
      return findings == before ? .nothing : .adopt
    }
  }

  /// Ends the waiting when its deadline has passed.
  package mutating func tick(at now: Duration) -> Action {
    guard let deadline, now >= deadline else { return .nothing }
    state = .over(isComplete: false)
    return .adopt
  }

  private mutating func learn(from report: TerminalReport) {
    switch report {
    case .attributes(let attributes): findings.attributes = attributes
    case .mode(2026, let isUsable): findings.synchronizedOutput = isUsable
    case .mode: break
    case .keyboard: findings.keyboardProtocol = true
    case .background(let red, let green, let blue):
      // Perceived brightness (luma of Rec. 709) against half of the maximum.
      findings.isLight = 2126 * red + 7152 * green + 722 * blue > 10_000 * 0xFFFF / 2
    case .version(let version):
      if findings.version?.hasPrefix("tmux") == true, !version.hasPrefix("tmux") {
        findings.outerVersion = version
      } else {
        findings.version = version
      }
    case .cell(let size): findings.cell = size
    case .setting(let text):
      if Self.showsProbe(text ?? "") { findings.truecolor = true }
    case .capability(let name, let isPresent):
      if isPresent, name == "RGB" || name == "Tc" { findings.truecolor = true }
    case .ready: findings.statusReports = true
    }
  }

  /// Whether the setting contains the colour of the query: `48;2;1;2;3`, or with colons, with or without a colour space
  /// number.
  private static func showsProbe(_ setting: String) -> Bool {
    let numbers = setting.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard let first = numbers.firstIndex(of: 48) else { return false }
    let color = numbers[first...]
    return color.elementsEqual([48, 2, 1, 2, 3]) || color.elementsEqual([48, 2, 0, 1, 2, 3])
  }

  /// Kitty's keyboard flags, mode 2026, the background, the name; a 24-bit colour that is set, queried and reset with
  /// the frame's style saved and restored around it, and terminfo's RGB; the size of a cell; the name, through tmux; a
  /// status report (DSR 5).
  private static let queries: [(Questions, String)] = [
    (.keyboard, "\u{1B}[?u"), (.synchronization, "\u{1B}[?2026$p"),
    (.background, "\u{1B}]11;?\u{1B}\\"), (.version, "\u{1B}[>0q"),
    (
      .truecolor,
      "\u{1B}7\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}8\u{1B}P+q524742\u{1B}\\"
    ),
    (.cells, "\u{1B}[16t"), (.outerVersion, "\u{1B}Ptmux;\u{1B}\u{1B}[>0q\u{1B}\\"),
    (.statusReports, "\u{1B}[5n"),
  ]

  /// DA1.
  private static let attributes = "\u{1B}[c"
}

/// The capabilities that a terminal has reported; nil where it has not answered.
package struct TerminalFindings: Hashable, Sendable {
  /// DEC private mode 2026.
  package var synchronizedOutput: Bool?
  /// Kitty's keyboard protocol.
  package var keyboardProtocol: Bool?
  /// Whether it stores 24-bit colours.
  package var truecolor: Bool?
  /// Whether its background is light.
  package var isLight: Bool?
  /// Whether it answers status requests (DSR 5).
  package var statusReports: Bool?
  /// Its name and version.
  package var version: String?
  /// The name and version of the terminal around tmux.
  package var outerVersion: String?
  /// Its extensions (DA1).
  package var attributes: [Int]?
  /// The size of a cell in pixels; zero if it is not known.
  package var cell = CellSize.zero

  package init() {}

  /// Whether it supports hyperlinks (OSC 8), derived from its name because there is no query for
  /// it.
  ///
  /// Nil for an unknown name or without one.
  package var hyperlinks: Bool? {
    guard let version else { return nil }
    let name = version.prefix { $0.isLetter }.lowercased()
    guard let since = Self.linkedSince.first(where: { name == $0.name })?.version else {
      return nil
    }
    return !Self.numbers(in: version).lexicographicallyPrecedes(since)
  }

  /// The first version of each terminal that supports OSC 8: major and minor.
  private static let linkedSince: [(name: String, version: [Int])] = [
    ("kitty", [0, 19]), ("foot", [0]), ("wezterm", [0]), ("iterm", [0]), ("ghostty", [0]),
    ("contour", [0]), ("alacritty", [0, 11]), ("vte", [5000]), ("tmux", [3, 4]),
    ("mintty", [3]), ("konsole", [20, 12]),
  ]

  /// Returns the first two numbers in a text.
  private static func numbers(in text: String) -> [Int] {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(2)
    return numbers.map { Int($0) ?? 0 }
  }
}

/// A terminal's answer to a query about itself.
package enum TerminalReport: Hashable, Sendable {
  /// Its extensions (DA1); every terminal answers this query, in the order of the queries.
  case attributes([Int])
  /// Whether it supports a private mode and allows setting it (DECRQM).
  case mode(Int, isUsable: Bool)
  /// It supports kitty's keyboard protocol, with these flags set.
  case keyboard(flags: Int)
  /// Its background colour (OSC 11), each part from 0 to 65,535.
  case background(red: Int, green: Int, blue: Int)
  /// Its name and version, printable ASCII of at most `versionLimit` characters (XTVERSION).
  case version(String)
  /// A setting in the form of a control sequence; nil if the terminal didn't understand the query
  /// (DECRQSS).
  case setting(String?)
  /// Whether it has a terminfo capability (XTGETTCAP).
  case capability(String, isPresent: Bool)
  /// The size of a cell in pixels (XTWINOPS 16).
  case cell(CellSize)
  /// It has processed all output before the request (DSR 5).
  case ready

  /// The most characters of the name and version that are kept.
  package static let versionLimit = 64
}
