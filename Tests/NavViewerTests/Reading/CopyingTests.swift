import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavModel
import NavSession
import NavTestKit
import NavText
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

  private static func desk(_ blocks: [TextBlock] = Self.blocks) throws -> Desk {
    let desk = Desk()
    let page = PageContent(title: "Page", document: TextDocument(blocks: blocks))
    desk.session = Session(pages: [page, page])
    try desk.join()
    return desk
  }

  private static func asks(_ did: Desk.Did) -> Bool {
    if case .sent(.page) = did { true } else { false }
  }

  private static func type(_ text: String, at desk: Desk) {
    for character in text { desk.core.receive(.key(Key(.character(character))), at: desk.now) }
  }

  private static func run(_ line: String, at desk: Desk) throws {
    try desk.press(":")
    type(line, at: desk)
    try desk.press("Enter")
  }

  // MARK: The page

  @Test("y copies the source of the whole page, in any number of parts")
  func page() throws {
    for limit in [40, 600, PageText.partBytes] {
      let desk = try Self.desk()
      try desk.press("y")
      #expect(try desk.take() == [.sent(.page(.id(7), fromLine: 0))])
      var did: [Desk.Did] = []
      var parts = 0
      while did.isEmpty || did.contains(where: Self.asks) {
        parts += 1
        try desk.answerPage(byteLimit: limit)
        did = try desk.take()
      }
      let text = TextDocument(blocks: Self.blocks).passages().text
      #expect(did == [.copied(text)], "\(limit)")
      #expect((parts > 1) == (limit < PageText.partBytes))
      #expect(text.contains("many words end\n") && text.contains("\n\tb\n"))
      #expect(desk.screen().message == "211 lines, 2 kB: \(Self.sent)")
    }
  }

  @Test("in a list y copies the selected entry's full name, in a document the page's path")
  func names() throws {
    let name = String(repeating: "long ", count: 20) + ".txt"
    let desk = Desk()
    let entries = [ListEntry(key: [1], label: name, detail: "3 B", opens: .text)]
    let list = PageContent(title: "list", list: ListContent(entries: entries))
    desk.session = Session(root: list, path: [1])
    try desk.join()
    try desk.press("y")
    _ = try desk.take()
    try desk.answerPage()
    #expect(try desk.take() == [.copied(name)])

    for (list, text) in [(true, "/spec/0"), (false, "/spec/0/name")] {
      let desk = Desk()
      let blocks = [StyledText(text), StyledText("web")].map { TextBlock.paragraph($0) }
      let page =
        list
        ? PageContent(title: text, list: ListContent(entries: entries))
        : PageContent(title: text, document: TextDocument(blocks: blocks))
      desk.session = Session(root: page, path: [1])
      try desk.join()
      try desk.press("y")
      if !list {
        _ = try desk.take()
        try desk.answerPage()
      }
      #expect(try desk.take() == [.copied(text)])
      #expect(desk.screen().message == "\(text): \(Self.sent)")
    }
  }

  @Test("500 kB are copied; for more a message says what to do, and nothing is sent")
  func limit() throws {
    for (bytes, isCopied) in [(500_000, true), (500_001, false)] {
      let desk = Desk()
      try desk.join()
      desk.core.copy(String(repeating: "x", count: bytes), called: "it", at: desk.now)
      #expect(try desk.take().isEmpty != isCopied)
      let message = try #require(desk.screen().message)
      #expect(isCopied ? message == "it: \(Self.sent)" : message.contains("navclient export"))
    }
  }

  // MARK: Parts

  @Test("a single cell or block is copied at once, of several one is chosen")
  func parts() throws {
    let one = try Self.desk(Array(Self.blocks.prefix(3)))
    try Self.run("copy code", at: one)
    _ = try one.take()
    try one.answerPage()
    #expect(try one.take() == [.copied("if a {\n\tb\n}\n")])
    #expect(one.screen().message == "swift, 3 lines, 12 bytes: \(Self.sent)")

    let desk = try Self.desk()
    try desk.press("Y")
    _ = try desk.take()
    try desk.answerPage()
    let overlay = try #require(desk.screen().overlay)
    #expect(overlay.title == "Copy" && overlay.count == 6)
    #expect(overlay.rows.first?.text.hasPrefix("if a {") == true)
    Self.type("minutes 12", at: desk)
    #expect(desk.screen().overlay?.rows.count == 1)
    try desk.press("Enter")
    #expect(try desk.take() == [.copied("12")])
    #expect(desk.screen().message == "\"12\": \(Self.sent)" && desk.screen().overlay == nil)
  }

  @Test("a missing kind of part shows a message")
  func absence() throws {
    for (line, blocks, message) in [
      ("copy cell", Array(Self.blocks.prefix(3)), "there is no table on this page"),
      ("copy code", Array(Self.blocks.prefix(2)), "there is no code on this page"),
      ("copy part", [], "there is no code and no table on this page"),
      ("copy", [], "there is nothing here to copy"),
    ] as [(String, [TextBlock], String)] {
      let desk = try Self.desk(blocks)
      try Self.run(line, at: desk)
      _ = try desk.take()
      try desk.answerPage()
      #expect(try desk.take() == [])
      #expect(desk.screen().message == message)
    }
  }

  /// Right-clicks the last occurrence of a text in the first row with some words.
  private static func rightClick(_ text: String, inRowOf words: String, at desk: Desk) throws {
    let lines = desk.screen().textLines
    let row = try #require(lines.firstIndex { $0.contains(words) })
    let start = try #require(lines[row].ranges(of: text).last?.lowerBound)
    let column = lines[row].distance(from: lines[row].startIndex, to: start)
    desk.core.receive(
      .mouse(MouseEvent(.press, button: .right, column: column, row: row)),
      at: desk.now
    )
    _ = try desk.take()
    try desk.answerPage()
  }

  @Test("a right click copies the code or the cell under it, also if its line is cut off")
  func pointer() throws {
    let words = (1...10).map { "word\($0)" }.joined(separator: " ")
    let desk = try Self.desk([
      .code(language: "", lines: [words]), Self.blocks[3], .code(language: "", lines: ["x"]),
    ])
    try Self.rightClick("word3 ", inRowOf: "word3 ", at: desk)
    #expect(try desk.take() == [.copied(words + "\n")])
    try desk.press("Shift-Right")
    // The cell "12" is alone at its row's end.
    for (text, row, copied) in [
      ("word6 ", "word6 ", words + "\n"), ("12", "Story", "12"), ("Part", "Part", "Part"),
    ] {
      try Self.rightClick(text, inRowOf: row, at: desk)
      #expect(try desk.take() == [.copied(copied)])
    }
    desk.core.receive(.mouse(MouseEvent(.press, button: .right, column: 0, row: 0)), at: desk.now)
    #expect(try desk.take() == [])
    #expect(desk.screen().message?.hasPrefix("right click") == true)
  }

  @Test("beside a line longer than its column, a right click copies that column's part")
  func columns() throws {
    let words = (1...10).map { "word\($0)" }.joined(separator: " ")
    let columns = [words, "beside"].map {
      TextColumn(blocks: [.code(language: "", lines: [$0])])
    }
    let desk = try Self.desk([.columns(columns)])
    let size = CellSize(columns: 80, rows: 10)
    desk.core.resize(to: size, at: desk.now)
    _ = try desk.take()
    try desk.finishJoin(in: size)
    #expect(desk.screen().textLines.contains { $0.contains("› ") })
    for (text, copied) in [("beside", "beside\n"), ("word1", words + "\n")] {
      try Self.rightClick(text, inRowOf: text, at: desk)
      #expect(try desk.take() == [.copied(copied)])
    }
  }

  // MARK: Failures

  @Test("a lost reply is requested again, and given up after a while")
  func loss() throws {
    let desk = try Self.desk()
    try desk.press("y")
    let asked: [Desk.Did] = [.sent(.page(.id(7), fromLine: 0))]
    #expect(try desk.take() == asked)
    desk.pass(.milliseconds(300))
    #expect(desk.screen().message == "waiting for navd…")
    desk.pass(.milliseconds(1_700))
    desk.beat()
    #expect(try desk.tick().filter { $0 == asked[0] } == asked)
    for _ in 0..<4 {
      desk.pass(.seconds(2))
      desk.beat()
      _ = try desk.tick()
    }
    #expect(desk.screen().message == "navd does not answer: nothing was copied")
    #expect(try desk.wait()?.did.contains(asked[0]) != true)
  }

  @Test("after a restart during a copy all parts are requested again")
  func restart() throws {
    let desk = try Self.desk()
    try desk.press("y")
    _ = try desk.take()
    try desk.answerPage(byteLimit: 600)
    #expect(try desk.take() != [.sent(.page(.id(7), fromLine: 0))])
    desk.epoch = 2
    desk.reconnect()
    _ = try desk.take()
    try desk.finishJoin()
    _ = try desk.tick()
    #expect(desk.request?.body == .page(.id(7), fromLine: 0))
    try desk.answerPage()
    #expect(try desk.take() == [.copied(TextDocument(blocks: Self.blocks).passages().text)])
  }

  @Test("a page that changes between two parts is requested again")
  func change() throws {
    let desk = try Self.desk()
    try desk.press("y")
    _ = try desk.take()
    try desk.answerPage(byteLimit: 600)
    _ = try desk.take()
    try desk.session.perform(.forward, seenIn: Desk.size, at: desk.now)
    try desk.answerPage(byteLimit: 600)
    #expect(try desk.take() == [.sent(.page(.id(7), fromLine: 0))])
    try desk.answerPage()
    #expect(try desk.take() == [.copied(TextDocument(blocks: Self.blocks).passages().text)])
  }

  @Test("without a connection nothing is copied; with an older daemon the screen's rows are")
  func others() throws {
    let desk = try Self.desk([.code(language: "", lines: ["1", "2"])])
    try desk.press("y")
    _ = try desk.take()
    let refusal = Reply.Failure(.malformed, "a request of an unknown kind")
    desk.core.receive(Reply(id: 0, client: nil, seq: 0, body: .failure(refusal)), at: desk.now)
    #expect(try desk.take() == [.copied(" 1\n 2\n")])
    #expect(desk.screen().message?.contains("navd is older") == true)

    desk.core.connectionLost(at: desk.now)
    try desk.press("y")
    #expect(desk.screen().message == "not connected: nothing was copied")
  }
}
