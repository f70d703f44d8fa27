import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

/// A text file of which parts of forty lines are read.
private struct LongFile {
  private(set) var lines: [String]
  private var starts: [Int] = []
  private var size = 0

  /// Lines with numbers from 0, each behind as many letters as `length` says.
  init(_ count: Int, length: (Int) -> Int = { _ in 0 }) {
    self.init((0..<count).map { String(repeating: "x", count: length($0)) + "line \($0)" })
  }

  init(_ lines: [String]) {
    self.lines = lines
    for line in lines {
      starts.append(size)
      size += line.utf8.count + 1
    }
  }

  func part(_ wish: TextWindow.Wish) -> PreparedPage {
    let line: Int?
    switch wish {
    case .start: line = 0
    case .end: line = lines.count - 1
    case .line(let number): line = min(number, lines.count - 1)
    case .around(let byte): line = starts.lastIndex { $0 <= byte }
    case .place(let place): line = starts.lastIndex { $0 <= place.block }
    case .match(let query, let from, let isForward):
      let all = Array(lines.indices)
      let first = starts.firstIndex { $0 >= from } ?? lines.count
      let order = all[first...] + all[..<first]
      line = (isForward ? order : ArraySlice(order.reversed())).first {
        query.isFound(in: lines[$0])
      }
    }
    guard let line else {
      return PreparedPage(.page(content(around: 0, wish)), availableSizes: [])
    }
    var start = TextPosition(block: starts[line], grapheme: wish == .end ? .max : 0)
    if case .place(let place) = wish { start = place }
    return PreparedPage(
      .page(content(around: line, wish)),
      availableSizes: [],
      start: wish == .start ? .start : start
    )
  }

  func content(around line: Int = 0, _ wish: TextWindow.Wish = .start) -> PageContent {
    let range = max(0, line - 20)..<min(lines.count, line + 20)
    let end = range.upperBound < lines.count ? starts[range.upperBound] : size
    let lower = starts[range.lowerBound]
    var document = TextDocument(blocks: [.preformatted(lines: Array(lines[range]))])
    document.window = TextWindow(
      path: Array("/big.log".utf8),
      bytes: lower..<end,
      size: size,
      starts: starts[range].map { UInt32($0 - lower) },
      linesBefore: range.lowerBound,
      lineCount: lines.count,
      wish: wish
    )
    var page = PageContent(title: "big.log", document: document)
    page.lines = .text
    return page
  }

  var session: Session { Self.session(content()) }

  /// A session with all of the text.
  var twin: Session {
    var page = PageContent(
      title: "big.log",
      document: TextDocument(blocks: [.preformatted(lines: lines)])
    )
    page.lines = .text
    return Self.session(page)
  }

  private static func session(_ page: PageContent) -> Session {
    Session(.stack(StackContent(root: .page(page), path: [], source: .nowhere)))
  }
}

@Suite("Parts of large texts")
struct WindowTests {
  private static let size = CellSize(columns: 40, rows: 12)

  /// Carries out a command, and returns the parts that were read for it.
  @discardableResult
  private static func perform(
    _ command: SessionCommand,
    in session: inout Session,
    of file: LongFile
  ) throws -> [TextWindow.Wish] {
    var wishes: [TextWindow.Wish] = []
    try session.performPrepared(.command(command), seenIn: size) { request in
      let wish = try #require(request.window)
      wishes.append(wish)
      try #require(wishes.count < 5)
      return file.part(wish)
    }
    return wishes
  }

  private static func shown(_ session: Session) throws -> [String] {
    var session = session
    let front = try #require(session.tree.front.last)
    let rows = try #require(session.tree[front]?.rows)
    let body = session.body(of: rows.content, in: front, seenIn: size)
    let offset = body.offset(for: rows.anchor)
    return body.rows(offset..<min(body.rowCount, offset + body.visibleRows)).map(\.text)
  }

  private static func lines(_ range: Range<Int>) -> [String] { range.map { "line \($0)" } }

