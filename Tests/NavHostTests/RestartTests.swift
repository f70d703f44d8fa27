import NavBase
import NavDaemon
import NavEngine
import NavScene
import NavSystem
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Sessions survive the daemon")
struct RestartTests {
  /// Creates a session of five pages at its fourth page, and its viewer.
  private func move(
    _ daemon: inout SteppedDaemon
  ) throws -> (client: Client, attached: Reply.Attached) {
    try daemon.open("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    try daemon.turn(after: .seconds(1))
    let answer = try daemon.ask(client.command(.goTo(4), in: .id(attached.session)))
    #expect(answer == .accepted(version: 1))
    return (client, attached)
  }

  private func status(
    of daemon: inout SteppedDaemon,
    for client: inout Client
  ) throws -> Reply.Status {
    try daemon.ask(client.read(.getStatus(.name("talk")))).status
  }

  @Test(
    "a session whose version none can follow stays in the store, and is said",
    arguments: [0, 1]
  )
  func lastVersion(_ less: UInt64) throws {
    let content = ContentSpec.deck(path: "/talk.md").encoded()
    let sessions = [UInt64.max - less, UInt64.max / 2, UInt64(Int64.max) + 1].enumerated().map {
      SessionRecord(
        id: UInt64($0.offset + 1),
        name: "s\($0.offset)",
        content: content,
        version: $0.element
      )
    }
    var core = DaemonCore(
      StoredState(
        bornEpoch: 1,
        epoch: 2,
        topicKey: Array(repeating: 1, count: 32),
        sessions: sessions
      ),
      hash: Blake2b(),
      random: SplitMix64(seed: 1),
      now: .seconds(1)
    )
    let lines = core.endTurn(at: .seconds(1)).compactMap {
      if case .log(let entry) = $0 { entry.message } else { nil }
    }
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy { $0.hasPrefix("can't restore session 's") && $0.contains("its version") }
    )
    #expect(core.sessions.restorations.map(\.identity.name.description) == ["s1"])
  }

  private func readAgain(_ daemon: inout SteppedDaemon) throws {
    for restore in try daemon.turn().restores {
      #expect(restore.content == .deck(path: "/talk.md"))
      let restored = try restore.read(.deck(SteppedDaemon.pages))
      daemon.finishRestoring(restore.ticket, .success(restored))
    }
  }

