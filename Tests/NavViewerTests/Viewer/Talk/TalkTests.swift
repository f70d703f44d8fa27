import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A viewer shows the speaker's view, and asks questions (proto/README.md: Speaker's view)")
struct TalkTests {
  private static let speakerOnly = "that is for the speaker's view: F4 or `notes` shows it"
  private static let keys = ["t", "T", "A"]

  /// The sent requests about the talk.
  private static func talks(_ did: [SteppedViewer.Did]) -> [Request.Talk.Action] {
    did.compactMap {
      guard case .sent(.talk(let talk)) = $0 else { return nil }
      return talk.action
    }
  }

  private static func sent(_ action: Request.Talk.Action) -> [SteppedViewer.Did] {
    [.sent(.talk(Request.Talk(session: .id(7), viewer: 9, action)))]
  }

  /// A viewer in a speaker's view.
  private static func speaking(
    _ facts: SpeakerFacts = SpeakerFacts(focus: .pager),
    clock: Duration = .zero,
    isReadOnly: Bool = false
  ) throws -> SteppedViewer {
    let viewer = try SteppedViewer(isReadOnly: isReadOnly).joined()
    try viewer.press("F4")
    try demand(try viewer.take().views == [.speaker])
    _ = try viewer.joinSpeakers(facts, clock: clock)
    try demand(viewer.screen().local.view == .speakers)
    return viewer
  }

  private static func ask(
    _ question: String,
    at viewer: SteppedViewer
  ) throws
    -> [Request.Talk.Action]
  {
    viewer.core.perform(partCommand: .talk(.ask(question)), at: viewer.now)
    return talks(try viewer.take())
  }

  // MARK: The view

