import NavDaemon
import NavHost
import NavModel
import NavWire
import Testing

@Suite("Exports of sessions: written by a worker, delivered in parts")
struct ExportTests {
  private static let part = Request.Export.partBytes

  private static func request(_ part: Int = 0, key: UInt64 = 7) -> Request.Body {
    .export(Request.Export(session: .name("talk"), format: .html, key: key, part: part))
  }

  private static func wanted(in turn: House.Turn) -> [ContentExporting] {
    turn.events.compactMap { if case .export(let export) = $0 { export } else { nil } }
  }

  private static func failure(_ body: Reply.Body) -> Reply.Failure.Code? {
    if case .failure(let failure) = body { failure.code } else { nil }
  }

  @Test(
    "the parts add up to the file",
    arguments: [
      (0, 1), (1, 1), (Self.part - 1, 1), (Self.part, 1), (Self.part + 1, 2), (3 * Self.part, 3),
    ]
  )
  func parts(size: Int, count: Int) throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    house.send(client.read(Self.request()))
    let turn = try house.turn()
    #expect(turn.replies.isEmpty)
    let export = try #require(Self.wanted(in: turn).first)
    #expect(export.format == .html && export.name == "talk" && export.key == 7)
    let file = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    house.finishExport(export, .success(file))
    var parts = try house.turn().replies.map(\.body)
    for part in 1..<max(1, count) { parts.append(try house.ask(client.read(Self.request(part)))) }
    let bytes = try parts.enumerated().flatMap { index, body in
      guard case .exported(let part) = body else { throw House.Refused(body: body) }
      #expect(part.part == index && part.count == count)
      return part.bytes
    }
    #expect(bytes == file)
    #expect(Self.failure(try house.ask(client.read(Self.request(count)))) == .retry)
  }

  @Test("a repeated request waits for the same export and is answered once")
  func repetition() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let request = client.read(Self.request())
    for _ in 0..<3 { house.send(request) }
    let wanted = Self.wanted(in: try house.turn())
    #expect(wanted.count == 1)
    house.finishExport(try #require(wanted.first), .success([1]))
    #expect(try house.turn().replies.count == 1)
    #expect(try house.ask(request) == .exported(Reply.ExportPart(part: 0, count: 1, bytes: [1])))
  }

  @Test("a missing session or export is refused; a failure to read is reported with its reason")
  func refusals() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let other = Request.Export(session: .name("x"), format: .text, key: 1, part: 0)
    #expect(Self.failure(try house.ask(client.read(.export(other)))) == .noSuchSession)
    #expect(Self.failure(try house.ask(client.read(Self.request(1)))) == .retry)
    for (isForbidden, code) in [(false, Reply.Failure.Code.noSuchInput), (true, .notPermitted)] {
      house.send(client.read(Self.request()))
      let export = try #require(Self.wanted(in: house.turn()).first)
      house.finishExport(export, .failure(ContentFailure("talk.md: no", isForbidden: isForbidden)))
      #expect(try house.turn().replies.map { Self.failure($0.body) } == [code])
    }
  }

  @Test(
    "an export is dropped some time after its last request, and abandoned when it takes too long"
  )
  func time() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    house.send(client.read(Self.request()))
    let export = try #require(Self.wanted(in: house.turn()).first)
    house.pass(DaemonTiming.export - .milliseconds(1))
    #expect(try house.turn().replies.isEmpty)
    house.finishExport(export, .success(Array(repeating: 1, count: Self.part + 1)))
    _ = try house.turn()
    house.pass(DaemonTiming.export - .milliseconds(1))
    guard case .exported = try house.ask(client.read(Self.request(1))) else {
      Issue.record("it was forgotten too early")
      return
    }
    #expect(house.nextWake == house.now + DaemonTiming.export)
    house.pass(DaemonTiming.export)
    _ = try house.turn()
    #expect(Self.failure(try house.ask(client.read(Self.request(1)))) == .retry)
    house.send(client.read(Self.request(key: 8)))
    _ = try house.turn()
    house.pass(DaemonTiming.export)
    #expect(try house.turn().replies.map { Self.failure($0.body) } == [.rejected])
  }

  @Test("at the limit the next export is refused, until one is finished")
  func limit() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let keys = (1...UInt64(DaemonLimits.exports)).map { $0 }
    for key in keys { house.send(client.read(Self.request(key: key))) }
    let wanted = Self.wanted(in: try house.turn())
    #expect(wanted.map(\.key) == keys)
    #expect(Self.failure(try house.ask(client.read(Self.request(key: 99)))) == .limitReached)
    house.finishExport(wanted[2], .success([1]))
    _ = try house.turn()
    house.send(client.read(Self.request(key: 99)))
    #expect(Self.wanted(in: try house.turn()).map(\.key) == [99])
  }

  @Test("when a session ends, its pending exports end too")
  func end() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    house.send(client.read(Self.request()))
    let export = try #require(Self.wanted(in: house.turn()).first)
    _ = try house.ask(client.operation(.killSession(.name("talk"))))
    house.finishExport(export, .success([1]))
    #expect(try house.turn().events.contains(.close(session: export.session)))
  }
}
