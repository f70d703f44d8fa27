import NavBase
import NavEngine
import NavHost
import NavTestKit
import NavWire
import Testing

@Suite("Reading the text of whole pages")
struct PageTextTests {
  private static func ask(
    _ daemon: inout SteppedDaemon,
    _ client: inout Client,
    from line: Int
  ) throws -> PageText {
    daemon.send(client.read(.page(.name("talk"), fromLine: line)))
    var turn = try daemon.turn()
    // A worker reads a long page.
    if let query = turn.layouts.first {
      daemon.finishLayout(query)
      turn = try daemon.turn()
    }
    let body = try #require(turn.replies.first?.body)
    guard case .page(let page) = body else { throw SteppedDaemon.Refused(body: body) }
    return page
  }

  private static func read(_ daemon: inout SteppedDaemon, _ client: inout Client) throws -> PageText
  {
    var page = try ask(&daemon, &client, from: 0)
    while !page.isEnd {
      let isNext = page.append(try ask(&daemon, &client, from: page.endLine))
      try #require(isNext)
    }
    return page
  }

  @Test("a page of 20,000 lines arrives complete, in parts of limited size")
  func parts() throws {
    let lines = (1...20_000).map { "line \($0) " + String(repeating: "x", count: $0 % 60) }
    let content = PageContent("Long", [.preformatted(lines: lines)])
    var daemon = SteppedDaemon()
    try daemon.open("talk", pages: [content])
    var client = Client(seed: 1)
    let first = try Self.ask(&daemon, &client, from: 0)
    let bytes = first.passages.reduce(0) { $0 + $1.text.utf8.count }
    #expect(!first.isEnd && bytes <= PageText.partBytes && bytes > PageText.partBytes / 2)
    let page = try Self.read(&daemon, &client)
    #expect(page.passages.map(\.lines) == [lines])
    #expect(page.title == "Long" && page.version == 0 && page.top == "1")
    let behind = try Self.ask(&daemon, &client, from: 20_000)
    #expect(behind.passages == [] && behind.isEnd)
    #expect(try Self.ask(&daemon, &client, from: 4_000_000_000).passages == [])
  }

  @Test("each part names the page and the version of its content")
  func versions() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let first = try Self.read(&daemon, &client)
    _ = try daemon.ask(client.command(.forward, in: .name("talk")))
    let second = try Self.read(&daemon, &client)
    #expect(first.version == 0 && second.version == 1 && second.top == "2")
    #expect(first.title == "Page 1" && second.title == "Page 2")
  }
}
