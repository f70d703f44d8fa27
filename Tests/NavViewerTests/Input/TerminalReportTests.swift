import NavBase
import NavViewer
import Testing

/// Terminals' replies, mixed with keys.
@Suite struct TerminalReportTests {
  @Test(
    arguments: [
      ("\u{1B}[?62;22c", .attributes([62, 22])), ("\u{1B}[?6c", .attributes([6])),
      ("\u{1B}[?1;2c", .attributes([1, 2])),
      ("\u{1B}[?2026;2$y", .mode(2026, isUsable: true)),
      ("\u{1B}[?2026;1$y", .mode(2026, isUsable: true)),
      ("\u{1B}[?2026;3$y", .mode(2026, isUsable: true)),
      ("\u{1B}[?2026;0$y", .mode(2026, isUsable: false)),
      ("\u{1B}[?2026;4$y", .mode(2026, isUsable: false)),
      ("\u{1B}[?2004;1$y", .mode(2004, isUsable: true)),
      ("\u{1B}[?0u", .keyboard(flags: 0)), ("\u{1B}[?31u", .keyboard(flags: 31)),
      ("\u{1B}[0n", .ready), ("\u{1B}[6;16;8t", .cell(CellSize(columns: 8, rows: 16))),
      ("\u{1B}]11;rgb:1e1e/1E1E/2e2e\u{7}", .background(red: 0x1E1E, green: 0x1E1E, blue: 0x2E2E)),
      ("\u{1B}]11;rgb:f/8/0\u{1B}\\", .background(red: 0xFFFF, green: 0x8888, blue: 0)),
      ("\u{1B}]11;rgba:ff/ff/ff/80\u{1B}\\", .background(red: 65535, green: 65535, blue: 65535)),
      ("\u{1B}P>|XTerm(388)\u{1B}\\", .version("XTerm(388)")),
      ("\u{1B}P>|tmux 3.3a\u{1B}\\", .version("tmux 3.3a")),
      ("\u{1B}P>|né\u{1B}\\", .version("n")),
      ("\u{1B}P1$r48:2::1:2:3m\u{1B}\\", .setting("48:2::1:2:3m")),
      ("\u{1B}P0$r\u{1B}\\", .setting(nil)),
      ("\u{1B}P1+r524742=382F382F38\u{1B}\\", .capability("RGB", isPresent: true)),
      ("\u{1B}P1+r5463\u{1B}\\", .capability("Tc", isPresent: true)),
      ("\u{1B}P0+r524742\u{1B}\\", .capability("RGB", isPresent: false)),
    ] as [(String, TerminalReport)]
  )
  func answers(_ bytes: String, report: TerminalReport) {
    checkEvents(Array(bytes.utf8), [.terminalReport(report)])
    checkEvents(
      Array("a\(bytes)j".utf8),
      [.key(Key(.character("a"))), .terminalReport(report), .key(Key(.character("j")))]
    )
  }

  @Test(
    arguments: [
      "\u{1B}[?c", "\u{1B}[?62:1c", "\u{1B}[?2026$y", "\u{1B}[?2026;2;1$y", "\u{1B}[2026;2$y",
      "\u{1B}[?2026;2y", "\u{1B}[?u", "\u{1B}[?1;2u", "\u{1B}[3n", "\u{1B}[n", "\u{1B}[0;0n",
      "\u{1B}[>1;10;0c", "\u{1B}[12;40R", "\u{1B}[8;24;80t", "\u{1B}[6;16t", "\u{1B}[6;16:1;8t",
      "\u{1B}[?62;22 c",
      "\u{1B}]10;rgb:1/1/1\u{7}", "\u{1B}]11;red\u{7}", "\u{1B}]11;rgb:1/1\u{7}",
      "\u{1B}]11;rgb:12345/1/1\u{7}", "\u{1B}]11;rgb:/1/1\u{7}", "\u{1B}]11;rgb:-1/1/1\u{7}",
      "\u{1B}P2$r\u{1B}\\", "\u{1B}P1+r\u{1B}\\", "\u{1B}P1+r524\u{1B}\\", "\u{1B}P1+rzz\u{1B}\\",
      "\u{1B}P1+r07\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}X>|x\u{1B}\\",
    ]
  )
  func whatIsNoAnswerIsSwallowed(_ bytes: String) {
    checkEvents(Array(bytes.utf8), [.unknown])
    checkEvents(Array(bytes.utf8) + [0x6A], [.unknown, .key(Key(.character("j")))])
  }

