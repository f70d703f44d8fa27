import Foundation
import Testing

/// A talk of ten minutes, played fast on six terminals of six sizes.
///
/// Ada has two of them, the speaker's view and the projector. Bob asks for control, cyd only watches, eve asks a
/// question, looks around, leaves and returns, and dan is late. After each step every screen is compared as a whole.
@Suite(.waiting) struct WholeTalkTests {
  /// The terminals of the talk, and what they are to show.
  private final class Stage {
    private struct Seat {
      let terminal: TerminalSession
      let person: String
      var columns: Int
      var rows: Int
    }

    struct View {
      /// The words for it in the status line.
      let words: String
      let slide: Int
    }

    let sandbox: Sandbox
    let daemon: Daemon
    let deck = TalkDeck.queues
    /// The bytes that navd sends to the audience.
    private let sent: RecordedPath
    private var seats: [String: Seat] = [:]

    /// The place of the talk.
    var place = TalkDeck.Place()
    /// The person that drives; nil while everybody may move the talk.
    var driver: String?
    /// The views of terminals that do not show the shared one.
    var views: [String: View] = [:]
    var question: String?

    init() throws {
      sandbox = try Sandbox()
      daemon = try Daemon(in: sandbox)
      sent = try RecordedPath(in: sandbox, named: "audience")
      let path = try sandbox.write(deck.markdown, to: "talk.md")
      try sandbox.succeed("new", "-s", "talk", "--open", path)
      try enter("projector", as: "ada", 80, 24)
      try enter("own", as: "ada", 100, 30)
      try enter("bob", as: "bob", 200, 60)
      try enter("cyd", as: "cyd", 40, 12, "--readonly")
      try enter("eve", as: "eve", 120, 40)
    }

    /// Opens a terminal for a person; `own` is the speaker's view.
    func enter(
      _ name: String,
      as person: String,
      _ columns: Int,
      _ rows: Int,
      _ options: String...
    ) throws {
      let isOwn = name == "own"
      let way = isOwn ? [] : ["/usr/bin/env", "XDG_RUNTIME_DIR=\(sent.runtimeDirectory)"]
      let terminal = try TerminalSession(
        in: sandbox,
        name,
        columns: columns,
        rows: rows,
        running: way + [Programs.client] + (isOwn ? ["notes"] : [])
          + ["-s", "talk", "--name", person] + options
      )
      try terminal.tmux(["pipe-pane", "exec cat >'\(written(to: name))'"])
      seats[name] = Seat(terminal: terminal, person: person, columns: columns, rows: rows)
      try see(name, "shows the talk") { try isRight($0, of: name) }
    }

    var names: [String] { seats.keys.sorted() }

    /// The file with all bytes that a program has written to its terminal.
    func written(to name: String) -> String { "\(sandbox.directory)/\(name).written" }

