/// Learns from a terminal's own answers what it can do, without waiting for them.
///
/// All questions go out in one write behind the first frame, last the one that every terminal answers. Until its
/// answer comes, or `patience` has passed, what is learned is gathered; then it is adopted at once. An
/// answer that comes later still counts. No answer is ever typed text: the parser knows their forms.
package struct CapabilityProbe: Hashable, Sendable {
  /// How much may be asked of a terminal.
  package enum Extent: Hashable, Sendable {
    case nothing
    /// What every terminal since the VT100 answers, and nothing that some of them would print.
    case attributes
    case everything

    /// - Parameters:
    ///   - terminal: the value of TERM.
    ///   - isInTmux: whether it is tmux that calls itself `screen`. The program screen hands strings that it
    /// does not know on to the terminal around it, which prints them.
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

  /// What is to be done about an answer.
  package enum Action: Hashable, Sendable {
    case nothing
    /// The findings hold from the next frame on.
    case adopt
  }

  private enum State: Hashable {
    case idle
    case waiting(until: Duration)
    /// Nobody waits any more; `isComplete` when the last answer has come.
    case over(isComplete: Bool)
  }

  /// How long answers are gathered.
  package static let patience = Duration.milliseconds(100)

  package private(set) var findings = TerminalFindings()
  private let extent: Extent
  /// How long this one gathers answers.
  package let waited: Duration
  private var state = State.idle

  package init(_ extent: Extent, patience: Duration = Self.patience) {
    self.extent = extent
    waited = patience
  }

  /// When the answers that have come are adopted without the others; nil when nobody waits.
  package var deadline: Duration? {
    if case .waiting(let deadline) = state { deadline } else { nil }
  }

  /// Whether the questions are still to be asked.
  package var isIdle: Bool { state == .idle }

  /// Whether answers may still come, which nobody else should find in the input.
  package var isUnanswered: Bool {
    switch state {
    case .idle, .over(isComplete: true): false
    case .waiting, .over(isComplete: false): true
    }
  }

  /// Whether the answer to the last question has come.
  package var isComplete: Bool { state == .over(isComplete: true) }

  /// The questions, to be written in one piece between two frames.
  package mutating func begin(at now: Duration) -> String {
    switch extent {
    case .nothing:
      state = .over(isComplete: true)
      return ""
    case .attributes:
      state = .waiting(until: now + waited)
      return Self.last
    case .everything:
      state = .waiting(until: now + waited)
      return Self.questions + Self.last
    }
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

  /// Time has passed.
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
      // As bright as the eye takes it to be (Rec. 709), against half of the brightest.
      findings.isLight = 2126 * red + 7152 * green + 722 * blue > 10_000 * 0xFFFF / 2
    case .version(let version): findings.version = version
    case .setting(let text):
      if Self.showsProbe(text ?? "") { findings.truecolor = true }
    case .capability(let name, let isPresent):
      if isPresent, name == "RGB" || name == "Tc" { findings.truecolor = true }
    case .ready: findings.statusReports = true
    }
  }

  /// Whether the colour that the question sets is there as it was set: `48;2;1;2;3`, or with colons and
  /// the number of a colour space, or none.
  private static func showsProbe(_ setting: String) -> Bool {
    let numbers = setting.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard let first = numbers.firstIndex(of: 48) else { return false }
    let color = numbers[first...]
    return color.elementsEqual([48, 2, 1, 2, 3]) || color.elementsEqual([48, 2, 0, 1, 2, 3])
  }

  /// Kitty's keyboard, mode 2026, the background, the name; a colour of 24 bits that is set, asked for and
  /// taken back with the style that the frame left; terminfo's RGB.
  private static let questions =
    "\u{1B}[?u\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[>0q"
    + "\u{1B}7\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}8\u{1B}P+q524742\u{1B}\\"

  /// A status report, and DA1.
  private static let last = "\u{1B}[5n\u{1B}[c"
}
