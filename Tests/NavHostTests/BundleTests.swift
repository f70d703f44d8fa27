import NavBase
import NavDaemon
import NavEngine
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Content from clients (proto/README.md: Content from clients)")
struct BundleTests {
  private static func hash(_ byte: UInt8) -> ContentHash {
    guard let hash = ContentHash([UInt8](repeating: byte, count: ContentHash.byteCount)) else {
      fatalError("no hash")
    }
    return hash
  }

  private static func manifest(_ byte: UInt8 = 1, size: Int = 10) throws -> BundleManifest {
    try BundleManifest([BundleFile(path: "kyoto/talk.md", size: size, hash: hash(byte))])
  }

  private static func id(of manifest: BundleManifest) throws -> ContentHash {
    let bytes = Blake2b().hash(manifest.canonicalBytes, key: [], count: ContentHash.byteCount)
    return try #require(ContentHash(bytes))
  }

  private static func content(_ id: ContentHash) throws -> ContentSpec {
    .bundle(try BundleContent(id: id, .deck(path: "kyoto/talk.md")))
  }

  private static let peer = Peer(envelope: [[9], []])

  /// Sends a request about a bundle, and returns its answer after a worker has said what is there.
  private static func ask(
    _ daemon: inout SteppedDaemon,
    _ request: Request.Bundle,
    _ client: inout Client,
    state: (BundleJob) -> Result<Reply.BundleState, ContentFailure>
  ) throws -> Reply.Body {
    let request = client.read(.bundle(request))
    daemon.send(request)
    let turn = try daemon.turn()
    if let reply = turn.replies.first { return reply.body }
    let (ticket, job) = try #require(turn.bundles.first)
    daemon.finishBundle(ticket, state(job))
    return try #require(try daemon.turn().replies.first).body
  }

  /// Begins a session that shows some content.
  private static func show(
    _ content: ContentSpec,
    as name: String,
    in daemon: inout SteppedDaemon,
    _ client: inout Client
  ) throws {
    daemon.send(client.operation(.newSession(name: name, content)))
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    _ = try daemon.turn()
  }

  private static func complete(_ job: BundleJob) -> Result<Reply.BundleState, ContentFailure> {
    switch job {
    case .offer(let id, _), .put(let id, _, _):
      .success(Reply.BundleState(id: id, needs: [], isComplete: true))
    case .remove(let ids, _):
      .success(Reply.BundleState(id: ids[0], needs: [], isComplete: false))
    }
  }

  private static func removal(
    of ids: [ContentHash],
    keeping: Set<ContentHash> = []
  ) -> BundleJob {
    let sorted = ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return .remove(ids: sorted, keeping: keeping)
  }

  // MARK: Manifests

