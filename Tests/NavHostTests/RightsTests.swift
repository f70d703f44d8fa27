import Foundation
import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The table of rights: every request, of every role (proto/README.md: Encryption)")
struct RightsTests {
  /// The session that a request is about, and a viewer of it.
  private struct Target {
    var name = ""
    var session = SessionReference.name("")
    var id: UInt64 = 1
    var viewer: UInt64 = 1
  }

  private struct Row {
    let body: Request.Body
    /// The right that it takes; for metrics, no key has it that is for some sessions alone.
    let right: Right
    /// The answer about a session that the key is not for, to those who may send it at all; nil for a request about none.
    let elsewhere: Reply.Failure.Code?

    init(_ right: Right, elsewhere: Reply.Failure.Code?, _ body: Request.Body) {
      (self.right, self.elsewhere, self.body) = (right, elsewhere, body)
    }

    func isFor(_ role: Role?) -> Bool {
      guard let role, right != .metrics else { return false }
      return role >= right.least
    }
  }

  private static func rows(about target: Target) throws -> [Row] {
    try attachments(to: target) + reads(about: target) + moves(of: target)
      + changes(of: target)
  }

  private static func attachments(to target: Target) -> [Row] {
    func attach(_ view: ViewChoice, _ content: ContentSpec? = nil) -> Request.Body {
      let size = CellSize.standardTerminal
      return .attach(
        Request.Attach(session: target.name, viewport: size, content: content, view: view)
      )
    }
    func comeBack(sinceEpoch epoch: UInt64) -> Request.Body {
      let joined = Request.Attach.Joined(session: target.id, epoch: epoch)
      return .attach(
        Request.Attach(session: target.name, viewport: .standardTerminal, joined: joined)
      )
    }
    return [
      Row(.watch, elsewhere: .noSuchSession, comeBack(sinceEpoch: SteppedDaemon.epoch)),
      // From before the state of the daemon, so that only the name counts.
      Row(.watch, elsewhere: .notPermitted, comeBack(sinceEpoch: SteppedDaemon.epoch - 1)),
      Row(.watch, elsewhere: .notPermitted, attach(.shared)),
      Row(.watch, elsewhere: .notPermitted, attach(.shared, .tour(command: ""))),
      Row(.lookAround, elsewhere: .notPermitted, attach(.own(0))),
      Row(.speak, elsewhere: .notPermitted, attach(.speaker)),
      Row(.watch, elsewhere: .unknownViewer, .leave(viewer: target.viewer)),
      Row(.watch, elsewhere: .unknownViewer, .alive(viewer: target.viewer)),
    ]
  }

