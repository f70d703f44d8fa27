import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavSync
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Views of one's own (proto/README.md: Views)")
struct PrivateViewTests {
  private static func isOwn(_ view: ViewChoice) -> Bool {
    if case .own(let id) = view { id > 0 } else { false }
  }

  @Test(
    "a viewer looks around on its own; nobody else moves, and it returns to where the others are"
  )
  func browse() throws {
    var room = try ViewsRoom("ada", "bob")
    let view = try room.attach("bob", view: .own(0))
    #expect(Self.isOwn(view))
    #expect(room.attached["ada"]?.streamTopic != room.attached["bob"]?.streamTopic)
    for _ in 1...2 { #expect(ViewsRoom.isAccepted(try room.press(.forward, by: "bob"))) }
    #expect(try room.page(of: "bob") == "Page 3" && room.page(of: "ada") == "Page 1")
    // It sees where the others are.
    #expect(ViewsRoom.isAccepted(try room.press(.forward, by: "ada")))
    #expect(try room.page(of: "bob") == "Page 3" && room.page(of: "ada") == "Page 2")
    let scene = try room.scene(of: "bob")
    #expect(scene.sharedPage == 2 && scene.sharedPages == 5 && scene.viewers == 2)
    #expect(try room.scene(of: "ada").sharedPages == 0)
    // The same view after a resize, for example.
    #expect(try room.attach("bob", view: view) == view)
    #expect(try room.page(of: "bob") == "Page 3")
    #expect(try room.attach("bob") == .shared)
    #expect(try room.page(of: "bob") == "Page 2")
    // The view is gone, and a new one begins where everybody is.
    #expect(try room.attach("bob", view: view) == .shared)
    #expect(Self.isOwn(try room.attach("bob", view: .own(0))))
    #expect(try room.page(of: "bob") == "Page 2")
  }

  @Test("requests about what a viewer sees are answered for its own view")
  func reads() throws {
    var room = try ViewsRoom("ada", "bob")
    try room.attach("bob", view: .own(0))
    _ = try room.press(.goTo(4), by: "bob")
    for (name, title) in [("ada", "Page 1"), ("bob", "Page 4")] {
      guard case .page(let page) = try room.read(.page(.name("talk"), fromLine: 0), by: name) else {
        Issue.record("no page")
        continue
      }
      #expect(page.title == title)
      let outline = try room.read(.outline(.name("talk"), .standardTerminal), by: name)
      guard case .outline(let outline) = outline else {
        Issue.record("no outline")
        continue
      }
      #expect(outline.current == (name == "ada" ? 0 : 3))
    }
    // The session is where everybody else is, and private views are no sessions.
    guard case .sessions(let list) = try room.read(.listSessions, by: "bob") else {
      Issue.record("no list")
      return
    }
    #expect(list.map(\.page) == [1] && list.map(\.viewers) == [2])
    guard case .own(let id)? = room.attached["bob"]?.part.view else {
      Issue.record("no view")
      return
    }
    #expect(ViewsRoom.refusal(try room.read(.getStatus(.id(id)), by: "ada")) != nil)
  }

  @Test("whatever the policy is, a viewer moves its own view, even one that only watches")
  func policy() throws {
    var room = try ViewsRoom("ada")
    try room.attach("eve", isReadOnly: true)
    #expect(ViewsRoom.refusal(try room.press(.forward, by: "eve")) != nil)
    try room.attach("eve", view: .own(0), isReadOnly: true)
    #expect(ViewsRoom.isAccepted(try room.press(.forward, by: "eve")))
    #expect(try room.page(of: "eve") == "Page 2" && room.page(of: "ada") == "Page 1")
  }

  @Test(
    "a follower sees what another viewer sees, at its own place or at that of all, and moves nothing there"
  )
  func follow() throws {
    var room = try ViewsRoom("ada", "bob", "cyd")
    // Bob is where everybody is.
    #expect(try room.attach("cyd", view: .followed(ViewerName(known: "bob"))) == .shared)
    let before = try #require(room.attached["cyd"]?.streamTopic)
    try room.attach("bob", view: .own(0))
    _ = try room.press(.forward, by: "bob")
    // It is asked to move to bob's view.
    room.daemon.pass(.seconds(1))
    let viewer = try #require(room.attached["cyd"]?.viewer)
    let turn = try room.daemon.turn()
    try room.apply(turn)
    let moves = turn.messages(on: before).contains {
      if case .beat(let beat) = $0 { beat.moves.contains(viewer) } else { false }
    }
    #expect(moves)
    let followed = ViewChoice.followed(ViewerName(known: "bob"))
    #expect(try room.attach("cyd", view: followed) == followed)
    #expect(try room.page(of: "cyd") == "Page 2")
    _ = try room.press(.forward, by: "bob")
    #expect(try room.page(of: "cyd") == "Page 3" && room.page(of: "ada") == "Page 1")
    #expect(ViewsRoom.refusal(try room.press(.forward, by: "cyd")) == "you follow bob: b returns")
    // No chains, and nobody follows itself.
    for (name, other) in [("ada", "cyd"), ("ada", "ada")] {
      #expect(throws: SteppedDaemon.Refused.self) {
        try room.attach(name, view: .followed(ViewerName(known: other)))
      }
    }
    // When bob returns, his view ends, and its followers attach again.
    let topic = try #require(room.attached["cyd"]?.streamTopic)
    try room.attach("bob")
    #expect(try room.attach("cyd", view: followed) == .shared)
    #expect(room.attached["cyd"]?.streamTopic != topic)
  }

