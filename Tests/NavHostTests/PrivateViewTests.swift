import NavBase
import NavScene
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
    for _ in 1...2 { #expect(try room.press(.forward, by: "bob").isAccepted) }
    #expect(try room.page(of: "bob") == "Page 3" && room.page(of: "ada") == "Page 1")
    // It sees where the others are.
    #expect(try room.press(.forward, by: "ada").isAccepted)
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

  @Test("a viewer steps back through what was shown, while the talk goes on")
  func rewind() throws {
    var room = try ViewsRoom("ada", "bob")
    // Two in haste are one step.
    let talk: [(SessionCommand, Int)] = [(.forward, 1), (.forward, 0), (.forward, 1), (.back, 1)]
    for (command, seconds) in talk {
      #expect(try room.press(command, by: "ada").isAccepted)
      room.daemon.pass(.seconds(seconds))
    }
    // The shared view is no place to step back in.
    #expect(try room.press(.past(forward: false), by: "ada").failure?.code == .rejected)
    #expect(Self.isOwn(try room.attach("bob", view: .own(0))))
    #expect(room.attached["bob"]?.part.hasPast == true)
    for page in ["Page 4", "Page 2", "Page 1"] {
      #expect(try room.press(.past(forward: false), by: "bob").isAccepted)
      #expect(try room.page(of: "bob") == page && room.page(of: "ada") == "Page 3")
      #expect(try room.scene(of: "bob").past > 0)
    }
    #expect(try room.press(.past(forward: false), by: "bob").failure?.text != nil)
    #expect(try room.press(.forward, by: "ada").isAccepted)
    #expect(try room.page(of: "bob") == "Page 1" && room.scene(of: "bob").sharedPage == 4)
    // Its own moves do not count.
    #expect(try room.press(.last, by: "bob").isAccepted)
    #expect(try room.scene(of: "bob").past == 0)
    for page in ["Page 2", "Page 4", "Page 3", "Page 4"] {
      #expect(try room.press(.past(forward: true), by: "bob").isAccepted)
      #expect(try room.page(of: "bob") == page)
    }
    #expect(try room.scene(of: "bob").past == 0)
    #expect(try room.press(.past(forward: true), by: "bob").failure?.text != nil)
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
    let list = try room.read(.listSessions, by: "bob").sessions
    #expect(list.map(\.page) == [1] && list.map(\.viewers) == [2])
    guard case .own(let id)? = room.attached["bob"]?.part.view else {
      Issue.record("no view")
      return
    }
    #expect(try room.read(.getStatus(.id(id)), by: "ada").failure?.text != nil)
  }

  @Test("whatever the policy is, a viewer moves its own view, even one that only watches")
  func policy() throws {
    var room = try ViewsRoom("ada")
    try room.attach("eve", isReadOnly: true)
    #expect(try room.press(.forward, by: "eve").failure?.text != nil)
    try room.attach("eve", view: .own(0), isReadOnly: true)
    #expect(try room.press(.forward, by: "eve").isAccepted)
    #expect(try room.page(of: "eve") == "Page 2" && room.page(of: "ada") == "Page 1")
  }

  @Test(
    "a follower sees what another viewer sees, at its own place or at that of all, and moves nothing there"
  )
  func follow() throws {
    var room = try ViewsRoom("ada", "bob", "cyd")
    // Bob is where everybody is.
    let followed = ViewChoice.followed(ViewerName(known: "bob"))
    #expect(try room.attach("cyd", view: followed) == followed)
    #expect(room.attached["cyd"]?.streamTopic == room.attached["ada"]?.streamTopic)
    #expect(try room.press(.forward, by: "cyd").failure?.text == "you follow bob: b returns")
    try room.attach("bob", view: .own(0))
    _ = try room.press(.forward, by: "bob")
    #expect(try room.isAskedToMove("cyd"))
    #expect(try room.attach("cyd", view: followed) == followed)
    #expect(try room.page(of: "cyd") == "Page 2")
    _ = try room.press(.forward, by: "bob")
    #expect(try room.page(of: "cyd") == "Page 3" && room.page(of: "ada") == "Page 1")
    #expect(try room.press(.forward, by: "cyd").failure?.text == "you follow bob: b returns")
    // No chains, and nobody follows itself.
    for (name, other) in [("ada", "cyd"), ("ada", "ada")] {
      #expect(throws: SteppedDaemon.Refused.self) {
        try room.attach(name, view: .followed(ViewerName(known: other)))
      }
    }
    // When bob returns, his view ends, and its followers attach again.
    let topic = try #require(room.attached["cyd"]?.streamTopic)
    try room.attach("bob")
    #expect(try room.attach("cyd", view: followed) == followed)
    #expect(room.attached["cyd"]?.streamTopic != topic)
    // When bob has left, they are asked to attach again, and are back with everybody.
    let gone = try #require(room.attached["bob"]?.viewer)
    _ = try room.read(.leave(viewer: gone), by: "bob")
    #expect(try room.isAskedToMove("cyd"))
    #expect(try room.attach("cyd", view: followed) == .shared)
    #expect(try room.press(.forward, by: "cyd").isAccepted)
    #expect(try !room.isAskedToMove("cyd"))
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
    #expect(try room.press(.forward, by: "bob").failure?.text == Reply.Failure.viewEnded.text)
    #expect(try room.attach("bob", view: view) == .shared)
    #expect(try room.press(.forward, by: "bob").isAccepted)
    let second = try room.attach("bob", view: .own(0))
    // Silent for longer than 6 s.
    try room.pass(10, alive: ["ada"])
    #expect(room.daemon.hostedCount == 1)
    let third = try room.attach("bob", view: .own(0))
    #expect(Set([view, second, third]).count == 3)
    _ = try room.daemon.turn()
    #expect(room.daemon.hostedCount == 2)
    room.daemon.restart()
    _ = try room.daemon.finishRestoring()
    #expect(try room.attach("bob", view: third) == .shared)
    try room.attach("bob", view: .own(0))
    var owner = Client(seed: 900)
    _ = try room.daemon.ask(owner.operation(.killSession(.name("talk"))))
    #expect(room.daemon.hostedCount == 0)
  }

  @Test("after a restart a follower waits for the viewer as long as that may be away")
  func followedOverRestart() throws {
    var room = try ViewsRoom("ada", "bob", "cyd")
    room.daemon.restart()
    _ = try room.daemon.finishRestoring()
    let followed = ViewChoice.followed(ViewerName(known: "bob"))
    #expect(try room.attach("cyd", view: followed) == followed)
    #expect(try room.attach("bob") == .shared)
    #expect(try room.attach("cyd", view: followed) == followed)
    // Bob is silent for longer than 6 s.
    try room.pass(10, alive: ["cyd"])
    #expect(try room.attach("cyd", view: followed) == .shared)
  }

  @Test("a private view is no session: nobody attaches to its id, not even with a valid epoch")
  func noSession() throws {
    var room = try ViewsRoom("ada", "bob")
    guard case .own(let view) = try room.attach("bob", view: .own(0)) else {
      Issue.record("no view")
      return
    }
    let epoch = try #require(room.attached["bob"]).epoch
    let attach = Request.Attach(
      session: "talk",
      viewport: .standardTerminal,
      joined: Request.Attach.Joined(session: view, epoch: epoch)
    )
    let failure = try #require(try room.read(.attach(attach), by: "ada").failure)
    #expect(failure.code == .noSuchSession)
  }

  @Test("whoever follows a view does not move it in the name of its owner")
  func inNameOfOwner() throws {
    var room = try ViewsRoom("ada", "bob")
    try room.attach("bob", view: .own(0))
    room.principals["cyd"] = .address("192.0.2.1")
    try room.attach("cyd", view: .followed(ViewerName(known: "bob")))
    let owner = try #require(room.attached["bob"]).viewer
    let input = Request.Input(
      session: .name("talk"),
      viewer: owner,
      viewport: .standardTerminal,
      action: .command(.forward)
    )
    #expect(try room.operate(.input(input), by: "cyd").failure?.text != nil)
    #expect(try room.page(of: "bob") == "Page 1")
  }

  @Test("a pan moves the session of its viewer, so that is the one that it needs permission for")
  func panElsewhere() throws {
    var room = try ViewsRoom("ada")
    try room.attach("eve", isReadOnly: true)
    let viewer = try #require(room.attached["eve"]).viewer
    let scene = try room.scene(of: "eve")
    let page = try #require(scene.containers.first { $0.kind == .page && !$0.isHidden }?.id)
    let pan = Pan(gesture: 1, container: page, axis: .horizontal, translation: -20)
    for session in [SessionReference.name("talk"), .name("other"), .id(12_345)] {
      let body = Request.Body.pan(Request.PanMove(session: session, viewer: viewer, pan))
      guard case .failure(let failure) = try room.read(body, by: "eve") else {
        Issue.record("\(session)")
        continue
      }
      #expect(failure.code == .notPermitted)
    }
    #expect(room.daemon.panOwners == [])
  }

  @Test("requests to point that change nothing publish nothing")
  func noChange() throws {
    var room = try ViewsRoom("ada")
    let ada = try #require(room.attached["ada"])
    for kind in [Request.Point.Kind.hide, .unmark] {
      let point = Request.Point(
        session: .name("talk"),
        viewer: ada.viewer,
        kind,
        epoch: ada.epoch
      )
      #expect(try room.tell(.point(point), by: "ada").updates.isEmpty)
    }
  }

  @Test("the end of a session tells the viewers of its private views, too")
  func bye() throws {
    var room = try ViewsRoom("ada", "bob")
    try room.attach("bob", view: .own(0))
    let topic = try #require(room.attached["bob"]).streamTopic
    var owner = Client(seed: 900)
    room.daemon.send(owner.operation(.killSession(.name("talk"))))
    let reasons = try room.daemon.turn().messages(on: topic).compactMap {
      if case .bye(let bye) = $0 { bye.reason } else { nil }
    }
    #expect(reasons == [.sessionEnded])
  }

  @Test("nothing of a private view is stored, and its moves do not count in the session's version")
  func storage() throws {
    var room = try ViewsRoom("ada", "bob")
    _ = try room.press(.forward, by: "ada")
    try room.attach("bob", view: .own(0))
    _ = try room.press(.forward, by: "bob")
    #expect(room.daemon.stored.changes.isEmpty && room.daemon.stored.snapshots.isEmpty)
    #expect(room.daemon.stored.heads.isEmpty && room.daemon.stored.replies.count == 1)
    let status = try room.read(.getStatus(.name("talk")), by: "ada").status
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
    let attached = try room.daemon.ask(client.attach("talk")).attached
    let pan = Pan(gesture: 1, container: page, axis: .horizontal, translation: -20)
    room.daemon.send(
      client.read(
        .pan(Request.PanMove(session: .name("talk"), viewer: attached.viewer, pan))
      )
    )
    _ = try room.daemon.turn()
    #expect(room.daemon.panOwners == [attached.viewer])
    try room.attach("bob", view: .own(0))
    #expect(try room.press(.forward, by: "bob").isAccepted)
    #expect(room.daemon.panOwners == [attached.viewer])
  }

  @Test("a private view hears of the session only what its viewers see of it")
  func quiet() throws {
    var room = try ViewsRoom("ada", "bob")
    try room.attach("bob", view: .own(0))
    let topic = try #require(room.attached["bob"]).streamTopic
    func updates(_ action: (inout ViewsRoom) throws -> SteppedDaemon.Turn) throws -> Int {
      try action(&room).messages(on: topic).filter(\.isUpdate).count
    }
    // Another page is in bob's status line; a part of a page further down is not.
    #expect(try updates { try $0.turn(of: .goTo(3), by: "ada") } == 1)
    room.daemon.pass(.seconds(3))
    let version = try Self.version(of: &room)
    #expect(try updates { try $0.turn(of: .lineDown, by: "ada") } == 0)
    let next = try Self.version(of: &room)
    #expect(next == version + 1)
    #expect(try updates { try $0.turn(of: .goTo(4), by: "ada") } == 1)
  }

  private static func version(of room: inout ViewsRoom) throws -> UInt64 {
    let status = try room.read(.getStatus(.name("talk")), by: "ada").status
    return status.session.version
  }

  @Test("content that changes while the owner drags is shown in its view after the drag")
  func reloadDuringDrag() throws {
    var room = try ViewsRoom("ada", "bob")
    let view = try room.attach("bob", view: .own(0))
    let bob = try #require(room.attached["bob"])
    let page = try #require(
      room.scene(of: "bob").containers.first { $0.kind == .page && !$0.isHidden }?.id
    )
    func drag(by cells: Int) throws {
      let pan = Pan(gesture: 1, container: page, axis: .horizontal, translation: cells)
      try room.tell(
        .pan(Request.PanMove(session: .name("talk"), viewer: bob.viewer, pan)),
        by: "bob"
      )
    }
    try drag(by: -20)
    let titles = ["new", "Page 1", "Page 2"]
    try room.reload(titles)
    #expect(try Self.titles(of: "ada", in: &room) == titles)
    #expect(try Self.titles(of: "bob", in: &room).first == "Page 1")
    try drag(by: -25)
    // It is released without a further move.
    try room.pass(8, alive: ["ada", "bob"])
    #expect(try room.attach("bob", view: view) == view)
    #expect(room.attached["bob"]?.streamTopic == bob.streamTopic)
    #expect(try Self.titles(of: "bob", in: &room) == titles)
    _ = try room.press(.goTo(1), by: "bob")
    #expect(try room.page(of: "bob") == "new")
  }

  private static func titles(of name: String, in room: inout ViewsRoom) throws -> [String] {
    let body = try room.read(.outline(.name("talk"), .standardTerminal), by: name)
    guard case .outline(let outline) = body else { throw SteppedDaemon.Refused(body: body) }
    return outline.entries.map(\.title)
  }

  @Test("an input for a followed or a speaker's view that has just ended moves nobody else")
  func lateInput() throws {
    var room = try ViewsRoom("ada", "bob", "cyd")
    try room.attach("bob", view: .own(0))
    try room.attach("cyd", view: .followed(ViewerName(known: "bob")))
    try room.attach("bob")
    #expect(try room.press(.forward, by: "cyd").failure?.text == "you follow bob: b returns")
    let cyd = try #require(room.attached["cyd"])
    let unmark = Request.Point(
      session: .name("talk"),
      viewer: cyd.viewer,
      .unmark,
      epoch: cyd.epoch
    )
    let answer = try room.read(.point(unmark), by: "cyd")
    #expect(answer.failure?.text == Reply.Failure.viewEnded.text)
    #expect(try room.page(of: "ada") == "Page 1")
  }
}

extension LayoutMessage {
  fileprivate var isUpdate: Bool {
    if case .update = self { true } else { false }
  }
}