  private static func reads(about target: Target) throws -> [Row] {
    let (session, size) = (target.session, CellSize.standardTerminal)
    let wait = Request.Wait(session: session, condition: .version(0), timeout: .seconds(1))
    let export = Request.Export(session: session, format: .text, key: 1, part: 0)
    let picture = PictureCopy(try #require(PictureID(String(repeating: "1", count: 32))))
    let bodies: [Request.Body] = [
      .getStatus(session), .listViewers(session), .takeSnapshot(session, size),
      .outline(session, size), .page(session, fromLine: 0), .find(session, "word"), .wait(wait),
      .export(export), .picture(Request.Picture(session: session, picture, part: 0)),
    ]
    return bodies.map { Row(.watch, elsewhere: .noSuchSession, $0) } + [
      Row(.watch, elsewhere: nil, .listSessions), Row(.metrics, elsewhere: nil, .metrics),
      Row(.sessions, elsewhere: .noSuchSession, .journal(Request.Journal(session))),
    ]
  }

  private static func moves(of target: Target) -> [Row] {
    let (session, viewer) = (target.session, target.viewer)
    let page = ContainerID(rawValue: 1)
    func input(_ command: SessionCommand) -> Request.Body {
      .input(Request.Input(session: session, viewer: viewer, action: .command(command)))
    }
    func point(_ kind: Request.Point.Kind) -> Request.Body {
      .point(
        Request.Point(session: session, viewer: viewer, kind, epoch: SteppedDaemon.epoch)
      )
    }
    let pan = Pan(gesture: 1, container: page, axis: .vertical, translation: 1)
    let place = Request.Point.Place(page: page, row: 0, column: 0)
    return [
      Row(.move, elsewhere: .noSuchSession, input(.forward)),
      Row(.move, elsewhere: .noSuchSession, input(.reload)),
      Row(
        .move,
        elsewhere: .unknownViewer,
        .pan(Request.PanMove(session: session, viewer: viewer, pan))
      ),
      Row(.point, elsewhere: .unknownViewer, point(.show(place))),
      Row(.point, elsewhere: .unknownViewer, point(.mark(place))),
      Row(.point, elsewhere: .unknownViewer, point(.unmark)),
      Row(.watch, elsewhere: .unknownViewer, point(.hide)),
    ]
  }

  private static func changes(of target: Target) throws -> [Row] {
    let (session, viewer) = (target.session, target.viewer)
    func control(_ right: Right, _ action: Request.Control.Action) -> Row {
      let request = Request.Control(session: session, viewer: viewer, action)
      return Row(right, elsewhere: .noSuchSession, .control(request))
    }
    func talk(_ right: Right, _ action: Request.Talk.Action) -> Row {
      let request = Request.Talk(session: session, viewer: viewer, action)
      return Row(right, elsewhere: .noSuchSession, .talk(request))
    }
    func invitation(_ action: Request.Invitation.Action) -> Row {
      let request = Request.Invitation(session: session, action)
      return Row(.invite, elsewhere: .noSuchSession, .invitation(request))
    }
    let token = try #require(InvitationToken([UInt8](repeating: 9, count: 16)))
    let terms = Request.Invitation.Terms(role: .driver, validity: .seconds(60), uses: 1)
    let hash = try #require(ContentHash([UInt8](repeating: 9, count: ContentHash.byteCount)))
    let manifest = try BundleManifest([BundleFile(path: "talk.md", size: 1, hash: hash)])
    let piece = Request.Bundle.Piece(of: hash, offset: 0, bytes: [1])
    return [
      control(.requestControl, .request), control(.requestControl, .release),
      control(.takeControl, .take), control(.takeControl, .grant(nil)),
      control(.takeControl, .deny(nil)), control(.setPolicy, .policy(.locked)),
      control(.kick, .kick(ViewerName(known: "nobody"), nil)),
      talk(.ask, .ask("why?")), talk(.speak, .answered(1)), talk(.speak, .startTimer),
      talk(.speak, .pauseTimer), talk(.speak, .resetTimer),
      invitation(.create(token, terms)), invitation(.revoke(1)), invitation(.list),
      Row(.sessions, elsewhere: .notPermitted, .newSession(name: target.name, .tour(command: ""))),
      Row(.sessions, elsewhere: .notPermitted, .renameSession(.name("talk"), to: target.name)),
      Row(.sessions, elsewhere: .noSuchSession, .renameSession(session, to: "more")),
      Row(.sessions, elsewhere: .noSuchSession, .killSession(session)),
      Row(.send, elsewhere: .noSuchSession, .bundle(.offer(manifest, for: session))),
      Row(.send, elsewhere: nil, .bundle(.offer(manifest))),
      Row(.send, elsewhere: nil, .bundle(.put(id: hash, [piece]))),
    ]
  }

  /// A daemon with the sessions `talk` and `hidden`, and a viewer of `talk` whose key is for `talk` and `more`.
  private struct World: ~Copyable {
    var daemon = SteppedDaemon()
    private var (ada, bob, eve) = (Client(seed: 1), Client(seed: 2), Client(seed: 3))
    /// The viewer of ada.
    private var driver: UInt64 = 0
    private(set) var own = Target()
    /// Sessions that the key is not for, and as many that do not exist, by name and by id.
    private(set) var others: [(hidden: Target, absent: Target)] = []

    /// - Parameter role: the role of the key; nil if it is not authorised.
    init(_ role: Role?) throws {
      for name in ["talk", "hidden"] { try daemon.open(name) }
      let talk = try daemon.attach(&ada, to: "talk")
      driver = talk.viewer
      let hidden = try daemon.attach(&bob, to: "hidden")
      let names = try ["talk", "more"].map { try #require(SessionName($0)) }
      let grant = role.map { AuthorizedKeys.Grant(role: $0, sessions: Set(names)) }
      daemon.authorize(grant.map { [PeerKey.repeating(5): $0] } ?? [:])
      own = Target(name: "talk", session: .name("talk"), id: talk.session)
      if role != nil { own.viewer = try ask(eve.attach("talk")).attached.viewer }
      for (there, gone) in [
        (SessionReference.name("hidden"), SessionReference.name("absent")),
        (.id(hidden.session), .id(hidden.session &+ 1)),
      ] {
        others.append(
          (
            hidden: Target(
              name: "hidden",
              session: there,
              id: hidden.session,
              viewer: hidden.viewer
            ),
            absent: Target(
              name: "absent",
              session: gone,
              id: hidden.session &+ 1,
              viewer: hidden.viewer &+ 1
            )
          )
        )
      }
    }

    private mutating func ask(_ request: Request) throws -> Reply.Body {
      let replies = try replies(to: request)
      return try #require(replies.first).body
    }

    private mutating func replies(to request: Request) throws -> [Reply] {
      let peer = Peer(envelope: [request.client.bytes, []], principal: .key(.repeating(5)))
      daemon.send(request.encoded(), from: peer)
      return try daemon.turn().replies.filter { $0.id == request.id && $0.client == request.client }
    }

    /// Lets ada drive, so that there is control to change.
    mutating func setPolicy() throws {
      let policy = Request.Control(session: .name("talk"), viewer: driver, .policy(.request))
      let isAccepted = try daemon.ask(ada.operation(.control(policy))).isAccepted
      try demand(isAccepted)
    }

    /// Sends a request with the key, and returns the refusal; nil without one.
    mutating func refusal(of body: Request.Body) throws -> Reply.Failure? {
      try replies(to: eve.request(body)).first?.body.failure
    }
  }

  private static let roles: [Role?] = [nil, .viewer, .driver, .presenter, .owner]

  @Test("the table has every kind of request, and every right")
  func kinds() throws {
    let rows = try Self.rows(about: Target())
    #expect(Set(rows.map(\.body.kind)) == Set(Request.Kind.allCases))
    #expect(Set(rows.map(\.right)) == Set(Right.allCases))
  }

  @Test("proto/README.md says of each role what the table says", arguments: Role.allCases)
  func document(role: Role) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../proto/README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("| \(role.rawValue) | \(Right.words(of: role)) |\n"))
  }

