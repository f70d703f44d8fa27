import NavConfiguration
import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavSession
import NavSync
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Sessions survive the daemon")
struct RestartTests {
  /// Creates a session of five pages at its fourth page, and its viewer.
  private func move(_ house: inout House) throws -> (client: Client, attached: Reply.Attached) {
    try house.open("talk")
    var client = Client(seed: 1)
    let attached = try house.join(&client, to: "talk").attached
    house.pass(.seconds(1))
    _ = try house.turn()
    let answer = try house.ask(client.command(.goTo(4), in: .id(attached.session)))
    #expect(answer == .accepted(version: 1))
    return (client, attached)
  }

  private func status(of house: inout House, for client: inout Client) throws -> Reply.Status {
    let body = try house.ask(client.read(.getStatus(.name("talk"))))
    guard case .status(let status) = body else { throw House.Refused(body: body) }
    return status
  }

  private func readAgain(_ house: inout House) throws {
    for restore in try house.turn().restores {
      #expect(restore.content == .deck(path: "/talk.md"))
      let restored = try restore.read(.deck(House.pages))
      house.finishRestoring(restore.ticket, .success(restored))
    }
  }

  @Test("a session is restored under its name and ID with its place and version, in a higher epoch")
  func place() throws {
    var house = House()
    var (client, attached) = try move(&house)
    house.restart()
    try readAgain(&house)
    let (again, replica) = try house.join(&client, to: "talk")
    #expect(again.session == attached.session)
    #expect(again.epoch > attached.epoch)
    #expect(!again.isNew)
    #expect(replica.version == 1)
    let status = try self.status(of: &house, for: &client)
    #expect(status.session.page == 4)
    #expect(status.session.top == "4")
    #expect(status.isDurable)
  }

  @Test("an answered operation gets the same answer after a restart, and happens once")
  func answers() throws {
    var house = House()
    var (client, attached) = try move(&house)
    let forward = client.command(.forward, in: .id(attached.session))
    let refused = client.command(.goTo(99), in: .id(attached.session))
    house.send(forward)
    house.send(refused)
    let first = try house.turn().replies
    #expect(first.map(\.isDurable) == [true, true])
    house.restart()
    try readAgain(&house)
    _ = try house.turn()
    house.send(forward)
    house.send(refused)
    let again = try house.turn()
    #expect(again.replies == first)
    #expect(house.stored.isEmpty)
    // The next operation follows them.
    let next = try house.ask(client.command(.back, in: .id(attached.session)))
    #expect(next == .accepted(version: 3))
  }

  @Test("an operation not answered before a restart has not happened, and can be repeated")
  func unanswered() throws {
    var house = House()
    try house.openTree("tree")
    try house.open("talk")
    var client = Client(seed: 1)
    // The first one waits for a page; the second one is for another session.
    let opening = client.command(.forward, in: .name("tree"))
    let other = client.command(.forward, in: .name("talk"))
    house.send(opening)
    house.send(other)
    let turn = try house.turn()
    #expect(turn.pageLoads.count == 1)
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    house.restart()
    for restore in try house.turn().restores {
      let content: SessionContent =
        restore.content == .tree(path: "/tree")
        ? .tree(House.list("tree"), path: "/tree") : .deck(House.pages)
      house.finishRestoring(restore.ticket, .success(try restore.read(content)))
    }
    _ = try house.turn()
    house.send(other)
    house.send(opening)
    let again = try house.turn()
    #expect(again.replies.map(\.body) == [.accepted(version: 1)])
    let load = try #require(again.pageLoads.first)
    house.finishLoading(load.ticket, page: .success(House.list("a")))
    let opened = try house.turn().replies.map(\.body)
    #expect(opened == [.accepted(version: 1)])
  }