  @Test(
    "a path that could lead elsewhere is in no bundle",
    arguments: [
      "", "/etc/passwd", "a//b", "a/", "../a", "a/../b", "a/..", "./a", "a/./b", "a\nb", "a\u{7F}",
      "\u{1B}[2J", String(repeating: "a", count: 256), String(repeating: "a/", count: 32) + "a",
    ]
  )
  func paths(path: String) {
    #expect(throws: Rejection.self) {
      try BundleManifest([BundleFile(path: path, size: 1, hash: Self.hash(1))])
    }
    #expect(throws: Rejection.self) { try BundleContent(id: Self.hash(1), .deck(path: path)) }
  }

  @Test("files that exclude one another, and too many of them, are in no bundle")
  func contradictions() throws {
    func file(_ path: String, size: Int = 1, _ byte: UInt8 = 1) -> BundleFile {
      BundleFile(path: path, size: size, hash: Self.hash(byte))
    }
    let most = BundleManifest.Limits.bytes
    for files in [
      [], [file("a"), file("a", 2)], [file("a"), file("a/b", 2)], [file("a"), file("b", size: 2)],
      [file("a", size: most), file("b", size: 1, 2)], [file("a", size: -1)],
      (0...BundleManifest.Limits.files).map { file("\($0)") },
      [file("a/b"), file("a/b/c/d/e", 2)],
    ] {
      #expect(throws: Rejection.self) { try BundleManifest(files) }
    }
    // Each has ten directories of its own.
    let mostDeep = BundleManifest.Limits.directories / 10
    let deep = (0...mostDeep).map { file("\($0)/1/2/3/4/5/6/7/8/9/file") }
    #expect(throws: Rejection.self) { try BundleManifest(deep) }
    _ = try BundleManifest(Array(deep.prefix(mostDeep)))
    // The order does not matter.
    let one = try BundleManifest([file("b", 2), file("a/b"), file("a/c")])
    let other = try BundleManifest([file("a/c"), file("a/b"), file("b", 2)])
    #expect(one == other && one.canonicalBytes == other.canonicalBytes)
    let executable = try BundleManifest([
      file("b", 2), file("a/b"),
      BundleFile(path: "a/c", size: 1, hash: Self.hash(1), isExecutable: true),
    ])
    #expect(executable.canonicalBytes != one.canonicalBytes)
  }

  @Test("a bundle shows files alone: no program, and no other bundle")
  func entries() throws {
    let bundle = try BundleContent(id: Self.hash(1), .tree(path: "a"))
    for entry in [
      ContentSpec.tour(command: ""), .text(GivenText(name: "", bytes: [], form: .deck)),
      .command(CommandLine(.man, ["ls"], in: "/")), .bundle(bundle),
      .tabs([.deck(path: "a"), .tabs([.deck(path: "b")])]), .tabs([.deck(path: "/b")]),
    ] {
      #expect(throws: Rejection.self) { try BundleContent(id: Self.hash(1), entry) }
    }
  }

  // MARK: The daemon

  @Test("files are offered, sent and shown; the answers say what is missing")
  func send() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let manifest = try Self.manifest()
    let id = try Self.id(of: manifest)
    let needed = Reply.BundleState(
      id: id,
      needs: [Reply.BundleState.Need(of: Self.hash(1), received: 4)],
      isComplete: false
    )
    var jobs: [BundleJob] = []
    let offered = try Self.ask(&daemon, .offer(manifest), &client) { job in
      jobs.append(job)
      return .success(needed)
    }
    #expect(offered == .bundle(needed) && jobs == [.offer(id: id, manifest)])
    let piece = Request.Bundle.Piece(of: Self.hash(1), offset: 4, bytes: [1, 2, 3, 4, 5, 6])
    let put = try Self.ask(&daemon, .put(id: id, [piece]), &client) { job in
      jobs.append(job)
      return Self.complete(job)
    }
    #expect(put == .bundle(Reply.BundleState(id: id, needs: [], isComplete: true)))
    #expect(jobs.last == .put(id: id, manifest, [piece]))
    daemon.send(client.operation(.newSession(name: "talk", try Self.content(id))))
    let load = try #require(try daemon.turn().loads.first)
    #expect(load.content == (try Self.content(id)))
  }

  @Test("pieces that are in no offered file are refused, and no worker sees them")
  func foreignPieces() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let manifest = try Self.manifest()
    let id = try Self.id(of: manifest)
    let fits = Request.Bundle.Piece(of: Self.hash(1), offset: 0, bytes: [1])
    let early = try Self.ask(&daemon, .put(id: id, [fits]), &client, state: Self.complete)
    #expect(early.code == .noSuchInput, "a client offers its files again")
    _ = try Self.ask(&daemon, .offer(manifest), &client, state: Self.complete)
    for piece in [
      Request.Bundle.Piece(of: Self.hash(2), offset: 0, bytes: [1]),
      Request.Bundle.Piece(of: Self.hash(1), offset: 10, bytes: [1]),
    ] {
      let answer = try Self.ask(&daemon, .put(id: id, [fits, piece]), &client) { _ in
        Issue.record("a worker was asked")
        return .failure(ContentFailure("no"))
      }
      #expect(answer.code == .rejected)
    }
  }

  @Test("a newer version is shown in its session when it is complete, and the older one goes")
  func replace() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let (old, new) = (try Self.manifest(1), try Self.manifest(2))
    let (oldID, newID) = (try Self.id(of: old), try Self.id(of: new))
    _ = try Self.ask(&daemon, .offer(old), &client, state: Self.complete)
    try Self.show(Self.content(oldID), as: "talk", in: &daemon, &client)
    let talk = SessionReference.name("talk")
    // Not before it is complete.
    let partial = Reply.BundleState(id: newID, needs: [], isComplete: false)
    _ = try Self.ask(&daemon, .offer(new, for: talk), &client) { _ in .success(partial) }
    #expect(try daemon.turn().reloads.isEmpty)
    let request = client.read(.bundle(.offer(new, for: talk)))
    daemon.send(request)
    let job = try #require(try daemon.turn().bundles.first)
    daemon.finishBundle(job.ticket, Self.complete(job.job))
    let reload = try #require(try daemon.turn().reloads.first)
    #expect(reload.content == (try Self.content(newID)))
    #expect(daemon.stored.isEmpty == false)
    // After a restart, the newer version is read.
    daemon.restart()
    let restore = try #require(try daemon.turn().restores.first)
    #expect(restore.content == (try Self.content(newID)))
  }

  @Test("an offer in the form of a content shows the document as its text, and as itself again")
  func form() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let manifest = try Self.manifest()
    _ = try Self.ask(&daemon, .offer(manifest), &client, state: Self.complete)
    let deck = try Self.content(Self.id(of: manifest))
    let text = try #require(deck.togglingText(ofTab: 0))
    try Self.show(deck, as: "talk", in: &daemon, &client)
    for (form, shown, isRead) in [
      (deck, deck, false), (text, text, true), (nil, text, false), (deck, deck, true),
    ] as [(ContentSpec?, ContentSpec, Bool)] {
      daemon.send(client.read(.bundle(.offer(manifest, for: .name("talk"), inFormOf: form))))
      let reloads = try daemon.turn().reloads
      #expect(reloads.map(\.content) == (isRead ? [shown] : []))
      #expect(daemon.core.sessions.live.first?.content == shown)
    }
  }

  @Test("a newer version that is offered for several sessions is shown in each of them")
  func replaceInAll() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let (old, new) = (try Self.manifest(1), try Self.manifest(2))
    let (oldID, newID) = (try Self.id(of: old), try Self.id(of: new))
    _ = try Self.ask(&daemon, .offer(old), &client, state: Self.complete)
    let names = ["talk", "copy"]
    for name in names {
      try Self.show(Self.content(oldID), as: name, in: &daemon, &client)
    }
    let needed = Reply.BundleState(
      id: newID,
      needs: [Reply.BundleState.Need(of: Self.hash(2), received: 0)],
      isComplete: false
    )
    for name in names {
      let offer = Request.Bundle.offer(new, for: .name(name))
      _ = try Self.ask(&daemon, offer, &client) { _ in .success(needed) }
    }
    let piece = Request.Bundle.Piece(of: Self.hash(2), offset: 0, bytes: [1])
    daemon.send(client.read(.bundle(.put(id: newID, [piece]))))
    let job = try #require(try daemon.turn().bundles.first)
    daemon.finishBundle(job.ticket, Self.complete(job.job))
    let reloads = try daemon.turn().reloads
    let content = try Self.content(newID)
    #expect(reloads.map(\.content) == [content, content])
  }

  @Test("a newer version that lacks what the session shows is refused")
  func lacking() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let old = try Self.manifest(1)
    let id = try Self.id(of: old)
    let kyoto = ContentSpec.bundle(try BundleContent(id: id, .tree(path: "kyoto")))
    _ = try Self.ask(&daemon, .offer(old), &client, state: Self.complete)
    for (name, content) in [("talk", try Self.content(id)), ("tree", kyoto)] {
      try Self.show(content, as: name, in: &daemon, &client)
    }
    func file(_ path: String) -> BundleFile {
      BundleFile(path: path, size: 1, hash: Self.hash(2))
    }
    let cases: [(session: String, path: String, code: Reply.Failure.Code?)] = [
      ("talk", "kyoto/talk.mdx", .rejected), ("talk", "kyoto/talk.md", nil),
      ("tree", "kyoto.md", .rejected), ("tree", "kyoto/other.md", nil),
    ]
    for (session, path, code) in cases {
      let offer = Request.Bundle.offer(try BundleManifest([file(path)]), for: .name(session))
      let answer = try Self.ask(&daemon, offer, &client, state: Self.complete)
      #expect(answer.code == code, "\(path)")
      let text = answer.failure?.text ?? "'kyoto"
      #expect(text.contains("'kyoto"))
      _ = try daemon.turn()
    }
  }

  @Test("an older version is removed soon, and one that a session shows is not")
  func expire() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let (shown, unused) = (try Self.manifest(1), try Self.manifest(2))
    let (shownID, unusedID) = (try Self.id(of: shown), try Self.id(of: unused))
    for manifest in [shown, unused] {
      _ = try Self.ask(&daemon, .offer(manifest), &client, state: Self.complete)
    }
    daemon.restore(bundles: [Self.hash(7): 5])
    try Self.show(Self.content(shownID), as: "talk", in: &daemon, &client)
    #expect(try daemon.turn(after: DaemonTiming.bundle - .seconds(1)).bundles.isEmpty)
    daemon.pass(.seconds(1))
    let (wake, now) = (daemon.nextWake, daemon.now)
    #expect(wake.map { $0 <= now } == true)
    let removed = try daemon.turn().bundles.map(\.job)
    #expect(removed == [Self.removal(of: [unusedID, Self.hash(7)])])
    // The one that is shown goes a minute after its session.
    daemon.send(client.operation(.killSession(.name("talk"))))
    _ = try daemon.turn()
    daemon.pass(DaemonTiming.oldBundle)
    #expect(try daemon.turn().bundles.map(\.job) == [Self.removal(of: [shownID])])
    // Nothing is left that could wake the loop.
    #expect(try daemon.turn(after: DaemonTiming.bundle).bundles.isEmpty)
  }

  @Test("a removal that was refused is tried again, and no files are offered meanwhile")
  func removeAgain() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let (first, second) = (try Self.manifest(1), try Self.manifest(2))
    _ = try Self.ask(&daemon, .offer(first), &client, state: Self.complete)
    let removal = try #require(try daemon.turn(after: DaemonTiming.bundle).bundles.first)
    let expected = Self.removal(of: [try Self.id(of: first)])
    #expect(removal.job == expected)
    let early = try Self.ask(&daemon, .offer(second), &client, state: Self.complete)
    #expect(early.code == .retry)
    daemon.finishBundle(removal.ticket, .failure(ContentFailure("no thread", .busy)))
    _ = try Self.ask(&daemon, .offer(second), &client, state: Self.complete)
    let again = try #require(try daemon.turn(after: DaemonTiming.oldBundle).bundles.first)
    #expect(again.job == removal.job)
    daemon.finishBundle(again.ticket, Self.complete(again.job))
    #expect(try daemon.turn(after: DaemonTiming.oldBundle).bundles.isEmpty)
  }

  @Test("one who sends too much gives up what no session shows, and then is refused")
  func limits() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 3)
    let size = BundleManifest.Limits.bytes
    let count = DaemonLimits.bundleBytesOfPrincipal / size
    var ids: [ContentHash] = []
    for number in 0..<count {
      daemon.pass(.seconds(1))
      let manifest = try Self.manifest(UInt8(number), size: size)
      ids.append(try Self.id(of: manifest))
      let answer = try Self.ask(&daemon, .offer(manifest), &client, state: Self.complete)
      #expect(answer.code == nil)
    }
    daemon.send(client.read(.bundle(.offer(try Self.manifest(200, size: size)))))
    let jobs = try daemon.turn().bundles.map(\.job)
    let removal = Self.removal(of: [ids[0]], keeping: [Self.hash(200)])
    #expect(jobs.contains(removal) && jobs.count == 2)
    // Everything is shown now.
    var other = SteppedDaemon()
    for number in 0..<count {
      let manifest = try Self.manifest(UInt8(number), size: size)
      _ = try Self.ask(&other, .offer(manifest), &client, state: Self.complete)
      let content = try Self.content(try Self.id(of: manifest))
      try Self.show(content, as: "talk-\(number)", in: &other, &client)
    }
    let refused = try Self.ask(
      &other,
      .offer(try Self.manifest(200, size: size)),
      &client,
      state: Self.complete
    )
    #expect(refused.code == .limitReached)
  }

  /// Offers a bundle of one file to an account.
  private static func offer(
    _ byte: UInt8,
    to bundles: inout Bundles,
    by owner: Principal,
    shown: Set<ContentHash> = [],
    at now: Duration
  ) throws -> Result<[ContentHash], Bundles.LimitReached> {
    let manifest = try manifest(byte)
    let id = try id(of: manifest)
    return bundles.offer(manifest, id, for: nil, by: owner, shown: shown, at: now)
  }

  @Test("all processes of the daemon's machine have one share of the bundles")
  func localProcesses() throws {
    var bundles = Bundles()
    let most = DaemonLimits.bundlesOfPrincipal
    var ids: [ContentHash] = []
    for number in 0..<most {
      let owner = Principal.process(user: 1, id: Int32(number))
      let now = Duration.seconds(number)
      let added = try Self.offer(UInt8(number), to: &bundles, by: owner, at: now)
      #expect(added == .success([]))
      ids.append(try Self.id(of: try Self.manifest(UInt8(number))))
    }
    let now = Duration.seconds(most)
    let shown = Set(ids)
    let refused = try Self.offer(200, to: &bundles, by: .localUser, shown: shown, at: now)
    #expect(refused == .failure(.countOfPrincipal))
    let added = try Self.offer(200, to: &bundles, by: .localUser, at: now)
    #expect(added == .success([ids[0]]))
    let other = try Self.offer(201, to: &bundles, by: .address("192.0.2.1"), at: now)
    #expect(other == .success([]))
  }

  @Test("at a limit of all bundles, one that was unused for a minute gives way, whosever it is")
  func limitOfAll() throws {
    var bundles = Bundles()
    bundles.restore(Self.hash(250), bytes: 1, at: .seconds(1))
    var ids: [ContentHash] = []
    for number in 1..<DaemonLimits.bundles {
      let owner = Principal.address("192.0.2.\(number / DaemonLimits.bundlesOfPrincipal)")
      let now = Duration.milliseconds(number)
      let added = try Self.offer(UInt8(number), to: &bundles, by: owner, at: now)
      #expect(added == .success([]))
      ids.append(try Self.id(of: try Self.manifest(UInt8(number))))
    }
    let owner = Principal.address("192.0.2.200")
    let early = try Self.offer(200, to: &bundles, by: owner, at: .seconds(59))
    #expect(early == .failure(.count))
    let unowned = try Self.offer(200, to: &bundles, by: owner, at: .seconds(61))
    #expect(unowned == .success([Self.hash(250)]))
    let shown: Set<ContentHash> = [ids[0]]
    let oldest = try Self.offer(201, to: &bundles, by: owner, shown: shown, at: .seconds(61))
    #expect(oldest == .success([ids[1]]))
  }

  @Test("a peer of a network that has no key sends no files, and is not told to")
  func addresses() throws {
    var room = try ViewsRoom("ada")
    room.principals["bob"] = .address("192.0.2.1")
    let manifest = try Self.manifest()
    let piece = Request.Bundle.Piece(of: Self.hash(1), offset: 0, bytes: [1])
    for request in [
      Request.Bundle.offer(manifest), .put(id: try Self.id(of: manifest), [piece]),
    ] {
      var client = Client(seed: 8)
      room.daemon.send(
        client.read(.bundle(request)).encoded(),
        from: Peer(envelope: [[8], []], principal: .address("192.0.2.1"))
      )
      let turn = try room.daemon.turn()
      #expect(turn.bundles.isEmpty)
      #expect(turn.replies.map { $0.body.code } == [.notPermitted])
    }
    let answer = try room.performed(
      .newSession(name: "other", .deck(path: "/etc/passwd")),
      by: "bob"
    )
    let failure = try #require(answer?.failure)
    #expect(failure.code == .notPermitted && !failure.text.contains("send"))
  }

  @Test("a key shows what it sends, files of this machine if it may, and no program")
  func peers() throws {
    for (grant, mayOpen) in [(Role.presenter, false), (.owner, true)] {
      var room = try ViewsRoom("ada")
      let key = try #require(PeerKey([UInt8](repeating: 5, count: 32)))
      room.principals["eve"] = .key(key)
      room.principals["bob"] = .address("192.0.2.1")
      room.daemon.authorize([key: AuthorizedKeys.Grant(role: grant)])
      let offer = Request.Body.bundle(.offer(try Self.manifest()))
      // An owner's offer waits for a worker, and has no answer yet.
      var client = Client(seed: 8)
      let request = client.read(offer)
      room.daemon.send(
        request.encoded(),
        from: Peer(envelope: [[8], []], principal: .key(key))
      )
      let turn = try room.daemon.turn()
      #expect(turn.bundles.count == (mayOpen ? 1 : 0))
      #expect(turn.replies.map { $0.body.code } == (mayOpen ? [] : [.notPermitted]))
      let deck = Request.Body.newSession(name: "other", .deck(path: "/etc/passwd"))
      let program = Request.Body.newSession(
        name: "other",
        .command(CommandLine(.man, ["ls"], in: "/"))
      )
      let names = mayOpen ? ["eve", "bob"] : ["bob"]
      for name in names {
        let deckAnswer = try room.performed(deck, by: name)
        #expect(deckAnswer?.code == .notPermitted, "\(name)")
        let programAnswer = try room.performed(program, by: name)
        #expect(programAnswer?.code == .notPermitted, "\(name)")
      }
      room.daemon.opensRemotePaths = true
      for name in names {
        let programAnswer = try room.performed(program, by: name)
        #expect(programAnswer?.code == .notPermitted, "\(name)")
      }
      if let name = names.first {
        let deckAnswer = try room.performed(deck, by: name)
        #expect(deckAnswer == nil, "\(name): it waits for a worker")
      }
    }
  }
}
