import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavClient
@testable import NavViewer

/// Screens of terminals, recorded line by line.
@Suite("Screens")
struct ScreenTests {
  static let invitation = "navclient --session talk"
  static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 40, rows: 12), CellSize(columns: 20, rows: 6),
    CellSize(columns: 10, rows: 3), CellSize(columns: 9, rows: 2),
  ]

  static let deck = """
    # A small deck

    With **strong**, *gentle*, ~~wrong~~ and `literal` words, and a paragraph that is so long \
    that no terminal of ordinary size shows it in a single row of text.

    ---

    ## Lists

    - one
      - one and a half
      - and a longer entry that has to be wrapped below its own beginning
    - two
    - [x] done
    - [ ] to do

    1. first
    2. second

    ---

    ## A table

    | Name | Amount | Remark |
    |:-----|-------:|:------:|
    | Ada | 1,200 | first of all of them |
    | 中文 | 7 | wide |

    ---

    ## Code and a quote

    ```swift
    func turn(by pages: Int) -> Page { self.pages[current + pages] } // as long as it takes
    ```

    > A quote that wraps, too, where the terminal is narrower than it is long.

    """

  static func session(_ deck: Deck) -> Session {
    Session(pages: deck.slides.map { PageContent(title: $0.title, document: $0.document) })
  }

  static func screen(_ scene: Scene?, _ size: CellSize) -> Screen {
    Screen(session: "talk", invitation: invitation, scene: scene, size: size)
  }

  /// Draws the screens, each in a frame.
  static func drawing(_ screens: [(title: String, screen: Screen)]) -> String {
    screens.map { title, screen in
      let edge = String(repeating: "-", count: max(0, screen.size.columns - title.count - 2))
      return (["+ \(title) \(edge)"] + screen.textLines.map { "|\($0)" })
        .joined(separator: "\n") + "\n"
    }.joined()
  }

  private func check(_ deck: Deck, _ size: CellSize, name: String) throws {
    var session = Self.session(deck)
    var screens: [(title: String, screen: Screen)] = []
    for page in 1...deck.slides.count {
      for step in 0...deck.slides[page - 1].document.stepCount {
        let command: SessionCommand = step == 0 ? .goTo(page) : .forward
        try session.perform(command, seenIn: size, at: .zero)
        let screen = Self.screen(session.rest(in: size, viewers: 1), size)
        let lines = screen.textLines
        #expect(lines.count == size.rows)
        screens.append((step == 0 ? "\(page)" : "\(page).\(step)", screen))
      }
    }
    try GoldenText().check(Self.drawing(screens), name: "\(name)-\(size.columns)x\(size.rows)")
  }

  @Test("the tour", arguments: [CellSize.standardTerminal, CellSize(columns: 20, rows: 6)])
  func tour(size: CellSize) throws {
    let markdown = NavContent.tour(command: Self.invitation)
    try check(Deck(markdown: markdown, name: "Tour of navd"), size, name: "tour")
  }

  @Test("a deck with all kinds of content", arguments: sizes)
  func deck(size: CellSize) throws {
    try check(Deck(markdown: Self.deck, name: "deck"), size, name: "deck")
  }

  @Test("a page in motion")
  func motion() throws {
    let size = CellSize(columns: 80, rows: 24)
    var session = Self.session(Deck(markdown: Self.deck, name: "deck"))
    try session.perform(.forward, seenIn: size, at: .zero)
    let trajectory = session.layout(in: size, viewers: 1, at: .zero).trajectory
    let screens = [0, 10, 20].map { frame in
      (title: "frame \(frame)", screen: Self.screen(trajectory.scene(atFrame: frame), size))
    }
    try GoldenText().check(Self.drawing(screens), name: "motion")
  }

  @Test("the help")
  func help() throws {
    var session = Self.session(Deck(markdown: Self.deck, name: "deck"))
    let screens = Self.sizes.map { size in
      var screen = Self.screen(session.rest(in: size, viewers: 1), size)
      screen.openHelp()
      return (title: "\(size.columns)x\(size.rows)", screen: screen)
    }
    var unconnected = Self.screen(nil, Self.sizes[0])
    unconnected.openHelp()
    try GoldenText().check(
      Self.drawing(screens + [("before the first scene", unconnected)]),
      name: "help"
    )
  }

  /// One variant of a status line.
  private struct Variant: Sendable {
    let title: String
    var viewers = 1
    var page = 1
    var change: @Sendable (inout Screen) -> Void = { _ in }
  }

  private static let variants = [
    Variant(title: "alone"),
    Variant(title: "3 viewers", viewers: 3),
    Variant(title: "more rows", viewers: 2, page: 2),
    Variant(title: "looking around", viewers: 2, page: 2) { $0.local.peek = 2 },
    Variant(title: "reconnecting", viewers: 2) { $0.sync.staleness = .reconnecting(seconds: 3) },
    Variant(title: "message", viewers: 2) { $0.notice.text = "there is no page 12: give 1 to 4" },
    Variant(title: "reconnecting with a message") {
      $0.sync.staleness = .reconnecting(seconds: 3)
      $0.notice.text = "not connected: the key was not sent"
    },
    Variant(title: "not saved", viewers: 3) { $0.scene?.isUnsaved = true },
    Variant(title: "insecure", viewers: 3) { $0.scene?.isInsecure = true },
    Variant(title: "not saved and insecure", viewers: 3) {
      $0.scene?.isUnsaved = true
      $0.scene?.isInsecure = true
    },
    Variant(title: "not saved with a message") {
      $0.scene?.isUnsaved = true
      $0.notice.text = "there is no page 12: give 1 to 4"
    },
    Variant(title: "not saved and reconnecting") {
      $0.scene?.isUnsaved = true
      $0.sync.staleness = .reconnecting(seconds: 3)
    },
    Variant(title: "what was last read", viewers: 3) {
      $0.scene?.stale = "talk.md is gone; showing what was last read"
    },
    Variant(title: "what was last read, not saved") {
      $0.scene?.stale = "talk.md is gone; showing what was last read"
      $0.scene?.isUnsaved = true
    },
    Variant(title: "what was last read with a message") {
      $0.scene?.stale = "talk.md is gone; showing what was last read"
      $0.notice.text = "there is no page 12: give 1 to 4"
    },
    Variant(title: "out of step", viewers: 3) { $0.sync.isOutOfStep = true },
    Variant(title: "everything at once", viewers: 3) {
      $0.scene?.isUnsaved = true
      $0.scene?.isInsecure = true
      $0.sync.isOutOfStep = true
      $0.sync.staleness = .reconnecting(seconds: 3)
      $0.notice.text = "there is no page 12: give 1 to 4"
    },
    Variant(title: "connecting") {
      $0.scene = nil
      $0.sync.staleness = .connecting
    },
    Variant(title: "just started") { $0.scene = nil },
  ]

  @Test("the status line")
  func status() throws {
    var session = Self.session(Deck(markdown: Self.deck, name: "deck"))
    var text = ""
    for variant in Self.variants {
      for size in [
        CellSize(columns: 100, rows: 12), CellSize(columns: 60, rows: 12),
        CellSize(columns: 40, rows: 12), CellSize(columns: 20, rows: 12),
        CellSize(columns: 10, rows: 12),
      ] {
        try session.perform(.goTo(variant.page), seenIn: size, at: .zero)
        var screen = Self.screen(session.rest(in: size, viewers: variant.viewers), size)
        variant.change(&screen)
        text += "+ \(variant.title), \(size.columns)\n|\(screen.textLines[11])\n"
      }
    }
    try GoldenText().check(text, name: "status")
  }

  @Test("warnings are fully visible in every usual terminal, beside any other status")
  func warnings() throws {
    for (columns, rows) in [(80, 24), (40, 12), (20, 6)] {
      let size = CellSize(columns: columns, rows: rows)
      for message in [nil, "there is no page 12: give 1 to 4"] {
        for staleness in [nil, Screen.Staleness.reconnecting(seconds: 12)] {
          var session = Self.session(Deck(markdown: Self.deck, name: "deck"))
          var screen = Self.screen(session.rest(in: size, viewers: 3), size)
          screen.notice.text = message
          screen.sync.staleness = staleness
          screen.scene?.isUnsaved = true
          screen.scene?.isInsecure = true
          let shown = screen.textLines[rows - 1]
          #expect(shown.contains("not saved") && shown.contains("insecure"), "\(shown)")
          let loud = TextStyle(role: .error, attributes: .bold)
          let left = StatusLine(screen).left
          let runs = left.runs.filter { $0.style == loud }
          #expect(runs.map(\.length).reduce(0, +) >= "not saved".count + "insecure".count)
        }
      }
    }
  }

  @Test("a screen that is already shown is not written again")
  func sameScreen() {
    var painter = ScreenPainter(
      TerminalCapabilities(environment: ["TERM": "xterm-256color"])
    )
    let size = CellSize(columns: 40, rows: 12)
    var session = Self.session(Deck(markdown: Self.deck, name: "deck"))
    let screen = Self.screen(session.rest(in: size, viewers: 1), size)
    let first = painter.frame(of: screen)
    #expect(!first.isEmpty)
    #expect(painter.frame(of: screen) == [])
    painter.forget()
    #expect(painter.frame(of: screen) == first)
  }
}

