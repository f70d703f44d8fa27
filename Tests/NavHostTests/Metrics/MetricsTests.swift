import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The metrics of a daemon")
struct MetricsTests {
  private func read(_ room: borrowing ViewsRoom) -> ExpositionText {
    ExpositionText(room.daemon.metrics())
  }

  @Test("the text keeps to the format, at the start and after work")
  func format() throws {
    let empty = SteppedDaemon()
    let text = empty.metrics()
    #expect(ExpositionText(text).faults == [])
    var room = try ViewsRoom("ada", "bob")
    _ = try room.press(.forward, by: "ada")
    let worked = read(room)
    #expect(worked.faults == [])
    var figures = ShellFigures()
    figures.turns.add(.milliseconds(3), processorTime: .milliseconds(2))
    figures.store.commits.add(.microseconds(50))
    figures.store.syncs.add(.seconds(60))
    figures.store.failedCommits = 4
    figures.refusedConnections = 5
    figures.throttledConnections = 6
    (figures.replies.ended, figures.replies.unread) = (7, 8)
    figures.process.residentMemory = 1 << 20
    figures.process.virtualMemory = 1 << 30
    figures.process.processorTime = .milliseconds(1_250)
    figures.process.openDescriptors = 42
    figures.process.descriptorLimit = 1_024
    let full = ExpositionText(room.daemon.metrics(figures))
    #expect(full.faults == [])
    let expected: [(String, Double)] = [
      ("navd_turn_seconds_count", 1), ("navd_turn_seconds_sum", 0.003),
      ("navd_turn_processor_seconds_total", 0.002), ("navd_store_commit_seconds_count", 1),
      ("navd_store_sync_seconds_sum", 60), ("navd_store_commit_failures_total", 4),
      ("navd_connections_refused_total", 5), ("navd_connections_throttled_total", 6),
      ("process_resident_memory_bytes", 1_048_576),
      ("process_virtual_memory_bytes", 1_073_741_824), ("process_cpu_seconds_total", 1.25),
      ("process_open_fds", 42), ("process_max_fds", 1_024),
    ]
    for (name, value) in expected { #expect(full.value(name) == value, "\(name)") }
    #expect(full.value("navd_store_sync_seconds_bucket", ["le": "5.0"]) == 0)
    #expect(full.value("navd_replies_dropped_total", ["cause": "ended"]) == 7)
    #expect(full.value("navd_replies_dropped_total", ["cause": "unread"]) == 8)
  }

  @Test("sessions, viewers by role, streams and memory")
  func gauges() throws {
    var room = try ViewsRoom()
    let before = read(room)
    #expect(before.value("navd_sessions", ["state": "live"]) == 1)
    #expect(before.value("navd_viewers", ["role": "owner"]) == 0)
    #expect(before.value("navd_streams", ["form": "open"]) == 0)
    room.principals["eve"] = .key(.repeating(5))
    room.daemon.authorize([PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver)])
    try room.attach("ada")
    try room.attach("bob")
    try room.attach("eve")
    try room.attach("ann", viewport: CellSize(columns: 100, rows: 30))
    let after = read(room)
    #expect(after.value("navd_viewers", ["role": "owner"]) == 3)
    #expect(after.value("navd_viewers", ["role": "driver"]) == 1)
    #expect(after.value("navd_viewers", ["role": "viewer"]) == 0)
    #expect(after.value("navd_streams", ["form": "both"]) == 1)
    #expect(after.value("navd_streams", ["form": "open"]) == 1)
    #expect(after.value("navd_private_views") == 0)
    let memory = try #require(after.value("navd_content_memory_bytes"))
    #expect(memory > 0)
    #expect(after.value("navd_content_memory_limit_bytes") == Double(DaemonLimits.memory << 20))
    #expect(after.value("navd_state_saved") == 1)
    try room.attach("bob", view: .own(0))
    let views = read(room).value("navd_private_views")
    #expect(views == 1)
  }

  @Test("a session that is being read is counted as such")
  func loading() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    daemon.send(client.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    _ = try daemon.turn()
    let text = ExpositionText(daemon.metrics())
    #expect(text.value("navd_sessions", ["state": "loading"]) == 1)
    #expect(text.value("navd_sessions", ["state": "live"]) == 0)
  }

