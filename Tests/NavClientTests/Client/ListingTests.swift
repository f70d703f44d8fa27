import Foundation
import NavBase
import NavScene
import NavViewer
import NavWire
import Testing

@testable import NavClient

/// The output of `ls`, `status`, `watch` and `viewers`.
@Suite struct ListingTests {
  private static let sessions = [
    Reply.SessionInfo(
      name: "a",
      id: 1,
      content: "tour",
      viewers: 2,
      page: 1,
      pages: 9,
      version: 0,
      title: "Welcome",
      top: "1"
    ),
    Reply.SessionInfo(
      name: "quarterly-talk",
      id: 2,
      content: "/home/ada/talk \"4\"/déjà vu.md",
      viewers: 12,
      page: 140,
      pages: 1_400,
      version: 18_446_744_073_709_551_615,
      title: "中文",
      top: "2/a%2Fb/中文"
    ),
  ]

  private static let status = Reply.Status(
    session: sessions[1],
    isSettled: false,
    sizes: [CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60)],
    daemonVersion: "0.1.0",
    uptime: .milliseconds(185_250)
  )

  private static let viewers = [
    Reply.ViewerInfo(
      id: 0xABC,
      viewport: CellSize(columns: 80, rows: 24),
      attached: .seconds(59),
      silent: .milliseconds(1_999),
      lag: .milliseconds(1_250)
    ),
    Reply.ViewerInfo(
      id: .max,
      viewport: CellSize(columns: 1000, rows: 500),
      attached: .seconds(7_200),
      silent: .zero,
      layout: CellSize(columns: 90, rows: 30),
      name: ViewerName("ada@quiet"),
      standing: .drives
    ).at(PagePosition(page: 3, pages: 5)),
  ]

  // MARK: Tables

  @Test func columnsStandBelowEachOther() {
    #expect(
      SessionListing.table(Self.sessions) == """
        SESSION         PAGE      VIEWERS  TITLE    CONTENT
        a               1/9       2        Welcome  tour
        quarterly-talk  140/1400  12       中文     /home/ada/talk "4"/déjà vu.md
        """
    )
    #expect(
      ViewerListing.table(Self.viewers) == """
        VIEWER     STANDING  WHERE  SIZE      LAYOUT  HERE  SEEN
        00000000                    80x24     80x24   59 s  1 s ago
        ada@quiet  drives    3/5    1000x500  90x30   2 h   0 s ago
        """
    )
    #expect(SessionListing.names(Self.sessions) == "a\nquarterly-talk")
  }

  @Test func aStatusIsALineForEachFact() {
    #expect(
      StatusListing.text(Self.status) == """
        session  quarterly-talk
        content  /home/ada/talk "4"/déjà vu.md
        page     140/1400  中文
        top      2/a%2Fb/中文
        viewers  12
        control  open
        version  18446744073709551615
        state    moving
        sizes    80x24, 200x60
        navd     0.1.0, up 3 min
        """
    )
    var quiet = Self.status
    quiet.session.title = ""
    quiet.isSettled = true
    quiet.sizes = []
    let text = StatusListing.text(quiet)
    #expect(text.contains("page     140/1400\n"))
    #expect(text.contains("state    settled\nsizes    none\n"))
    #expect(!text.contains("saved"))
    quiet.loop = LoopFigures(turns: 12_345, longestTurn: .microseconds(3_456))
    #expect(StatusListing.text(quiet) == text + "\nloop     12345 turns, the longest worked 3 ms")
    quiet.loop = LoopFigures()
    quiet.isDurable = false
    #expect(
      StatusListing.text(quiet)
        == text + "\nsaved    no: navd can't write its state (see its log)"
    )
  }

  @Test(
    arguments: [
      (Reply.Failure.Found(version: 12, top: "3/Kind of Blue"), "version 12, page 3/Kind of Blue"),
      (Reply.Failure.Found(version: 0, top: ""), "version 0"),
      (Reply.Failure.Found(version: .max, top: "a\u{1b}"), "version \(UInt64.max), page a\u{fffd}"),
    ]
  )
  func aPreconditionThatFailedSaysWhatIsSo(found: Reply.Failure.Found, words: String) {
    var failure = Reply.Failure(.preconditionFailed, "no")
    failure.found = found
    let exit = ClientExit(failure)
    #expect(exit.code == .timeout)
    #expect(exit.text == "nothing was done: the session is at \(words)")
  }

  @Test func whatMayNotLastIsSaid() {
    for isDurable in [true, false] {
      let reply = Reply(id: 1, client: nil, seq: 1, isDurable: isDurable, body: .done)
      let warning = "not saved: navd can't write its state (see its log)"
      #expect(reply.warning == (isDurable ? nil : warning))
    }
  }

  @Test func nothingIsASentence() {
    #expect(SessionListing.table([]) == "no sessions; start one with `navclient --session NAME`")
    #expect(ViewerListing.table([]) == "nobody watches; join with `navclient --session NAME`")
    #expect(SessionListing.names([]) == "")
  }

  @Test(
    arguments: [
      (String(repeating: "x", count: 30), String(repeating: "x", count: 30)),
      (String(repeating: "x", count: 31), String(repeating: "x", count: 29) + "…"),
      (String(repeating: "漢", count: 15), String(repeating: "漢", count: 15)),
      (String(repeating: "漢", count: 16), String(repeating: "漢", count: 14) + "…"),
    ]
  )
  func aTitleIsCutAt30Columns(title: String, shown: String) {
    var session = Self.sessions[0]
    session.title = title
    let row = SessionListing.table([session]).split(separator: "\n")[1]
    #expect(row.contains("  \(shown)  "))
  }

  @Test func noTextSendsControlCharactersToTheTerminal() {
    let evil = "/tmp/a\u{1b}[2J\nb\u{202e}.md"
    var session = Self.sessions[0]
    session.content = evil
    session.title = evil
    session.name = evil
    var status = Self.status
    status.session = session
    status.daemonVersion = evil
    let texts = [
      (SessionListing.table([session]), 2), (SessionListing.names([session]), 1),
      (StatusListing.text(status), 10),
    ]
    for (text, lines) in texts {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" }, "\(text)")
      #expect(text.split(separator: "\n").count == lines, "\(text)")
    }
  }

  @Test(
    arguments: [
      (Duration.milliseconds(-5), "0 s"), (.zero, "0 s"), (.milliseconds(999), "0 s"),
      (.milliseconds(1_000), "1 s"), (.milliseconds(59_999), "59 s"), (.seconds(60), "1 min"),
      (.seconds(3_599), "59 min"), (.seconds(3_600), "1 h"), (.seconds(86_399), "23 h"),
      (.seconds(86_400), "1 d"), (.seconds(86_400 * 400), "400 d"),
    ]
  )
  func durationsForPeople(duration: Duration, words: String) {
    var status = Self.status
    status.uptime = duration
    #expect(StatusListing.text(status).hasSuffix(", up \(words)"))
  }

  @Test func aSessionThatNobodyHasSeenForLongIsMarked() throws {
    var session = Self.sessions[0]
    (session.viewers, session.unseen) = (0, .seconds(86_400 * 9))
    #expect(SessionListing.table([session]).split(separator: "\n")[1].contains("unseen 9 d"))
    #expect(try SessionListing.json([session]).contains(#""unseen_ms":777600000,"#))
  }

  // MARK: JSON

  @Test func keysOfJSONAreStable() throws {
    #expect(
      try SessionListing.json(Self.sessions)
        == #"[{"content":"tour","name":"a","page":1,"pages":9,"title":"Welcome","top":"1","#
        + #""unseen_ms":0,"version":0,"viewers":2},{"content":"/home/ada/talk \"4\"/déjà vu.md","name":"quarterly-talk","#
        + #""page":140,"pages":1400,"title":"中文","top":"2/a%2Fb/中文","#
        + #""unseen_ms":0,"version":18446744073709551615,"viewers":12}]"#
    )
    #expect(
      try StatusListing.json(Self.status)
        == #"{"content":"/home/ada/talk \"4\"/déjà vu.md","control":{"driver":null,"held_ms":null,"idle_ms":null,"#
        + #""policy":"open","requests":[]},"daemon_version":"0.1.0","durable":true,"#
        + #""faults":[],"filter":null,"longest_turn_us":0,"name":"quarterly-talk","page":140,"pages":1400,"search":null,"settled":false,"#
        + #""sizes":[{"columns":80,"rows":24},{"columns":200,"rows":60}],"title":"中文","#
        + #""top":"2/a%2Fb/中文","turns":0,"uptime_ms":185250,"version":18446744073709551615,"viewers":12}"#
    )
    #expect(
      try ViewerListing.json(Self.viewers)
        == #"[{"attached_ms":59000,"id":"0000000000000abc","lag_ms":1250,"#
        + #""layout":{"columns":80,"rows":24},"name":"00000000","silent_ms":1999,"#
        + #""size":{"columns":80,"rows":24},"standing":"moves","#
        + #""view":{"kind":"shared","name":null,"page":null,"pages":null}},{"attached_ms":7200000,"id":"ffffffffffffffff","#
        + #""lag_ms":0,"layout":{"columns":90,"rows":30},"name":"ada@quiet","silent_ms":0,"#
        + #""size":{"columns":1000,"rows":500},"standing":"drives","#
        + #""view":{"kind":"shared","name":null,"page":3,"pages":5}}]"#
    )
  }

  @Test(
    arguments: [
      (Reply.Finding(), [], #""filter":null"#, #""search":null"#),
      (
        Reply.Finding(search: "kind of", matches: 17, match: 3, filter: "a b"),
        ["search   kind of  3/17", "filter   a b"], #""filter":"a b""#,
        #""search":{"match":3,"matches":17,"text":"kind of"}"#
      ),
      (
        Reply.Finding(search: "x", matches: 2), ["search   x  2"], #""filter":null"#,
        #""search":{"match":null,"matches":2,"text":"x"}"#
      ),
    ] as [(Reply.Finding, [String], String, String)]
  )
  func whatIsLookedFor(
    finding: Reply.Finding,
    lines: [String],
    filter: String,
    search: String
  ) throws {
    var status = Self.status
    status.finding = finding
    let text = StatusListing.text(status).split(separator: "\n").map(String.init)
    #expect(text.filter { $0.hasPrefix("search") || $0.hasPrefix("filter") } == lines)
    let json = try StatusListing.json(status)
    #expect(json.contains(filter) && json.contains(search), "\(json)")
  }

  @Test func linesOfEqualStatesAreEqual() throws {
    var status = Self.status
    func line() throws -> String {
      var watch = SessionWatch()
      let state = WatchedState(status, isSettled: true, nil)
      let event = try #require(watch.receive(state).first)
      return try WatchListing.json(event, state)
    }
    let first = try line()
    for part in [
      #""content":"/home/ada/talk \"4\"/déjà vu.md""#, #""event":"now""#, #""settled":true"#,
      #""control":{"driver":null,"policy":"open","requests":[]}"#, #""durable":true"#,
      #""name":"quarterly-talk","page":140,"pages":1400"#, #""title":"中文","top":"2/a%2Fb/中文""#,
      #""version":18446744073709551615,"viewers":12"#,
    ] {
      #expect(first.contains(part), "\(part)\n\(first)")
    }
    status.control = Reply.ControlStatus(policy: .request, driver: "ada", requests: ["bob"])
    let second = try line()
    #expect(
      second.contains(#""control":{"driver":"ada","policy":"request","requests":["bob"]}"#),
      "\(second)"
    )
    status.control.held = .seconds(60)
    status.control.idle = .seconds(30)
    status.uptime += .seconds(60)
    #expect(try line() == second)
  }

  @Test func nothingIsAnEmptyArray() throws {
    #expect(try SessionListing.json([]) == "[]")
    #expect(try ViewerListing.json([]) == "[]")
  }

  @Test func anyTextComesBackFromJSON() throws {
    struct Entry: Decodable {
      var name: String
      var title: String
      var version: UInt64
    }
    var session = Self.sessions[1]
    session.title = "\u{1b}]8;;\u{7}\n\t\\ \" / \u{2028} \u{0} 👩‍🚀"
    let decoded = try JSONDecoder()
      .decode([Entry].self, from: Data(try SessionListing.json([session]).utf8))
    #expect(decoded.map(\.title) == [session.title])
    #expect(decoded.map(\.version) == [.max])
  }

  // MARK: Others

  @Test func anInvitationIsACommandLine() {
    let command = Invitation.command(joining: "talk")
    #expect(command.hasSuffix(" --session talk"))
    #expect(!command.hasPrefix(" "))
    // On another machine the command needs the daemon's address.
    let far = Invitation.command(joining: "talk", at: TCPAddress("tcp://example.org:7100"))
    #expect(far.hasSuffix(" --server tcp://example.org:7100 --session talk"))
    let bracketed = Invitation.command(joining: "talk", at: TCPAddress("tcp://[::1]:7100"))
    #expect(bracketed.hasSuffix(" --server 'tcp://[::1]:7100' --session talk"))
  }
}

