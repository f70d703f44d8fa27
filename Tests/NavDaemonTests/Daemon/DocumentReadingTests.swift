import Foundation
import NavBase
import NavContent
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavDaemon

@Suite("Books and documents: read when they are shown")
struct DocumentReadingTests {
  private static let size = CellSize.standardTerminal

  private func write(_ text: String, to name: String, in directory: String) throws -> String {
    let path = directory + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Carries out an action with pages from a reader.
  private func perform(
    _ action: SessionAction,
    on session: inout Session,
    _ reader: ContentReader
  ) throws {
    try session.performPrepared(action, seenIn: Self.size) { request in
      PreparedPage(reader.page(request.reference, of: 1), for: request)
    }
  }

  private func keys(_ names: [String]) -> SessionAction {
    .keys(names.compactMap { Key(name: $0) })
  }

  @Test("a JSON document becomes lists and texts, with the paths of its values as titles")
  func outline() throws {
    let directory = try makeTemporaryDirectory("outline")
    let path = try write(#"{"a": {"b": [1, "two"]}}"#, to: "x.json", in: directory)
    let reader = ContentReader()
    var session = Session(try reader.read(.outline(path: path), for: 1))
    #expect(session.position.title == "x.json")
    try perform(keys(["Enter"]), on: &session, reader)
    #expect(session.position.title == "/a")
    try perform(keys(["Enter", "j", "Enter"]), on: &session, reader)
    #expect(session.position.title == "/a/b/1")
    #expect(session.position.page == 4)
    reader.close(1)
  }

  @Test("a changed document is read again")
  func change() throws {
    let directory = try makeTemporaryDirectory("outline")
    let path = try write("[1]", to: "x.json", in: directory)
    let reader = ContentReader()
    func count() throws -> Int? {
      guard case .stack(let stack) = try reader.read(.outline(path: path), for: 1),
        case .page(let page) = stack.root
      else { return nil }
      return page.list?.entries.count
    }
    #expect(try count() == 1)
    #expect(try count() == 1)
    _ = try write("[1, 2, 3]", to: "x.json", in: directory)
    #expect(try count() == 3)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ContentFailure.self) { try count() }
  }

  @Test("a large document is shown before it is fully read; its session then gets the rest")
  func large() throws {
    let directory = try makeTemporaryDirectory("outline")
    let values = (0..<250_000).map { "{\"key\": \"a value with a few words \($0)\"}" }
    let path = try write("[" + values.joined(separator: ",\n") + "]", to: "x.json", in: directory)
    let reported = ReportedSessions()
    let reader = ContentReader { reported.add($0) }
    func notes() throws -> [String]? {
      guard case .stack(let stack) = try reader.read(.outline(path: path), for: 1),
        case .page(let page) = stack.root
      else { return nil }
      return page.list?.notes ?? page.document.blocks.map { "\($0)" }
    }
    let first = try #require(try notes())
    if !first.isEmpty {
      #expect(first.contains { $0.contains("reading …") })
      try eventually("the document is read") { try notes() == [] }
      #expect(reported.sessions.contains(1))
    }
    reader.close(1)
  }

  @Test("links of a book work in the session")
  func book() throws {
    let directory = try makeTemporaryDirectory("book")
    _ = try write("# S\n\n- [A](a.md)\n- [B](b.md)\n- [Draft]()\n", to: "SUMMARY.md", in: directory)
    _ = try write("# A\n\nsee [B's end](b.md#end)\n", to: "a.md", in: directory)
    let lines = (0..<50).map { "line \($0)\n" }.joined(separator: "\n")
    _ = try write(
      "# B\n\n\(lines)\n\n## End\n\nlast [A](a.md)\n\n\(lines)",
      to: "b.md",
      in: directory
    )
    let reader = ContentReader()
    var session = Session(try reader.read(.docs(path: directory), for: 1))
    #expect(PageSource.linksKey == Docs.linksKey)
    try perform(keys(["Enter"]), on: &session, reader)
    #expect(session.position.title == "A")
    try perform(keys(["Enter", "Enter"]), on: &session, reader)
    #expect(session.position.title == "B" && session.position.page == 4)
    let scene = session.rest(in: Self.size, viewers: 1)
    let page = try #require(scene.focus.flatMap { scene[$0] })
    #expect(page.rows[page.scroll.y]?.text.contains("End") == true)
    try perform(.follow(page.id, link: "nav-page:a.md"), on: &session, reader)
    #expect(session.position.title == "A" && session.position.page == 5)
  }
}

@Suite("Work on separate threads")
struct ContentLoaderTests {
  @Test(
    "once all reading has ended, all results are in the mailbox",
    .timeLimit(.minutes(120))
  )
  func endsInTheMailbox() throws {
    let directory = try makeTemporaryDirectory("loader")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let mailbox = try Mailbox<WorkerResult>()
    let loader = ContentLoader(mailbox, in: directory)
    #expect(!loader.isBusy)
    for ticket in 0..<2_000 as Range<UInt64> {
      loader.load(.tree(path: directory), ticket: ticket, for: .localUser)
      while loader.isBusy {}
      let found = mailbox.take().compactMap { result in
        if case .content(let ticket, _) = result { ticket } else { nil as UInt64? }
      }
      #expect(found == [ticket])
      loader.close(ticket)
    }
  }
}