  @Test("F4 asks for the speaker's view, and returns; the old scene stays until then")
  func toggles() throws {
    let viewer = try SteppedViewer().joined()
    #expect(viewer.screen().local.talk == nil)
    try viewer.press("F4")
    #expect(try viewer.take().views == [.speaker])
    #expect(viewer.screen().local.view == .shared && viewer.screen().scene != nil)
    _ = try viewer.joinSpeakers(SpeakerFacts(focus: .pager))
    #expect(viewer.screen().local.view == .speakers && viewer.screen().notice.text == nil)
    #expect(viewer.screen().local.talk?.words == "t starts the timer")
    try viewer.press("F4")
    #expect(try viewer.take().views == [.shared])
    #expect(viewer.screen().local.view == .speakers)
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .shared && viewer.screen().local.talk == nil)
  }

  @Test("F4 leads there from a view of one's own, too, and again back to everybody")
  func fromOwnView() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("b")
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .own)
    try viewer.press("F4")
    #expect(try viewer.take().views == [.speaker])
    _ = try viewer.joinSpeakers(SpeakerFacts(focus: .pager))
    #expect(viewer.screen().local.view == .speakers)
    try viewer.press("F4")
    #expect(try viewer.take().views == [.shared])
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .shared)
  }

  @Test("a lost connection keeps the view")
  func keepsView() throws {
    let viewer = try Self.speaking()
    viewer.reconnect()
    #expect(try viewer.take().views == [.speaker])
    _ = try viewer.joinSpeakers(SpeakerFacts(focus: .pager))
    #expect(viewer.screen().local.view == .speakers && viewer.screen().notice.text == nil)
  }

  @Test("a daemon without a speaker's view: the viewer stays with everybody and says so")
  func missing() throws {
    let viewer = try SteppedViewer().joined()
    viewer.grantedView = .shared
    try viewer.press("F4", "t")
    #expect(try viewer.take().views == [.speaker])
    try viewer.accept()
    _ = try viewer.take()
    viewer.sendSnapshot()
    // The key that was typed for the speaker's view is dropped.
    #expect(Self.talks(try viewer.take()) == [])
    #expect(viewer.screen().notice.text == "this navd has no speaker's view")
    #expect(viewer.screen().local.view == .shared)
    viewer.reconnect()
    #expect(try viewer.take().views == [.shared])
  }

  @Test("questions that wait are told once to who moves the session without the speaker's view")
  func untoldQuestions() throws {
    let viewer = try SteppedViewer().joined()
    for (questions, words, count) in [
      (1, "1 question: F4 shows it", 1), (1, "1 question: F4 shows it", 1),
      (3, "3 questions: F4 shows them", 2), (0, "3 questions: F4 shows them", 2),
      (1, "1 question: F4 shows it", 3),
    ] {
      try viewer.press("l")
      _ = try viewer.take()
      let request = try #require(viewer.request)
      viewer.reply(to: request, .accepted(version: 0), questions: questions)
      #expect(viewer.screen().notice.text == words)
      #expect(viewer.screen().notice.count == count)
    }
  }

  @Test("nobody else sees the speaker's view, so that pointing does not begin there")
  func pointing() throws {
    let viewer = try Self.speaking()
    try viewer.press(":")
    viewer.type("point")
    try viewer.press("Enter")
    #expect(try viewer.take() == [])
    #expect(!viewer.screen().local.isPointing)
    #expect(viewer.screen().notice.text?.contains("point in the slides") == true)
  }

  @Test("B, and in the speaker's view the key of clickers, blank the screens")
  func blanks() throws {
    for (viewer, key) in try [
      (SteppedViewer().joined(), "B"), (Self.speaking(), "B"), (Self.speaking(), "."),
    ] {
      try viewer.press(key)
      let actions: [SessionAction] = try viewer.take().compactMap {
        if case .sent(.input(let input)) = $0 { input.action } else { nil }
      }
      #expect(actions == [.command(.toggleBlank)], "\(key)")
    }
  }

  @Test("the key of clickers blanks the screens after their keys, and points after others")
  func clicker() throws {
    let viewer = try SteppedViewer().joined()
    for (keys, blanks) in [
      (["PgDn", "."], true), (["PgUp", ".", "."], true), (["PgDn", "Right", "."], false),
      (["PgDn", "Right", "PgDn", "."], true), (["PgDn", "l", "."], false),
    ] {
      for key in keys { try viewer.press(key) }
      let sent = try viewer.take()
      guard case .sent(.input(let input))? = sent.last, blanks else {
        #expect(viewer.screen().local.isPointing && !blanks, "\(keys)")
        try viewer.press("Esc")
        _ = try viewer.take()
        continue
      }
      #expect(input.action == .command(.toggleBlank), "\(keys)")
    }
  }

  @Test("keys in the speaker's view move the session, unless the viewer only watches")
  func moves() throws {
    let viewer = try Self.speaking()
    try viewer.press("l")
    // The session knows whether rows of its page are left to be shown.
    let actions: [SessionAction] = try viewer.take().compactMap {
      if case .sent(.input(let input)) = $0 { input.action } else { nil }
    }
    #expect(actions == [.keys([Key(.character("l"))])])
    let watching = try Self.speaking(isReadOnly: true)
    try watching.press("l")
    #expect(try watching.take() == [])
    #expect(watching.screen().notice.text == "this viewer only watches (--readonly)")
  }

  // MARK: The timer and the questions

  @Test("t starts the timer, or pauses a running one; T sets it to zero")
  func timer() throws {
    for isRunning in [false, true] {
      let timer = TalkTimer(isRunning: isRunning, elapsed: .seconds(5))
      let viewer = try Self.speaking(SpeakerFacts(focus: .pager, timer: timer))
      try viewer.press("t")
      #expect(try viewer.take() == Self.sent(isRunning ? .pauseTimer : .startTimer))
      try viewer.answer(.accepted(version: 1))
      try viewer.press("T")
      #expect(try viewer.take() == Self.sent(.resetTimer))
      try viewer.answer(.accepted(version: 2))
      #expect(viewer.screen().notice.text == nil)
    }
  }

  @Test(
    "the commands for the timer do the same, whether it runs or not",
    arguments: [
      (.start, .startTimer), (.pause, .pauseTimer), (.reset, .resetTimer),
    ] as [(TimerCommand, Request.Talk.Action)]
  )
  func timerCommands(command: TimerCommand, action: Request.Talk.Action) throws {
    for isRunning in [false, true] {
      let timer = TalkTimer(isRunning: isRunning)
      let viewer = try Self.speaking(SpeakerFacts(focus: .pager, timer: timer))
      viewer.core.perform(partCommand: .talk(.timer(command)), at: viewer.now)
      #expect(try viewer.take() == Self.sent(action))
    }
  }

  @Test("x removes the first question, and tells if there is none; a number names any")
  func answered() throws {
    let asked = try Self.speaking(SpeakerFacts(focus: .list, questions: 2, firstQuestion: 4))
    try asked.press("A")
    #expect(try asked.take() == Self.sent(.answered(4)))
    try asked.answer(.accepted(version: 1))
    asked.core.perform(partCommand: .talk(.answered(7)), at: asked.now)
    #expect(try asked.take() == Self.sent(.answered(7)))
    let silent = try Self.speaking()
    try silent.press("A")
    #expect(try silent.take() == [])
    #expect(silent.screen().notice.text == "nobody has asked anything")
  }

  @Test("in any other view these keys send nothing and name F4", arguments: [false, true])
  func otherViews(isOwn: Bool) throws {
    let viewer = try SteppedViewer().joined()
    if isOwn {
      try viewer.send("b")
      try viewer.finishJoin()
    }
    for (index, key) in ["t", "A"].enumerated() {
      try viewer.press(key)
      #expect(try viewer.take() == [], "\(key)")
      #expect(viewer.screen().notice.text == Self.speakerOnly, "\(key)")
      #expect(viewer.screen().notice.count == index + 1 && viewer.screen().notice.isNews)
    }
    for command in [TalkCommand.timer(.start), .timer(.pause), .answered(1)] {
      viewer.core.perform(partCommand: .talk(command), at: viewer.now)
      #expect(try viewer.take() == [], "\(command)")
    }
  }

  @Test("keys that are typed too early wait for the speaker's view")
  func earlyKeys() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("F4", "t")
    #expect(try viewer.take().views == [.speaker])
    let did = try viewer.joinSpeakers(SpeakerFacts(focus: .pager))
    #expect(Self.talks(did) == [.startTimer])
    #expect(viewer.screen().notice.text == nil)
  }

  @Test("whoever may not see the speaker's view stays in the one that is shown")
  func notPermitted() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("F4")
    #expect(try viewer.take().views == [.speaker])
    try viewer.refuse(.notPermitted, "the notes are for the speaker")
    let did = try viewer.take()
    #expect(did.exit == nil && did.views == [.shared])
    #expect(viewer.screen().notice.text == "the notes are for the speaker")
    // Somebody who is removed meanwhile is not permitted to see anything.
    try viewer.refuse(.notPermitted, "removed")
    #expect(try viewer.take().exit == ClientExit(.notPermitted, "removed"))
  }

  @Test("a speaker looks around, and b returns to the notes")
  func looksAround() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("F4")
    _ = try viewer.joinSpeakers(SpeakerFacts(focus: .pager))
    for view in [ViewChoice.own(0), .speaker] {
      try viewer.press("b")
      #expect(try viewer.take().views == [view])
      if view != .speaker { try viewer.finishJoin() }
    }
  }

  // MARK: Questions of the audience

  @Test("a question typed in the palette is sent, also by a viewer that only watches")
  func asks() throws {
    for isReadOnly in [false, true] {
      let viewer = try SteppedViewer(isReadOnly: isReadOnly).joined()
      try viewer.press(":")
      for character in "ask why, and how?" {
        viewer.core.receiveEvent(.key(Key(.character(character))), at: viewer.now)
      }
      try viewer.press("Enter")
      #expect(try viewer.take() == Self.sent(.ask("why, and how?")))
      #expect(viewer.screen().notice.text == nil)
      if isReadOnly {
        try viewer.refuse(.limitReached, "there are too many questions")
        #expect(viewer.screen().notice.text == "there are too many questions")
      } else {
        try viewer.answer(.accepted(version: 0))
        #expect(viewer.screen().notice.text == "the speaker has your question")
      }
    }
  }

  @Test("the palette takes the longest question, whatever a character has in bytes")
  func longestQuestion() throws {
    let question = String(repeating: "中", count: Request.Talk.longestQuestion)
    let viewer = try SteppedViewer().joined()
    try viewer.press(":")
    viewer.core.receiveEvent(.paste("ask " + question), at: viewer.now)
    try viewer.press("Enter")
    #expect(try viewer.take() == Self.sent(.ask(question)))
  }

  @Test("no question, and one that is too long, is not sent")
  func badQuestions() throws {
    let viewer = try SteppedViewer().joined()
    for question in ["", " ", "\t\n ", "\u{3000}"] {
      #expect(try Self.ask(question, at: viewer) == [])
      #expect(viewer.screen().notice.text == "write the question behind `ask`")
    }
    let most = Request.Talk.longestQuestion
    for letter in ["a", "e\u{301}", "中"] {
      let longest = String(repeating: letter, count: most)
      #expect(try Self.ask(longest, at: viewer) == [.ask(longest)])
      try viewer.answer(.accepted(version: 1))
      #expect(try Self.ask(longest + letter, at: viewer) == [])
      let text = "a question has at most \(most) characters; this one has \(most + 1)"
      #expect(viewer.screen().notice.text == text)
    }
  }

  @Test("a question without a connection is not sent, and the viewer does not claim that")
  func notConnected() throws {
    let viewer = try SteppedViewer().joined()
    viewer.core.connectionLost(at: viewer.now)
    _ = try viewer.take()
    #expect(try Self.ask("why?", at: viewer) == [])
    #expect(viewer.screen().notice.text == "not connected: the key was not sent")
    // The message ends with the lack of a connection.
    viewer.core.connectionFound(at: viewer.now)
    _ = try viewer.take()
    try viewer.finishJoin()
    #expect(viewer.screen().notice.text == nil)
  }

  // MARK: Time

  @Test("a running timer wakes the viewer at each whole second of the daemon's clock")
  func wakes() throws {
    let clock = Duration.seconds(5_000)
    let timer = TalkTimer(
      isRunning: true,
      elapsed: .milliseconds(400),
      at: clock - .seconds(12)
    )
    let viewer = try Self.speaking(SpeakerFacts(focus: .pager, timer: timer), clock: clock)
    #expect(viewer.screen().local.talk?.words == "0:12")
    #expect(viewer.nextWake == viewer.now + .milliseconds(600))
    viewer.pass(.milliseconds(599))
    #expect(viewer.screen().local.talk?.words == "0:12")
    #expect(viewer.nextWake == viewer.now + .milliseconds(1))
    viewer.pass(.milliseconds(1))
    #expect(viewer.screen().local.talk?.words == "0:13")
    #expect(viewer.nextWake == viewer.now + .seconds(1))
    // Back with everybody, no second counts.
    try viewer.send("F4")
    try viewer.finishJoin()
    _ = viewer.screen()
    let wake = try #require(viewer.nextWake)
    #expect(wake >= viewer.now + Attachment.aliveInterval)
  }

  @Test("a clock that the daemon does not report counts from the attach")
  func unknownClock() throws {
    let timer = TalkTimer(isRunning: true, elapsed: .seconds(30), at: .seconds(1))
    let viewer = try Self.speaking(SpeakerFacts(focus: .pager, timer: timer))
    #expect(viewer.screen().local.talk?.words == "0:29")
    viewer.pass(.seconds(2))
    #expect(viewer.screen().local.talk?.words == "0:31")
  }

  @Test("the time of day is wanted and shown in the speaker's view only")
  func timeOfDay() throws {
    let viewer = try SteppedViewer().joined()
    _ = viewer.screen()
    let isWantedBefore = viewer.core.showsTimeOfDay
    try viewer.send("F4")
    _ = try viewer.joinSpeakers(SpeakerFacts(focus: .pager))
    viewer.core.setTimeOfDay(TimeOfDay(hour: 9, minute: 5))
    let line = try #require(viewer.screen().textLines.last)
    #expect(line.contains("t starts the timer  09:05"), "\(line)")
    let isWanted = viewer.core.showsTimeOfDay
    #expect(!isWantedBefore && isWanted)
    try viewer.send("F4")
    try viewer.finishJoin()
    #expect(viewer.screen().textLines.last?.contains("09:05") == false)
  }

  // MARK: The status line

  private static func screen(
    _ facts: SpeakerFacts,
    viewers: Int = 4,
    columns: Int = 200,
    at now: Duration = .zero
  ) -> Screen {
    let size = CellSize(columns: columns, rows: 12)
    var session = ScreenTests.session(Deck(markdown: ScreenTests.deck, name: "deck"))
    var all = SessionFacts(name: "talk", viewers: viewers)
    all.speaker = facts
    var screen = ScreenTests.screen(session.rest(in: size, facts: all), size)
    screen.local.view = .speakers
    let morning = TimeOfDay(hour: 9, minute: 5)
    screen.local.talk = TalkTime(facts.timer, at: now, timeOfDay: morning)
    return screen
  }

  private static let facts = SpeakerFacts(
    focus: .pager,
    timer: TalkTimer(elapsed: .seconds(760), duration: .seconds(1_200)),
    questions: 2,
    firstQuestion: 1
  )

  @Test("the line shows the viewers, the timer, the questions and the time of day")
  func line() throws {
    let line = try #require(Self.screen(Self.facts).textLines.last)
    let expected =
      "talk  notes, F4 returns  4 viewers  paused 12:40 of 20:00  2 questions, A removes one  09:05"
    #expect(line.contains(expected), "\(line)")
    let usual = try #require(Self.screen(Self.facts, columns: 80).textLines.last)
    let short = "talk  notes  4 viewers  paused 12:40 of 20:00  2 questions  09:05"
    #expect(usual.contains(short), "\(usual)")
    let narrow = try #require(Self.screen(Self.facts, columns: 40).textLines.last)
    #expect(narrow.contains("paused 12:40 of 20:00  2 questions"), "\(narrow)")
    #expect(!narrow.contains("viewers"), "\(narrow)")
  }

  @Test("one question is one, and nothing is said about none, or about one viewer")
  func quiet() throws {
    var facts = Self.facts
    facts.questions = 1
    let one = try #require(Self.screen(facts).textLines.last)
    #expect(one.contains("paused 12:40 of 20:00  1 question, A removes one  09:05"), "\(one)")
    facts.questions = 0
    let none = try #require(Self.screen(facts, viewers: 1).textLines.last)
    #expect(none.contains("notes, F4 returns  paused 12:40 of 20:00  09:05"), "\(none)")
  }

  @Test("the timer has its colour in the line, and a change of it is painted")
  func colours() {
    var facts = Self.facts
    facts.timer = TalkTimer(isRunning: true, elapsed: .seconds(1_150), duration: .seconds(1_200))
    let line = StatusLine(Self.screen(facts)).left
    #expect(line.runs.contains { $0.style == TextStyle(role: .error, attributes: .bold) })
    var live = LiveScreen(ResolvedTheme(.dark, depth: .mono))
    let first = Self.screen(facts)
    _ = live.compare(with: first)
    live.paint(first)
    let isSameNew = live.compare(with: Self.screen(facts))
    let later = Self.screen(facts, at: .seconds(1))
    let isLaterNew = live.compare(with: later)
    live.paint(later)
    #expect(!isSameNew && isLaterNew)
    #expect(live.canvas.lines.last?.contains("19:11 of 20:00") == true)
  }
}