extension Reply.ViewerInfo {
  fileprivate func at(_ position: PagePosition) -> Reply.ViewerInfo {
    var info = self
    info.position = position
    return info
  }
}

/// The output of `policy`, and what a script may do.
@Suite("Listings of who may move a session")
struct ControlListingTests {
  private static let names = ["bob", "carol", "dan"]

  private static func control(
    _ policy: ControlPolicy,
    _ driver: String? = nil,
    requests: Int = 0
  ) -> Reply.ControlStatus {
    Reply.ControlStatus(
      policy: policy,
      driver: driver,
      held: .milliseconds(61_500),
      idle: .seconds(2),
      requests: Array(names.prefix(requests))
    )
  }

  private static let lines: [(Reply.ControlStatus, String)] = [
    (control(.open), "open"), (control(.request), "request, nobody drives"),
    (control(.request, "ada"), "request, ada drives"),
    (control(.request, "ada", requests: 1), "request, ada drives (bob asks)"),
    (control(.request, "ada", requests: 2), "request, ada drives (2 ask: bob, carol)"),
    (
      control(.request, "a script", requests: 3),
      "request, a script drives (3 ask: bob, carol, dan)"
    ),
    (control(.locked), "locked, nobody drives"), (control(.locked, "ada"), "locked, ada drives"),
    (control(.locked, "a\u{1b}[2J\nb"), "locked, a\u{fffd}[2J b drives"),
  ]