  @Test("requests for a session that is being restored wait for it, and are answered once")
  func waiting() throws {
    var house = House()
    var (client, attached) = try move(&house)
    house.restart()
    let restore = try #require(house.turn().restores.first)
    let attach = client.attach("talk", 80, 24)
    let forward = client.command(.forward, in: .id(attached.session))
    house.send(attach)
    house.send(attach)
    house.send(forward)
    house.send(client.read(.listSessions))
    #expect(try house.turn().replies.isEmpty)
    // The name is still taken.
    var other = Client(seed: 2)
    let taken = try house.ask(other.operation(.newSession(name: "talk", .deck(path: "/x.md"))))
    #expect(taken.code == .sessionExists)
    house.finishRestoring(restore.ticket, .success(try restore.read(.deck(House.pages))))
    let bodies = try house.turn().replies.map(\.body)
    try #require(bodies.count == 3)
    guard case .attached(let again) = bodies[0], case .sessions(let list) = bodies[2] else {
      throw House.Refused(body: bodies[0])
    }
    #expect(again.session == attached.session)
    #expect(bodies[1] == .accepted(version: 2))
    #expect(list.map(\.page) == [5])
  }

  @Test("a missing file is reported, and the session returns to its place when the file does")
  func vanished() throws {
    var house = House()
    var client = try move(&house).client
    house.restart()
    let restore = try #require(house.turn().restores.first)
    house.finishRestoring(restore.ticket, .failure(ContentFailure("no file '/talk.md'")))
    let attached = try house.join(&client, to: "talk").attached
    let status = try self.status(of: &house, for: &client)
    #expect(status.session.title == "talk.md is not there")
    #expect(status.session.version == 1)
    // Paging in the notice shown instead does not change the kept place.
    _ = try house.ask(client.command(.last, in: .name("talk")))
    #expect(house.nextWake != nil)
    house.pass(DaemonTiming.missingContent)
    let again = try #require(house.turn().restores.first)
    #expect(again.place == restore.place)
    #expect(again.version == 2)
    // Only one attempt runs at a time.
    house.pass(DaemonTiming.missingContent)
    #expect(try house.turn().restores.isEmpty)
    house.finishRestoring(again.ticket, .failure(ContentFailure("no file '/talk.md'")))
    _ = try house.turn()
    house.pass(DaemonTiming.missingContent)
    let third = try #require(house.turn().restores.first)
    house.finishRestoring(third.ticket, .success(try third.read(.deck(House.pages))))
    let turn = try house.turn()
    #expect(turn.messages(on: attached.streamTopic).count == 1)
    let back = try self.status(of: &house, for: &client)
    #expect(back.session.page == 4)
    #expect(back.session.version == 2)
    house.pass(DaemonTiming.missingContent * 2)
    #expect(try house.turn().restores.isEmpty)
  }

  @Test("a late move does not continue a pan that was released in the notice for missing content")
  func lateMove() throws {
    var house = House()
    var client = try move(&house).client
    house.restart()
    let restore = try #require(house.turn().restores.first)
    house.finishRestoring(restore.ticket, .failure(ContentFailure("no file '/talk.md'")))
    var (attached, replica) = try house.join(&client, to: "talk")
    let shown = try replica.scene(at: house.now)
    let page = try #require(shown.containers.first { $0.kind == .page }?.id)
    func pan(_ gesture: UInt64) -> Request.PanMove {
      Request.PanMove(
        session: .id(attached.session),
        viewer: attached.viewer,
        Pan(gesture: gesture, container: page, axis: .horizontal, translation: -3)
      )
    }
    let release = PanEnd(
      Pan(gesture: 4, container: page, axis: .horizontal, translation: -3),
      velocity: 0,
      isCancelled: false
    )
    house.send(client.read(.pan(pan(4))))
    _ = try house.turn()
    let input = Request.Input(
      session: .id(attached.session),
      viewer: attached.viewer,
      viewport: nil,
      action: .release(release)
    )
    house.send(client.operation(.input(input)))
    _ = try house.turn()
    house.pass(DaemonTiming.missingContent)
    let again = try #require(house.turn().restores.first)
    house.finishRestoring(again.ticket, .success(try again.read(.deck(House.pages))))
    _ = try house.turn()
    house.send(client.read(.pan(pan(4))))
    _ = try house.turn()
    #expect(house.panOwners == [])
    house.send(client.read(.pan(pan(5))))
    _ = try house.turn()
    #expect(house.panOwners == [attached.viewer])
  }

