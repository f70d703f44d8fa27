import Foundation
import Testing

/// A talk of ten minutes, played fast on six terminals of six sizes: one drives, one follows, one looks around, one
/// follows that one, one only watches, and one shows the notes.
@Suite(.waiting) struct WholeTalkTests {
  private static let slides = 12

  private static let markdown: String = {
    let slides = (1...Self.slides).map { number in
      """
      ## Heading \(number)

      This is \(Deck.marker(number)).

      <!-- speaker_note: say-\(number) -->
      """
    }
    return "---\ntitle: Talk\nduration: 10min\n---\n\n" + slides.joined(separator: "\n\n---\n\n")
  }()

  /// The terminals of the talk, by the names of their viewers.
  private final class Stage {
    let sandbox: Sandbox
    let daemon: Daemon
    private(set) var terminals: [String: TerminalSession] = [:]

    init() throws {
      sandbox = try Sandbox()
      daemon = try Daemon(in: sandbox)
      let path = try sandbox.write(WholeTalkTests.markdown, to: "talk.md")
      try enter("ada", 80, 24, "--open", path)
      try enter("bob", 120, 40)
      try enter("cyd", 100, 30)
      try enter("dan", 70, 20)
      try enter("eve", 40, 12, "--readonly")
      try enter("notes", 90, 28, "notes")
    }

    private func enter(_ name: String, _ columns: Int, _ rows: Int, _ words: String...) throws {
      let arguments = words.first == "notes" ? words : []
      let options = words.first == "notes" ? [] : words
      terminals[name] = try TerminalSession(
        in: sandbox,
        name,
        columns: columns,
        rows: rows,
        running: [Programs.client] + arguments + ["-s", "talk", "--name", name] + options
      )
      let sign = name == "notes" ? "say-1" : Deck.marker(1)
      try see(name, "shows the first slide") { $0.contains(sign) }
    }

    func type(_ name: String, _ keys: String...) throws {
      try #require(terminals[name]).type(keys)
    }

    func see(_ name: String, _ condition: String, _ holds: (Screen) -> Bool) throws {
      try #require(terminals[name]).wait(until: condition, holds)
    }

    /// Waits until each terminal shows its slide and nothing of its neighbours, and the notes those of the talk.
    func mark(_ label: String, talk: Int, browsers: Int? = nil) throws {
      for name in ["ada", "bob", "cyd", "dan", "eve"] {
        let isAway = ["cyd", "dan"].contains(name)
        let slide = isAway ? browsers ?? talk : talk
        try see(name, "\(label): is on slide \(slide)") { screen in
          (1...WholeTalkTests.slides).allSatisfy {
            screen.contains(Deck.marker($0)) == ($0 == slide)
          }
        }
      }
      try see("notes", "\(label): shows slide \(talk), the next one and the notes") {
        $0.contains(Deck.marker(talk)) && $0.contains("say-\(talk)")
          && (talk == WholeTalkTests.slides || $0.contains("next \(talk + 1)/"))
      }
    }
  }

  @Test func aTalkOfTenMinutes() throws {
    let stage = try Stage()
    try stage.sandbox.succeed("policy", "request", "-s", "talk")
    try stage.see("ada", "drives") { $0.status.contains("you drive") }
    try stage.mark("beginning", talk: 1)
    try stage.type("notes", "t")
    try stage.see("notes", "has started the timer") { $0.status.contains("of 10:00") }

    // One drives, and nobody can disturb.
    try stage.type("ada", "Right")
    try stage.mark("second slide", talk: 2)
    try stage.type("bob", "Right")
    try stage.see("bob", "is refused") { $0.status.contains("ada drives") }
    try stage.type("eve", "Right")
    try stage.see("eve", "only watches") { $0.status.contains("only watches") }
    try stage.mark("undisturbed", talk: 2)
    try changeDrivers(stage)
    try lookAround(stage)
    try pointAndAsk(stage)
    try endure(stage)
    #expect(stage.daemon.isRunning)
  }