  @Test("one line for people", arguments: lines)
  func text(control: Reply.ControlStatus, line: String) {
    #expect(ControlListing.text(control) == line)
  }

  private static let objects: [(Reply.ControlStatus, String)] = [
    (
      control(.request),
      #"{"driver":null,"held_ms":null,"idle_ms":null,"policy":"request","requests":[]}"#
    ),
    (
      control(.locked, "ada", requests: 2),
      #"{"driver":"ada","held_ms":61500,"idle_ms":2000,"policy":"locked","requests":["bob","carol"]}"#
    ),
  ]

  @Test("an object for programs", arguments: objects)
  func json(control: Reply.ControlStatus, object: String) throws {
    #expect(try ControlListing.json(control) == object)
  }

  private static let standings: [(standing: Reply.Standing, word: String, key: String)] = [
    (.moves, "", "moves"), (.follows, "follows", "follows"), (.asks, "asks", "asks"),
    (.drives, "drives", "drives"), (.readOnly, "read only", "read-only"),
  ]

  @Test("what each viewer may do, in a table and in JSON")
  func standingsOfViewers() throws {
    #expect(Self.standings.map { $0.standing } == Reply.Standing.allCases)
    for (standing, word, key) in Self.standings {
      let viewer = Reply.ViewerInfo(
        id: 1,
        viewport: CellSize(columns: 80, rows: 24),
        attached: .zero,
        silent: .zero,
        standing: standing
      )
      let row = ViewerListing.table([viewer]).split(separator: "\n")[1]
      let gap = String(repeating: " ", count: max(0, "STANDING".count - word.count))
      #expect(row.hasPrefix("00000000  \(word)\(gap)         80x24  "), "\(row)")
      #expect(try ViewerListing.json([viewer]).contains("\"standing\":\"\(key)\""))
    }
  }
}