  @Test func namesAreBounded() {
    let limit = TerminalReport.versionLimit
    for (length, kept) in [(limit, limit), (limit + 1, limit)] {
      let name = String(repeating: "x", count: length)
      var parser = InputParser()
      let events = parser.receive("\u{1B}P>|\(name)\u{1B}\\".utf8)
      #expect(events == [.terminalReport(.version(String(name.prefix(kept))))])
    }
    // A string longer than any reply is unknown, whatever its beginning.
    for (length, isKnown) in [(254, true), (255, false)] {
      var parser = InputParser()
      let events = parser.receive(
        "\u{1B}P>|\(String(repeating: "x", count: length))\u{1B}\\".utf8
      )
      #expect((events != [.unknown]) == isKnown, "\(length)")
    }
  }
}

@Suite struct CapabilityProbeTests {
  /// Long after the program's start.
  private static let start = Duration.seconds(100)
  private static let fence = TerminalReport.attributes([62])

  @Test(
    arguments: [
      ("", .nothing), ("dumb", .nothing), ("linux", .attributes), ("linux-16color", .attributes),
      ("vt220", .attributes), ("ansi", .attributes), ("xterm", .everything),
      ("xterm-256color", .everything), ("tmux-256color", .everything), ("foot", .everything),
      ("vte-256color", .everything), ("LINUX", .attributes),
    ] as [(String, CapabilityProbe.Extent)]
  )
  func whatATerminalIsAsked(_ terminal: String, extent: CapabilityProbe.Extent) {
    #expect(CapabilityProbe.Extent(terminal: terminal) == extent)
  }

  /// The program screen passes strings on to the outer terminal; tmux, which uses its name, does not.
  @Test(arguments: ["screen", "screen-256color"]) func screenIsAskedLessThanTmux(_ name: String) {
    #expect(CapabilityProbe.Extent(terminal: name) == .attributes)
    #expect(CapabilityProbe.Extent(terminal: name, isInTmux: true) == .everything)
    #expect(CapabilityProbe.Extent(terminal: "linux", isInTmux: true) == .attributes)
  }

  /// The reply to the last query means that no other replies will come.
  @Test func theUniversalQueryComesLast() {
    for (extent, isLong) in [
      (CapabilityProbe.Extent.attributes, false), (.everything, true),
    ] {
      var probe = CapabilityProbe(extent)
      let text = probe.begin(at: Self.start)
      #expect(text.hasSuffix("\u{1B}[5n\u{1B}[c"))
      #expect((text.utf8.count > 7) == isLong)
      #expect(probe.deadline == Self.start + .milliseconds(100))
    }
    var silent = CapabilityProbe(.nothing)
    #expect(silent.begin(at: Self.start) == "")
    #expect(silent.deadline == nil)
    #expect(silent.answersEnd == nil)
  }

  /// Nothing is asked whose answer is of no interest, or that was asked.
  @Test func onlyQuestionsOfInterestAreAsked() {
    let queries: [(CapabilityProbe.Questions, String)] = [
      (.keyboard, "\u{1B}[?u"), (.synchronization, "\u{1B}[?2026$p"),
      (.background, "\u{1B}]11;?\u{1B}\\"), (.version, "\u{1B}[>0q"),
      (.statusReports, "\u{1B}[5n"), ([.keyboard, .statusReports], "\u{1B}[?u\u{1B}[5n"),
    ]
    for (questions, query) in queries {
      var probe = CapabilityProbe(.everything, asking: questions)
      #expect(probe.begin(at: Self.start) == query + "\u{1B}[c")
      var old = CapabilityProbe(.attributes, asking: questions)
      let isReport = questions.contains(.statusReports)
      #expect(old.begin(at: Self.start) == (isReport ? "\u{1B}[5n\u{1B}[c" : ""))
      #expect(old.ask(also: .all, at: Self.start).isEmpty)
    }
    var known = CapabilityProbe(.everything, asking: [])
    #expect(known.begin(at: Self.start).isEmpty && known.isComplete && known.answersEnd == nil)
    var probe = CapabilityProbe(.everything, asking: [.keyboard])
    #expect(probe.ask(also: .version, at: Self.start).isEmpty)
    #expect(probe.begin(at: Self.start) == "\u{1B}[?u\u{1B}[>0q\u{1B}[c")
    #expect(probe.receive(Self.fence) == .adopt)
    let later = Self.start + .seconds(9)
    #expect(probe.ask(also: [.keyboard, .version], at: later).isEmpty)
    #expect(probe.ask(also: [.keyboard, .background], at: later) == "\u{1B}]11;?\u{1B}\\\u{1B}[c")
    #expect(probe.answersEnd == later + CapabilityProbe.answerTimeout)
  }

  /// The queries leave the cursor and the style as they were after the last frame.
  @Test func queriesChangeNothing() {
    var probe = CapabilityProbe(.everything)
    let text = probe.begin(at: Self.start)
    #expect(text.ranges(of: "\u{1B}7").count == 1)
    #expect(text.ranges(of: "\u{1B}8").count == 1)
    let style = text.firstRange(of: "\u{1B}[48;2;1;2;3m")
    let saved = text.firstRange(of: "\u{1B}7")
    let restored = text.firstRange(of: "\u{1B}8")
    #expect(saved.map(\.upperBound) == style.map(\.lowerBound))
    #expect((style?.upperBound).map { $0 < restored?.lowerBound ?? $0 } == true)
  }