@Suite("A bare screen")
struct BareScreenTests {
  private static let size = CellSize(columns: 60, rows: 12)

  private static func screen() -> Screen {
    var session = ScreenTests.session(Deck(markdown: ScreenTests.deck, name: "deck"))
    return ScreenTests.screen(session.rest(in: size, viewers: 2), size)
  }

  @Test("a bare screen has neither status line nor page control, and the rest does not move")
  func pagesAlone() {
    var screen = Self.screen()
    let full = screen.textLines
    #expect(full.contains { $0.contains("●") })
    #expect(full.last?.contains("help") == true)
    screen.local.isBare = true
    let bare = screen.textLines
    #expect(!bare.contains { $0.contains("●") || $0.contains("help") })
    #expect(bare.dropLast(2) == full.dropLast(2))
  }

  @Test("the status line is shown during a problem or a prompt")
  func status() {
    var screen = Self.screen()
    screen.local.isBare = true
    screen.notice.text = "good to know"
    screen.notice.isNews = true
    #expect(!screen.hasStatus)
    screen.notice.isNews = false
    #expect(screen.hasStatus)
    #expect(screen.textLines.last?.contains("good to know") == true)
    screen.notice.text = nil
    #expect(!screen.hasStatus)
    screen.sync.staleness = .reconnecting(seconds: 3)
    #expect(screen.hasStatus)
    screen.sync.staleness = nil
    screen.typing.prompt = Prompt(.search)
    #expect(screen.hasStatus)
  }

