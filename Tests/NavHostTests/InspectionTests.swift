import NavCommands
import NavHost
import NavGeometry
import NavScene
import NavSync
import NavTestKit
import NavWire
import Testing

@Suite("Status, viewers, rename")
struct InspectionTests {
  @Test("status: the session, its sizes, whether it moves, the daemon")
  func status() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    _ = try house.join(&client, to: "talk", 200, 60)
    house.pass(.seconds(7))
    _ = try house.turn()
    house.send(client.command(.forward, in: .name("talk")))
    _ = try house.turn()
    func status() throws -> Reply.Status {
      guard case .status(let status) = try house.ask(client.read(.getStatus(.name("talk")))) else {
        throw Missing()
      }
      return status
    }
    let moving = try status()
    #expect(!moving.isSettled)
    #expect(moving.session.title == "Page 2" && moving.session.page == 2)
    #expect(moving.sizes == [CellSize(columns: 200, rows: 60)])
    #expect(moving.uptime == .seconds(7))
    #expect(moving.daemonVersion == Release.version)
    house.pass(.seconds(1))
    #expect(try status().isSettled)
  }

  private struct Missing: Error {}

  @Test("viewers: who is here, in which size, since when, and when they were heard")
  func viewers() throws {
    var house = House()
    try house.open("talk")
    var first = Client(seed: 1)
    var second = Client(seed: 2)
    let attached = try house.attach(&first, to: "talk")
    house.pass(.seconds(2))
    _ = try house.attach(&second, to: "talk", 30, 10)
    house.send(first.read(.alive(viewer: attached.viewer)))
    house.pass(.seconds(1))
    // A new size is the same viewer.
    _ = try house.attach(&second, to: "talk", 40, 12)
    house.pass(.milliseconds(500))
    let body = try house.ask(first.read(.listViewers(.name("talk"))))
    guard case .viewers(let list) = body else {
      Issue.record("\(body)")
      return
    }
    #expect(list.map(\.viewport.description) == ["80x24", "40x12"])
    #expect(list.map(\.attached) == [.milliseconds(3_500), .milliseconds(1_500)])
    #expect(list.map(\.silent) == [.milliseconds(1_500), .milliseconds(500)])
    #expect(list[0].id == attached.viewer)
  }

  @Test("what asks for a session that is not there is told so")
  func nothing() throws {
    var house = House()
    var client = Client(seed: 1)
    let name = SessionReference.name("none")
    for body: Request.Body in [.getStatus(name), .listViewers(name)] {
      #expect(try house.ask(client.read(body)).code == .noSuchSession)
    }
    let rename = client.operation(.renameSession(name, to: "x"))
    #expect(try house.ask(rename).code == .noSuchSession)
  }

  @Test("a renamed session is watched on: its viewers see the new name with the next update")
  func rename() throws {
    var house = House()
    try house.open("talk")
    try house.open("other")
    var client = Client(seed: 1)
    var viewer = try house.join(&client, to: "talk")
    let session = viewer.attached.session
    func rename(_ name: String) throws -> Reply.Body {
      try house.ask(client.operation(.renameSession(.id(session), to: name)))
    }
    #expect(try rename("other").code == .sessionExists)
    #expect(try rename("no name").code == .badName)
    house.pass(.seconds(1))
    _ = try house.turn()
    house.send(client.operation(.renameSession(.id(session), to: "keynote")))
    let turn = try house.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    guard case .update(let update)? = turn.messages(on: viewer.attached.streamTopic).first else {
      Issue.record("nothing was published")
      return
    }
    #expect(viewer.replica.receive(update, now: house.now) == .applied)
    #expect(try viewer.replica.scene(at: house.now).session == "keynote")
    #expect(try house.ask(client.command(.forward, in: .name("talk"))).code == .noSuchSession)
    #expect(try house.ask(client.command(.forward, in: .name("keynote"))).code == nil)
    // Its own name again is all right, and the old one is free.
    #expect(try rename("keynote") == .accepted(version: 3))
    var another = Client(seed: 2)
    house.send(another.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    #expect(try house.turn().loads.count == 1)
  }

  @Test("a viewer that comes back by id finds its session under whatever name")
  func attachByID() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let session = try house.attach(&client, to: "talk").session
    _ = try house.ask(client.operation(.renameSession(.id(session), to: "keynote")))
    let body = try house.ask(
      client.read(
        .attach(
          Request.Attach(
            session: "talk",
            viewport: .standardTerminal,
            content: .deck(path: "/talk.md"),
            joined: Request.Attach.Joined(session: session, epoch: House.epoch)
          )
        )
      )
    )
    guard case .attached(let attached) = body else {
      Issue.record("\(body)")
      return
    }
    #expect(attached.session == session && !attached.isNew)
  }

  @Test(
    "a viewer that missed the end of its session does not begin it again; after a restart it does"
  )
  func attachToWhatHasEnded() throws {
    for (epoch, isEnded) in [(House.epoch, true), (House.epoch - 1, false)] {
      var house = House()
      var client = Client(seed: 1)
      house.send(
        client.read(
          .attach(
            Request.Attach(
              session: "talk",
              viewport: .standardTerminal,
              content: .deck(path: "/talk.md"),
              joined: Request.Attach.Joined(session: 7, epoch: epoch)
            )
          )
        )
      )
      let turn = try house.turn()
      #expect(turn.replies.map(\.body.code) == (isEnded ? [.noSuchSession] : []))
      #expect(turn.loads.count == (isEnded ? 0 : 1))
    }
  }
}
