import NavCommands
import NavHost
import NavGeometry
import NavLayout
import NavScene
import NavSession
import NavSync
import NavTestKit
import NavText
import NavWire
import Testing

@Suite("Concurrency: joins, pans and renames during other operations")
struct ConcurrencyTests {
  @Test("E1: a viewer that joins during a motion sees its current frame, then the rest")
  func joinDuringTurn() throws {
    for delay in [1, 50, 100, 250, 320] {
      var house = House()
      try house.open("deck")
      var first = Client(seed: 1)
      let one = try house.join(&first, to: "deck")
      _ = try house.turn()
      house.pass(.seconds(2))
      house.send(first.command(.forward, in: .name("deck"), viewer: one.attached.viewer))
      _ = try house.turn()
      house.pass(.milliseconds(delay))
      var second = Client(seed: 2)
      let two = try house.join(&second, to: "deck", 100, 30)
      var replica = two.replica
      var places: [Int] = []
      func look() throws {
        let pager = try replica.scene(at: house.now).containers.first { $0.kind == .pager }
        places.append(try #require(pager).scroll.x)
      }
      try look()
      house.pass(.milliseconds(7))
      house.send(first.operation(.renameSession(.name("deck"), to: "talk")))
      for _ in 0..<30 {
        for case .update(let update) in try house.turn().messages(on: two.attached.streamTopic) {
          #expect(replica.receive(update, now: house.now) == .applied)
        }
        try look()
        house.pass(.milliseconds(17))
      }
      // The motion covers a page and the gap beside it in 20 frames that get slower.
      let end = 102
      #expect(places.last == end && (delay > 300 || places[0] < end), "\(places)")
      #expect(delay < 50 || places[0] > 0, "\(places)")
      let steps = zip(places, places.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { (0...end / 8).contains($0) }, "\(places)")
    }
  }

  @Test("versions rise, also when a session is renamed while a page is being read")
  func versions() throws {
    var house = House()
    var client = Client(seed: 1)
    try house.openTree("tree")
    let joined = try house.join(&client, to: "tree")
    let id = SessionReference.id(joined.attached.session)
    house.send(client.command(.forward, in: id, viewer: joined.attached.viewer))
    let load = try #require(try house.turn().pageLoads.first)
    var versions: [UInt64] = []
    func note(_ turn: House.Turn) {
      for case .accepted(let version, _) in turn.replies.map(\.body) { versions.append(version) }
    }
    for name in ["one", "two"] {
      house.send(client.operation(.renameSession(id, to: name)))
      note(try house.turn())
    }
    house.finishLoading(load.ticket, page: .success(House.list("a")))
    note(try house.turn())
    #expect(versions == versions.sorted(), "\(versions)")
    #expect(Set(versions).count == versions.count, "\(versions)")
    let top = try #require(versions.max())
    house.pass(.seconds(4))
    house.send(client.wait(for: .settled(version: top), in: "two", .seconds(30)))
    #expect(try house.turn().replies.map(\.body.code) == [nil])
    guard case .status(let status) = try house.ask(client.read(.getStatus(id))) else { return }
    #expect(status.session.version >= top)
  }

  @Test(
    "a pan that expires while a page is being read stays released, and the operation gets its own version"
  )
  func letGoDuringOpening() throws {
    var house = House()
    var client = Client(seed: 1)
    try house.openTree("tree")
    let joined = try house.join(&client, to: "tree")
    let id = SessionReference.id(joined.attached.session)
    let viewer = joined.attached.viewer
    // Opens a page on the root.
    house.send(client.command(.forward, in: id, viewer: viewer))
    let load = try #require(try house.turn().pageLoads.first)
    house.finishLoading(load.ticket, page: .success(House.list("a")))
    _ = try house.turn()
    house.pass(.seconds(3))
    _ = try house.turn()
    house.send(
      client.read(
        .pan(
          Request.PanMove(
            session: id,
            viewer: viewer,
            Pan(gesture: 1, container: StackLayout.pageID(1), axis: .horizontal, translation: 5)
          )
        )
      )
    )
    _ = try house.turn()
    house.send(client.command(.forward, in: id, viewer: viewer))
    let second = try #require(try house.turn().pageLoads.first)
    for _ in 0..<6 {
      house.pass(.seconds(1))
      house.send(client.read(.alive(viewer: viewer)))
      _ = try house.turn()
    }
    // The overdue pan does not keep the loop awake meanwhile.
    let (wake, now) = (house.nextWake, house.now)
    #expect((wake ?? .zero) > now)
    guard case .status(let status) = try house.ask(client.read(.getStatus(id))) else { return }
    house.finishLoading(second.ticket, page: .success(House.list("a")))
    let bodies = try house.turn().replies.map(\.body)
    #expect(bodies == [.accepted(version: status.session.version + 1)])
  }

  @Test("a viewer of one session receives nothing about another session")
  func foreignViewer() throws {
    var house = House()
    try house.open("one")
    try house.open("two")
    var a = Client(seed: 1)
    var b = Client(seed: 2)
    var c = Client(seed: 3)
    let one = try house.join(&a, to: "one")
    let two = try house.join(&b, to: "two")
    house.send(a.command(.goTo(3), in: .name("one"), viewer: one.attached.viewer))
    house.send(b.command(.goTo(3), in: .name("two"), viewer: two.attached.viewer))
    for _ in 0..<20 {
      house.send(a.command(.lineDown, in: .name("one"), viewer: one.attached.viewer))
    }
    _ = try house.turn()
    house.pass(.seconds(2))
    _ = try house.turn()
    guard
      case .snapshot(_, _, let scene) = try house.ask(
        c.read(.takeSnapshot(.name("two"), .standardTerminal))
      )
    else { return }
    let page = try #require(scene.containers.first { $0.kind == .page })
    #expect(page.scroll.y == 0)
    house.send(
      c.operation(
        .input(
          Request.Input(
            session: .name("two"),
            viewer: one.attached.viewer,
            viewport: nil,
            action: .release(
              PanEnd(
                Pan(gesture: 1, container: page.id, axis: .vertical, translation: -1),
                velocity: 0,
                isCancelled: false
              )
            )
          )
        )
      )
    )
    _ = try house.turn()
    guard
      case .snapshot(_, _, let after) = try house.ask(
        c.read(.takeSnapshot(.name("two"), .standardTerminal))
      )
    else { return }
    #expect(after[page.id]?.scroll.y == 1)
  }
}