  @Test("the selection in missing pages is kept, and restored when they return")
  func vanishedPage() throws {
    var house = House()
    try house.openTree("tree")
    var client = Client(seed: 1)
    // Opens b, selects its second entry, opens it, and selects its third entry.
    for (command, page) in [
      (SessionCommand.lineDown, nil), (.forward, "b"), (.lineDown, nil), (.forward, "b"),
      (.last, nil),
    ] {
      house.send(client.command(command, in: .name("tree")))
      let turn = try house.turn()
      if let page {
        let load = try #require(turn.pageLoads.first)
        house.finishLoading(load.ticket, page: .success(House.list(page)))
        _ = try house.turn()
      }
    }
    let place = try #require(house.places.first)
    let tree = SessionContent.tree(House.list("tree"), path: "/tree")
    // The page is missing at two starts, and its place is written in between.
    for epoch in [House.epoch + 1, House.epoch + 2] {
      house.restart(epoch: epoch)
      let restore = try #require(house.turn().restores.first)
      #expect(restore.place == place)
      house.finishRestoring(restore.ticket, .success(try restore.read(tree)))
      _ = try house.turn()
      #expect(house.places == [place])
      let status = try house.ask(client.read(.getStatus(.name("tree"))))
      guard case .status(let status) = status else { throw House.Refused(body: status) }
      #expect(status.session.title == "gone")
    }
    house.pass(DaemonTiming.missingContent)
    let again = try #require(house.turn().restores.first)
    let restored = try RestoredSession(tree, at: again.place, version: again.version) { _ in
      (.page(House.list("b")), isThere: true)
    }
    house.finishRestoring(again.ticket, .success(restored))
    _ = try house.turn()
    #expect(house.places == [place])
    let status = try house.ask(client.read(.getStatus(.name("tree"))))
    guard case .status(let status) = status else { throw House.Refused(body: status) }
    #expect(status.session.title == "b")
    #expect(status.session.top == "b/b")
  }

  @Test("a disk that does not answer delays requests by at most two seconds")
  func slowDisk() throws {
    var house = House()
    var client = try move(&house).client
    house.restart()
    let restore = try #require(house.turn().restores.first)
    house.send(client.attach("talk", 80, 24))
    house.pass(DaemonTiming.restoration)
    #expect(try house.turn().replies.count == 1)
    house.finishRestoring(restore.ticket, .success(try restore.read(.deck(House.pages))))
    _ = try house.turn()
    let status = try self.status(of: &house, for: &client)
    #expect(status.session.page == 4)
  }

  @Test("a client that reattaches to an ended session gets an error, unless the state is lost")
  func endedMeanwhile() throws {
    for isLost in [false, true] {
      var house = House()
      var (client, attached) = try move(&house)
      var other = Client(seed: 2)
      #expect(try house.ask(other.operation(.killSession(.name("talk")))) == .done)
      house.restart(isLost: isLost)
      #expect(try house.turn().restores.isEmpty)
      var attach = Request.Attach(
        session: "talk",
        viewport: .standardTerminal,
        content: .deck(path: "/talk.md")
      )
      attach.joined = Request.Attach.Joined(session: attached.session, epoch: attached.epoch)
      house.send(client.read(.attach(attach)))
      let turn = try house.turn()
      #expect(turn.replies.map(\.body.code) == (isLost ? [] : [.noSuchSession]))
      #expect(turn.loads.count == (isLost ? 1 : 0))
    }
  }

