import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Concurrency: joins, pans and renames during other operations")
struct ConcurrencyTests {
  @Test("a viewer that joins during a motion sees its current frame, then the rest")
  func joinDuringTurn() throws {
    for delay in [1, 50, 100, 250, 320] {
      var daemon = try SteppedDaemon("deck")
      var first = Client(seed: 1)
      let one = try daemon.join(&first, to: "deck")
      _ = try daemon.turn()
      daemon.pass(.seconds(2))
      daemon.send(first.command(.forward, in: .name("deck"), viewer: one.attached.viewer))
      _ = try daemon.turn()
      daemon.pass(.milliseconds(delay))
      var second = Client(seed: 2)
      let two = try daemon.join(&second, to: "deck", 100, 30)
      var replica = two.replica
      var places: [Int] = []
      func look() throws {
        let pager = try replica.scene(at: daemon.now).containers.first { $0.kind == .pager }
        places.append(try #require(pager).scroll.x)
      }
      try look()
      daemon.pass(.milliseconds(7))
      daemon.send(first.operation(.renameSession(.name("deck"), to: "talk")))
      for _ in 0..<30 {
        for case .update(let update) in try daemon.turn().messages(on: two.attached.streamTopic) {
          #expect(replica.receive(update, now: daemon.now) == .applied)
        }
        try look()
        daemon.pass(.milliseconds(17))
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
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try daemon.openTree("tree")
    let joined = try daemon.join(&client, to: "tree")
    let id = SessionReference.id(joined.attached.session)
    daemon.send(client.command(.forward, in: id, viewer: joined.attached.viewer))
    let load = try #require(try daemon.turn().pageLoads.first)
    var versions: [UInt64] = []
    func note(_ turn: SteppedDaemon.Turn) {
      for case .accepted(let version, _) in turn.replies.map(\.body) { versions.append(version) }
    }
    for name in ["one", "two"] {
      daemon.send(client.operation(.renameSession(id, to: name)))
      note(try daemon.turn())
    }
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    note(try daemon.turn())
    #expect(versions == versions.sorted(), "\(versions)")
    #expect(Set(versions).count == versions.count, "\(versions)")
    let top = try #require(versions.max())
    daemon.pass(.seconds(4))
    daemon.send(client.wait(for: .settled(version: top), in: "two", .seconds(30)))
    #expect(try daemon.turn().replies.map(\.body.code) == [nil])
    let status = try daemon.ask(client.read(.getStatus(id))).status
    #expect(status.session.version >= top)
  }

  @Test(
    "a pan that expires while a page is being read stays released, and the operation gets its own version"
  )
  func letGoDuringOpening() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try daemon.openTree("tree")
    let joined = try daemon.join(&client, to: "tree")
    let id = SessionReference.id(joined.attached.session)
    let viewer = joined.attached.viewer
    // Opens a page on the root.
    daemon.send(client.command(.forward, in: id, viewer: viewer))
    let load = try #require(try daemon.turn().pageLoads.first)
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    _ = try daemon.turn()
    daemon.pass(.seconds(3))
    _ = try daemon.turn()
    daemon.send(
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
    _ = try daemon.turn()
    daemon.send(client.command(.forward, in: id, viewer: viewer))
    let second = try #require(try daemon.turn().pageLoads.first)
    for _ in 0..<6 {
      daemon.pass(.seconds(1))
      daemon.send(client.read(.alive(viewer: viewer)))
      _ = try daemon.turn()
    }
    // The overdue pan does not keep the loop awake meanwhile.
    let (wake, now) = (daemon.nextWake, daemon.now)
    #expect((wake ?? .zero) > now)
    let status = try daemon.ask(client.read(.getStatus(id))).status
    daemon.finishLoading(second.ticket, page: .success(SteppedDaemon.list("a")))
    let bodies = try daemon.turn().replies.map(\.body)
    #expect(bodies == [.accepted(version: status.session.version + 1)])
  }

  @Test("a viewer of one session receives nothing about another session")
  func foreignViewer() throws {
    var daemon = try SteppedDaemon("one")
    try daemon.open("two")
    var a = Client(seed: 1)
    var b = Client(seed: 2)
    var c = Client(seed: 3)
    let one = try daemon.join(&a, to: "one")
    let two = try daemon.join(&b, to: "two")
    daemon.send(a.command(.goTo(3), in: .name("one"), viewer: one.attached.viewer))
    daemon.send(b.command(.goTo(3), in: .name("two"), viewer: two.attached.viewer))
    for _ in 0..<20 {
      daemon.send(a.command(.lineDown, in: .name("one"), viewer: one.attached.viewer))
    }
    _ = try daemon.turn()
    daemon.pass(.seconds(2))
    _ = try daemon.turn()
    guard
      case .snapshot(_, _, let scene, _) = try daemon.ask(
        c.read(.takeSnapshot(.name("two"), .standardTerminal))
      )
    else { return }
    let page = try #require(scene.containers.first { $0.kind == .page })
    #expect(page.scroll.y == 0)
    daemon.send(
      c.operation(
        .input(
          Request.Input(
            session: .name("two"),
            viewer: one.attached.viewer,
            action: .release(
              PanEnd(Pan(gesture: 1, container: page.id, axis: .vertical, translation: -1))
            )
          )
        )
      )
    )
    _ = try daemon.turn()
    guard
      case .snapshot(_, _, let after, _) = try daemon.ask(
        c.read(.takeSnapshot(.name("two"), .standardTerminal))
      )
    else { return }
    #expect(after[page.id]?.scroll.y == 1)
  }
}
