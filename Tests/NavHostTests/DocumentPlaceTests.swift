import Foundation
import NavBase
import NavContent
import NavEngine
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The place in a document that is read again")
struct DocumentPlaceTests {
  /// A daemon with a session that shows a JSON file.
  private struct Room: ~Copyable {
    private var daemon = SteppedDaemon()
    private var client = Client(seed: 1)
    private let reader = ContentReader()
    private let path: String
    private var session: UInt64 = 0

    init(in directory: String) { path = directory + "/x.json" }

    mutating func open(_ text: String) throws {
      try write(text)
      let spec = ContentSpec.outline(path: path)
      try daemon.open("doc", spec, try reader.read(spec, for: 1), by: Client(seed: 2))
      session = try daemon.attach(&client, to: "doc").session
    }

    private func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    mutating func perform(_ commands: SessionCommand...) throws {
      for command in commands {
        daemon.send(client.command(command, in: .name("doc")))
        var turn = try daemon.turn()
        let reloads = turn.reloads
        while let load = turn.pageLoads.first {
          guard case .page(let page) = reader.page(load.request.reference, of: 1).content else {
            throw SteppedDaemon.Refused(body: .done)
          }
          daemon.finishLoading(load.ticket, page: .success(page))
          turn = try daemon.turn()
        }
        for reload in reloads { try finish(reload) }
        try daemon.turn(after: .seconds(10))
      }
    }

    private mutating func finish(_ reload: ContentReload) throws {
      let reader = reader
      let read = try ReloadedContent(reader.read(reload.content, for: 1), for: reload) { request in
        PreparedPage(reader.page(request.reference, of: 1, isReload: true), for: request)
      }
      daemon.finishReload(reload, .success(read))
      _ = try daemon.turn()
    }

    /// Changes the file, and returns the place: the title of the page in front, and its number in the stack.
    mutating func change(to text: String) throws -> String {
      try write(text)
      daemon.contentChanged(session)
      let reloads = try daemon.turn().reloads
      try finish(#require(reloads.first))
      return try title()
    }

    /// Sends a command, and does not read what it asks for.
    mutating func begin(_ command: SessionCommand) throws {
      daemon.send(client.command(command, in: .name("doc")))
      let reloads = try daemon.turn().reloads
      #expect(reloads.count == 1)
    }

    mutating func restart() throws {
      daemon.restart()
      let restores = try daemon.turn().restores
      let restore = try #require(restores.first)
      let (reader, place) = (reader, restore.place)
      let content = try reader.read(restore.content, for: 1)
      let restored = try RestoredSession(content, at: place, version: restore.version) {
        (reader.page($0.reference, of: 1).content, isThere: true)
      }
      daemon.finishRestoring(restore.ticket, .success(restored))
      _ = try daemon.turn()
    }

    mutating func title() throws -> String {
      let status = try daemon.ask(client.read(.getStatus(.name("doc")))).status
      return "\(status.session.title) \(status.session.page)"
    }
  }

  @Test("an open entry of an array is followed by its value, with the pages on top of it")
  func arrays() throws {
    let (a, b, c) = (#"{"id": 1, "in": [5]}"#, #"{"id": 2, "in": [6]}"#, #"{"id": 3, "in": [7]}"#)
    var room = Room(in: try makeTemporaryDirectory("document"))
    try room.open("[\(a), \(b), \(c)]")
    try room.perform(.lineDown, .forward, .last, .forward)
    #expect(try room.title() == "/1/in 3")
    #expect(try room.change(to: "[0, \(a), 0, \(b), \(c)]") == "/3/in 3")
    // Its value is not there any more: it stays at its number, and returns to its value.
    #expect(try room.change(to: #"[0, \#(a), 0, {"id": 2, "in": [9]}, \#(c)]"#) == "/3/in 3")
    #expect(try room.change(to: "[\(c), \(a), \(b)]") == "/2/in 3")
    // It was edited while another one was put before it.
    #expect(try room.change(to: #"[0, \#(c), \#(a), {"id": 2, "in": [9]}]"#) == "/3/in 3")
    // Of several equal ones it is the one with its neighbors.
    #expect(try room.change(to: "[\(b), \(a), \(b), \(c)]") == "/2/in 3")
    try room.perform(.back)
    #expect(try room.title() == "/2 2")
    // The selection in the list is the entry that is open.
    try room.perform(.back, .forward)
    #expect(try room.title() == "/2 2")
  }

  @Test("after a restart a document whose text was shown has its open pages again")
  func forms() throws {
    var room = Room(in: try makeTemporaryDirectory("document"))
    try room.open(#"{"a": 1, "b": {"c": [1, 2], "d": {"e": 3}}}"#)
    try room.perform(.last, .forward, .last, .forward)
    #expect(try room.title() == "/b/d 3")
    try room.perform(.toggleText)
    try room.restart()
    #expect(try room.title() != "/b/d 3")
    // Another restart keeps it, too.
    try room.restart()
    try room.perform(.toggleText)
    #expect(try room.title() == "/b/d 3")
  }

  @Test("a restart while the other form of a document is read loses no place")
  func unreadForms() throws {
    var room = Room(in: try makeTemporaryDirectory("document"))
    try room.open(#"{"a": 1, "b": {"c": [1, 2], "d": {"e": 3}}}"#)
    try room.perform(.last, .forward, .last, .forward)
    #expect(try room.title() == "/b/d 3")
    try room.begin(.toggleText)
    try room.restart()
    #expect(try room.title() == "x.json 1")
    try room.perform(.toggleText)
    #expect(try room.title() == "/b/d 3")
    try room.perform(.toggleText)
    try room.begin(.toggleText)
    try room.restart()
    #expect(try room.title() == "/b/d 3")
  }
}