  @Test("when the disk refuses, sessions continue with a warning, and are saved once it works")
  func refusingDisk() throws {
    var house = House()
    var (client, attached) = try move(&house)
    house.isDiskWell = false
    house.send(client.command(.back, in: .id(attached.session)))
    let turn = try house.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 2)])
    #expect(turn.replies.map(\.isDurable) == [false])
    #expect(turn.logs.contains { $0.contains("NOT SAVED") })
    var replica = try house.join(&client, to: "talk", 100, 30).replica
    #expect(try replica.scene(at: house.now).isUnsaved)
    // No new attempt and no new warning within a second.
    let second = client.command(.back, in: .id(attached.session))
    house.send(second)
    let quiet = try house.turn()
    #expect(quiet.replies.map(\.isDurable) == [false])
    #expect(quiet.logs.isEmpty)
    #expect(house.stored.isEmpty)
    house.pass(DaemonTiming.storeRetry)
    _ = try house.turn()
    #expect(house.stored.isWhole)
    house.isDiskWell = true
    house.pass(DaemonTiming.storeRetry)
    let saved = try house.turn()
    #expect(house.stored.isWhole)
    #expect(saved.logs.contains { $0.contains("saved again") })
    #expect(saved.updates.count >= 1)
    house.restart()
    try readAgain(&house)
    _ = try house.turn()
    // The operation accepted meanwhile is saved, with its answer.
    house.send(second)
    #expect(try house.turn().replies.map(\.body) == [.accepted(version: 3)])
    let status = try self.status(of: &house, for: &client)
    #expect(status.session.page == 2)
    #expect(status.isDurable)
  }

  @Test("durability power: viewers see a change at once, the answer waits for the disk")
  func power() throws {
    var house = House()
    var client = try move(&house).client
    house.restart(durability: .power)
    try readAgain(&house)
    let attached = try house.join(&client, to: "talk").attached
    let forward = client.command(.forward, in: .id(attached.session))
    house.send(forward)
    let turn = try house.turn()
    #expect(turn.replies.isEmpty)
    #expect(turn.updates.count == 1)
    let ticket = try #require(turn.syncs.first)
    // A repeated request waits as well; a read does not.
    house.send(forward)
    house.send(client.read(.getStatus(.name("talk"))))
    let meanwhile = try house.turn()
    #expect(meanwhile.replies.count == 1)
    #expect(meanwhile.syncs.isEmpty)
    house.finishSync(ticket)
    let after = try house.turn().replies
    #expect(after.map(\.body) == [.accepted(version: 2), .accepted(version: 2)])
    #expect(after.map(\.isDurable) == [true, true])
    // A failed sync: the answer is not durable.
    house.send(client.command(.back, in: .id(attached.session)))
    let failed = try #require(house.turn().syncs.first)
    house.finishSync(failed, isStored: false)
    // The disk may have lost earlier data, so everything is written again at once.
    let refused = try house.turn()
    #expect(refused.replies.map(\.isDurable) == [false])
    #expect(refused.logs.contains { $0.contains("NOT SAVED") })
    #expect(refused.logs.contains { $0.contains("saved again") })
    #expect(house.stored.isWhole)
    #expect(house.stored.replies.contains { $0.seq == 3 })
    // Answers that still wait are written again, too.
    let waiting = client.command(.back, in: .id(attached.session))
    house.send(waiting)
    let second = try #require(house.turn().syncs.first)
    house.send(client.command(.back, in: .id(attached.session)))
    let third = try #require(house.turn().syncs.first)
    house.finishSync(third, isStored: false)
    _ = try house.turn()
    house.restart(epoch: House.epoch + 2, durability: .power)
    try readAgain(&house)
    _ = try house.turn()
    house.send(waiting)
    #expect(try house.turn().replies.map(\.body) == [.accepted(version: 4)])
    #expect(second != third)
  }

  @Test("durability power: an earlier answer is durable only after a start that was written")
  func repeatedBeforeTheDisk() throws {
    for isStored in [true, false] {
      var house = House()
      var (client, attached) = try move(&house)
      let forward = client.command(.forward, in: .id(attached.session))
      house.send(forward)
      let first = try #require(house.turn().replies.first)
      house.restart(durability: .power, isStored: isStored)
      try readAgain(&house)
      house.send(forward)
      let again = try #require(house.turn().replies.first { $0.seq == first.seq })
      #expect(again.body == first.body)
      #expect(again.isDurable == isStored)
    }
  }

  @Test("the stored log stays short: snapshots replace it")
  func truncation() throws {
    var house = House()
    var (client, attached) = try move(&house)
    var snapshots = 0
    for step in 0..<(DaemonLimits.changesBehindSnapshot * 2 + 10) {
      let command: SessionCommand = step.isMultiple(of: 2) ? .forward : .back
      _ = try house.ask(client.command(command, in: .id(attached.session)))
      snapshots += house.stored.snapshots.count
      #expect(house.stored.snapshots.count + house.stored.changes.count == 1)
      house.pass(.seconds(1))
    }
    #expect(snapshots == 2)
  }
}
