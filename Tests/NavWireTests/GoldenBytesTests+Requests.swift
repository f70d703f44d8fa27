import NavBase
import NavScene
import NavTestKit
import NavWire

extension GoldenBytesTests {
  /// The requests with their names, in the order of the recorded file.
  static var requests: [(String, Request)] {
    let bodies: [(String, UInt64, Request.Body)] = [
      (
        "attach", 0,
        .attach(
          Request.Attach(
            session: "talk",
            viewport: size,
            content: .tabs([.deck(path: "/a.md"), .tree(path: "/b"), .scene(path: "/c.yaml")]),
            joined: Request.Attach.Joined(session: 9, epoch: 1_000)
          )
        )
      ),
      ("leave", 0, .leave(viewer: 7)),
      (
        "alive", 0,
        .alive(
          viewer: 7,
          Request.Health(epoch: 1_000, seq: 5, lag: .milliseconds(40), isOutOfStep: true)
        )
      ),
      ("command", 1, input(.command(.goTo(3)), in: size)),
      (
        "keys", 2,
        .input(
          Request.Input(
            session: .name("talk"),
            action: .keys(["Right", "G", "ctrl-r"].compactMap { Key(name: $0) })
          )
        )
      ),
      ("tap", 3, input(.tap(16, row: 4), epoch: 1_000)),
      ("new", 4, .newSession(name: "x", .tour(command: "navclient -s x"))),
      ("kill", 5, .killSession(.id(9))), ("rename", 6, .renameSession(.id(9), to: "y")),
      ("list", 0, .listSessions), ("snapshot", 0, .takeSnapshot(.name("talk"), size)),
      ("status", 0, .getStatus(.id(9))), ("viewers", 0, .listViewers(.id(9))),
      (
        "wait", 0,
        .wait(Request.Wait(session: .id(9), condition: .version(12), timeout: .seconds(5)))
      ),
      ("outline", 0, .outline(.id(9), size)),
      ("point-show", 0, point(.show(Request.Point.Place(page: 16, row: 4, column: 300)))),
      ("point-unmark", 0, point(.unmark)),
      ("page", 0, .page(.id(9), fromLine: 300)), ("find", 0, .find(.id(9), "grüße")),
      ("visit", 8, input(.visit(visit), in: size)),
      (
        "export", 0,
        .export(Request.Export(session: .id(9), format: .html, key: 0x0102_0304_0506_0708, part: 2))
      ),
      ("search", 7, input(.command(.search("Blue")))),
      ("filter", 8, input(.command(.filter("a b")))),
      ("next-match", 9, input(.command(.nextMatch))),
      ("previous-match", 10, input(.command(.previousMatch))),
      (
        "attach-named", 0,
        .attach(
          Request.Attach(session: "talk", viewport: size, name: ViewerName("ada"), isReadOnly: true)
        )
      ),
      ("control-request", 13, control(.request)),
      ("control-grant", 14, control(.grant(ViewerName("bob")))),
      ("control-deny", 15, control(.deny(nil))),
      (
        "talk-ask", 20,
        .talk(
          Request.Talk(session: .id(9), viewer: 7, .ask("Grüße?"), name: ViewerName("ada"))
        )
      ), ("talk-answered", 21, .talk(Request.Talk(session: .id(9), viewer: 7, .answered(3)))),
      ("talk-start", 22, .talk(Request.Talk(session: .name("talk"), .startTimer))),
      ("talk-pause", 23, .talk(Request.Talk(session: .name("talk"), .pauseTimer))),
      ("talk-reset", 24, .talk(Request.Talk(session: .name("talk"), .resetTimer))),
      ("control-take", 16, .control(Request.Control(session: .name("talk"), .take))),
      ("control-release", 17, .control(Request.Control(session: .name("talk"), .release))),
      (
        "control-policy", 18,
        .control(Request.Control(session: .name("talk"), .policy(.locked)))
      ),
      ("control-kick", 19, control(.kick(ViewerName(known: "bob"), .seconds(60)))),
      ("invitation-create", 25, .invitation(invitation)),
      ("invitation-revoke", 26, .invitation(Request.Invitation(session: .id(9), .revoke(5)))),
      ("invitation-list", 0, .invitation(Request.Invitation(session: .name("talk"), .list))),
      ("bundle-offer", 0, .bundle(.offer(manifest, for: .name("talk")))),
      (
        "bundle-put", 0,
        .bundle(.put(id: hash(7), [Request.Bundle.Piece(of: hash(8), offset: 3, bytes: [1, 2])]))
      ),
      (
        "new-bundle", 27,
        .newSession(name: "kyoto", .bundle(bundle))
      ),
      ("metrics", 0, .metrics),
      ("attach-invited", 0, .attach(attach(.exact))),
      ("attach-relayout", 0, .attach(attach(.relayout))),
      ("attach-letterbox", 0, .attach(attach(.letterbox))),
      (
        "attach-tree-order", 0,
        .attach(
          Request.Attach(
            session: "talk",
            viewport: size,
            content: .tree(path: "/b", order: TreeOrder(showsHidden: true, sort: .size))
          )
        )
      ),
      ("sort", 11, input(.command(.sort(.time)))),
      ("hidden", 12, input(.command(.toggleHidden))),
    ]
    return bodies.map { name, seq, body in
      var request = Request(id: 300, client: client ?? .none, seq: seq, body: body)
      if name == "command" { request.precondition = Request.Precondition(version: 2, top: "1/a") }
      if name == "attach-invited" { request.credential = Credential(invitation: 5, token: token) }
      return (name, request)
    }
  }

  private static func input(
    _ action: SessionAction,
    in viewport: CellSize? = nil,
    epoch: UInt64? = nil
  ) -> Request.Body {
    .input(
      Request.Input(session: .id(9), viewer: 7, viewport: viewport, action: action, epoch: epoch)
    )
  }

  private static func control(_ action: Request.Control.Action) -> Request.Body {
    .control(Request.Control(session: .id(9), viewer: 7, action))
  }

  private static func point(_ kind: Request.Point.Kind) -> Request.Body {
    .point(Request.Point(session: .id(9), viewer: 7, kind, epoch: 1_000))
  }

  private static let visit = Visit(
    [Array("a".utf8), Array("b.md".utf8)],
    selects: true,
    search: "x",
    match: 2
  )

  private static let manifest: BundleManifest = {
    let files = [
      BundleFile(path: "kyoto/talk.md", size: 12, hash: hash(8)),
      BundleFile(path: "kyoto/run.sh", size: 0, hash: hash(9), isExecutable: true),
    ]
    guard let manifest = try? BundleManifest(files) else {
      preconditionFailure("cannot make a manifest")
    }
    return manifest
  }()

  private static let bundle: BundleContent = {
    guard let content = try? BundleContent(id: hash(7), .deck(path: "kyoto/talk.md")) else {
      preconditionFailure("cannot make the content of a bundle")
    }
    return content
  }()

  private static var token: InvitationToken {
    // swift-format-ignore: NeverForceUnwrap
    InvitationToken(Array(16..<32))!
  }

  private static var invitation: Request.Invitation {
    let terms = Request.Invitation.Terms(
      role: .driver,
      validity: .seconds(3_600),
      uses: 50,
      name: ViewerName("Room 3")
    )
    return Request.Invitation(session: .name("talk"), .create(token, terms))
  }

  private static func attach(_ fit: Request.Attach.Fit) -> Request.Attach {
    Request.Attach(session: "talk", viewport: size, fit: fit)
  }
}
