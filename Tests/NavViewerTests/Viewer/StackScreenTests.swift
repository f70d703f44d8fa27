import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

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
