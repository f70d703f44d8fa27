import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavSync
import NavTestKit
import NavText
import NavWire
import Testing

/// The wire format of version 1.0 (proto/README.md: Compatibility): these files never change, new minors get files of their
/// own.
@Suite("The bytes of protocol 1.0")
struct GoldenBytesTests {
  private static let client = ClientID(Array(1...16))
  private static let size = CellSize(columns: 80, rows: 24)
  private static let small = CellSize(columns: 40, rows: 12)

  private static let scene: Scene = {
    var scene = Scene(viewport: size, of: SessionFacts(name: "talk", viewers: 2))
    let pager = ContainerID(rawValue: 1)
    let page = ContainerID(rawValue: 16)
    scene.insert(
      Container(id: pager, kind: .pager, frame: CellRect(x: 0, y: 0, width: 80, height: 23))
    )
    var container = Container(
      id: page,
      kind: .page,
      frame: CellRect(x: 0, y: 0, width: 80, height: 23)
    )
    container.parent = pager
    container.title = "Grüße"
    container.rows.set(
      [
        TextRow(
          "Hi",
          runs: [StyledRun(length: 2, style: TextStyle(role: .heading1, attributes: .bold))]
        ),
        TextRow("plain", runs: []),
      ],
      at: 0
    )
    scene.insert(container)
    scene.focus = pager
    scene.focusKind = .pager
    return scene
  }()

  private static let timeline = Timeline(
    last: 3,
    changes: [
      FramedChange(frame: 0, change: .root(RootChange(fields: [.viewers: 3]))),
      FramedChange(frame: 3, change: .removeContainer(ContainerID(rawValue: 16))),
    ],
    tracks: [DeltaTrack(container: ContainerID(rawValue: 16), field: .x, deltas: [-10, 0, -70])]
  )