  @Test("a private view ends with its viewer, with its session, after 10 minutes, and at a restart")
  func ends() throws {
    var room = try ViewsRoom("ada", "bob")
    let view = try room.attach("bob", view: .own(0))
    try room.pass(590, alive: ["ada", "bob"])
    _ = try room.press(.forward, by: "bob")
    try room.pass(590, alive: ["ada", "bob"])
    #expect(try room.attach("bob", view: view) == view)
    try room.pass(20, alive: ["ada", "bob"])
    // A key that was meant for the view that has ended moves nobody else.
    #expect(ViewsRoom.refusal(try room.press(.forward, by: "bob")) == Reply.Failure.viewEnded.text)
    #expect(try room.attach("bob", view: view) == .shared)
    #expect(ViewsRoom.isAccepted(try room.press(.forward, by: "bob")))
    let second = try room.attach("bob", view: .own(0))
    // Silent for longer than 6 s.
    try room.pass(10, alive: ["ada"])
    #expect(room.daemon.hostedCount == 1)
    let third = try room.attach("bob", view: .own(0))
    #expect(Set([view, second, third]).count == 3)
    _ = try room.daemon.turn()
    #expect(room.daemon.hostedCount == 2)
    room.daemon.restart()
    let restore = try #require(room.daemon.turn().restores.first)
    room.daemon.finishRestoring(
      restore.ticket,
      .success(try restore.read(.deck(SteppedDaemon.pages)))
    )
    _ = try room.daemon.turn()
    #expect(try room.attach("bob", view: third) == .shared)
    try room.attach("bob", view: .own(0))
    var owner = Client(seed: 900)
    _ = try room.daemon.ask(owner.operation(.killSession(.name("talk"))))
    #expect(room.daemon.hostedCount == 0)
  }

  @Test("nothing of a private view is stored, and its moves do not count in the session's version")
  func storage() throws {
    var room = try ViewsRoom("ada", "bob")
    _ = try room.press(.forward, by: "ada")
    try room.attach("bob", view: .own(0))
    _ = try room.press(.forward, by: "bob")
    #expect(room.daemon.stored.changes.isEmpty && room.daemon.stored.snapshots.isEmpty)
    #expect(room.daemon.stored.heads.isEmpty && room.daemon.stored.replies.count == 1)
    guard case .status(let status) = try room.read(.getStatus(.name("talk")), by: "ada") else {
      Issue.record("no status")
      return
    }
    #expect(status.session.version == 1 && status.session.page == 2)
  }

  @Test("a repeated request for a view of one's own gets the same one")
  func repetition() throws {
    var room = try ViewsRoom("ada")
    let first = try room.attach("ada", view: .own(0))
    #expect(try room.attach("ada", view: .own(0)) == first)
    #expect(room.daemon.hostedCount == 2)
  }

  @Test("a view that begins while somebody pans is at rest")
  func pan() throws {
    var room = try ViewsRoom("ada", "bob")
    var client = Client(seed: 3)
    let page = try #require(
      room.scene(of: "ada").containers.first { $0.kind == .page && !$0.isHidden }?.id
    )
    let body = try room.daemon.ask(client.attach("talk"))
    guard case .attached(let attached) = body else { throw SteppedDaemon.Refused(body: body) }
    let pan = Pan(gesture: 1, container: page, axis: .horizontal, translation: -20)
    room.daemon.send(
      client.read(
        .pan(Request.PanMove(session: .name("talk"), viewer: attached.viewer, pan))
      )
    )
    _ = try room.daemon.turn()
    #expect(room.daemon.panOwners == [attached.viewer])
    try room.attach("bob", view: .own(0))
    #expect(ViewsRoom.isAccepted(try room.press(.forward, by: "bob")))
    #expect(room.daemon.panOwners == [attached.viewer])
  }
}