  @Test("requests by kind, refusals by code, and bytes in both directions")
  func requests() throws {
    var room = try ViewsRoom("ada")
    let before = read(room)
    for command in [SessionCommand.forward, .forward] { _ = try room.press(command, by: "ada") }
    let unknown = Request.Body.getStatus(.name("nothing"))
    _ = try room.read(unknown, by: "ada")
    room.daemon.send([0xFF, 0xFF], from: Peer(envelope: [[7], []]))
    _ = try room.daemon.turn()
    let after = read(room)
    func change(_ name: String, _ labels: [String: String] = [:]) throws -> Double {
      try #require(after.value(name, labels)) - #require(before.value(name, labels))
    }
    #expect(try change("navd_requests_total", ["kind": "input"]) == 2)
    #expect(try change("navd_requests_total", ["kind": "get_status"]) == 1)
    #expect(try change("navd_requests_total", ["kind": "attach"]) == 0)
    #expect(try change("navd_refusals_total", ["code": "no_such_session"]) == 1)
    #expect(try change("navd_refusals_total", ["code": "malformed"]) == 1)
    #expect(try change("navd_refusals_total", ["code": "slow_down"]) == 0)
    #expect(try change("navd_request_bytes_total") > 2)
    #expect(try change("navd_reply_bytes_total") > 0)
    #expect(try change("navd_published_messages_total", ["form": "open"]) >= 2)
    #expect(try change("navd_published_bytes_total", ["form": "open"]) > 0)
    #expect(try change("navd_published_messages_total", ["form": "sealed"]) == 0)
    #expect(try change("navd_snapshots_total") == 0)
  }

  @Test("each kind of request and each code has a name of its own")
  func names() {
    let kinds = Set(Request.Kind.allCases.map(\.traits.name))
    #expect(kinds.count == Request.Kind.allCases.count)
    let codes = Set(Reply.Failure.Code.allCases.map(\.label))
    #expect(codes.count == Reply.Failure.Code.allCases.count)
  }

  @Test("too many requests: those that are answered, and those that are dropped")
  func slowDown() throws {
    var daemon = SteppedDaemon()
    daemon.limits.requestsPerSecond = 1
    daemon.limits.requestBurst = 1
    var client = Client(seed: 1)
    for _ in 0..<3 { daemon.send(client.read(.listSessions)) }
    for _ in 0..<2 { daemon.send(client.read(.alive(viewer: 7))) }
    daemon.core.noteNoRequest()
    _ = try daemon.turn()
    let text = ExpositionText(daemon.metrics())
    #expect(text.value("navd_refusals_total", ["code": "slow_down"]) == 2)
    #expect(text.value("navd_requests_dropped_total") == 3)
    #expect(text.value("navd_requests_total", ["kind": "list_sessions"]) == 1)
  }

  @Test("a viewer that joins again has missed something; one that joins at first has not")
  func resyncs() throws {
    var room = try ViewsRoom("ada", "bob")
    let first = read(room)
    #expect(first.value("navd_resyncs_total") == 0)
    #expect(first.value("navd_snapshots_total") == 2)
    try room.attach("ada")
    let second = read(room)
    #expect(second.value("navd_resyncs_total") == 1)
    #expect(second.value("navd_snapshots_total") == 3)
    // Another size is another stream.
    try room.attach("ada", viewport: CellSize(columns: 100, rows: 30))
    let third = read(room)
    #expect(third.value("navd_resyncs_total") == 1)
    #expect(third.value("navd_snapshots_total") == 4)
  }