  @Test("a reload stays at the line, whatever is inserted above it")
  func reload() throws {
    let file = LongFile(1_000)
    var session = file.session
    try Self.perform(.goTo(500), in: &session, of: file)
    let before = try Self.shown(session)
    let inserted = (0..<7).map { "new \($0)" } + file.lines
    for new in [inserted, Array(file.lines[9...]), file.lines + ["end"]] {
      let next = LongFile(new)
      let content = PreparedContent(next.session.content, viewports: [Self.size])
      let followed = Session(content, following: session) { $0.window.map { next.part($0) } }
      #expect(try Self.shown(try #require(followed)) == before, "\(new.count)")
    }
    // The lines in front are edited, too.
    let edited = LongFile(
      (0..<7).map { "new \($0)" } + file.lines.enumerated().map { $0 / 12 == 41 ? "x \($0)" : $1 }
    )
    let changed = PreparedContent(edited.session.content, viewports: [Self.size])
    let moved = Session(changed, following: session) { $0.window.map { edited.part($0) } }
    #expect(try Self.shown(try #require(moved)).first == "x 499")
    // In equal lines, it stays at its byte.
    let same = Array(repeating: "same", count: 400)
    let log = LongFile(same)
    var other = log.session
    try Self.perform(.goTo(300), in: &other, of: log)
    let longer = LongFile(same + same)
    let content = PreparedContent(longer.session.content, viewports: [Self.size])
    let followed = Session(content, following: other) { $0.window.map { longer.part($0) } }
    let place = try #require(followed?.tree.front.last)
    #expect(
      followed?.tree[place]?.rows?.anchor
        == other.tree.front.last.flatMap { other.tree[$0]?.rows?.anchor }
    )
  }

  @Test("the first and the last lines are reached from one another")
  func ends() throws {
    let file = LongFile(1_000)
    var session = file.session
    let height = try Self.shown(session).count
    #expect(try Self.perform(.last, in: &session, of: file) == [.end])
    #expect(try Self.shown(session) == Self.lines(1_000 - height..<1_000))
    #expect(try Self.perform(.last, in: &session, of: file).isEmpty)
    let scene = session.rest(in: Self.size, facts: SessionFacts(name: "log", viewers: 1))
    let page = try #require(scene.containers.first { $0.kind == .page && $0.pageCount > 0 })
    #expect(page.content.height == 1_000 && page.scroll.y == 1_000 - height)
    #expect(page.pageCount == 1_000 && page.currentPage == 1_000 - height)
    #expect(try Self.perform(.first, in: &session, of: file) == [.start])
    #expect(try Self.shown(session) == Self.lines(0..<height))
    #expect(session.navigationState.nodes.isEmpty)
  }

  @Test("scrolling over the edge of a part skips and repeats no line", arguments: [true, false])
  func edges(isDown: Bool) throws {
    let file = LongFile(1_000)
    var session = file.session
    if !isDown { try Self.perform(.last, in: &session, of: file) }
    var top = try Self.shown(session)
    let height = top.count
    var reads = 0
    for step in 1...150 {
      let command: SessionCommand = isDown ? .lineDown : .lineUp
      reads += try Self.perform(command, in: &session, of: file).count
      top = try Self.shown(session)
      let first = isDown ? step : 1_000 - height - step
      #expect(top == Self.lines(first..<first + height))
    }
    #expect((2...20).contains(reads))
  }

  @Test("a line is reached by its number, and restored")
  func goTo() throws {
    let file = LongFile(1_000)
    var session = file.session
    #expect(try Self.perform(.goTo(501), in: &session, of: file) == [.line(500)])
    let shown = try Self.shown(session)
    #expect(shown.first == "line 500")
    #expect(throws: Rejection.self) { try Self.perform(.goTo(1_001), in: &session, of: file) }
    for command in [SessionCommand.lineDown, .last] {
      try Self.perform(command, in: &session, of: file)
      var wishes: [TextWindow.Wish?] = []
      let restored = Session(
        file.session.content,
        at: session.navigationState,
        version: 7
      ) { request, _ in
        wishes.append(request.window)
        return request.window.map { file.part($0).content } ?? .page(file.content())
      }
      #expect(wishes.count == 1)
      #expect(try Self.shown(restored) == Self.shown(session))
      #expect(restored.navigationState == session.navigationState)
    }
  }

  @Test("a search finds what is outside of the part, in both directions and past the ends")
  func search() throws {
    let file = LongFile(1_000)
    var session = file.session
    func step(_ command: SessionCommand, to line: Int, isRead: Bool) throws {
      let wishes = try Self.perform(command, in: &session, of: file)
      #expect(!wishes.isEmpty == isRead, "\(command)")
      #expect(try Self.shown(session).contains("line \(line)"), "\(command)")
      let front = try #require(session.tree.front.last)
      let anchor = try #require(session.tree[front]?.rows?.anchor)
      let part = file.content(around: line)
      let segment = part.document.segments.first { $0.text == "line \(line)" }
      #expect(anchor.position.block == segment?.block, "\(command)")
    }
    try step(.search("77"), to: 77, isRead: true)
    try step(.nextMatch, to: 177, isRead: true)
    try step(.nextMatch, to: 277, isRead: true)
    try step(.previousMatch, to: 177, isRead: true)
    try step(.search("e 770"), to: 770, isRead: true)
    try step(.search("e 77"), to: 770, isRead: false)
    try step(.nextMatch, to: 771, isRead: false)
    try step(.previousMatch, to: 770, isRead: false)
    try step(.previousMatch, to: 77, isRead: true)
    try step(.previousMatch, to: 779, isRead: true)
    try step(.nextMatch, to: 77, isRead: true)
    let before = try Self.shown(session)
    #expect(throws: Rejection.noMatch(for: "nothing")) {
      try Self.perform(.search("nothing"), in: &session, of: file)
    }
    #expect(try Self.shown(session) == before)
  }

  @Test("windows show what the whole text would show", arguments: [true, false])
  func twin(isShort: Bool) throws {
    let commands: [SessionCommand] =
      [
        .lineDown, .lineUp, .screenDown, .screenDown, .screenUp, .first, .last, .search("7"),
        .search("line 31"), .nextMatch, .nextMatch, .previousMatch,
      ] + (isShort ? [.goTo(1), .goTo(77), .goTo(150), .goTo(300)] : [.toggleWrap])
    var seed: UInt64 = 42
    for _ in 0..<40 {
      // Lines of up to four rows have no row that a command counts.
      let file = LongFile(300) { isShort ? 0 : $0 * 37 % 130 }
      var (session, twin) = (file.session, file.twin)
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        let command = commands[Int(seed >> 33) % commands.count]
        _ = try? Self.perform(command, in: &session, of: file)
        try? twin.perform(command, seenIn: Self.size, at: .zero)
        try #require(try Self.shown(session) == Self.shown(twin), "\(command)")
      }
    }
  }

  @Test("the end of a file that grows is followed, and any other place stays")
  func growing() throws {
    let file = LongFile(1_000)
    let longer = LongFile(1_500)
    func follow(_ session: Session, _ file: LongFile) throws -> Session {
      let requests = session.windowRequests(seenIn: [Self.size])
      let content = PreparedContent(file.session.content, viewports: [Self.size])
      return try #require(
        Session(content, following: session) { request in
          requests.contains { $0.window == request.window }
            ? request.window.map { file.part($0) } : nil
        }
      )
    }
    var session = file.session
    let height = try Self.shown(session).count
    #expect(try Self.shown(follow(session, longer)) == Self.lines(0..<height))
    #expect(!session.showsOtherPart)
    try Self.perform(.goTo(500), in: &session, of: file)
    #expect(try Self.shown(follow(session, longer)) == Self.shown(session))
    try Self.perform(.last, in: &session, of: file)
    #expect(session.showsOtherPart)
    let followed = try follow(session, longer)
    #expect(!followed.lacksParts)
    #expect(try Self.shown(followed) == Self.lines(1_500 - height..<1_500))
    // A search, or the number of a line, may lead to the end, too.
    for command in [SessionCommand.search("line 999"), .search("line 995"), .goTo(1_000)] {
      var other = file.session
      try Self.perform(command, in: &other, of: file)
      let isEnd = try Self.shown(other).last == "line 999"
      let shown = try Self.shown(follow(other, longer))
      #expect(isEnd && shown == Self.lines(1_500 - height..<1_500), "\(command)")
    }
    // A part that was not read leaves the earlier one.
    let content = PreparedContent(longer.session.content, viewports: [])
    let late = try #require(Session(content, following: session) { _ in nil })
    #expect(late.lacksParts)
    #expect(try Self.shown(late) == Self.shown(session))
    // The file is replaced by a short one.
    let lines = (0..<30).map { "new \($0)" }
    let document = TextDocument(blocks: [.preformatted(lines: lines)])
    let short = SessionContent.stack(
      StackContent(
        root: .page(PageContent(title: "big.log", document: document)),
        path: [],
        source: .nowhere
      )
    )
    let rotated = try #require(
      Session(PreparedContent(short, viewports: []), following: followed) { _ in nil }
    )
    #expect(try Self.shown(rotated).last == "new 29")
  }
}
