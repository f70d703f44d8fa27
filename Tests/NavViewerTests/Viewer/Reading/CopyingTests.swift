import NavBase
import NavEngine
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Copying to the terminal's clipboard")
struct CopyingTests {
  private static let sent = "sent to the terminal's clipboard"

  /// A slide longer than the screen, with two blocks of code and a table.
  private static let blocks: [TextBlock] = [
    .heading(level: 1, StyledText("Title")),
    .paragraph(StyledText(String(repeating: "many words ", count: 30) + "end")),
    .code(language: "swift", lines: ["if a {", "\tb", "}"]),
    .table(
      TextTable(
        alignments: [.left, .right],
        header: [StyledText("Part"), StyledText("Minutes")],
        rows: [[StyledText("Story"), StyledText("12")]]
      )
    ), .code(language: "", lines: (1...200).map { "line \($0)" }),
  ]

  private static func viewer(_ blocks: [TextBlock] = Self.blocks) throws -> SteppedViewer {
    let viewer = SteppedViewer()
    let page = PageContent("Page", blocks)
    viewer.session = Session(pages: [page, page])
    try viewer.join()
    return viewer
  }

  private static func asks(_ did: SteppedViewer.Did) -> Bool {
    if case .sent(.page) = did { true } else { false }
  }

  private static func run(_ line: String, at viewer: SteppedViewer) throws {
    try viewer.press(":")
    viewer.type(line)
    try viewer.press("Enter")
  }

  // MARK: The page

  @Test("y copies the source of the whole page, in any number of parts")
  func page() throws {
    for limit in [40, 600, PageText.partBytes] {
      let viewer = try Self.viewer()
      try viewer.press("y")
      #expect(try viewer.take() == [.sent(.page(.id(7), fromLine: 0))])
      var did: [SteppedViewer.Did] = []
      var parts = 0
      while did.isEmpty || did.contains(where: Self.asks) {
        parts += 1
        try viewer.answerPage(byteLimit: limit)
        did = try viewer.take()
      }
      let text = TextDocument(blocks: Self.blocks).passages().text
      #expect(did == [.copied(text)], "\(limit)")
      #expect((parts > 1) == (limit < PageText.partBytes))
      #expect(text.contains("many words end\n") && text.contains("\n\tb\n"))
      #expect(viewer.screen().notice.text == "211 lines, 2 kB: \(Self.sent)")
    }
  }

  @Test("in a list y copies the selected entry's full name, in a document the page's path")
  func names() throws {
    let name = String(repeating: "long ", count: 20) + ".txt"
    let viewer = SteppedViewer()
    let entries = [ListEntry(key: [1], label: name, detail: "3 B", opens: .text)]
    let list = PageContent(title: "list", list: ListContent(entries: entries))
    viewer.session = Session(root: list, path: [1])
    try viewer.join()
    try viewer.send("y")
    try viewer.answerPage()
    #expect(try viewer.take() == [.copied(name)])

    for (list, text) in [(true, "/spec/0"), (false, "/spec/0/name")] {
      let viewer = SteppedViewer()
      let blocks = [StyledText(text), StyledText("web")].map { TextBlock.paragraph($0) }
      let page =
        list
        ? PageContent(title: text, list: ListContent(entries: entries))
        : PageContent(text, blocks)
      viewer.session = Session(root: page, path: [1])
      try viewer.join()
      try viewer.press("y")
      if !list {
        _ = try viewer.take()
        try viewer.answerPage()
      }
      #expect(try viewer.take() == [.copied(text)])
      #expect(viewer.screen().notice.text == "\(text): \(Self.sent)")
    }
  }

  @Test("500 kB are copied; for more a message says what to do, and nothing is sent")
  func limit() throws {
    for (bytes, isCopied) in [(500_000, true), (500_001, false)] {
      let viewer = try SteppedViewer().joined()
      viewer.core.copy(String(repeating: "x", count: bytes), called: "it", at: viewer.now)
      #expect(try viewer.take().isEmpty != isCopied)
      let message = try #require(viewer.screen().notice.text)
      #expect(isCopied ? message == "it: \(Self.sent)" : message.contains("navclient export"))
    }
  }

  // MARK: Parts

  @Test("a single cell or block is copied at once, of several one is chosen")
  func parts() throws {
    let one = try Self.viewer(Array(Self.blocks.prefix(3)))
    try Self.run("copy code", at: one)
    _ = try one.take()
    try one.answerPage()
    #expect(try one.take() == [.copied("if a {\n\tb\n}\n")])
    #expect(one.screen().notice.text == "swift, 3 lines, 12 bytes: \(Self.sent)")

    let viewer = try Self.viewer()
    try viewer.send("Y")
    try viewer.answerPage()
    let overlay = try #require(viewer.screen().overlay)
    #expect(overlay.title == "Copy" && overlay.count == 6)
    #expect(overlay.rows.first?.text.hasPrefix("if a {") == true)
    viewer.type("minutes 12")
    #expect(viewer.screen().overlay?.rows.count == 1)
    try viewer.press("Enter")
    #expect(try viewer.take() == [.copied("12")])
    #expect(viewer.screen().notice.text == "\"12\": \(Self.sent)" && viewer.screen().overlay == nil)
  }

  @Test("a missing kind of part shows a message")
  func absence() throws {
    for (line, blocks, message) in [
      ("copy cell", Array(Self.blocks.prefix(3)), "there is no table on this page"),
      ("copy code", Array(Self.blocks.prefix(2)), "there is no code on this page"),
      ("copy part", [], "there is no code and no table on this page"),
      ("copy", [], "there is nothing here to copy"),
    ] as [(String, [TextBlock], String)] {
      let viewer = try Self.viewer(blocks)
      try Self.run(line, at: viewer)
      _ = try viewer.take()
      try viewer.answerPage()
      #expect(try viewer.take() == [])
      #expect(viewer.screen().notice.text == message)
    }
  }