extension SteppedViewer {
  /// Answers an attach for the speaker's view, and sends its first scene.
  ///
  /// - Parameters:
  ///   - facts: the facts in the scene.
  ///   - clock: the time on the played daemon's clock.
  /// - Returns: the viewer's actions after the scene.
  /// - Throws: if the viewer does not follow the stream then.
  fileprivate func joinSpeakers(_ facts: SpeakerFacts, clock: Duration = .zero) throws -> [Did] {
    var attached = attachment
    attached.streamTopic = Array("speakers".utf8)
    attached.readyTopic = Array("speakers-ready".utf8)
    attached.part = Reply.Attached.Part(name: viewerName, view: .speaker, clock: clock)
    try answer(.attached(attached))
    _ = try take()
    var all = SessionFacts(name: name, viewers: 1)
    all.speaker = facts
    let snapshot = snapshot(of: session.rest(in: Self.size, facts: all))
    core.receiveLayout(.snapshot(snapshot), on: attached.readyTopic, at: now)
    try demand(core.connection.isLive, "the viewer is not live")
    return try take()
  }
}

@Suite("Plain mode prints the timer and the questions of a talk")
struct PrintedTalkTests {
  /// A moment of a talk of 100 s.
  private struct Moment {
    var seconds: Int
    var isRunning = true
    var questions = 0
    var expected: [String] = []
  }

