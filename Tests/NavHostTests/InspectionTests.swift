import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Status, viewers and rename")
struct InspectionTests {
  @Test("status: the session, its sizes, its motion, and the daemon")
  func status() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    _ = try daemon.join(&client, to: "talk", 200, 60)
    try daemon.turn(after: .seconds(7))
    daemon.send(client.command(.forward, in: .name("talk")))
    _ = try daemon.turn()
    func status() throws -> Reply.Status {
      try daemon.ask(client.read(.getStatus(.name("talk")))).status
    }
    let moving = try status()
    #expect(!moving.isSettled)
    #expect(moving.session.title == "Page 2" && moving.session.page == 2)
    #expect(moving.sizes == [CellSize(columns: 200, rows: 60)])
    #expect(moving.uptime == .seconds(7))
    #expect(moving.daemonVersion == Release.version)
    daemon.pass(.seconds(1))
    #expect(try status().isSettled)
  }

  @Test("viewers: the IDs, sizes, times of arrival and last signs of life")
  func viewers() throws {
    var daemon = try SteppedDaemon("talk")
    var first = Client(seed: 1)
    var second = Client(seed: 2)
    let attached = try daemon.attach(&first, to: "talk")
    daemon.pass(.seconds(2))
    _ = try daemon.attach(&second, to: "talk", 30, 10)
    daemon.send(first.read(.alive(viewer: attached.viewer)))
    daemon.pass(.seconds(1))
    // A new size keeps the viewer.
    _ = try daemon.attach(&second, to: "talk", 40, 12)
    daemon.pass(.milliseconds(500))
    let list = try daemon.ask(first.read(.listViewers(.name("talk")))).viewers
    #expect(list.map(\.viewport.description) == ["80x24", "40x12"])
    #expect(list.map(\.attached) == [.milliseconds(3_500), .milliseconds(1_500)])
    #expect(list.map(\.silent) == [.milliseconds(1_500), .milliseconds(500)])
    #expect(list[0].id == attached.viewer)
  }

  @Test("a request for a missing session is refused")
  func nothing() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    let name = SessionReference.name("none")
    for body: Request.Body in [.getStatus(name), .listViewers(name), .page(name, fromLine: 0)] {
      #expect(try daemon.ask(client.read(body)).code == .noSuchSession)
    }
    let rename = client.operation(.renameSession(name, to: "x"))
    #expect(try daemon.ask(rename).code == .noSuchSession)
  }

  @Test("a renamed session stays attached: its viewers get the new name with the next update")
  func rename() throws {
    var daemon = try SteppedDaemon("talk")
    try daemon.open("other")
    var client = Client(seed: 1)
    var viewer = try daemon.join(&client, to: "talk")
    let session = viewer.attached.session
    func rename(_ name: String) throws -> Reply.Body {
      try daemon.ask(client.operation(.renameSession(.id(session), to: name)))
    }
    #expect(try rename("other").code == .sessionExists)
    #expect(try rename("no name").code == .badName)
    try daemon.turn(after: .seconds(1))
    daemon.send(client.operation(.renameSession(.id(session), to: "keynote")))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    guard case .update(let update)? = turn.messages(on: viewer.attached.streamTopic).first else {
      Issue.record("nothing was published")
      return
    }
    #expect(viewer.replica.receive(update, now: daemon.now) == .applied)
    #expect(try viewer.replica.scene(at: daemon.now).session == "keynote")
    #expect(try daemon.ask(client.command(.forward, in: .name("talk"))).code == .noSuchSession)
    #expect(try daemon.ask(client.command(.forward, in: .name("keynote"))).code == nil)
    // Renaming to the same name succeeds, and the old name is free.
    #expect(try rename("keynote") == .accepted(version: 3))
    var another = Client(seed: 2)
    daemon.send(another.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    #expect(try daemon.turn().loads.count == 1)
  }

  @Test("a viewer that reattaches by ID finds its session under any name")
  func attachByID() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let session = try daemon.attach(&client, to: "talk").session
    _ = try daemon.ask(client.operation(.renameSession(.id(session), to: "keynote")))
    let body = try daemon.ask(
      client.read(
        .attach(
          Request.Attach(
            content: .deck(path: "/talk.md"),
            joined: Request.Attach.Joined(session: session, epoch: SteppedDaemon.epoch)
          )
        )
      )
    )
    let attached = try body.attached
    #expect(attached.session == session && !attached.opened.isNew)
  }

  @Test(
    "a viewer that missed the end of its session does not create it again, except after a restart"
  )
  func attachToWhatHasEnded() throws {
    for (epoch, isEnded) in [(SteppedDaemon.epoch, true), (SteppedDaemon.epoch - 1, false)] {
      var daemon = SteppedDaemon()
      var client = Client(seed: 1)
      daemon.send(
        client.read(
          .attach(
            Request.Attach(
              content: .deck(path: "/talk.md"),
              joined: Request.Attach.Joined(session: 7, epoch: epoch)
            )
          )
        )
      )
      let turn = try daemon.turn()
      #expect(turn.replies.map(\.body.code) == (isEnded ? [.noSuchSession] : []))
      #expect(turn.loads.count == (isEnded ? 0 : 1))
    }
  }
}