  private static var requests: [(String, Request)] {
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
      (
        "command", 1,
        .input(
          Request.Input(session: .id(9), viewer: 7, viewport: size, action: .command(.goTo(3)))
        )
      ),
      (
        "keys", 2,
        .input(
          Request.Input(
            session: .name("talk"),
            viewer: nil,
            viewport: nil,
            action: .keys(["Right", "G", "ctrl-r"].compactMap { Key(name: $0) })
          )
        )
      ),
      (
        "tap", 3,
        .input(
          Request.Input(
            session: .id(9),
            viewer: 7,
            viewport: nil,
            action: .tap(ContainerID(rawValue: 16), row: 4),
            epoch: 1_000
          )
        )
      ),
      ("new", 4, .newSession(name: "x", .tour(command: "navclient -s x"))),
      ("kill", 5, .killSession(.id(9))), ("rename", 6, .renameSession(.id(9), to: "y")),
      ("list", 0, .listSessions), ("snapshot", 0, .takeSnapshot(.name("talk"), size)),
      ("status", 0, .getStatus(.id(9))), ("viewers", 0, .listViewers(.id(9))),
      (
        "wait", 0,
        .wait(Request.Wait(session: .id(9), condition: .version(12), timeout: .seconds(5)))
      ),
      ("outline", 0, .outline(.id(9), size)),
      (
        "point-show", 0,
        .point(
          Request.Point(
            session: .id(9),
            viewer: 7,
            .show(
              Request.Point.Place(page: ContainerID(rawValue: 16), row: 4, column: 300)
            ),
            epoch: 1_000
          )
        )
      ),
      (
        "point-unmark", 0,
        .point(Request.Point(session: .id(9), viewer: 7, .unmark, epoch: 1_000))
      ),
      ("page", 0, .page(.id(9), fromLine: 300)), ("find", 0, .find(.id(9), "grüße")),
      (
        "visit", 8,
        .input(
          Request.Input(
            session: .id(9),
            viewer: 7,
            viewport: size,
            action: .visit(
              Visit([Array("a".utf8), Array("b.md".utf8)], selects: true, search: "x", match: 2)
            )
          )
        )
      ),
      (
        "export", 0,
        .export(Request.Export(session: .id(9), format: .html, key: 0x0102_0304_0506_0708, part: 2))
      ),
      (
        "search", 7,
        .input(
          Request.Input(
            session: .id(9),
            viewer: 7,
            viewport: nil,
            action: .command(.search("Blue"))
          )
        )
      ),
      (
        "filter", 8,
        .input(
          Request.Input(session: .id(9), viewer: 7, viewport: nil, action: .command(.filter("a b")))
        )
      ),
      (
        "next-match", 9,
        .input(
          Request.Input(session: .id(9), viewer: 7, viewport: nil, action: .command(.nextMatch))
        )
      ),
      (
        "previous-match", 10,
        .input(
          Request.Input(session: .id(9), viewer: 7, viewport: nil, action: .command(.previousMatch))
        )
      ),
      (
        "attach-named", 0,
        .attach(
          Request.Attach(
            session: "talk",
            viewport: size,
            content: nil,
            name: ViewerName("ada"),
            isReadOnly: true
          )
        )
      ),
      ("control-request", 13, .control(Request.Control(session: .id(9), viewer: 7, .request))),
      (
        "control-grant", 14,
        .control(Request.Control(session: .id(9), viewer: 7, .grant(ViewerName("bob"))))
      ),
      ("control-deny", 15, .control(Request.Control(session: .id(9), viewer: 7, .deny(nil)))),
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
      (
        "control-kick", 19,
        .control(
          Request.Control(session: .id(9), viewer: 7, .kick(ViewerName(known: "bob"), .seconds(60)))
        )
      ),
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
      (
        "sort", 11,
        .input(
          Request.Input(session: .id(9), viewer: 7, viewport: nil, action: .command(.sort(.time)))
        )
      ),
      (
        "hidden", 12,
        .input(
          Request.Input(session: .id(9), viewer: 7, viewport: nil, action: .command(.toggleHidden))
        )
      ),
    ]
    return bodies.map { name, seq, body in
      var request = Request(id: 300, client: client ?? .none, seq: seq, body: body)
      if name == "command" { request.precondition = Request.Precondition(version: 2, top: "1/a") }
      if name == "attach-invited" { request.credential = Credential(invitation: 5, token: token) }
      return (name, request)
    }
  }

  private static func hash(_ byte: UInt8) -> ContentHash {
    guard let hash = ContentHash([UInt8](repeating: byte, count: ContentHash.byteCount)) else {
      preconditionFailure("cannot make a hash")
    }
    return hash
  }

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
    Request.Attach(session: "talk", viewport: size, content: nil, fit: fit)
  }

  private static func attached(isNew: Bool, _ viewport: CellSize? = nil) -> Reply.Attached {
    Reply.Attached(
      version: .current,
      viewer: 7,
      session: 9,
      epoch: 1_000,
      streamTopic: [115, 1, 2],
      readyTopic: [122, 1, 2],
      beatInterval: .seconds(1),
      opened: Reply.Attached.OpenedContent(.deck(path: "/a.md"), isNew: isNew),
      viewport: viewport
    )
  }

  private static var replies: [(String, Reply)] {
    var failure = Reply.Failure(.preconditionFailed, "no", expected: 4)
    failure.wait = .milliseconds(250)
    failure.found = Reply.Failure.Found(version: 6, top: "2")
    let info = Reply.SessionInfo(
      name: "talk",
      id: 9,
      content: "/a.md",
      viewers: 2,
      page: 3,
      pages: 8,
      version: 12,
      title: "Three",
      top: "3"
    )
    var finding = Reply.Status(
      session: info,
      isSettled: true,
      sizes: [],
      daemonVersion: "0.1.0",
      uptime: .zero
    )
    finding.finding = Reply.Finding(search: "Blue", matches: 17, match: 3, filter: "a b")
    var turning = finding
    turning.loop = LoopFigures(turns: 1 << 40, longestTurn: .microseconds(1_234))
    var driven = finding
    driven.control = Reply.ControlStatus(
      policy: .request,
      driver: "ada",
      held: .seconds(61),
      idle: .milliseconds(1_500),
      requests: ["bob", "cyd"]
    )
    var named = attached(isNew: false)
    named.part.name = ViewerName("ada")
    var browsing = named
    browsing.part.view = .own(7)
    var speaking = named
    speaking.part = Reply.Attached.Part(
      name: ViewerName("ada"),
      view: .speaker,
      clock: .milliseconds(90_000)
    )
    let bodies: [(String, Reply.Body)] = [
      ("driven", .status(driven)), ("attached-named", .attached(named)),
      ("attached-browsing", .attached(browsing)), ("attached-speaking", .attached(speaking)),
      (
        "viewers-named",
        .viewers(
          Reply.Standing.allCases.map {
            Reply.ViewerInfo(
              id: 7,
              viewport: size,
              attached: .seconds(60),
              silent: .seconds(1),
              name: ViewerName("ada"),
              standing: $0
            )
          }
        )
      ),
      ("error", .failure(failure)),
      ("attached", .attached(attached(isNew: true))),
      ("accepted", .accepted(version: 13)),
      ("nothing", .accepted(version: 13, noEffect: .lastPage)), ("sessions", .sessions([info])),
      ("scene", .snapshot(session: "talk", version: 12, scene)), ("done", .done),
      (
        "status",
        .status(
          Reply.Status(
            session: info,
            isSettled: true,
            sizes: [size],
            daemonVersion: "0.1.0",
            uptime: .seconds(61)
          )
        )
      ),
      (
        "viewers",
        .viewers([
          Reply.ViewerInfo(
            id: 7,
            viewport: size,
            attached: .seconds(60),
            silent: .seconds(1),
            lag: .milliseconds(16)
          )
        ])
      ),
      ("waited", .waited(version: 12)), ("finding", .status(finding)), ("turns", .status(turning)),
      (
        "outline",
        .outline(
          Outline(
            entries: [
              Outline.Entry(level: 1, title: "Grüße", number: 1),
              Outline.Entry(level: 2, title: "Zwei", number: 7),
            ],
            current: 1,
            version: 12,
            isCut: true
          )
        )
      ),
      ("page-text", .page(pageText)),
      (
        "found",
        .found(
          FoundPlaces(
            .chapters,
            places: [
              FoundPlaces.Place(
                visit: Visit([Array("a".utf8)], search: "x"),
                label: "ein x",
                detail: "Zwei",
                marks: [4..<5]
              )
            ],
            count: 1,
            looked: 3,
            isDone: true,
            isCut: true
          )
        )
      ),
      (
        "bundle",
        .bundle(
          Reply.BundleState(
            id: hash(7),
            needs: [Reply.BundleState.Need(of: hash(8), received: 3)],
            isComplete: false
          )
        )
      ),
      (
        "invitations",
        .invitations(
          Reply.Invitations(
            server: PeerKey(Array(0..<32)).map { ServerKeys($0) },
            addresses: [TCPAddress("tcp://192.0.2.7:7100")].compactMap(\.self),
            [
              Reply.InvitationInfo(
                id: InvitationID(5),
                session: "talk",
                role: .driver,
                expires: 1_800_000_000_000,
                uses: 50,
                used: 2,
                name: ViewerName("Room 3"),
                isRevoked: true
              )
            ]
          )
        )
      ),
      ("metrics", .metrics("# TYPE navd_turns_total counter\nnavd_turns_total 7\n")),
      ("attached-smaller", .attached(attached(isNew: false, small))),
      ("exported", .exported(Reply.ExportPart(part: 2, count: 3, bytes: Array("Grüße".utf8)))),
      (
        "viewers-smaller",
        .viewers([
          Reply.ViewerInfo(
            id: 7,
            viewport: size,
            attached: .seconds(60),
            silent: .seconds(1),
            layout: small
          )
        ])
      ),
    ]
    return bodies.map { name, body in
      (name, Reply(id: 300, client: client, seq: 3, isDurable: name == "accepted", body: body))
    }
  }

  private static let pageText = PageText(
    title: "Grüße",
    version: 12,
    top: "4.2",
    selected: "plan.md",
    passages: [
      Passage(.heading(2), lines: ["Zwei"]),
      Passage(.text, lines: ["a", "b"], lead: "• ", margin: "  ", isTight: true),
      Passage(.code("swift"), lines: ["\tx", ""], isContinued: true),
      Passage(.verbatim, lines: ["1"]), Passage(.column(1, of: 2)),
      Passage(.table, cells: [["h", "i"], ["", "2\n3"]]), Passage(.rule, lines: ["---"]),
    ],
    firstLine: 300,
    lineCount: 400
  )

  private static var messages: [(String, LayoutMessage)] {
    let snapshot = Snapshot(
      epoch: 1_000,
      seq: 41,
      version: 12,
      hash: 0xfedc_ba98_7654_3210,
      scene: scene,
      timeline: nil,
      elapsed: .zero
    )
    var moving = snapshot
    moving.timeline = timeline
    moving.elapsed = .milliseconds(20)
    let update = Update(
      epoch: 1_000,
      base: Update.Base(seq: 41, frame: 2),
      seq: 43,
      version: 13,
      hash: 0x0123_4567_89ab_cdef,
      timeline: timeline
    )
    var found = update
    found.timeline = Timeline(
      last: 0,
      changes: [
        FramedChange(
          frame: 0,
          change: .root(
            RootChange(fields: [.matches: 17, .match: 3], texts: [.search: "Blue"])
          )
        ),
        FramedChange(
          frame: 0,
          change: .container(
            ContainerID(rawValue: 16),
            ContainerChange(fields: [.unfiltered: 14], texts: [.filter: "a b"])
          )
        ),
        FramedChange(
          frame: 0,
          change: .rows(
            ContainerID(rawValue: 16),
            first: 0,
            [
              TextRow(
                "Blue Blue",
                runs: [
                  StyledRun(length: 4, style: TextStyle(attributes: [.found, .foundHere])),
                  StyledRun(length: 1, style: .plain),
                  StyledRun(length: 4, style: TextStyle(attributes: .found)),
                ]
              ),
              TextRow(
                "let red",
                runs: [
                  StyledRun(length: 3, style: TextStyle(role: .codeKeyword)),
                  StyledRun(length: 1, style: .plain),
                  StyledRun(
                    length: 3,
                    style: TextStyle(
                      attributes: .dim,
                      foreground: .indexed(1),
                      background: .rgb(255, 250, 0)
                    )
                  ),
                ],
                fill: .codeBlock
              ),
            ]
          )
        ),
      ]
    )
    var moves = Beat(epoch: 1_000, seq: 43, version: 13, hash: 99)
    moves.moves = [7, 0xfedc_ba98_7654_3210]
    return [
      ("snapshot", .snapshot(moving)), ("update", .update(update)),
      ("beat", .beat(Beat(epoch: 1_000, seq: 43, version: 13, hash: 99, isGone: true))),
      ("bye", .bye(Bye(reason: .sessionEnded, text: "somebody ended it"))),
      ("keyframe", .keyframe(snapshot)), ("found", .update(found)), ("moves", .beat(moves)),
    ]
  }

  @Test("the bytes are unchanged, and decode to the same messages")
  func bytes() throws {
    var lines: [String] = []
    for (name, request) in Self.requests {
      lines.append("request \(name) \(hex(request.encoded()))")
    }
    for (name, reply) in Self.replies { lines.append("reply \(name) \(hex(reply.encoded()))") }
    for (name, message) in Self.messages {
      lines.append("layout \(name) \(hex(message.encoded()))")
    }
    try GoldenText().check(lines.joined(separator: "\n") + "\n", name: "protocol-1.0")
    // The bytes decode to the same messages.
    for (name, request) in Self.requests {
      #expect(try Request(decoding: request.encoded()) == request, "\(name)")
    }
    for (name, reply) in Self.replies {
      #expect(try Reply(decoding: reply.encoded()) == reply, "\(name)")
    }
    for (name, message) in Self.messages {
      #expect(try LayoutMessage(decoding: message.encoded()) == message, "\(name)")
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
