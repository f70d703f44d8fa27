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

  @Test("the tour", arguments: sizes)
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