  /// Control goes to another viewer and comes back.
  private func changeDrivers(_ stage: Stage) throws {
    try stage.type("bob", "c")
    try stage.see("ada", "sees who asks") { $0.status.contains("bob asks for control") }
    try stage.type("ada", "+")
    try stage.see("bob", "drives") { $0.status.contains("you drive") }
    try stage.type("bob", "Right")
    try stage.mark("another drives", talk: 3)
    try stage.type("ada", "c")
    try stage.see("bob", "sees who asks") { $0.status.contains("ada asks for control") }
    try stage.type("bob", "+")
    try stage.see("ada", "drives again") { $0.status.contains("you drive") }
  }

  /// One looks around, and another one follows it there; then both return.
  private func lookAround(_ stage: Stage) throws {
    try stage.type("cyd", "b")
    try stage.see("cyd", "has a view of its own") { $0.status.contains("browsing") }
    try stage.type("cyd", "9", "G")
    try stage.type("dan", "v")
    try stage.see("dan", "lists the viewers") { $0.contains("cyd") }
    // The own line is the first one, then the others as they came.
    try stage.type("dan", "j", "j", "j", "f")
    try stage.see("dan", "follows") { $0.status.contains("following cyd") }
    try stage.mark("looking around", talk: 3, browsers: 9)
    try stage.see("notes", "shows where people are") { $0.contains("2 on 9") }
    try stage.type("ada", "Right", "Right")
    try stage.mark("the talk goes on", talk: 5, browsers: 9)
    try stage.see("cyd", "sees where the talk is") { $0.status.contains("5/12, b returns") }
    try stage.type("cyd", "Right")
    try stage.mark("further around", talk: 5, browsers: 10)
    try stage.type("cyd", "b")
    try stage.mark("back", talk: 5)
    try stage.type("dan", "b")
    try stage.see("dan", "follows nobody") { !$0.status.contains("following") }
  }

  /// The driver points, and the audience asks.
  private func pointAndAsk(_ stage: Stage) throws {
    try stage.type("ada", ".")
    for name in ["bob", "cyd", "dan", "eve"] {
      try stage.see(name, "shows the pointer with its name") { screen in
        screen.rows.dropLast().contains { $0.contains("ada") }
      }
    }
    try stage.see("bob", "shows no pointer any more") { screen in
      !screen.rows.dropLast().contains { $0.contains("ada") }
    }
    try stage.type("ada", "Escape")
    try stage.type("bob", ":")
    try stage.see("bob", "opens the palette") { $0.contains("go-to") }
    try stage.type("bob", "-l", "ask how-fast?")
    try stage.type("bob", "Enter")
    try stage.see("notes", "shows the question") { $0.contains("bob: how-fast?") }
    try stage.mark("asked", talk: 5)
    try stage.type("notes", "A")
    try stage.see("notes", "has no question any more") { !$0.contains("how-fast?") }
  }

  /// The daemon is killed in the middle; the talk goes on to its end.
  private func endure(_ stage: Stage) throws {
    try stage.type("cyd", "b")
    try stage.see("cyd", "has a view of its own") { $0.status.contains("browsing") }
    try stage.daemon.end(SIGKILL)
    for name in stage.terminals.keys {
      try stage.see(name, "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try stage.daemon.restart()
    for name in stage.terminals.keys {
      try stage.see(name, "is connected again") { !$0.status.contains("reconnecting") }
    }
    try stage.mark("after a kill", talk: 5)
    try stage.see("ada", "still drives") { $0.status.contains("you drive") }
    try stage.see("notes", "still counts the time") { $0.status.contains("of 10:00") }
    try stage.sandbox.succeed("policy", "open", "-s", "talk")
    try stage.see("bob", "may move") { !$0.status.contains("drives") }
    try stage.type("bob", "G")
    try stage.mark("end", talk: Self.slides)
  }
}
