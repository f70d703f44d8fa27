import NavBase
import NavScene
import NavEngine
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// The text of a page in a transcript: it comes from the daemon, requested when the scene requires
/// it.
@Suite("Texts for a viewer without a screen")
struct SpokenTextTests {
  private static let size = CellSize(columns: 40, rows: 10)

  private static func page(_ blocks: [TextBlock], version: UInt64 = 0) -> PageText {
    let passages = TextDocument(blocks: blocks).passages()
    return PageText(
      title: "a",
      version: version,
      top: "1",
      passages: passages.part(fromLine: 0, byteLimit: 1 << 20),
      lineCount: passages.lineCount
    )
  }

  private static func paragraph(_ text: String) -> TextBlock { .paragraph(StyledText(text)) }

  /// A session of slides, and a transcript that reads its texts.
  private struct Reader {
    var session: Session
    var transcript = Transcript()

    init(_ pages: [[TextBlock]]) {
      session = Session(
        pages: pages.enumerated().map { index, blocks in
          PageContent("Slide \(index + 1)", blocks)
        }
      )
    }

    var text: PageText? {
      session.reading.map {
        PageText(
          title: $0.title,
          version: session.version,
          top: session.top,
          passages: $0.passages.part(fromLine: 0, byteLimit: 1 << 20),
          lineCount: $0.passages.lineCount
        )
      }
    }

    mutating func look() -> [String] {
      let scene = session.rest(in: SpokenTextTests.size, viewers: 1)
      let screen = Screen(session: "x", invitation: "", scene: scene, size: SpokenTextTests.size)
      return transcript.lines(for: screen, isMoving: false, version: session.version)
    }

