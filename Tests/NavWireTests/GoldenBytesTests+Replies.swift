import NavBase
import NavScene
import NavWire

extension GoldenBytesTests {
  /// The replies with their names, in the order of the recorded file.
  static var replies: [(String, Reply)] {
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
          Reply.Standing.allCases.map { standing in
            viewer { ($0.name, $0.standing) = (ViewerName("ada"), standing) }
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
      ("viewers", .viewers([viewer { $0.lag = .milliseconds(16) }])),
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
      ("viewers-smaller", .viewers([viewer { $0.layout = small }])),
      ("found-part", .found(FoundPlaces(.values, count: 2, looked: 5, whole: 9))),
    ]
    return bodies.map { name, body in
      (name, Reply(id: 300, client: client, seq: 3, isDurable: name == "accepted", body: body))
    }
  }

  private static func viewer(_ change: (inout Reply.ViewerInfo) -> Void) -> Reply.ViewerInfo {
    var viewer = Reply.ViewerInfo(
      id: 7,
      viewport: size,
      attached: .seconds(60),
      silent: .seconds(1)
    )
    change(&viewer)
    return viewer
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
}