  @Test("starts, pauses, resets, warnings and the number of questions, each once")
  func lines() {
    var printed = PrintedTalk()
    let short = "Timer: 1:20 of 1:40, little time left"
    let paused = "Timer: paused 1:25 of 1:40, little time left"
    let moments = [
      Moment(seconds: 0, isRunning: false),
      Moment(seconds: 0, expected: ["Timer: 0:00 of 1:40"]),
      Moment(seconds: 1),
      Moment(seconds: 60, questions: 1, expected: ["1 question"]),
      Moment(seconds: 79, questions: 1),
      Moment(seconds: 80, questions: 3, expected: [short, "3 questions"]),
      // A new estimate of the daemon's clock is no news.
      Moment(seconds: 79, questions: 3),
      Moment(seconds: 80, questions: 3),
      Moment(seconds: 94, questions: 2, expected: ["2 questions"]),
      Moment(seconds: 95, questions: 2, expected: ["Timer: 1:35 of 1:40, almost no time left"]),
      Moment(seconds: 100, questions: 0, expected: ["No questions"]),
      Moment(seconds: 101),
      Moment(seconds: 101, isRunning: false, expected: ["Timer: paused 0:01 over 1:40"]),
      Moment(seconds: 0, isRunning: false, expected: ["Timer: stopped at zero"]),
      Moment(seconds: 1, expected: ["Timer: 0:01 of 1:40"]),
      Moment(seconds: 0, expected: ["Timer: 0:00 of 1:40"]),
      Moment(seconds: 85, isRunning: false, expected: [paused]),
    ]
    for moment in moments {
      let timer = TalkTimer(
        isRunning: moment.isRunning,
        elapsed: .seconds(moment.seconds),
        duration: .seconds(100)
      )
      let time = TalkTime(timer, at: .zero, timeOfDay: nil)
      let lines = printed.lines(for: time, questions: moment.questions)
      #expect(lines == moment.expected, "\(moment.seconds) s")
    }
  }

  @Test("a timer that runs when the view opens is printed; in other views nothing is")
  func views() {
    var printed = PrintedTalk()
    let timer = TalkTimer(isRunning: true, elapsed: .seconds(5))
    let time = TalkTime(timer, at: .zero, timeOfDay: nil)
    #expect(printed.lines(for: nil, questions: 0) == [])
    for _ in 1...2 {
      #expect(printed.lines(for: time, questions: 1) == ["Timer: 0:05", "1 question"])
      #expect(printed.lines(for: nil, questions: 0) == [])
    }
  }
}
