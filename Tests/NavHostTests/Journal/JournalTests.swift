import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The journal of a session")
struct JournalTests {
  private static func deck() throws -> JournalWorld {
    try JournalWorld(.deck(SteppedDaemon.pages), viewers: [.standardTerminal])
  }

  private static func names(_ entries: [JournalEntry]) -> [String] {
    entries.map { entry in
      switch entry.event {
      case .content(let content): "content \(content.number) of \(content.files.count) files"
      case .file(let piece): "file from \(piece.offset)"
      case .mark(let name): "mark \(name)"
      case .said(let text): "said \(text)"
      case .step(.state(_)): "state"
      case .step(.input(let input)): "\(input.action) in \(input.viewport)"
      case .step(let step): "\(step)"
      }
    }
  }

  @Test("a reader begins with the content and the state, and gets each entry once, in order")
  func entries() throws {
    var world = try Self.deck()
    let first = try world.journal()
    #expect(!first.isContinued)
    #expect(Self.names(first.entries) == ["content 1 of 0 files", "state"])
    try world.act(.command(.forward))
    try world.act(.command(.timeMark("demo")))
    try world.act(.command(.timeMark("Hello.", isSaid: true)))
    // What changes nothing is in no journal.
    try world.act(.command(.first))
    try world.act(.command(.first))
    let second = try world.journal(since: first.next)
    #expect(second.isContinued)
    let forward = SessionAction.command(.forward), begin = SessionAction.command(.first)
    #expect(
      Self.names(second.entries) == [
        "\(forward) in 80x24", "mark demo", "said Hello.", "\(begin) in 80x24",
      ]
    )
    #expect(try world.journal(since: second.next).entries == [])
    #expect(try world.journal(since: first.next).entries == second.entries)
    // A reader of an earlier start of the daemon gets all since this one.
    let earlier = Request.Journal.Position(first.next.journal - 1, entry: 70)
    let all = try world.journal(since: earlier)
    #expect(!all.isContinued)
    let beginning = Self.names(first.entries)
    #expect(Self.names(all.entries) == beginning + beginning + Self.names(second.entries))
  }

  @Test("a request that is sent again each second is answered in its own time")
  func repeated() throws {
    var world = try Self.deck()
    var client = Client(seed: 6)
    let since = try world.journal().next
    let request = client.read(
      .journal(Request.Journal(.name("talk"), since: since, wait: .milliseconds(2_500)))
    )
    for second in 0...3 {
      world.daemon.send(request)
      let replies = try world.work().filter { $0.id == request.id && $0.client == request.client }
      #expect(replies.count == (second == 3 ? 1 : 0), "after \(second) s")
      world.daemon.pass(.seconds(1))
    }
  }

  @Test("a state is added each 10 s and each 500 entries while there are entries")
  func states() throws {
    var world = try JournalWorld(.deck(SteppedDaemon.pages))
    var next = try world.journal().next
    var states: [Int] = []
    for number in 0..<1_200 {
      let reply = try world.act(.command(number.isMultiple(of: 2) ? .forward : .back))
      try demand(reply.isAccepted, "\(number): \(reply)")
      world.daemon.pass(number >= 1_100 ? .seconds(1) : .milliseconds(5))
      let part = try world.journal(since: next)
      next = part.next
      if Self.names(part.entries).contains("state") { states.append(number) }
    }
    // Those of the first kind are 500 entries behind the one before.
    #expect(states.filter { $0 < 1_100 }.count == 2)
    #expect((8...11).contains(states.filter { $0 >= 1_100 }.count), "\(states)")
  }

  @Test("a journal is bounded; a reader that is too late begins anew")
  func bound() throws {
    var world = try Self.deck()
    var limits = world.daemon.limits
    limits.journal = 1
    world.daemon.limits = limits
    let first = try world.journal().next
    for number in 0..<12_000 {
      try world.act(.command(number.isMultiple(of: 2) ? .forward : .back))
      world.daemon.pass(.milliseconds(2))
    }
    let size = try #require(world.daemon.core.sessions.live.first?.journal?.size)
    #expect(size < 1_300_000)
    // Neither a version that is gone nor one that is yet to come is shown; the nearest one is named, and is shown.
    for (version, isGone) in [(UInt64(0), true), (1 << 40, false)] {
      let failure = try #require(
        world.ask(.getStatus(.name("talk"), version: version)).failure
      )
      let nearest = failure.found.version
      #expect(failure.code == .rejected && failure.text.contains("\(nearest)"))
      #expect(isGone ? (1..<12_000).contains(nearest) : nearest == 12_000)
      let past = try world.ask(.getStatus(.name("talk"), version: nearest)).status
      #expect(past.session.page == (nearest.isMultiple(of: 2) ? 1 : 2))
    }
    let again = try world.journal(since: first)
    #expect(!again.isContinued)
    #expect(Self.names(again.entries) == ["content 1 of 0 files", "state"])
    // That of another start of the daemon, too.
    let other = Request.Journal.Position(first.journal + 1, entry: first.entry)
    #expect(try !world.journal(since: other).isContinued)
  }

  @Test("old entries go from one state to the next")
  func age() throws {
    var world = try JournalWorld(.deck(SteppedDaemon.pages))
    let first = try world.journal().next
    for _ in 0..<4 {
      world.daemon.pass(.seconds(3_600))
      try world.act(.command(.forward))
      try world.act(.command(.back))
    }
    #expect(try !world.journal(since: first).isContinued)
  }

  @Test("a recorder gets the files of the content first; viewers see it until it is silent")
  func recorder() throws {
    var world = try Self.deck()
    #expect(try !world.scene(in: .standardTerminal).isRecorded)
    let first = try world.journal(records: true)
    #expect(
      Self.names(first.entries) == ["content 1 of 1 files", "file from 0", "state"]
    )
    guard case .file(let piece) = first.entries[1].event else { return }
    #expect(piece.bytes == JournalWorld.file)
    #expect(try world.scene(in: .standardTerminal).isRecorded)
    world.daemon.pass(DaemonTiming.recording)
    _ = try world.work()
    #expect(try !world.scene(in: .standardTerminal).isRecorded)
  }

  @Test("what a recorder gets is gathered for a second, but for a mark")
  func gathered() throws {
    var world = try Self.deck()
    let first = try world.journal(records: true)
    var recorder = Client(seed: 900)
    func request(_ client: inout Client) -> Request {
      client.read(
        .journal(
          Request.Journal(.name("talk"), since: first.next, wait: .seconds(30), records: true)
        )
      )
    }
    world.daemon.send(request(&recorder))
    try world.act(.command(.forward))
    #expect(try world.work().isEmpty)
    let next = world.daemon.nextWake
    let wake = try #require(next)
    #expect(wake <= world.daemon.now + DaemonTiming.journalPart)
    world.daemon.pass(DaemonTiming.journalPart)
    let replies = try world.work()
    #expect(replies.count == 1)
    world.daemon.send(request(&recorder))
    // The forward is old by now.
    #expect(try world.work().count == 1)
    try world.act(.command(.back))
    let position = try world.journal(since: first.next).next
    world.daemon.send(
      recorder.read(
        .journal(Request.Journal(.name("talk"), since: position, wait: .seconds(30), records: true))
      )
    )
    #expect(try world.work().isEmpty)
    let viewer = world.viewers[0]
    var script = Client(seed: 901)
    world.daemon.send(script.command(.timeMark("now"), in: .id(viewer.attached.session)))
    #expect(try world.work().contains { if case .journal = $0.body { true } else { false } })
  }

  @Test("what only speakers see is in no journal, and who did anything only if it is asked for")
  func redaction() throws {
    let pages = (1...3).map { number in
      var page = PageContent("Page \(number)", [.code(language: "", lines: ["\(number)"])])
      page.notes = SpeakerNotes("secret note")
      return page
    }
    var world = try JournalWorld(.deck(pages), viewers: [.standardTerminal])
    let first = try world.journal()
    let viewer = world.viewers[0].attached.viewer
    _ = try world.ask(
      .talk(Request.Talk(session: .name("talk"), viewer: viewer, .ask("secret question")))
    )
    try world.act(.command(.forward))
    let part = try world.journal(since: first.next)
    #expect(!part.entries.isEmpty)
    let bytes = Reply(id: 1, client: nil, seq: 0, body: .journal(part)).encoded()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("viewer"))
    var script = Client(seed: 902)
    world.daemon.send(script.command(.timeMark("now"), in: .name("talk")))
    _ = try world.work()
    let named = try world.journal(since: first.next, names: true)
    #expect(named.entries.map(\.name) == [.unnamed, .scripts])
  }

  @Test("only owners read a journal, and nobody records where that is off")
  func rights() throws {
    var world = try Self.deck()
    var control = world.daemon.control
    control.recording = .off
    world.daemon.control = control
    let refused = try world.ask(.journal(Request.Journal(.name("talk"), records: true))).failure
    #expect(refused?.code == .notPermitted && refused?.text.contains("recording") == true)
    #expect(try !world.journal().entries.isEmpty)
    let key = PeerKey.repeating(3)
    let grant = AuthorizedKeys.Grant(role: .presenter)
    world.daemon.authorize([key: grant])
    var stranger = Client(seed: 44)
    let request = stranger.read(.journal(Request.Journal(.name("talk"))))
    world.daemon.send(
      request.encoded(),
      from: Peer(envelope: [stranger.id.bytes, []], principal: .key(key))
    )
    let replies = try world.work()
    #expect(replies.map(\.body.code) == [.notPermitted])
  }
}