  @Test func answersAreCollectedUntilTheLast() {
    var probe = begun()
    #expect(probe.receive(.mode(2026, isUsable: true)) == .nothing)
    #expect(probe.receive(.keyboard(flags: 0)) == .nothing)
    #expect(probe.answersEnd != nil)
    #expect(probe.receive(Self.fence) == .adopt)
    #expect(probe.findings.synchronizedOutput == true)
    #expect(probe.findings.keyboardProtocol == true)
    #expect(probe.findings.truecolor == nil)
    #expect(probe.answersEnd == nil && probe.isComplete && probe.deadline == nil)
  }

  @Test func theWaitIsLimited() {
    var probe = begun()
    #expect(probe.receive(.mode(2026, isUsable: true)) == .nothing)
    #expect(probe.tick(at: Self.start + .milliseconds(99)) == .nothing)
    #expect(probe.tick(at: Self.start + .milliseconds(100)) == .adopt)
    #expect(probe.tick(at: Self.start + .seconds(1)) == .nothing)
    #expect(probe.deadline == nil)
    // The replies are still expected, and still count.
    #expect(probe.answersEnd == Self.start + .seconds(1))
    #expect(probe.receive(.mode(2026, isUsable: true)) == .nothing)
    #expect(probe.receive(.background(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF)) == .adopt)
    #expect(probe.receive(Self.fence) == .adopt)
    #expect(probe.answersEnd == nil)
  }

  @Test func unrequestedAnswersAreIgnored() {
    var probe = CapabilityProbe(.everything)
    #expect(probe.receive(.keyboard(flags: 0)) == .nothing)
    #expect(probe.receive(Self.fence) == .nothing)
    #expect(probe.findings == TerminalFindings())
    #expect(probe.answersEnd == nil)
  }

  @Test(
    arguments: [
      (.setting("48;2;1;2;3m"), true), (.setting("0;48:2:1:2:3m"), true),
      (.setting("0;48:2::1:2:3m"), true), (.setting("48:2:0:1:2:3m"), true),
      (.setting("48;5;16m"), nil), (.setting("0m"), nil), (.setting(nil), nil),
      (.setting("48;2;1;2;4m"), nil), (.setting("48;2;1;2;3;1m"), nil),
      (.capability("RGB", isPresent: true), true), (.capability("Tc", isPresent: true), true),
      (.capability("RGB", isPresent: false), nil), (.capability("colors", isPresent: true), nil),
    ] as [(TerminalReport, Bool?)]
  )
  func truecolor(_ report: TerminalReport, isKnown: Bool?) {
    #expect(findings(from: report).truecolor == isKnown)
  }

  @Test(
    arguments: [
      (0, 0, 0, false), (65535, 65535, 65535, true), (0x1E1E, 0x1E1E, 0x2E2E, false),
      (0xFDFD, 0xF6F6, 0xE3E3, true), (0, 0xFFFF, 0, true), (0, 0, 0xFFFF, false),
      (0xFFFF, 0, 0, false), (32767, 32767, 32767, false), (32768, 32768, 32768, true),
    ]
  )
  func background(red: Int, green: Int, blue: Int, isLight: Bool) {
    let report = TerminalReport.background(red: red, green: green, blue: blue)
    #expect(findings(from: report).isLight == isLight)
  }

  @Test(
    arguments: [
      ("kitty(0.32.1)", true), ("kitty(0.18.3)", false), ("tmux 3.3a", false), ("tmux 3.4", true),
      ("tmux 3.10", true), ("tmux next-3.6", true), ("foot(1.16.2)", true), ("VTE(7200)", true),
      ("VTE(4804)", false), ("WezTerm 20230712-072601-f4abf8fd", true), ("XTerm(388)", nil),
      ("iTerm2 3.4.0", true), ("ghostty 1.0", true), ("Konsole 22.12.3", true), ("", nil),
      ("Konsole", false), ("kitty(99999999999999999999)", false),
    ] as [(String, Bool?)]
  )
  func linksByName(_ version: String, areKnown: Bool?) {
    #expect(findings(from: .version(version)).hyperlinks == areKnown, "\(version)")
  }

  private func begun() -> CapabilityProbe {
    var probe = CapabilityProbe(.everything)
    _ = probe.begin(at: Self.start)
    return probe
  }

  private func findings(from report: TerminalReport) -> TerminalFindings {
    var probe = begun()
    _ = probe.receive(report)
    return probe.findings
  }
}
