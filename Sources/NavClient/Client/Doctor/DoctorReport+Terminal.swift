import NavBase
import NavViewer

extension DoctorReport {
  /// Adds the facts about the terminal; `asking` queries it, and is called only if standard input
  /// is a terminal.
  mutating func addTerminal(
    environment: [String: String],
    size: CellSize?,
    asking: (inout CapabilityProbe) -> Void
  ) {
    let name = environment["TERM", default: ""]
    var knowledge: TerminalKnowledge
    do throws(TerminalError) {
      knowledge = try TerminalKnowledge(
        environment: environment,
        options: ViewerOptions(),
        patience: CapabilityProbe.answerTimeout,
        asksAll: true
      )
    } catch {
      let isName = error.code == .dumb
      let value = isName ? name : environment[TerminalOverrides.variable, default: ""]
      let title = isName ? "TERM" : TerminalOverrides.variable
      let advice = error.description
      add(
        Entry(.terminal, title, value, from: .environment, advice: advice),
        breaking: size == nil ? .success : .usage
      )
      return
    }
    add(
      Entry(
        .terminal,
        "TERM",
        name.isEmpty ? "not set" : name,
        from: .environment,
        advice: name.isEmpty ? "set TERM to what the terminal is, such as xterm-256color" : nil
      )
    )
    guard let size else {
      add(
        Entry(.terminal, "input", "no terminal: what it can do is not known"),
        breaking: .success
      )
      return
    }
    add(Entry(.terminal, "size", "\(size)", advice: Self.advice(on: size)))
    asking(&knowledge.probe)
    addAnswers(knowledge.probe)
    addCapabilities(knowledge)
  }

  private static func advice(on size: CellSize) -> String? {
    size.columns < 10 || size.rows < 3 ? "make the window 10x3 at least: pages need room" : nil
  }

  private mutating func addAnswers(_ probe: CapabilityProbe) {
    let value =
      if probe.isIdle {
        "not asked"
      } else if probe.isComplete {
        probe.findings.version ?? "without a name"
      } else {
        "not at all in \(probe.waited.milliseconds) ms"
      }
    add(Entry(.terminal, "answers", value, from: .answer))
  }

  private mutating func addCapabilities(_ knowledge: TerminalKnowledge) {
    let found = knowledge.probe.findings
    let overrides = knowledge.overrides
    let now = knowledge.capabilities
    func origin(_ override: Bool, _ answer: Bool) -> Origin {
      override ? .override : answer ? .answer : .environment
    }
    let depth = now.colorDepth
    entries += [
      Entry(
        .terminal,
        "colours",
        depth.spoken,
        from: origin(
          overrides.colorDepth == depth,
          !now.isDepthChosen && found.truecolor == true && depth == .truecolor
        )
      ),
      Entry(
        .terminal,
        "synchronised output",
        now.synchronizedOutput.spoken,
        from: origin(overrides.synchronizedOutput != nil, found.synchronizedOutput != nil)
      ),
      Entry(
        .terminal,
        "hyperlinks",
        now.hyperlinks.spoken,
        from: origin(overrides.hyperlinks != nil, found.hyperlinks != nil)
      ),
      Entry(
        .terminal,
        "kitty keyboard",
        now.keyboardProtocol.spoken,
        from: origin(overrides.keyboardProtocol != nil, found.keyboardProtocol != nil)
      ),
      Entry(
        .terminal,
        "receipts",
        now.statusReports.spoken,
        from: origin(overrides.statusReports != nil, found.statusReports != nil)
      ),
      Entry(
        .terminal,
        "background",
        now.appearance.rawValue,
        from: origin(overrides.appearance != nil, found.isLight != nil)
      ),
    ]
  }
}

extension Bool {
  fileprivate var spoken: String { self ? "yes" : "no" }
}

extension ColorDepth {
  fileprivate var spoken: String {
    switch self {
    case .mono: "none"
    case .palette16: "16"
    case .palette256: "256"
    case .truecolor: "truecolor"
    }
  }
}
