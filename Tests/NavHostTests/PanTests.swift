import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Pans: moves are not stored, and a release is an operation")
struct PanTests {
  private let tree = SessionReference.name("tree")

  /// A tree with its root `tree` and the list `a` beside it, and a client at 80x24.
  private struct Scene: ~Copyable {
    var daemon: SteppedDaemon
    var client: Client
    let viewer: UInt64
    let topic: [UInt8]
    var replica: Replica

    init() throws {
      var daemon = SteppedDaemon()
      var client = Client(seed: 1)
      try daemon.openTree("tree")
      let joined = try daemon.join(&client, to: "tree")
      var replica = joined.replica
      let viewer = joined.attached.viewer
      daemon.send(client.command(.forward, in: .name("tree"), viewer: viewer))
      let load = try #require(try daemon.turn().pageLoads.first)
      daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
      for case .update(let update) in try daemon.turn().messages(on: joined.attached.streamTopic) {
        #expect(replica.receive(update, now: daemon.now) == .applied)
      }
      try daemon.turn(after: .seconds(3))
      self.daemon = daemon
      self.client = client
      self.viewer = viewer
      self.replica = replica
      topic = joined.attached.streamTopic
    }

    /// Ends a turn and applies its updates to the replica.
    mutating func turn() throws -> SteppedDaemon.Turn {
      let turn = try daemon.turn()
      for case .update(let update) in turn.messages(on: topic) {
        #expect(replica.receive(update, now: daemon.now) == .applied)
      }
      return turn
    }

    mutating func pan(_ translation: Int, gesture: UInt64 = 1, viewer: UInt64? = nil) {
      let pan = Request.PanMove(
        session: .name("tree"),
        viewer: viewer ?? self.viewer,
        Pan(
          gesture: gesture,
          container: StackLayout.pageID(1),
          axis: .horizontal,
          translation: translation
        )
      )
      daemon.send(client.read(.pan(pan)))
    }

    mutating func release(_ translation: Int, gesture: UInt64 = 1, velocity: Int = 0) {
      let release = PanEnd(
        Pan(
          gesture: gesture,
          container: StackLayout.pageID(1),
          axis: .horizontal,
          translation: translation
        ),
        velocity: Double(velocity) / 1_000
      )
      daemon.send(
        client.operation(.input(Request.Input(.release(release), in: .name("tree"), by: viewer)))
      )
    }

    /// Returns the column of the list `a`.
    mutating func column() throws -> Int? {
      try replica.scene(at: daemon.now)[StackLayout.pageID(1)]?.frame.x
    }
  }

  @Test(
    "SN-19: moves are shown one to one and are neither answered nor operations; a turn's moves are one update"
  )
  func moves() throws {
    var scene = try Scene()
    #expect(try scene.column() == 40)
    for translation in [5, 9, 12] { scene.pan(translation) }
    let turn = try scene.turn()
    #expect(turn.replies.isEmpty)
    #expect(turn.updates.count == 1)
    #expect(try scene.column() == 52)
    // A repeated move changes nothing.
    scene.pan(12)
    #expect(try scene.turn().updates.isEmpty)
    let version = try scene.daemon.ask(scene.client.read(.getStatus(tree)))
    let status = try version.status
    #expect(status.session.version == 1)
  }

  @Test("D-14: a snapshot tells the place of a stack, at rest and under a pan")
  func places() throws {
    var scene = try Scene()
    for (translation, offset) in [(0, 40.0), (12, 28)] {
      if translation != 0 { scene.pan(translation) }
      _ = try scene.turn()
      let question = scene.client.read(.takeSnapshot(tree, .standardTerminal))
      guard case .snapshot(_, _, _, let stacks) = try scene.daemon.ask(question) else {
        Issue.record("no snapshot")
        return
      }
      // A full page and a half one.
      let stack = try #require(stacks.first)
      #expect(stacks.count == 1 && stack.target == 40)
      #expect(abs(stack.offset - offset) < 1e-9)
      #expect(stack.range == 0...40)
      #expect(stack.active == StackLayout.pageID(1) && stack.position == .right)
    }
  }

