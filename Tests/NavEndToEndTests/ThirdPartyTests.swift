import Foundation
import NavProcessKit
import Testing

/// Clients written from `proto` and the README alone.
@Suite(.waiting) struct ThirdPartyTests {
  /// The content of a run; a thousand moves in total.
  enum Content: String, CaseIterable, CustomTestStringConvertible {
    case deck, tree, scene

    var testDescription: String { rawValue }

    /// The number of moves.
    var moves: Int { self == .scene ? 400 : 300 }

    /// - Returns: its path.
    fileprivate func write(in sandbox: Sandbox) throws -> String {
      switch self {
      case .deck: try Deck.ofAllLengths.write(in: sandbox)
      case .tree: try Folder.music(in: sandbox).path
      case .scene: try sandbox.write(ThirdPartyTests.app, to: "app.yaml")
      }
    }
  }

  /// Tabs with bars, a book, a stack and an option bar.
  private static let app = """
    tabs:
      items:
        - title: Talk
          badge: 3
          content:
            pager:
              header: buttons
              pages:
                - {title: One, text: "# One"}
                - title: Two
                  stack:
                    root:
                      list:
                        entries:
                          - {label: Open me, open: {text: "# Opened"}}
                          - Leave me
                - title: Three
                  book:
                    spine: min
                    pages: [{text: "# Left"}, {text: "# Right"}, {text: "# Back"}]
        - title: Years
          content: {options: {name: Year, count: 2000}}
        - title: Book
          content: {book: {pages: [{text: "# January"}, {text: "# February"}, {text: "# March"}]}}
      attachment: Below everything.
    """

  @Test(
    "a client made from proto alone follows a thousand random moves and ends with the same scene",
    arguments: Content.allCases
  )
  func aThousandMoves(_ content: Content) throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let outcome = try Python(in: sandbox).run(
      Self.follow(content, moves: content.moves, in: sandbox),
      within: deadline * 10
    )
    #expect(outcome.code == 0, "\(outcome)\n\(daemon.report)")
    // Without any motion the scenes would be equal, too.
    let figures = Figures(outcome.output)
    #expect(figures["operations"] == content.moves, "\(outcome)")
    for figure in ["timelines", "interruptions", "repetitions"] {
      #expect(figures[figure] > content.moves / 40, "\(figure): \(outcome)")
    }
    #expect(daemon.isRunning)
  }

  @Test(
    "a client made from proto alone loses no move while navd is killed",
    arguments: [Content.deck]
  )
  func movesBesideKills(_ content: Content) throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let moves = 100 * (Programs.kills + 1)
    let program = try Python(in: sandbox).start(Self.follow(content, moves: moves, in: sandbox))
    for kill in 1...Programs.kills {
      try eventually(
        "\(kill * 100) moves are made",
        within: deadline * 2,
        found: { "\(program.outputText)\n\(program.errorText)\n\(daemon.report)" }
      ) { program.outputText.contains(": \(kill * 100) moves\n") }
      try daemon.end(SIGKILL)
      try daemon.restart()
    }
    let code = try program.waitForExit("follow.py", within: deadline * 10)
    #expect(code == 0, "\(program.outputText)\n\(program.errorText)\n\(daemon.report)")
    #expect(Figures(program.outputText)["operations"] == moves)
  }

  private static func follow(
    _ content: Content,
    moves: Int,
    in sandbox: Sandbox
  ) throws -> [String] {
    ["\(Python.folder)/follow.py", sandbox.socketDirectory]
      + ["\(content):\(try content.write(in: sandbox))", "--moves", "\(moves)"]
      + ["--limit", "\(deadline.components.seconds)"]
      + (seed.map { ["--seed", $0] } ?? [])
  }

  /// The seed that repeats a failed run.
  private static let seed = ProcessInfo.processInfo.environment["NAV_SEED"]

  /// Checks the worked examples of `scene.proto` without a daemon.
  @Test("the hash examples have the values in scene.proto")
  func examplesOfTheHash() throws {
    let python = try Python(in: Sandbox())
    let outcome = try python.run([
      "\(Python.folder)/scene.py", "\(Python.repository)/proto/navd/v1/scene.proto",
    ])
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test("the README's client prints each title and ends with its session")
  func exampleOfTheReadme() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let python = try Python(in: sandbox)
    let readme = try String(contentsOfFile: "\(Python.repository)/proto/README.md", encoding: .utf8)
    let blocks = readme.matches(of: #/(?s)```python\n(.*?)```/#).map { String($0.1) }
    try #require(blocks.count == 1, "the README has \(blocks.count) Python programs")
    let program = try sandbox.write(blocks[0], to: "titles.py")
    try sandbox.succeed("new", "-s", "x", "--open", Deck.short.write(in: sandbox))

    let titles = try python.start(["-u", program, sandbox.socketDirectory, "x"])
    var expected = ""
    for page in [1, 4, 2] {
      try sandbox.succeed("send", "-s", "x", "goto", "\(page)")
      expected += "Heading \(page)\n"
      try eventually(
        "the title of page \(page) is printed",
        found: { "\(titles.outputText)\n\(titles.errorText)\n\(daemon.report)" }
      ) { titles.outputText == expected }
    }
    try sandbox.succeed("kill", "-s", "x")
    #expect(try titles.waitForExit("titles.py") == 0)
    #expect(titles.outputText == expected && titles.errorText.isEmpty, "\(titles.errorText)")
  }
}

/// The counts of follow.py, summed over its viewers: `12 timelines`.
private struct Figures {
  private var counts: [String: Int] = [:]

  init(_ output: String) {
    for match in output.matches(of: #/(\d+) ([a-z ]+)/#) {
      counts[String(match.2), default: 0] += Int(match.1) ?? 0
    }
  }

  subscript(figure: String) -> Int { counts[figure] ?? 0 }
}

extension Deck {
  /// Slides of one row, of a screen and of several screens.
  fileprivate static let ofAllLengths: Deck = {
    let slides = [1, 3, 40, 0, 120, 8, 15].enumerated().map { number, items in
      "## Slide \(number + 1)\n\n"
        + (0..<items).map { "- item \($0) of *many* [things](https://example.org/\($0))\n" }
        .joined()
    }
    return Deck(markdown: slides.joined(separator: "\n---\n\n"), pages: slides.count)
  }()
}