@Suite("The output of `navclient invite`")
struct InvitationListingTests {
  private static let now: Int64 = 1_800_000_000_000

  private static func info(
    _ change: (inout Reply.InvitationInfo) -> Void = { _ in }
  )
    -> Reply
    .InvitationInfo
  {
    var info = Reply.InvitationInfo(
      id: InvitationID(5),
      session: "talk",
      role: .driver,
      expires: now + 8 * 3_600_000,
      uses: 50,
      used: 2,
      name: ViewerName("Room 3")
    )
    change(&info)
    return info
  }

  private static func link() throws -> InvitationLink {
    let token = try #require(InvitationToken([UInt8](repeating: 1, count: 16)))
    let server = try #require(PeerKey([UInt8](repeating: 2, count: 32)))
    let address = try #require(TCPAddress("tcp://192.0.2.7:7100"))
    let credential = Credential(invitation: 5, token: token)
    return try #require(
      InvitationLink([address], session: "talk", server: ServerKeys(server), credential)
    )
  }

  @Test("the explanation says who may do what, until when, what to type, and how to take it back")
  func explanation() throws {
    let link = try Self.link()
    let text = InvitationListing.explanation(link, Self.info(), at: Self.now)
    #expect(text.contains("Each of the first 50 who use it may drive session talk, until "))
    #expect(text.contains("in 8 h"))
    #expect(text.contains("\n  navclient join '\(link)'\n"))
    #expect(text.contains("`navclient invite -s talk --revoke \(InvitationID(5))`"))
    let sent = InvitationListing.explanation(link, Self.info(), at: Self.now + 40)
    #expect(sent.contains("in 8 h"))
    let one = Self.info { ($0.uses, $0.role) = (1, .viewer) }
    #expect(
      InvitationListing.explanation(link, one, at: Self.now)
        .contains("The first who uses it watches session talk")
    )
  }

  @Test("an invitation that ends sooner than was asked for says so in a line")
  func shortening() throws {
    let hour = Duration.seconds(3_600)
    let day = InvitationListing.shortening(Self.info(), asked: hour * 24, at: Self.now)
    let line = try #require(day)
    #expect(line.contains("in 8 h, as your own, and not for 1 d"), "\(line)")
    let whole = InvitationListing.shortening(Self.info(), asked: hour * 8, at: Self.now + 40)
    #expect(whole == nil)
  }

  @Test("the table tells how often each was used, and whether it is over")
  func table() {
    #expect(InvitationListing.table([], at: Self.now) == "nobody is invited")
    let rows = InvitationListing.table(
      [Self.info(), Self.info { $0.isRevoked = true }, Self.info { $0.expires = Self.now }],
      at: Self.now
    ).split(separator: "\n")
    #expect(rows.count == 4)
    #expect(rows[0].hasPrefix("INVITATION") && rows[0].contains("UNTIL"))
    #expect(rows[1].contains("Room 3") && rows[1].contains("2 of 50"))
    #expect(rows[2].hasSuffix("revoked") && rows[3].hasSuffix("expired"))
  }

  @Test("the JSON has every key")
  func json() throws {
    let text = try InvitationListing.json([Self.info { $0.name = nil }])
    for part in [
      "\"id\"", "\"session\"", "\"role\"", "\"name\"", "null", "\"uses\"", "\"used\"",
      "\"expires_ms\"", "\"revoked\"",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try InvitationListing.json([]) == "[]")
  }

  @Test("a QR code is a square with a light frame")
  func code() throws {
    let lines = try #require(QRCode.lines("\(try Self.link())"))
    let plain = lines.map { line in
      line.split(separator: "m").dropFirst().joined().split(separator: "\u{1B}").first ?? ""
    }
    let widths = Set(plain.map(\.count))
    #expect(widths.count == 1)
    let width = try #require(widths.first)
    #expect((lines.count * 2 - width) <= 1 && width <= 80)
    #expect(plain.prefix(2).allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(plain.allSatisfy { $0.hasPrefix("    ") && $0.hasSuffix("    ") })
    // The finder pattern at the top left: seven dark modules.
    #expect(plain[2].dropFirst(4).first == "\u{2588}")
    #expect(QRCode.lines(String(repeating: "x", count: 5_000)) == nil)
  }
}