  @Test("a release is answered once and has the whole translation: it needs no earlier moves")
  func release() throws {
    var scene = try Scene()
    scene.daemon.send(scene.client.read(.alive(viewer: scene.viewer)))
    scene.release(30, velocity: 0)
    let turn = try scene.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 2)])
    scene.daemon.pass(.seconds(5))
    _ = try scene.turn()
    // Most of the list is beyond the right end: the root is nearer.
    #expect(try scene.replica.scene(at: scene.daemon.now).focus == StackLayout.pageID(0))
    scene.daemon.send(scene.client.read(.alive(viewer: scene.viewer)))
    _ = try scene.turn()
    // A late move of the same pan is ignored.
    scene.pan(3)
    #expect(try scene.turn().updates.isEmpty)
    // The next pan's moves count.
    scene.pan(-2, gesture: 2)
    #expect(try scene.turn().updates.count == 1)
  }

  @Test("a pan ends after 5 s without a move, or when its viewer leaves")
  func silence() throws {
    for leaves in [false, true] {
      var scene = try Scene()
      scene.pan(9)
      _ = try scene.turn()
      #expect(try scene.column() == 49)
      if leaves {
        scene.daemon.send(scene.client.read(.leave(viewer: scene.viewer)))
        _ = try scene.turn()
      } else {
        scene.daemon.pass(.milliseconds(4_999))
        scene.daemon.send(scene.client.read(.alive(viewer: scene.viewer)))
        _ = try scene.turn()
        #expect(try scene.column() == 49)
        let wake = scene.daemon.nextWake
        #expect(wake.map { $0 <= scene.daemon.now + .milliseconds(1) } == true)
        scene.daemon.pass(.milliseconds(1))
        _ = try scene.turn()
      }
      scene.daemon.pass(.seconds(3))
      _ = try scene.turn()
      #expect(try scene.column() == 40, "leaves: \(leaves)")
    }
  }

  @Test(
    "a move of an unknown viewer is refused; during a pan, moves of other viewers are ignored"
  )
  func others() throws {
    var scene = try Scene()
    scene.pan(4, viewer: 99)
    #expect(try scene.turn().replies.map(\.body.code) == [.unknownViewer])
    scene.pan(4)
    _ = try scene.turn()
    var other = Client(seed: 2)
    let attached = try scene.daemon.join(&other, to: "tree").attached
    scene.pan(-20, viewer: attached.viewer)
    #expect(try scene.turn().messages(on: scene.topic).isEmpty)
    #expect(try scene.column() == 44)
  }

  @Test("D-7: a command that moves the panned container ends the pan")
  func command() throws {
    var scene = try Scene()
    scene.pan(10)
    _ = try scene.turn()
    scene.daemon.send(scene.client.command(.back, in: tree, viewer: scene.viewer))
    _ = try scene.turn()
    scene.pan(15)
    #expect(try scene.turn().updates.isEmpty)
    scene.release(15, velocity: 90_000)
    #expect(try scene.turn().replies.map(\.body) == [.accepted(version: 3)])
    scene.daemon.pass(.seconds(5))
    _ = try scene.turn()
    #expect(try scene.replica.scene(at: scene.daemon.now).focus == StackLayout.pageID(0))
    #expect(try scene.column() == nil)
  }

  @Test("a pan that catches scrolling rows is stored: else they would come to rest elsewhere")
  func catching() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try daemon.open("talk", pages: [SteppedDaemon.pages[2]])
    var (attached, replica) = try daemon.join(&client, to: "talk")
    let shown = try replica.scene(at: daemon.now)
    let page = try #require(shown.containers.first { $0.kind == .page }?.id)
    let flick = PanEnd(
      Pan(gesture: 1, container: page, axis: .vertical, translation: -4),
      velocity: -60
    )
    let input = Request.Input(.release(flick), in: .id(attached.session), by: attached.viewer)
    daemon.send(client.operation(.input(input)))
    _ = try daemon.turn()
    daemon.pass(.milliseconds(200))
    for gesture in [UInt64(2), 2] {
      let pan = Request.PanMove(
        session: .id(attached.session),
        viewer: attached.viewer,
        Pan(gesture: gesture, container: page, axis: .vertical, translation: -1)
      )
      daemon.send(client.read(.pan(pan)))
    }
    _ = try daemon.turn()
    #expect(daemon.stored.changes.count + daemon.stored.snapshots.count == 1)
    let place = try #require(daemon.places.first)
    daemon.restart()
    let restore = try #require(daemon.turn().restores.first)
    #expect(restore.place == place)
  }
}