  @Test("in its own session a key does what its role may, and no more", arguments: roles)
  func own(role: Role?) throws {
    for index in try Self.rows(about: Target()).indices {
      var world = try World(role)
      let row = try Self.rows(about: world.own)[index]
      if case .control = row.body { try world.setPolicy() }
      let code = try world.refusal(of: row.body)?.code
      #expect((code != .notPermitted) == row.isFor(role), "\(row.body)")
      #expect(code != .noSuchSession && code != .unknownViewer, "\(row.body)")
    }
  }

  @Test(
    "about other sessions a key learns nothing, not even whether they exist",
    arguments: roles
  )
  func others(role: Role?) throws {
    var world = try World(role)
    for (hidden, absent) in world.others {
      for (row, gone) in zip(try Self.rows(about: hidden), try Self.rows(about: absent)) {
        guard let elsewhere = row.elsewhere else { continue }
        // A journal is looked up as all that is read.
        let isRead = row.body.kind == .getJournal
        let isAsked = role != nil && (isRead || row.right.least != .owner || row.isFor(role))
        let refusal = try world.refusal(of: row.body)
        #expect(refusal?.code == (isAsked ? elsewhere : .notPermitted), "\(row.body)")
        let other = try world.refusal(of: gone.body)
        #expect(other?.code == refusal?.code, "\(gone.body)")
        #expect(other?.text == refusal?.text.replacing("hidden", with: "absent"), "\(gone.body)")
      }
    }
    // Nothing has happened to them.
    #expect(world.daemon.sessionCount == 2 && world.daemon.viewerCount == (role == nil ? 2 : 3))
  }
}