  /// Right-clicks the last occurrence of a text in the first row with some words.
  private static func rightClick(
    _ text: String,
    inRowOf words: String,
    at viewer: SteppedViewer
  ) throws {
    let lines = viewer.screen().textLines
    let row = try #require(lines.firstIndex { $0.contains(words) })
    let start = try #require(lines[row].ranges(of: text).last?.lowerBound)
    let column = lines[row].distance(from: lines[row].startIndex, to: start)
    viewer.click(column, row, button: .right)
    _ = try viewer.take()
    try viewer.answerPage()
  }

  @Test("a right click copies the code or the cell under it, also if its line is cut off")
  func pointer() throws {
    let words = (1...10).map { "word\($0)" }.joined(separator: " ")
    let viewer = try Self.viewer([
      .code(language: "", lines: [words]), Self.blocks[3], .code(language: "", lines: ["x"]),
    ])
    try Self.rightClick("word3 ", inRowOf: "word3 ", at: viewer)
    #expect(try viewer.take() == [.copied(words + "\n")])
    try viewer.press("Shift-Right")
    // The cell "12" is alone at its row's end.
    for (text, row, copied) in [
      ("word6 ", "word6 ", words + "\n"), ("12", "Story", "12"), ("Part", "Part", "Part"),
    ] {
      try Self.rightClick(text, inRowOf: row, at: viewer)
      #expect(try viewer.take() == [.copied(copied)])
    }
    viewer.click(0, 0, button: .right)
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text?.hasPrefix("right click") == true)
  }

  @Test("beside a line longer than its column, a right click copies that column's part")
  func columns() throws {
    let words = (1...10).map { "word\($0)" }.joined(separator: " ")
    let columns = [words, "beside"].map {
      TextColumn(blocks: [.code(language: "", lines: [$0])])
    }
    let viewer = try Self.viewer([.columns(columns)])
    let size = CellSize(columns: 80, rows: 10)
    viewer.core.resize(to: size, at: viewer.now)
    _ = try viewer.take()
    try viewer.finishJoin(in: size)
    #expect(viewer.screen().textLines.contains { $0.contains("› ") })
    for (text, copied) in [("beside", "beside\n"), ("word1", words + "\n")] {
      try Self.rightClick(text, inRowOf: text, at: viewer)
      #expect(try viewer.take() == [.copied(copied)])
    }
  }

  // MARK: Failures

  @Test("a lost reply is requested again, and given up after a while")
  func loss() throws {
    let viewer = try Self.viewer()
    try viewer.press("y")
    let asked: [SteppedViewer.Did] = [.sent(.page(.id(7), fromLine: 0))]
    #expect(try viewer.take() == asked)
    viewer.pass(.milliseconds(300))
    #expect(viewer.screen().notice.text == "waiting for navd…")
    viewer.pass(.milliseconds(1_700))
    viewer.beat()
    #expect(try viewer.tick().filter { $0 == asked[0] } == asked)
    for _ in 0..<4 {
      viewer.pass(.seconds(2))
      viewer.beat()
      _ = try viewer.tick()
    }
    #expect(viewer.screen().notice.text == "navd does not answer: nothing was copied")
    #expect(try viewer.wait()?.did.contains(asked[0]) != true)
  }

  @Test("after a restart during a copy all parts are requested again")
  func restart() throws {
    let viewer = try Self.viewer()
    try viewer.send("y")
    try viewer.answerPage(byteLimit: 600)
    #expect(try viewer.take() != [.sent(.page(.id(7), fromLine: 0))])
    viewer.epoch = 2
    try viewer.rejoin()
    _ = try viewer.tick()
    #expect(viewer.request?.body == .page(.id(7), fromLine: 0))
    try viewer.answerPage()
    #expect(try viewer.take() == [.copied(TextDocument(blocks: Self.blocks).passages().text)])
  }

  @Test("a page that changes between two parts is requested again")
  func change() throws {
    let viewer = try Self.viewer()
    try viewer.send("y")
    try viewer.answerPage(byteLimit: 600)
    _ = try viewer.take()
    try viewer.session.perform(.forward, seenIn: SteppedViewer.size, at: viewer.now)
    try viewer.answerPage(byteLimit: 600)
    #expect(try viewer.take() == [.sent(.page(.id(7), fromLine: 0))])
    try viewer.answerPage()
    #expect(try viewer.take() == [.copied(TextDocument(blocks: Self.blocks).passages().text)])
  }

  @Test(
    "while the viewer joins anew, nothing is copied; with an older daemon the screen's rows are"
  )
  func others() throws {
    let viewer = try Self.viewer([.code(language: "", lines: ["1", "2"])])
    try viewer.send("y")
    let refusal = Reply.Failure(.malformed, "a request of an unknown kind")
    viewer.core.receiveReply(
      Reply(id: 0, client: nil, seq: 0, body: .failure(refusal)),
      at: viewer.now
    )
    #expect(try viewer.take() == [.copied(" 1\n 2\n")])
    #expect(viewer.screen().notice.text?.contains("navd is older") == true)

    viewer.core.resize(to: CellSize(columns: 60, rows: 20), at: viewer.now)
    try viewer.press("y")
    #expect(viewer.screen().notice.text == "not connected: nothing was copied")
  }
}
