import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Pointing and marking")
struct PointingTests {
  private typealias Kind = Request.Point.Kind

  /// A viewer of 40 x 10 with a slide of text.
  private static func viewer(
    _ lines: [String] = ["alpha", "", "b\u{4e2d}z"]
  ) throws
    -> SteppedViewer
  {
    let viewer = SteppedViewer()
    viewer.session = Session(pages: [
      PageContent("One", [.code(language: "", lines: lines)])
    ])
    try viewer.join()
    return viewer
  }

  /// Returns the pointers and marks in sent requests; any other action is an error.
  private func kinds(_ did: [SteppedViewer.Did]) throws -> [Kind] {
    try did.map { did in
      guard case .sent(.point(let point)) = did else { throw Other(did: did) }
      #expect(point.viewer == 9 && point.session == .id(7) && point.epoch == 1)
      return point.kind
    }
  }

  private struct Other: Error {
    let did: SteppedViewer.Did
  }

  private func place(_ kind: Kind?) throws -> Request.Point.Place {
    switch kind {
    case .show(let place)?, .mark(let place)?, .markWord(let place)?: return place
    case .hide?, .unmark?, nil: throw Other(did: .suspended)
    }
  }

  /// Presses a key, and waits until the newest move is sent.
  private func press(_ key: String, _ viewer: SteppedViewer) throws -> [Kind] {
    try viewer.press(key)
    viewer.pass(Pointing.interval)
    return try kinds(viewer.take() + viewer.tick())
  }

  @Test("the pointer begins in the middle, moves by characters within the text, and ends")
  func keys() throws {
    let viewer = try Self.viewer()
    let page = try #require(viewer.screen().scene?.currentPage)
    let first = try place(press(".", viewer).first)
    #expect(first == Request.Point.Place(page: page.id, row: 0, column: 5))
    #expect(viewer.screen().local.isPointing)
    // The rows are " alpha", "" and " b中z".
    let steps: [(key: String, row: Int, column: Int)] = [
      ("Left", 0, 4), ("h", 0, 3), ("Up", 0, 3), ("Down", 1, 3), ("j", 2, 3), ("Left", 2, 1),
      ("Right", 2, 2), ("l", 2, 4), ("Right", 2, 4), ("Down", 2, 4), ("k", 1, 4), ("Left", 1, 4),
    ]
    for step in steps {
      let place = try place(press(step.key, viewer).last)
      #expect(place.row == step.row && place.column == step.column, "\(step)")
    }
    #expect(try press("Esc", viewer) == [.hide])
    #expect(!viewer.screen().local.isPointing)
    // It begins where it was.
    #expect(try place(press(".", viewer).first).row == 1)
    #expect(try press(".", viewer) == [.hide])
  }