  @Test("a session is restored under its name and ID with its place and version, in a higher epoch")
  func place() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    daemon.restart()
    try readAgain(&daemon)
    let (again, replica) = try daemon.join(&client, to: "talk")
    #expect(again.session == attached.session)
    #expect(again.epoch > attached.epoch)
    #expect(!again.opened.isNew)
    #expect(replica.version == 1)
    let status = try self.status(of: &daemon, for: &client)
    #expect(status.session.page == 4)
    #expect(status.session.top == "4")
    #expect(status.isDurable)
  }

  @Test("the theme of a session wins over that of its content, and is kept")
  func theme() throws {
    var room = try ViewsRoom("ada", "bob")
    #expect(try room.press(.theme(.night), by: "ada").isAccepted)
    #expect(try room.scene(of: "bob").theme == .night)
    room.daemon.restart()
    for restore in try room.daemon.turn().restores {
      var content = SessionContent.deck(SteppedDaemon.pages)
      if case .pager(var pager) = content {
        pager.theme = .earth
        content = .pager(pager)
      }
      room.daemon.finishRestoring(restore.ticket, .success(try restore.read(content)))
    }
    for (seed, theme) in [(8, .night), (9, .earth)] as [(UInt64, BuiltInTheme)] {
      var client = Client(seed: seed)
      let (attached, joined) = try room.daemon.join(&client, to: "talk")
      var replica = joined
      #expect(try replica.scene(at: room.daemon.now).theme == theme)
      _ = try room.daemon.ask(client.command(.theme(nil), in: .id(attached.session)))
    }
  }

  @Test("nobody has seen a session since its last viewer left, or since a start without viewers")
  func unseen() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    func unseen() throws -> Duration? {
      try daemon.ask(client.read(.listSessions)).sessions.first?.unseen
    }
    func stored() throws -> [Int64] {
      try daemon.stored.heads.map { try TalkState(decoding: $0.talk).leftAt }
    }
    daemon.pass(.seconds(1))
    try daemon.open("talk")
    #expect(try stored() == [1_000])
    daemon.pass(.seconds(60))
    #expect(try unseen() == .seconds(60))
    let attached = try daemon.attach(&client, to: "talk")
    #expect(try stored() == [0])
    daemon.pass(.seconds(2))
    #expect(try unseen() == .zero)
    _ = try daemon.ask(client.read(.leave(viewer: attached.viewer)))
    #expect(try stored() == [63_000])
    daemon.pass(.seconds(8 * 86_400))
    #expect(try unseen() == .seconds(8 * 86_400))
    // Starts count only where viewers were there until the end; the calendar of this daemon begins with each.
    for (start, heads) in [(1, []), (2, [1])] as [(UInt64, [Int64])] {
      if start == 2 { _ = try daemon.attach(&client, to: "talk") }
      daemon.restart(epoch: SteppedDaemon.epoch + start)
      try readAgain(&daemon)
      _ = try daemon.turn()
      #expect(try stored() == heads)
    }
  }

  @Test("an answered operation gets the same answer after a restart, and happens once")
  func answers() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    let forward = client.command(.forward, in: .id(attached.session))
    let refused = client.command(.goTo(99), in: .id(attached.session))
    daemon.send(forward)
    daemon.send(refused)
    let first = try daemon.turn().replies
    #expect(first.map(\.isDurable) == [true, true])
    daemon.restart()
    try readAgain(&daemon)
    _ = try daemon.turn()
    daemon.send(forward)
    daemon.send(refused)
    let again = try daemon.turn()
    #expect(again.replies == first)
    #expect(daemon.stored.isEmpty)
    // The next operation follows them.
    let next = try daemon.ask(client.command(.back, in: .id(attached.session)))
    #expect(next == .accepted(version: 3))
  }

  @Test("an operation not answered before a restart has not happened, and can be repeated")
  func unanswered() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    try daemon.open("talk")
    var client = Client(seed: 1)
    // The first one waits for a page; the second one is for another session.
    let opening = client.command(.forward, in: .name("tree"))
    let other = client.command(.forward, in: .name("talk"))
    daemon.send(opening)
    daemon.send(other)
    let turn = try daemon.turn()
    #expect(turn.pageLoads.count == 1)
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    daemon.restart()
    for restore in try daemon.turn().restores {
      let content: SessionContent =
        restore.content == .tree(path: "/tree")
        ? .tree(SteppedDaemon.list("tree"), path: "/tree") : .deck(SteppedDaemon.pages)
      daemon.finishRestoring(restore.ticket, .success(try restore.read(content)))
    }
    _ = try daemon.turn()
    daemon.send(other)
    daemon.send(opening)
    let again = try daemon.turn()
    #expect(again.replies.map(\.body) == [.accepted(version: 1)])
    let load = try #require(again.pageLoads.first)
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    let opened = try daemon.turn().replies.map(\.body)
    #expect(opened == [.accepted(version: 1)])
  }

  @Test("requests for a session that is being restored wait for it, and are answered once")
  func waiting() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    let attach = client.attach("talk", 80, 24)
    let forward = client.command(.forward, in: .id(attached.session))
    daemon.send(attach)
    daemon.send(attach)
    daemon.send(forward)
    daemon.send(client.read(.listSessions))
    #expect(try daemon.turn().replies.isEmpty)
    // The name is still taken.
    var other = Client(seed: 2)
    let taken = try daemon.ask(other.operation(.newSession(name: "talk", .deck(path: "/x.md"))))
    #expect(taken.code == .sessionExists)
    daemon.finishRestoring(restore.ticket, .success(try restore.read(.deck(SteppedDaemon.pages))))
    let bodies = try daemon.turn().replies.map(\.body)
    try #require(bodies.count == 3)
    let (again, list) = (try bodies[0].attached, try bodies[2].sessions)
    #expect(again.session == attached.session)
    #expect(bodies[1] == .accepted(version: 2))
    #expect(list.map(\.page) == [5])
  }

  @Test("a missing file is reported, and the session returns to its place when the file does")
  func vanished() throws {
    var daemon = SteppedDaemon()
    var client = try move(&daemon).client
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    daemon.finishRestoring(restore.ticket, .failure(ContentFailure("no file '/talk.md'")))
    let attached = try daemon.join(&client, to: "talk").attached
    let status = try self.status(of: &daemon, for: &client)
    #expect(status.session.title == "talk.md is not there")
    #expect(status.session.version == 1)
    // An input would have no effect, and is refused.
    let refused = try daemon.ask(client.command(.last, in: .name("talk")))
    #expect(refused == .failure(Reply.Failure(.rejected, "talk.md is not there")))
    #expect(daemon.nextWake != nil)
    let again = try #require(daemon.turn(after: DaemonTiming.missingContent).restores.first)
    #expect(again.place == restore.place)
    #expect(again.version == 1)
    // Only one attempt runs at a time.
    #expect(try daemon.turn(after: DaemonTiming.missingContent).restores.isEmpty)
    daemon.finishRestoring(again.ticket, .failure(ContentFailure("no file '/talk.md'")))
    _ = try daemon.turn()
    let third = try #require(daemon.turn(after: DaemonTiming.missingContent).restores.first)
    daemon.finishRestoring(third.ticket, .success(try third.read(.deck(SteppedDaemon.pages))))
    let turn = try daemon.turn()
    #expect(turn.messages(on: attached.streamTopic).count == 1)
    let back = try self.status(of: &daemon, for: &client)
    #expect(back.session.page == 4)
    #expect(back.session.version == 1)
    #expect(try daemon.turn(after: DaemonTiming.missingContent * 2).restores.isEmpty)
  }

  @Test("a late move does not continue a pan that was released in the notice for missing content")
  func lateMove() throws {
    var daemon = SteppedDaemon()
    var client = try move(&daemon).client
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    daemon.finishRestoring(restore.ticket, .failure(ContentFailure("no file '/talk.md'")))
    var (attached, replica) = try daemon.join(&client, to: "talk")
    let shown = try replica.scene(at: daemon.now)
    let page = try #require(shown.containers.first { $0.kind == .page }?.id)
    func pan(_ gesture: UInt64) -> Request.PanMove {
      Request.PanMove(
        session: .id(attached.session),
        viewer: attached.viewer,
        Pan(gesture: gesture, container: page, axis: .horizontal, translation: -3)
      )
    }
    let release = PanEnd(Pan(gesture: 4, container: page, axis: .horizontal, translation: -3))
    daemon.send(client.read(.pan(pan(4))))
    _ = try daemon.turn()
    let input = Request.Input(.release(release), in: .id(attached.session), by: attached.viewer)
    daemon.send(client.operation(.input(input)))
    _ = try daemon.turn()
    let again = try #require(daemon.turn(after: DaemonTiming.missingContent).restores.first)
    daemon.finishRestoring(again.ticket, .success(try again.read(.deck(SteppedDaemon.pages))))
    _ = try daemon.turn()
    daemon.send(client.read(.pan(pan(4))))
    _ = try daemon.turn()
    #expect(daemon.panOwners == [])
    daemon.send(client.read(.pan(pan(5))))
    _ = try daemon.turn()
    #expect(daemon.panOwners == [attached.viewer])
  }

  @Test("the selection in missing pages is kept, and restored when they return")
  func vanishedPage() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    // Opens b, selects its second entry, opens it, and selects its third entry.
    for (command, page) in [
      (SessionCommand.lineDown, nil), (.forward, "b"), (.lineDown, nil), (.forward, "b"),
      (.last, nil),
    ] {
      daemon.send(client.command(command, in: .name("tree")))
      let turn = try daemon.turn()
      if let page {
        let load = try #require(turn.pageLoads.first)
        daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list(page)))
        _ = try daemon.turn()
      }
    }
    let place = try #require(daemon.places.first)
    let tree = SessionContent.tree(SteppedDaemon.list("tree"), path: "/tree")
    // The page is missing at two starts, and its place is written in between.
    for epoch in [SteppedDaemon.epoch + 1, SteppedDaemon.epoch + 2] {
      daemon.restart(epoch: epoch)
      let restore = try #require(daemon.turn().restores.first)
      #expect(restore.place == place)
      daemon.finishRestoring(restore.ticket, .success(try restore.read(tree)))
      _ = try daemon.turn()
      #expect(daemon.places == [place])
      let status = try daemon.ask(client.read(.getStatus(.name("tree")))).status
      #expect(status.session.title == "gone")
    }
    let again = try #require(daemon.turn(after: DaemonTiming.missingContent).restores.first)
    let restored = try RestoredSession(tree, at: again.place, version: again.version) { _ in
      (.page(SteppedDaemon.list("b")), isThere: true)
    }
    daemon.finishRestoring(again.ticket, .success(restored))
    _ = try daemon.turn()
    #expect(daemon.places == [place])
    let status = try daemon.ask(client.read(.getStatus(.name("tree")))).status
    #expect(status.session.title == "b")
    #expect(status.session.top == "b/b")
  }

  @Test("a disk that does not answer delays requests by at most two seconds")
  func slowDisk() throws {
    var daemon = SteppedDaemon()
    var client = try move(&daemon).client
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    daemon.send(client.attach("talk", 80, 24))
    #expect(try daemon.turn(after: DaemonTiming.restoration).replies.count == 1)
    daemon.finishRestoring(restore.ticket, .success(try restore.read(.deck(SteppedDaemon.pages))))
    _ = try daemon.turn()
    let status = try self.status(of: &daemon, for: &client)
    #expect(status.session.page == 4)
  }

  @Test(
    "inputs wait for content that a slow disk still reads, and act on the page that it restores"
  )
  func inputsOnSlowDisk() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    let early = client.command(.back, in: .id(attached.session))
    daemon.send(early)
    #expect(try daemon.turn(after: DaemonTiming.restoration).replies.isEmpty)
    let notice = try status(of: &daemon, for: &client)
    #expect(notice.session.title == "talk.md is not read yet" && notice.session.version == 1)
    daemon.send(client.command(.back, in: .name("talk")))
    #expect(try daemon.turn().replies.isEmpty)
    daemon.finishRestoring(restore.ticket, .success(try restore.read(.deck(SteppedDaemon.pages))))
    let replies = try daemon.turn().replies.map(\.body)
    #expect(replies == [.accepted(version: 2), .accepted(version: 3)])
    #expect(try status(of: &daemon, for: &client).session.page == 2)
  }

  @Test(
    "inputs that wait for a disk which never answers are refused after a while",
    arguments: [false, true]
  )
  func inputsOnDeadDisk(answers: Bool) throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    try daemon.turn(after: DaemonTiming.restoration)
    daemon.send(client.command(.back, in: .id(attached.session)))
    #expect(try daemon.turn().replies.isEmpty)
    let last = daemon.now + DaemonTiming.opening
    let next = daemon.nextWake
    let wake = try #require(next)
    #expect(wake <= last)
    if answers {
      daemon.finishRestoring(restore.ticket, .failure(ContentFailure("no file '/talk.md'")))
    } else {
      daemon.pass(DaemonTiming.opening)
    }
    let text = answers ? "talk.md is not there" : "talk.md is not read yet"
    let replies = try daemon.turn().replies.map(\.body)
    #expect(replies == [.failure(Reply.Failure(.rejected, text))])
    #expect(try status(of: &daemon, for: &client).session.title == text)
  }

  @Test("what a disk reads too late, after the session has ended, is released")
  func lateDisk() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    daemon.send(client.attach("talk", 80, 24))
    try daemon.turn(after: DaemonTiming.restoration)
    var other = Client(seed: 2)
    let close = DaemonAction.close(session: attached.session)
    daemon.send(other.operation(.killSession(.name("talk"))))
    let end = try daemon.turn()
    #expect(end.replies.map(\.body) == [.done])
    #expect(end.requests.contains(close))
    daemon.finishRestoring(restore.ticket, .success(try restore.read(.deck(SteppedDaemon.pages))))
    #expect(try daemon.turn().requests.contains(close))
  }

  @Test("a client that reattaches to an ended session gets an error, unless the state is lost")
  func endedMeanwhile() throws {
    for isLost in [false, true] {
      var daemon = SteppedDaemon()
      var (client, attached) = try move(&daemon)
      var other = Client(seed: 2)
      #expect(try daemon.ask(other.operation(.killSession(.name("talk")))) == .done)
      daemon.restart(isLost: isLost)
      #expect(try daemon.turn().restores.isEmpty)
      var attach = Request.Attach(content: .deck(path: "/talk.md"))
      attach.joined = Request.Attach.Joined(session: attached.session, epoch: attached.epoch)
      daemon.send(client.read(.attach(attach)))
      let turn = try daemon.turn()
      #expect(turn.replies.map(\.body.code) == (isLost ? [] : [.noSuchSession]))
      #expect(turn.loads.count == (isLost ? 1 : 0))
    }
  }

  @Test("when the disk refuses, sessions continue with a warning, and are saved once it works")
  func refusingDisk() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    daemon.isDiskWell = false
    daemon.send(client.command(.back, in: .id(attached.session)))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 2)])
    #expect(turn.replies.map(\.isDurable) == [false])
    #expect(turn.logs.contains { $0.contains("NOT SAVED") })
    var replica = try daemon.join(&client, to: "talk", 100, 30).replica
    #expect(try replica.scene(at: daemon.now).isUnsaved)
    // No new attempt and no new warning within a second.
    let second = client.command(.back, in: .id(attached.session))
    daemon.send(second)
    let quiet = try daemon.turn()
    #expect(quiet.replies.map(\.isDurable) == [false])
    #expect(quiet.logs.isEmpty)
    #expect(daemon.stored.isEmpty)
    try daemon.turn(after: DaemonTiming.storeRetry)
    #expect(daemon.stored.isWhole)
    daemon.isDiskWell = true
    let saved = try daemon.turn(after: DaemonTiming.storeRetry)
    #expect(daemon.stored.isWhole)
    #expect(saved.logs.contains { $0.contains("saved again") })
    #expect(saved.updates.count >= 1)
    daemon.restart()
    try readAgain(&daemon)
    _ = try daemon.turn()
    // The operation accepted meanwhile is saved, with its answer.
    daemon.send(second)
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 3)])
    let status = try self.status(of: &daemon, for: &client)
    #expect(status.session.page == 2)
    #expect(status.isDurable)
  }

  @Test("durability power: viewers see a change at once, the answer waits for the disk")
  func power() throws {
    var daemon = SteppedDaemon()
    var client = try move(&daemon).client
    daemon.restart(durability: .power)
    try readAgain(&daemon)
    let attached = try daemon.join(&client, to: "talk").attached
    let forward = client.command(.forward, in: .id(attached.session))
    daemon.send(forward)
    let turn = try daemon.turn()
    #expect(turn.replies.isEmpty)
    #expect(turn.updates.count == 1)
    let ticket = try #require(turn.syncs.first)
    // A repeated request waits as well; a read does not.
    daemon.send(forward)
    daemon.send(client.read(.getStatus(.name("talk"))))
    let meanwhile = try daemon.turn()
    #expect(meanwhile.replies.count == 1)
    #expect(meanwhile.syncs.isEmpty)
    daemon.finishSync(ticket)
    let after = try daemon.turn().replies
    #expect(after.map(\.body) == [.accepted(version: 2), .accepted(version: 2)])
    #expect(after.map(\.isDurable) == [true, true])
    // A failed sync: the answer is not durable.
    daemon.send(client.command(.back, in: .id(attached.session)))
    let failed = try #require(daemon.turn().syncs.first)
    daemon.finishSync(failed, isStored: false)
    // The disk may have lost earlier data, so everything is written again at once.
    let refused = try daemon.turn()
    #expect(refused.replies.map(\.isDurable) == [false])
    #expect(refused.logs.contains { $0.contains("NOT SAVED") })
    #expect(refused.logs.contains { $0.contains("saved again") })
    #expect(daemon.stored.isWhole)
    #expect(daemon.stored.replies.contains { $0.seq == 3 })
    // Answers that still wait are written again, too.
    let waiting = client.command(.back, in: .id(attached.session))
    daemon.send(waiting)
    let second = try #require(daemon.turn().syncs.first)
    daemon.send(client.command(.back, in: .id(attached.session)))
    let third = try #require(daemon.turn().syncs.first)
    daemon.finishSync(third, isStored: false)
    _ = try daemon.turn()
    daemon.restart(epoch: SteppedDaemon.epoch + 2, durability: .power)
    try readAgain(&daemon)
    _ = try daemon.turn()
    daemon.send(waiting)
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 4)])
    #expect(second != third)
  }

  @Test("durability power: an earlier answer is durable only after a start that was written")
  func repeatedBeforeTheDisk() throws {
    for isStored in [true, false] {
      var daemon = SteppedDaemon()
      var (client, attached) = try move(&daemon)
      let forward = client.command(.forward, in: .id(attached.session))
      daemon.send(forward)
      let first = try #require(daemon.turn().replies.first)
      daemon.restart(durability: .power, isStored: isStored)
      try readAgain(&daemon)
      daemon.send(forward)
      let again = try #require(daemon.turn().replies.first { $0.seq == first.seq })
      #expect(again.body == first.body)
      #expect(again.isDurable == isStored)
    }
  }

  @Test("the stored log stays short: snapshots replace it")
  func truncation() throws {
    var daemon = SteppedDaemon()
    var (client, attached) = try move(&daemon)
    var snapshots = 0
    for step in 0..<(DaemonLimits.changesBehindSnapshot * 2 + 10) {
      let command: SessionCommand = step.isMultiple(of: 2) ? .forward : .back
      _ = try daemon.ask(client.command(command, in: .id(attached.session)))
      snapshots += daemon.stored.snapshots.count
      #expect(daemon.stored.snapshots.count + daemon.stored.changes.count == 1)
      daemon.pass(.seconds(1))
    }
    #expect(snapshots == 2)
  }
}