  @Test("a key switches the bare screen, for this viewer alone")
  func key() throws {
    let viewer = try SteppedViewer().joined()
    #expect(!viewer.screen().local.isBare)
    try viewer.press("z")
    #expect(viewer.screen().local.isBare)
    #expect(try viewer.take() == [])
    try viewer.press("z")
    #expect(!viewer.screen().local.isBare)
  }
}

/// Screens of a stack over a directory, recorded line by line.
@Suite("Screens of a stack")
struct StackScreenTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 40, rows: 12), CellSize(columns: 39, rows: 10),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3), CellSize(columns: 9, rows: 2),
  ]

  /// Keys, and the screens after them.
  private static let stages: [(title: String, keys: [String], isHelpOpen: Bool)] = [
    ("list alone", [], false),
    ("an entry further down", ["G"], false),
    ("two lists", ["Enter"], false),
    ("three lists", ["Enter", "j", "Enter"], false),
    ("text over edges", ["Enter", "Enter", "5", "G", "Enter"], false),
    ("text scrolled", ["5", "G", "Enter", "Space"], false),
    ("prose", ["6", "G", "Enter"], false),
    ("back", ["Enter", "5", "G", "Enter", "Backspace"], false),
    ("error page", ["7", "G", "Enter"], false),
    ("empty list", ["j", "Enter"], false),
    ("help over a list", ["Enter"], true),
    ("help over a text", ["5", "G", "Enter"], true),
  ]

  private static func screen(_ stage: Int, in size: CellSize) throws -> Screen {
    var session = Shelf.session
    try session.type(stages[stage].keys, in: size)
    var screen = ScreenTests.screen(session.rest(in: size, viewers: 1), size)
    if stages[stage].isHelpOpen { screen.openHelp() }
    return screen
  }

  @Test("every stage", arguments: sizes)
  func stages(size: CellSize) throws {
    let screens = try Self.stages.indices.map { stage in
      (title: Self.stages[stage].title, screen: try Self.screen(stage, in: size))
    }
    for (_, screen) in screens { #expect(screen.textLines.count == size.rows) }
    try GoldenText().check(
      ScreenTests.drawing(screens),
      name: "stack-\(size.columns)x\(size.rows)"
    )
  }

  @Test("an opening page and a closing one, a few frames of each")
  func motion() throws {
    let size = CellSize(columns: 40, rows: 12)
    var session = Shelf.session
    var view = session.view(in: size, at: .zero)
    var now = Duration.zero
    let facts = SessionFacts(name: "talk", viewers: 1)
    var screens: [(title: String, screen: Screen)] = []
    for (title, keys) in [
      ("a list comes", ["Enter"]), ("a text comes", ["5", "G", "Enter"]),
      ("it goes", ["Backspace"]),
    ] {
      now += .seconds(9)
      _ = session.layout(&view, facts: facts, at: now)
      try session.type(keys, in: size, at: now)
      let way = session.layout(&view, facts: facts, at: now).trajectory
      try #require(way.length > 8)
      for frame in [0, 1, 2, 4, 8, way.length] {
        screens.append(
          ("\(title), frame \(frame)", ScreenTests.screen(way.scene(atFrame: frame), size))
        )
      }
    }
    try GoldenText().check(ScreenTests.drawing(screens), name: "stack-motion-40x12")
  }

  /// The number and count in the status line; nil if there is none.
  private static let places: [(keys: [String], place: String?, rows: Int)] = [
    ([], "1/30", 0), (["j"], "2/30", 0), (["G"], "30/30", 0), (["1", "2", "G"], "12/30", 0),
    (["Enter"], "1/8", 0), (["j", "Enter"], nil, 0), (["7", "G", "Enter"], nil, 0),
    // 60 lines of which six wrap, in 21 rows.
    (["5", "G", "Enter"], nil, 45), (["5", "G", "Enter", "j"], nil, 44),
    (["5", "G", "Enter", "G"], nil, 0),
  ]

  @Test(
    "the position is that of the selected entry; for a text the rows below are shown",
    arguments: places
  )
  private func place(keys: [String], place: String?, rows: Int) throws {
    let size = CellSize.standardTerminal
    var session = Shelf.session
    try session.type(keys, in: size)
    let screen = ScreenTests.screen(session.rest(in: size, viewers: 2), size)
    #expect(screen.places?.place.map { "\($0.number)/\($0.count)" } == place)
    #expect(screen.places?.rowsBelow == rows)
    let status = screen.textLines[23]
    #expect(status.contains("talk  2 viewers"))
    if let place { #expect(status.contains("  \(place)  ")) }
    #expect(status.contains("more row") == (rows > 0))
  }

  @Test("the position of a pager is that of its page")
  func placeOfAPager() throws {
    var session = Session(pages: SteppedViewer.pages)
    try session.perform(.goTo(3), seenIn: SteppedViewer.size, at: .zero)
    let screen = ScreenTests.screen(
      session.rest(in: SteppedViewer.size, viewers: 1),
      SteppedViewer.size
    )
    #expect(screen.places?.place?.number == 3 && screen.places?.place?.count == 5)
  }
}
