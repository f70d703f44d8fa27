import NavBase
import NavDaemon
import NavHost
import NavTestKit
import NavWire
import Testing

@Suite("Exports of sessions: written by a worker, delivered in parts")
struct ExportTests {
  private static let part = Request.Export.partBytes

  private static func request(_ part: Int = 0, key: UInt64 = 7) -> Request.Body {
    .export(Request.Export(session: .name("talk"), format: .html, key: key, part: part))
  }

  @Test(
    "the parts add up to the file",
    arguments: [
      (0, 1), (1, 1), (Self.part - 1, 1), (Self.part, 1), (Self.part + 1, 2), (3 * Self.part, 3),
    ]
  )
  func parts(size: Int, count: Int) throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request()))
    let turn = try daemon.turn()
    #expect(turn.replies.isEmpty)
    let export = try #require(turn.exports.first)
    #expect(export.format == .html && export.name == "talk" && export.key == 7)
    let file = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    daemon.finishExport(export, .success(file))
    var parts = try daemon.turn().replies.map(\.body)
    for part in 1..<max(1, count) { parts.append(try daemon.ask(client.read(Self.request(part)))) }
    let bytes = try parts.enumerated().flatMap { index, body in
      guard case .exported(let part) = body else { throw SteppedDaemon.Refused(body: body) }
      #expect(part.part == index && part.count == count)
      return part.bytes
    }
    #expect(bytes == file)
    #expect(try daemon.ask(client.read(Self.request(count))).code == .retry)
  }

  @Test("a long file is written while it is fetched, and only what was written last is kept")
  func longFile() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request()))
    let export = try #require(daemon.turn().exports.first)
    let bytes = (0..<5 * Self.part / 2).map { UInt8(truncatingIfNeeded: $0) }
    func write(_ range: Range<Int>, isLast: Bool) throws -> Reply.Body? {
      daemon.core.exported(
        key: export.key,
        session: export.session,
        .success(Array(bytes[range])),
        isLast: isLast,
        at: daemon.now
      )
      return try daemon.turn().replies.first?.body
    }
    func part(_ number: Int, of count: Int) -> Reply.Body {
      let start = number * Self.part
      let part = Array(bytes[start..<min(bytes.count, start + Self.part)])
      return .exported(Reply.ExportPart(part: number, count: count, bytes: part))
    }
    #expect(try write(0..<Self.part, isLast: false) == part(0, of: 2))
    #expect(try daemon.ask(client.read(Self.request())) == part(0, of: 2))
    daemon.send(client.read(Self.request(1)))
    daemon.send(client.read(Self.request(1)))
    let more = try daemon.turn()
    #expect(more.replies.isEmpty)
    #expect(more.requests == [.exportMore(key: export.key, session: export.session)])
    #expect(try write(Self.part..<2 * Self.part, isLast: false) == part(1, of: 3))
    #expect(try daemon.ask(client.read(Self.request())).code == .retry)
    #expect(try daemon.ask(client.read(Self.request(3))).code == .retry)
    daemon.send(client.read(Self.request(2)))
    #expect(try daemon.turn().requests.count == 1)
    #expect(try write(2 * Self.part..<bytes.count, isLast: true) == part(2, of: 3))
    #expect(try daemon.ask(client.read(Self.request(2))) == part(2, of: 3))
    #expect(try daemon.ask(client.read(Self.request(3))).code == .retry)
  }

  @Test("a long file that nobody fetches any more is not written any further")
  func leftAlone() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request()))
    let export = try #require(daemon.turn().exports.first)
    let bytes = [UInt8](repeating: 1, count: Self.part)
    for isLate in [false, true] {
      daemon.core.exported(
        key: export.key,
        session: export.session,
        .success(bytes),
        isLast: false,
        at: daemon.now
      )
      if !isLate {
        _ = try daemon.turn()
        daemon.pass(DaemonTiming.export)
      }
      #expect(try daemon.turn().requests == [.endExport(key: export.key)])
    }
  }

  @Test("a repeated request waits for the same export and is answered once")
  func repetition() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let request = client.read(Self.request())
    for _ in 0..<3 { daemon.send(request) }
    let wanted = try daemon.turn().exports
    #expect(wanted.count == 1)
    daemon.finishExport(try #require(wanted.first), .success([1]))
    #expect(try daemon.turn().replies.count == 1)
    #expect(try daemon.ask(request) == .exported(Reply.ExportPart(part: 0, count: 1, bytes: [1])))
  }

  @Test("a missing session or export is refused; a failure to read is reported with its reason")
  func refusals() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let other = Request.Export(session: .name("x"), format: .text, key: 1, part: 0)
    #expect(try daemon.ask(client.read(.export(other))).code == .noSuchSession)
    #expect(try daemon.ask(client.read(Self.request(1))).code == .retry)
    let codes: [(ContentFailure.Cause, Reply.Failure.Code)] = [
      (.unreadable, .noSuchInput), (.forbidden, .notPermitted), (.limit, .limitReached),
    ]
    for (cause, code) in codes {
      daemon.send(client.read(Self.request()))
      let export = try #require(daemon.turn().exports.first)
      daemon.finishExport(export, .failure(ContentFailure("talk.md: no", cause)))
      #expect(try daemon.turn().replies.map { $0.body.code } == [code])
    }
  }

  @Test(
    "an export is dropped some time after its last request, and abandoned when it takes too long"
  )
  func time() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request()))
    let export = try #require(daemon.turn().exports.first)
    #expect(try daemon.turn(after: DaemonTiming.export - .milliseconds(1)).replies.isEmpty)
    daemon.finishExport(export, .success(Array(repeating: 1, count: Self.part + 1)))
    _ = try daemon.turn()
    daemon.pass(DaemonTiming.export - .milliseconds(1))
    guard case .exported = try daemon.ask(client.read(Self.request(1))) else {
      Issue.record("it was forgotten too early")
      return
    }
    #expect(daemon.nextWake == daemon.now + DaemonTiming.export)
    try daemon.turn(after: DaemonTiming.export)
    #expect(try daemon.ask(client.read(Self.request(1))).code == .retry)
    daemon.send(client.read(Self.request(key: 8)))
    _ = try daemon.turn()
    #expect(try daemon.turn(after: DaemonTiming.export).replies.map { $0.body.code } == [.rejected])
  }

  @Test("at the limit the next export is refused, until one is finished")
  func limit() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let keys = (1...UInt64(DaemonLimits.exports)).map { $0 }
    for key in keys { daemon.send(client.read(Self.request(key: key))) }
    let wanted = try daemon.turn().exports
    #expect(wanted.map(\.key) == keys)
    #expect(try daemon.ask(client.read(Self.request(key: 99))).code == .limitReached)
    daemon.finishExport(wanted[2], .success([1]))
    _ = try daemon.turn()
    daemon.send(client.read(Self.request(key: 99)))
    #expect(try daemon.turn().exports.map(\.key) == [99])
  }

  @Test("when a session ends, its pending exports end too")
  func end() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request()))
    let export = try #require(daemon.turn().exports.first)
    _ = try daemon.ask(client.operation(.killSession(.name("talk"))))
    daemon.finishExport(export, .success([1]))
    #expect(try daemon.turn().closed.contains(export.session))
  }
}
