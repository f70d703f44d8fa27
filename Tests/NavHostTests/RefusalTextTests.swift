import NavBase
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Refusals (proto/README.md: Limits)")
struct RefusalTextTests {
  private static let hostile = [
    "\u{1B}]0;title\u{7}", "a\nnavd: forged", "\u{202E}txt.exe", "\u{9B}2J", "\u{0}",
    String(repeating: "x", count: 1 << 19), "e" + String(repeating: "\u{301}", count: 1 << 18),
  ]

  @Test("no text echoes control characters or long names", arguments: hostile)
  func texts(name: String) throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let requests = [
      client.attach(name), client.read(.getStatus(.name(name))),
      client.operation(.killSession(.name(name))),
      client.operation(.newSession(name: name, .deck(path: "/x.md"))),
      client.operation(.renameSession(.name("talk"), to: name)),
    ]
    for request in requests {
      guard let failure = try daemon.ask(request).failure else {
        Issue.record("\(request.body) was not refused")
        continue
      }
      for scalar in failure.text.unicodeScalars {
        let properties = scalar.properties
        try demand(!properties.isBidiControl && properties.generalCategory != .control)
      }
      try demand(failure.text.unicodeScalars.count <= Reply.Failure.textLength + 1)
    }
  }

  @Test("a failure of a file quotes no control characters of its path")
  func paths() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    let request = client.operation(.newSession(name: "talk", .deck(path: "/\u{1B}[2J")))
    daemon.send(request)
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .failure(ContentFailure("/\u{1B}[2J\n is not there")))
    let failure = try #require(try daemon.turn().replies.first?.body.failure)
    #expect(failure.code == .noSuchInput && failure.text == "/\u{FFFD}[2J  is not there")
  }

  @Test("a limit of what is read at a time is no verdict on the content: RETRY")
  func busy() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    let busy = ContentFailure("32 files are being read", .busy)
    let request = client.attach("talk", content: .deck(path: "/a.md"))
    daemon.send(request)
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .failure(busy))
    #expect(try daemon.turn().replies.map(\.body.code) == [.retry])
    // The same request succeeds later.
    daemon.send(client.attach("talk", content: .deck(path: "/a.md")))
    let again = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(again.ticket, .success(.deck(SteppedDaemon.pages)))
    #expect(try daemon.turn().replies.map(\.body.code) == [nil])
  }
}