    /// Returns the lines until no text is left to request.
    mutating func lines() throws -> [String] {
      var lines = look()
      while transcript.wantsText {
        transcript.receive(.text(try #require(text)))
        lines += look()
      }
      #expect(transcript.isCaughtUp)
      return lines
    }

    mutating func perform(_ command: SessionCommand) throws {
      try session.perform(command, seenIn: SpokenTextTests.size, at: .zero)
    }
  }

  @Test("the kind of a passage is named before it if its lines do not show it")
  func spoken() {
    let table = TextTable(
      alignments: [.left, .left],
      header: [StyledText("Part"), StyledText("Minutes")],
      rows: [[StyledText("Story"), StyledText("12")]]
    )
    let columns = [
      TextColumn(blocks: [Self.paragraph("left")]), TextColumn(blocks: [Self.paragraph("right")]),
    ]
    let cases: [([TextBlock], [String])] = [
      (
        [.code(language: "swift", lines: ["if a {", "\tb", "", "}"])],
        ["Code in swift, 4 lines:", "if a {", "    b", "", "}"]
      ), ([.code(language: "", lines: ["x"])], ["Code, 1 line:", "x"]),
      ([.table(table)], ["Table, 2 columns, 1 row:", "Part | Minutes", "Story | 12"]),
      ([.columns(columns)], ["Column 1 of 2:", "left", "Column 2 of 2:", "right"]),
      ([.preformatted(lines: ["a", "", "\tb"])], ["a", "", "        b"]),
      ([Self.paragraph("a"), .rule, Self.paragraph("b")], ["a", "b"]),
      (
        [
          .list(
            TextList(
              start: nil,
              isTight: true,
              items: [TextListItem(blocks: [.code(language: "", lines: ["x", " y"])])]
            )
          )
        ], ["• Code, 2 lines:", "  x", "   y"]
      ),
    ]
    for (blocks, lines) in cases { #expect(Self.page(blocks).spoken.map(\.text) == lines) }
  }

  @Test("a page is its heading, then its whole text; revealed parts follow when they appear")
  func reveal() throws {
    let long = String(repeating: "many words ", count: 300) + "end"
    var reader = Reader([
      [Self.paragraph(long), .pause, Self.paragraph("later"), Self.paragraph("and this")],
      [Self.paragraph("second")],
    ])
    #expect(try reader.lines() == ["Session x", "Page 1 of 2: Slide 1", long])
    #expect(try reader.lines() == [])
    try reader.perform(.forward)
    #expect(try reader.lines() == ["later", "and this"])
    try reader.perform(.forward)
    #expect(try reader.lines() == ["Page 2 of 2: Slide 2", "second"])
    reader.transcript.forgetPlace()
    #expect(try reader.lines() == ["Page 2 of 2: Slide 2", "second"])
  }

  @Test("what appears in several columns is named with them, and what a step back hides is named")
  func columns() throws {
    let columns = ["left", "right"].map { name in
      TextColumn(blocks: [
        Self.paragraph("\(name) 1"), .pause, Self.paragraph("\(name) 2"), .pause,
      ])
    }
    var reader = Reader([[.columns(columns), Self.paragraph("below")]])
    let all = ["Column 1 of 2:", "left 1", "Column 2 of 2:", "right 1"]
    #expect(try reader.lines() == ["Session x", "Page 1 of 1: Slide 1"] + all)
    try reader.perform(.forward)
    let second = ["Column 1 of 2:", "left 2", "Column 2 of 2:", "right 2"]
    #expect(try reader.lines() == second)
    try reader.perform(.forward)
    #expect(try reader.lines() == ["below"])
    try reader.perform(.back)
    #expect(try reader.lines() == ["No longer shown: below"])
    try reader.perform(.back)
    #expect(try reader.lines() == ["No longer shown: left 2; right 2"])
  }

  @Test("a document that is shown as its text is awaited; not after a refusal")
  func otherForm() throws {
    var reader = Reader([[Self.paragraph("slide")]])
    let deck = reader.session
    let text = Session(
      root: PageContent("a.md", [Self.paragraph("source")]),
      path: []
    )
    _ = try reader.lines()
    let steps: [(SessionAction, Session, [String])] = [
      (.command(.toggleText), text, ["Page: a.md", "source"]),
      (.keys([Key(.character("T"))]), deck, ["Page 1 of 1: Slide 1", "slide"]),
    ]
    for (action, next, lines) in steps {
      reader.transcript.expect(action)
      #expect(reader.look() == [] && reader.transcript.isCaughtUp)
      try reader.perform(.toggleText)
      #expect(reader.look() == [] && !reader.transcript.isCaughtUp)
      #expect(!reader.transcript.isComplete)
      let version = reader.session.version
      reader.session = next
      reader.session.countOperations(upTo: version)
      #expect(try reader.lines() == lines)
    }
    // Any other action is not waited for beyond its version.
    reader.transcript.expect(.command(.toggleText))
    reader.transcript.expect(.command(.lineDown))
    reader.session.countOperation()
    #expect(reader.look() == [] && reader.transcript.isCaughtUp)
  }

  @Test("scrolling requests nothing; a page of 3,000 lines is read to its end")
  func long() throws {
    let lines = (1...3_000).map { "line \($0)" }
    var reader = Reader([[.preformatted(lines: lines)]])
    #expect(try reader.lines() == ["Session x", "Page 1 of 1: Slide 1"] + lines)
    for command in [SessionCommand.screenDown, .lineDown, .last] {
      try reader.perform(command)
      #expect(reader.look() == [] && !reader.transcript.wantsText)
    }
  }

  @Test("a text waits for the scene of its version, and an older one is requested again")
  func versions() throws {
    var reader = Reader([[Self.paragraph("first")], [Self.paragraph("second")]])
    _ = try reader.lines()
    var next = reader
    try next.perform(.forward)
    // The text of the next page arrives before its scene.
    let text = try #require(next.text)
    reader.transcript.forgetPlace()
    #expect(reader.look() == ["Page 1 of 2: Slide 1"])
    reader.transcript.receive(.text(text))
    #expect(reader.look() == [] && !reader.transcript.isCaughtUp)
    let old = try #require(reader.text)
    reader.session = next.session
    #expect(reader.look() == ["Page 2 of 2: Slide 2", "second"])
    #expect(reader.transcript.isCaughtUp)

    reader.transcript.forgetPlace()
    #expect(reader.look() == ["Page 2 of 2: Slide 2"])
    reader.transcript.receive(.text(old))
    #expect(reader.look() == [] && reader.transcript.wantsText)
    #expect(try reader.lines() == ["second"])
  }

  @Test("if a text can't be read, the rows of the screen are printed")
  func failure() throws {
    for reading in [PageReading.unknown, .failed("no")] {
      var reader = Reader([[Self.paragraph("first")]])
      _ = reader.look()
      #expect(reader.transcript.wantsText)
      reader.transcript.receive(reading)
      #expect(reader.look() == ["first"] && reader.transcript.isCaughtUp)
    }
  }
}