  @Test("while pointing, a key with another meaning moves nothing and says how to end it")
  func otherKey() throws {
    let viewer = try Self.viewer()
    _ = try press(".", viewer)
    for key in ["n", "G", "q", "c", ":"] {
      #expect(try press(key, viewer) == [])
      #expect(viewer.screen().local.isPointing && viewer.screen().overlay == nil)
      #expect(
        viewer.screen().notice.text == "\(key) does nothing while pointing: Esc ends it"
      )
    }
    #expect(try press("Esc", viewer) == [.hide])
    try viewer.press("n")
    #expect(try viewer.take().commands == [.forward])
    // Keys for the terminal keep their meaning in every mode.
    _ = try press(".", viewer)
    try viewer.press("Ctrl-c")
    #expect(try viewer.take().exit == ClientExit(.success))
  }

  @Test("moves are sent at most once in 50 ms, the newest at the end")
  func pace() throws {
    let viewer = try Self.viewer()
    try viewer.press(".", "Left", "Left", "Left")
    #expect(try kinds(viewer.take()).count == 1)
    let (did, after) = try #require(try viewer.wait())
    #expect(after == Pointing.interval)
    #expect(try place(kinds(did).last).column == 2)
    #expect(try viewer.tick() == [])
  }

  @Test("the arrows are the pointer's until Esc, also when it has faded and after a gap")
  func fading() throws {
    let viewer = try Self.viewer()
    _ = try press(".", viewer)
    for _ in 0..<6 {
      viewer.pass(Pointing.lifetime / 3)
      viewer.beat()
      _ = try viewer.tick()
    }
    #expect(viewer.screen().local.isPointing)
    #expect(try place(press("Left", viewer).last).column == 4)
    // It goes on after a gap.
    try viewer.rejoin()
    #expect(viewer.screen().local.isPointing)
    #expect(try place(press("Left", viewer).last).row == 0)
    #expect(try press("Esc", viewer) == [.hide])
  }

  @Test("a pointer that a smaller screen does not show is said once")
  func unseen() throws {
    let viewer = try Self.viewer()
    _ = try press(".", viewer)
    let request = try #require(viewer.request)
    viewer.reply(to: request, .accepted(version: 1, noEffect: .notSeenByAll))
    #expect(viewer.screen().notice.text == "\(NoEffect.notSeenByAll)")
    #expect(viewer.screen().local.isPointing)
  }

  @Test("while pointing, Enter and the comma mark the line of the pointer, and w the word")
  func markPointed() throws {
    for key in ["Enter", ",", "w"] {
      let viewer = try Self.viewer()
      let shown = try place(press(".", viewer).first)
      let kinds = try press(key, viewer)
      #expect(kinds == [key == "w" ? .markWord(shown) : .mark(shown), .show(shown)])
      #expect(viewer.screen().local.isPointing)
    }
  }

  @Test("the comma alone marks the first line in view, and takes a mark away")
  func mark() throws {
    let viewer = try Self.viewer(["", "two"])
    let marked = try place(press(",", viewer).first)
    #expect(marked.row == 1)
    let page = try #require(viewer.screen().scene?.currentPage)
    let view = SessionView(viewport: SteppedViewer.size)
    let point = viewer.session.place(ofRow: 1, column: 0, in: page.id, seenBy: view)
    viewer.show(Pointing(mark: viewer.session.mark(at: try #require(point))))
    #expect(try press(",", viewer) == [.unmark])
    var transcript = Transcript()
    let lines = transcript.lines(for: viewer.screen(), isMoving: false)
    #expect(lines.contains("Marked: two"))
  }

  @Test("a mark is a word, the sentence of a paragraph, or a line of code, with their columns")
  func sentence() throws {
    let viewer = SteppedViewer()
    let text = "One is here. Two, e.g. this one, is longer! Three? It's (\u{fc}ber)."
    viewer.session = Session(pages: [
      PageContent(
        "One",
        [
          .paragraph(StyledText(text)), .code(language: "", lines: ["a. B", "c-d"]),
        ]
      )
    ])
    try viewer.join()
    let page = try #require(viewer.screen().scene?.currentPage)
    func cell(of word: String) throws -> (row: Int, columns: Range<Int>) {
      let row = try #require(
        (0..<page.content.height).first { page.rows[$0]?.text.contains(word) == true }
      )
      let shown = try #require(page.rows[row])
      let range = try #require(shown.text.firstRange(of: word))
      let byte = shown.text.utf8.distance(from: shown.text.startIndex, to: range.lowerBound)
      let first = try #require(shown.cluster(atByte: byte)?.columns.lowerBound)
      return (row, first..<first + word.count)
    }
    func mark(_ word: String, ofWord isWord: Bool = false) throws -> Pointing.Mark {
      let (row, columns) = try cell(of: word)
      let view = SessionView(viewport: SteppedViewer.size)
      let place = viewer.session.place(
        ofRow: row,
        column: columns.lowerBound,
        in: page.id,
        seenBy: view
      )
      return viewer.session.mark(at: try #require(place), ofWord: isWord)
    }
    for (word, text) in [
      ("here", "One is here."), ("this", "Two, e.g. this one, is longer!"), ("Three", "Three?"),
      ("B", "a. B"),
    ] {
      #expect(try mark(word).text == text)
    }
    for (place, word) in [
      ("ere.", "here"), ("e.g", "e.g"), (" this", "."), ("t's", "It's"), ("'s", "It's"),
      ("(", "("), ("ber)", "\u{fc}ber"), ("B", "B"), ("-d", "c-d"),
    ] {
      let marked = try mark(place, ofWord: true)
      #expect(marked.text == word)
      guard word != "." else { continue }
      viewer.show(Pointing(mark: marked))
      let shown = try #require(viewer.screen().scene?[.mark])
      let columns = try cell(of: word).columns
      #expect(shown.markStart..<shown.markLength == columns)
    }
    viewer.show(Pointing(mark: try mark("this")))
    let shown = try #require(viewer.screen().scene?[.mark])
    #expect(try shown.markStart == cell(of: "Two").columns.lowerBound)
    #expect(try shown.markLength == cell(of: "longer!").columns.upperBound)
    viewer.show(Pointing(mark: try mark("B")))
    #expect(viewer.screen().scene?[.mark]?.markLength == 0)
  }

  @Test("a move with the right button points; a click with it copies, and points at nothing")
  func mouse() throws {
    let viewer = try Self.viewer()
    let page = try #require(viewer.screen().scene?.currentPage)
    let rows = viewer.screen().textLines
    let row = try #require(rows.firstIndex { $0.contains("alpha") })
    let column = rows[row].distance(
      from: rows[row].startIndex,
      to: try #require(rows[row].firstIndex(of: "l"))
    )
    viewer.mouse(.press, column + 3, row, button: .right)
    #expect(try viewer.take() == [])
    viewer.mouse(.drag, column, row, button: .right)
    let shown = try place(kinds(viewer.take()).first)
    #expect(shown == Request.Point.Place(page: page.id, row: 0, column: 2))
    viewer.pass(Pointing.interval)
    viewer.mouse(.drag, 39, 7, button: .right)
    #expect(try place(kinds(viewer.take()).first).row == 2)
    viewer.mouse(.release, 39, 7, button: .right)
    #expect(try viewer.take() == [])
    viewer.click(column, row, button: .right)
    guard case .sent(.page)? = try viewer.take().first else { throw Other(did: .suspended) }
    viewer.click(column, row, button: .right)
    viewer.click(column, row, button: .right)
    #expect(try kinds(viewer.take()) == [.markWord(shown), .mark(shown)])
    // A later one is a click again.
    viewer.pass(.milliseconds(400))
    viewer.click(column, row, button: .right)
    let points = try viewer.take().contains { if case .sent(.point) = $0 { true } else { false } }
    #expect(!points)
  }

  @Test("a refusal is shown once and ends pointing")
  func refusal() throws {
    let viewer = try Self.viewer()
    _ = try press(".", viewer)
    try viewer.refuse(.notPermitted, "ada drives: c asks for control")
    #expect(!viewer.screen().local.isPointing)
    #expect(viewer.screen().notice.text == "ada drives: c asks for control")
  }

  @Test("the status line says what the keys do, shorter where it is narrow")
  func status() throws {
    let viewer = try Self.viewer()
    _ = try press(".", viewer)
    #expect(StatusLine(viewer.screen()).left.text.contains("pointing, Esc ends"))
    let size = CellSize(columns: 100, rows: 10)
    viewer.core.resize(to: size, at: viewer.now)
    #expect(
      StatusLine(viewer.screen()).left.text.contains("pointing: arrows move, , marks, Esc ends")
    )
  }
}