  @Test("a viewer that joins again to learn the next key has missed nothing")
  func rotation() throws {
    var room = try ViewsRoom()
    let (old, next) = (PeerKey.repeating(1), PeerKey.repeating(2))
    try room.listen(server: ServerKeys(old))
    room.principals["eve"] = .key(.repeating(5))
    room.daemon.authorize([PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver)])
    try room.attach("eve")
    room.daemon.use(ServerKeys(old, next: next))
    _ = try room.daemon.turn()
    try room.attach("eve")
    let asked = read(room)
    #expect(asked.value("navd_resyncs_total") == 0)
    #expect(asked.value("navd_snapshots_total") == 2)
    // It knows the key now.
    try room.attach("eve")
    let unasked = read(room)
    #expect(unasked.value("navd_resyncs_total") == 1)
  }

  @Test("while the disk refuses, the state is not saved")
  func disk() throws {
    var daemon = try SteppedDaemon("talk")
    daemon.isDiskWell = false
    var client = Client(seed: 1)
    daemon.send(client.command(.forward, in: .name("talk")))
    _ = try daemon.turn()
    let text = ExpositionText(daemon.metrics())
    #expect(text.value("navd_state_saved") == 0)
  }

  @Test("neither names nor texts of users are in the metrics")
  func privacy() throws {
    var room = try ViewsRoom("zarathustra")
    _ = try room.press(.search("mandragora"), by: "zarathustra")
    _ = try room.read(.getStatus(.name("belladonna")), by: "zarathustra")
    let text = room.daemon.metrics()
    for word in ["zarathustra", "mandragora", "belladonna", "/"] {
      let isThere = text.split(separator: "\n").contains { line in
        !line.hasPrefix("#") && line.contains(word)
      }
      #expect(!isThere, "\(word)")
    }
    // The number of lines does not depend on who is there.
    let lines = text.split(separator: "\n").count
    let empty = SteppedDaemon()
    let emptyLines = empty.metrics().split(separator: "\n").count
    #expect(emptyLines == lines)
  }

  // MARK: The request

  /// Asks for metrics; the answer is in the same turn.
  private func ask(
    _ daemon: inout SteppedDaemon,
    by principal: Principal
  ) throws -> Reply.Body {
    var client = Client(seed: 9)
    let request = client.read(.metrics)
    daemon.send(
      request.encoded(),
      from: Peer(envelope: [request.client.bytes, []], principal: principal)
    )
    let replies = try daemon.turn().replies
    return try #require(replies.first { $0.id == request.id }).body
  }

  @Test("who runs navd gets the same text as over HTTP")
  func request() throws {
    var daemon = SteppedDaemon()
    for principal in [Principal.localUser, .process(user: 1_000, id: 7)] {
      guard case .metrics(let text) = try ask(&daemon, by: principal) else {
        Issue.record("no metrics for \(principal)")
        continue
      }
      #expect(ExpositionText(text).faults == [])
      #expect(
        ExpositionText(text).value("navd_requests_total", ["kind": "get_metrics"]) ?? 0 >= 1
      )
    }
  }

  @Test("a text is used for 100 ms, for all who ask; then the shell is measured again")
  func age() throws {
    var daemon = SteppedDaemon()
    for (pause, figure, expected) in [(0, 1, 1), (99, 2, 1), (1, 3, 3), (100, 4, 4)] {
      daemon.pass(.milliseconds(pause))
      daemon.figures.refusedConnections = UInt64(figure)
      guard case .metrics(let text) = try ask(&daemon, by: .localUser) else {
        Issue.record("no metrics")
        continue
      }
      let found = ExpositionText(text).value("navd_connections_refused_total")
      #expect(found == Double(expected), "\(pause) ms")
    }
  }

  @Test("a request that is not answered at once says that it needs the figures of the shell")
  func awaited() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 9)
    let peer = Peer(envelope: [[1], []])
    func isWaiting(_ daemon: inout SteppedDaemon) -> Bool {
      daemon.core.enqueue(client.read(.metrics).encoded(), from: peer, at: daemon.now)
      guard daemon.core.carryOutNext(at: daemon.now) else { return false }
      return daemon.core.awaitsFigures
    }
    let isFirstWaiting = isWaiting(&daemon)
    #expect(isFirstWaiting)
    daemon.core.measured(ShellFigures(), at: daemon.now)
    let isSecondWaiting = isWaiting(&daemon)
    #expect(!isSecondWaiting)
    #expect(try daemon.turn().replies.count == 2)
  }

  @Test(
    "of keys, the owner's alone may ask; addresses may not",
    arguments: [
      (Role.viewer, false), (.driver, false), (.presenter, false), (.owner, true),
    ]
  )
  func rights(role: Role, isPermitted: Bool) throws {
    var daemon = SteppedDaemon()
    let key = PeerKey.repeating(5)
    daemon.authorize([key: AuthorizedKeys.Grant(role: role)])
    let answer = try ask(&daemon, by: .key(key))
    if case .metrics = answer {
      #expect(isPermitted)
    } else {
      #expect(!isPermitted && answer.code == .notPermitted)
    }
    // The owner of some sessions does not learn about the others.
    let name = try #require(SessionName("talk"))
    daemon.authorize([key: AuthorizedKeys.Grant(role: role, sessions: [name])])
    let partial = try ask(&daemon, by: .key(key))
    #expect(partial.code == .notPermitted)
    let stranger = try ask(&daemon, by: .address("192.0.2.7"))
    #expect(stranger.code == .notPermitted)
  }
}