    func terminal(_ name: String) throws -> TerminalSession { try #require(seats[name]).terminal }

    func type(_ name: String, _ keys: String...) throws { try terminal(name).type(keys) }

    func see(
      _ name: String,
      _ condition: String,
      at location: SourceLocation = #_sourceLocation,
      _ holds: (Screen) throws -> Bool
    ) throws {
      try terminal(name).wait(until: condition, at: location, holds)
    }

    func resize(_ name: String, columns: Int, rows: Int) throws {
      try terminal(name).resize(columns: columns, rows: rows)
      seats[name]?.columns = columns
      seats[name]?.rows = rows
    }

    /// Ends a viewer, whose terminal is as it was before then.
    func leave(_ name: String) throws {
      let terminal = try self.terminal(name)
      try terminal.type("q")
      #expect(try terminal.waitForExit() == 0)
      // The first line is the size, which the person may have changed.
      let (before, after) = (try #require(terminal.modesBefore), terminal.modesAfter)
      let modes = before.drop { $0 != "\n" }
      #expect(!modes.isEmpty && after?.drop { $0 != "\n" } == modes)
      try eventually("\(name): nothing is left") { try terminal.leftovers() == [] }
      seats[name] = nil
    }

    /// The number of changes of the session so far.
    func version() throws -> Int {
      let sessions = try Listing(sandbox.succeed("ls", "--json")).sessions
      return try #require(sessions.first).version
    }

    // MARK: Checks

    /// Waits until every terminal shows what it is to show, as a whole.
    func check(_ label: String, at location: SourceLocation = #_sourceLocation) throws {
      for name in names {
        let shown = place(of: name)
        let what = "shows slide \(shown.slide) at step \(shown.step), whole"
        try see(name, "\(label): \(what)", at: location) { try isRight($0, of: name) }
      }
    }

    private func place(of name: String) -> TalkDeck.Place {
      views[name].map { TalkDeck.Place(slide: $0.slide) } ?? place
    }

    private func isRight(_ screen: Screen, of name: String) throws -> Bool {
      let seat = try #require(seats[name])
      // At any moment, notes are on no screen but one.
      try #require(name == "own" || !screen.contains("say-"), "\(name): \(screen)")
      guard hasRightStatus(screen, seat, of: name) else { return false }
      guard name == "own" else {
        return deck.isShown(place(of: name), on: screen, columns: seat.columns, rows: seat.rows)
      }
      let away = names.map { place(of: $0).slide }.filter { $0 != place.slide }
      // The speaker's own terminal does not count.
      let here = names.count - 1 - away.count
      return deck.isSpeakers(
        place,
        on: screen,
        rows: seat.rows,
        whereabouts: away.first.map { "(viewers: \(here) here, \(away.count) on \($0))" } ?? "",
        questions: question.map { ["Questions", "1. \($0)"] } ?? []
      )
    }

    /// Words that come and go, and are stale when the state that they tell of has ended.
    private static let passing = [
      "reconnecting", "keys wait", "key waits", "waiting for navd", "not connected", "not saved",
      "out of step", "asks for control", "asked for control", "pointing", "1 question", "browsing",
      "following", "only watches", "gave control up", "nobody drives",
    ]

    private func hasRightStatus(_ screen: Screen, _ seat: Seat, of name: String) -> Bool {
      var parts: [String] = []
      if let view = views[name] { parts.append(view.words) }
      // Nobody else moves a view of one's own.
      if let driver, views[name]?.words.contains("browsing") != true {
        parts.append(driver == seat.person ? "you drive" : "\(driver) drives")
      }
      if seat.person == "cyd" { parts.append("read only") }
      if seat.columns >= 120 { parts.append("\(seats.count) viewers") }
      if name == "own" {
        parts.append("notes")
        if question != nil { parts.append("1 question") }
      } else {
        parts.append("\(place(of: name).slide)/\(deck.slides.count)")
      }
      let shown = screen.status.components(separatedBy: "  ").map(\.trimmed)
      return parts.allSatisfy { shown.contains($0) }
        && Self.passing.allSatisfy { word in
          !screen.status.contains(word) || parts.contains { $0.contains(word) }
        }
    }

    /// Checks that the audience was sent the slides, and neither notes nor questions, and that no program wrote notes to
    /// a terminal of the audience.
    func checkSecrets(writtenTo audience: [String]) throws {
      #expect(try sent.contains("This is the end."))
      for secret in ["say-", "how-fast?"] { #expect(try !sent.contains(secret), "\(secret)") }
      for name in audience + ["own"] {
        var bytes = Data()
        try eventually("\(name): all bytes are recorded") {
          bytes = try Data(contentsOf: URL(fileURLWithPath: written(to: name)))
          // The program leaves the alternate screen.
          return bytes.range(of: Data("\u{1B}[?1049l".utf8)) != nil
        }
        #expect((bytes.range(of: Data("say-".utf8)) != nil) == (name == "own"), "\(name)")
      }
    }
  }

  @Test func aTalkOfTenMinutes() throws {
    let stage = try Stage()
    try stage.sandbox.succeed("policy", "request", "-s", "talk")
    stage.driver = "ada"
    try stage.check("the beginning")
    try stage.type("own", "t")
    try stage.see("own", "has started the timer") { $0.status.contains("of 10:00") }

    // One person has two terminals, and both move the talk.
    try move(stage, by: "projector", to: 2)
    try move(stage, by: "own", to: 2, step: 1)
    try stage.type("bob", "Right")
    try stage.see("bob", "is refused") { $0.status.contains("ada drives: c asks for control") }
    try stage.type("cyd", "Right")
    try stage.see("cyd", "only watches") { $0.status.contains("only watches") }
    try stage.check("nobody has disturbed")

    try lendControl(stage)
    try point(stage)
    try ask(stage)
    try lookAround(stage)
    try restart(stage)
    try comeAndGo(stage)
    try finish(stage)
  }

  /// Moves the talk with an arrow of one terminal, and compares all screens.
  private func move(
    _ stage: Stage,
    by name: String,
    _ key: String = "Right",
    to slide: Int,
    step: Int = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try stage.type(name, key)
    stage.place = TalkDeck.Place(slide: slide, step: step)
    try stage.check("\(key) of \(name)", at: location)
  }

  /// Bob asks for control, gets it, and gives it up again.
  private func lendControl(_ stage: Stage) throws {
    try stage.type("bob", "c")
    try stage.see("bob", "has asked") { $0.status.contains("asked for control") }
    for name in ["own", "projector"] {
      try stage.see(name, "sees who asks") {
        $0.status.contains("bob asks for control: + grants, - refuses")
      }
    }
    try stage.type("own", "+")
    stage.driver = "bob"
    try stage.check("bob may move the talk")
    try move(stage, by: "bob", to: 3)
    try stage.type("projector", "Right")
    try stage.see("projector", "is refused") { $0.status.contains("bob drives: c asks") }
    try stage.type("bob", "C")
    for name in ["bob", "projector"] {
      try stage.see(name, "sees that nobody drives") { $0.status.contains("nobody drives") }
    }
    try stage.type("projector", "c")
    stage.driver = "ada"
    try stage.check("ada drives again, and the talk has not moved")
  }

  /// The projector points: on the same word in every size, and with keys that do not move the talk.
  private func point(_ stage: Stage) throws {
    let amber = 214
    let before = try stage.version()
    try stage.type("projector", ".")
    try stage.see("projector", "points") { $0.status.contains("pointing: arrows move") }
    let others = stage.names.filter { $0 != "own" }
    var words: [String?] = []
    try eventually("all point at one word", found: { "\(others): \(words)" }) {
      // Away and back: a pointer that rests fades.
      try stage.type("projector", "Right", "Left")
      words = try others.map { name in
        StyledScreen(try stage.terminal(name).styledText()).word(on: amber, besides: "ada")
      }
      return words[0] != nil && Set(words).count == 1
    }
    try stage.type("projector", "Escape")
    try stage.check("nobody points")
    #expect(try stage.version() == before)
  }

  /// Eve asks a question, which the speaker sees alone.
  private func ask(_ stage: Stage) throws {
    try stage.type("eve", ":")
    try stage.see("eve", "opens the palette") { $0.contains("go-to") }
    try stage.type("eve", "-l", "ask how-fast?")
    try stage.type("eve", "Enter")
    stage.question = "eve: how-fast?"
    try stage.check("asked")
    try stage.type("own", "A")
    stage.question = nil
    try stage.check("answered")
  }

  /// Eve looks around, and bob follows her, while the talk goes on.
  private func lookAround(_ stage: Stage) throws {
    try stage.type("eve", "b")
    try stage.see("eve", "has a view of its own") { $0.status.contains("browsing") }
    try stage.type("eve", "9", "G")
    try stage.type("bob", "v")
    try stage.see("bob", "lists the viewers") { $0.contains("eve") && $0.contains("Viewers: 5") }
    // The own line is the first one, then the others as they came: ada twice, cyd, eve.
    try stage.type("bob", "j", "j", "j", "j", "f")
    showAround(stage, talk: 3)
    try stage.check("looking around")
    showAround(stage, talk: 4)
    try move(stage, by: "own", to: 4)
  }

  private func showAround(_ stage: Stage, talk slide: Int) {
    let words = "browsing: talk is at \(slide)/\(stage.deck.slides.count), b returns"
    stage.views = [
      "eve": Stage.View(words: words, slide: 9),
      "bob": Stage.View(words: "following eve, b returns", slide: 9),
    ]
  }

  /// navd is killed while keys of the driver are on their way, and others are typed until it is back: each moves the talk
  /// once.
  private func restart(_ stage: Stage) throws {
    let before = try stage.version()
    try stage.type("own", "Right")
    try stage.daemon.end(SIGKILL)
    for name in stage.names {
      try stage.see(name, "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try stage.type("projector", "Right", "Left")
    try stage.see("projector", "says that keys wait") { $0.status.contains("2 keys wait") }
    try stage.type("own", "Right")
    try stage.see("own", "says that keys wait") { $0.status.contains(", Esc gives up") }
    try stage.daemon.restart()
    try stage.type("projector", "Right")
    try eventually("each key has moved the talk") { try stage.version() >= before + 5 }
    stage.place.slide = 7
    // A view of one's own ends with navd; bob still follows eve, who is in the talk again.
    stage.views = ["bob": Stage.View(words: "following eve, b returns", slide: 7)]
    try stage.check("navd is back")
    #expect(try stage.version() == before + 5)
    try stage.see("own", "still counts the time") { $0.status.contains("of 10:00") }
    try stage.type("bob", "b")
    stage.views = [:]
    try stage.check("all are back")
  }

  /// Eve leaves and returns, dan is late, and bob's terminal becomes smaller.
  private func comeAndGo(_ stage: Stage) throws {
    try stage.leave("eve")
    try stage.check("eve has left")
    try move(stage, by: "own", to: 8)
    try stage.enter("eve-again", as: "eve", 120, 40)
    try stage.enter("dan", as: "dan", 60, 20)
    try stage.check("six terminals")
    try stage.resize("bob", columns: 90, rows: 28)
    try stage.check("a smaller terminal")
    let viewers = try stage.sandbox.succeed("viewers", "-s", "talk").split(separator: "\n")
    let names = viewers.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.sorted() == ["ada", "ada-2", "bob", "cyd", "dan", "eve"], "\(viewers)")
  }

  /// The talk goes on to its end, and all leave.
  private func finish(_ stage: Stage) throws {
    try move(stage, by: "projector", to: 9)
    for step in 0...2 { try move(stage, by: step == 1 ? "projector" : "own", to: 10, step: step) }
    try move(stage, by: "projector", "Left", to: 10, step: 1)
    try move(stage, by: "own", to: 10, step: 2)
    try move(stage, by: "own", to: 11)
    try move(stage, by: "projector", to: 12)
    try stage.type("own", "Right")
    try stage.see("own", "is at the end") { $0.status.contains("this is the last page") }
    try stage.check("the end")
    let audience = stage.names.filter { $0 != "own" }
    for name in stage.names { try stage.leave(name) }
    try stage.checkSecrets(writtenTo: audience + ["eve"])
    #expect(stage.daemon.isRunning)
  }
}
