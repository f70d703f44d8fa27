import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Who drives (proto/README.md: Control)")
struct ControlTests {
  private typealias Action = Request.Control.Action

  /// A daemon with the session `talk`, and viewers by name.
  private struct Room: ~Copyable {
    var daemon = SteppedDaemon()
    private(set) var clients: [String: Client] = [:]
    private(set) var viewers: [String: UInt64] = [:]
    private(set) var topic: [UInt8] = []
    private var script = Client(seed: 999)

    init(_ names: String...) throws {
      try daemon.open("talk")
      for name in names { try attach(name) }
    }

    mutating func attach(
      _ name: String,
      as wanted: String? = nil,
      isReadOnly: Bool = false
    ) throws {
      var client = clients[name] ?? Client(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
      let attach = Request.Attach(name: ViewerName(wanted ?? name), isReadOnly: isReadOnly)
      let attached = try daemon.ask(client.read(.attach(attach))).attached
      clients[name] = client
      viewers[name] = attached.viewer
      topic = attached.streamTopic
      daemon.subscribe(to: attached.streamTopic)
      // Viewers are listed by their time of arrival.
      daemon.pass(.milliseconds(1))
    }

    /// Sends a change of control on behalf of a viewer, or of a script.
    mutating func send(_ action: Action, by name: String?) throws -> Reply.Body {
      try operate(
        .control(
          Request.Control(session: .name("talk"), viewer: name.flatMap { viewers[$0] }, action)
        ),
        by: name
      )
    }

    mutating func press(by name: String?, as viewer: UInt64? = nil) throws -> Reply.Body {
      try operate(
        .input(Request.Input(.command(.forward), by: viewer ?? name.flatMap { viewers[$0] })),
        by: name
      )
    }

    private mutating func operate(_ body: Request.Body, by name: String?) throws -> Reply.Body {
      guard let name else { return try daemon.ask(script.operation(body)) }
      var client = try #require(clients[name])
      defer { clients[name] = client }
      return try daemon.ask(client.operation(body))
    }

    mutating func read(_ body: Request.Body) throws -> Reply.Body {
      try daemon.ask(script.read(body))
    }

    /// Restarts the daemon, whose session is restored then.
    mutating func restart() throws {
      _ = try daemon.turn()
      daemon.restart()
      let restore = try #require(daemon.turn().restores.first)
      daemon.finishRestoring(
        restore.ticket,
        .success(try restore.read(.deck(SteppedDaemon.pages)))
      )
      _ = try daemon.turn()
    }

    mutating func leave(_ name: String) throws {
      let (client, viewer) = (try #require(clients[name]), try #require(viewers[name]))
      var copy = client
      _ = try daemon.ask(copy.read(.leave(viewer: viewer)))
      clients[name] = copy
    }

    /// Says that viewers are there, and lets seconds pass.
    mutating func pass(_ seconds: Int, alive names: [String]) throws {
      for _ in 0..<seconds {
        for name in names {
          guard var client = clients[name], let viewer = viewers[name] else { continue }
          daemon.send(client.read(.alive(viewer: viewer)))
          clients[name] = client
        }
        try daemon.turn(after: .seconds(1))
      }
    }

    mutating func scene() throws -> Scene {
      let body = try read(.takeSnapshot(.name("talk"), .standardTerminal))
      guard case .snapshot(_, _, let scene, _) = body else {
        throw SteppedDaemon.Refused(body: body)
      }
      return scene
    }

    mutating func control() throws -> Reply.ControlStatus {
      let status = try read(.getStatus(.name("talk"))).status
      return status.control
    }

    mutating func standings() throws -> [String: Reply.Standing] {
      let list = try read(.listViewers(.name("talk"))).viewers
      return Dictionary(
        uniqueKeysWithValues: list.map { ($0.name?.description ?? "", $0.standing) }
      )
    }
  }

  @Test("by default everybody may move, and there is nothing to ask for")
  func open() throws {
    var room = try Room("ada", "bob")
    for name in ["ada", "bob", nil] {
      #expect(try room.press(by: name).isAccepted)
      #expect(try room.send(.request, by: name).code == .rejected)
      #expect(try room.send(.take, by: name).code == .rejected)
      #expect(try room.send(.grant(nil), by: name).code == .rejected)
    }
    #expect(try room.control() == Reply.ControlStatus())
    #expect(try room.standings() == ["ada": .moves, "bob": .moves])
  }

  @Test("one person's terminals are one driver, and one of them goes on when another leaves")
  func person() throws {
    var room = try Room("ada")
    try room.attach("notes", as: "ada")
    try room.attach("bob")
    #expect(try room.send(.policy(.request), by: "ada").isAccepted)
    #expect(try room.standings() == ["ada": .drives, "ada-2": .drives, "bob": .follows])
    for name in ["ada", "notes"] {
      #expect(try room.press(by: name).isAccepted)
      #expect(try room.send(.request, by: name).isAccepted)
    }
    #expect(try room.control().requests == [])
    #expect(try room.send(.request, by: "bob").isAccepted)
    try room.leave("ada")
    #expect(try room.scene().driver == "ada")
    #expect(try room.press(by: "notes").isAccepted)
    // A request is the person's, too.
    #expect(try room.send(.release, by: "notes").isAccepted)
    #expect(try room.scene().driver == "bob")
    #expect(try room.send(.request, by: "notes").isAccepted)
    try room.attach("again", as: "ada")
    try room.leave("notes")
    #expect(try room.control().requests == ["ada"])
    #expect(try room.send(.grant(nil), by: "bob").isAccepted)
    #expect(try room.press(by: "again").isAccepted)
    // Nobody else gets the name under which a person drives.
    var remote = Client(seed: 5)
    let peer = Peer(envelope: [[5], []], principal: .address("192.0.2.1"))
    room.daemon.send(remote.attach("talk", name: "ada").encoded(), from: peer)
    let name = try #require(room.daemon.turn().replies.first).body.attached.part.name
    #expect(name != nil && name != ViewerName("ada"))
    try room.attach("fourth", as: "ada")
    #expect(try room.standings()["ada"] == .drives)
  }

  @Test("one person: one key or one machine, under one wanted name")
  func samePerson() throws {
    func owner(_ principal: Principal, _ wanted: String?) -> ViewerOwner {
      ViewerOwner(
        client: Client(seed: 1).id,
        principal: principal,
        name: .unnamed,
        wanted: wanted.flatMap { ViewerName($0) }
      )
    }
    let keys = try [UInt8(1), 2].map { byte in
      Principal.key(try #require(PeerKey(Array(repeating: byte, count: 32))))
    }
    let local = Principal.process(user: 1, id: 2)
    #expect(owner(local, "ada").isSamePerson(as: owner(.localUser, "ada")))
    #expect(owner(keys[0], "ada").isSamePerson(as: owner(keys[0], "ada")))
    for other in [owner(local, "bob"), owner(local, nil), owner(keys[0], "ada")] {
      #expect(!owner(local, "ada").isSamePerson(as: other))
    }
    #expect(!owner(local, nil).isSamePerson(as: owner(local, nil)))
    #expect(!owner(keys[0], "ada").isSamePerson(as: owner(keys[1], "ada")))
    let address = owner(.address("10.0.0.1"), "ada")
    #expect(!address.isSamePerson(as: address))
  }

  @Test("with the policy `request` one drives; others are refused, and read how to ask")
  func refusal() throws {
    var room = try Room("ada", "bob")
    #expect(try room.send(.policy(.request), by: "ada").isAccepted)
    #expect(try room.standings() == ["ada": .drives, "bob": .follows])
    #expect(try room.press(by: "ada").isAccepted)
    let refused = try room.press(by: "bob").failure
    #expect(refused == Reply.Failure(.notPermitted, "ada drives: c asks for control"))
    let script = try room.press(by: nil).failure
    #expect(
      script
        == Reply.Failure(
          .notPermitted,
          "ada drives: `navclient drive -s talk` asks for control"
        )
    )
    #expect(try room.send(.request, by: "bob").isAccepted)
    let waiting = try room.press(by: "bob").failure
    #expect(waiting?.text == "ada drives: you have asked for control")
  }

  @Test("a request is granted or refused by the driver; of several the first one counts")
  func grant() throws {
    var room = try Room("ada", "bob", "cyd")
    _ = try room.send(.policy(.request), by: "ada")
    for name in ["bob", "cyd", "bob"] {
      #expect(try room.send(.request, by: name).isAccepted)
    }
    #expect(try room.control().requests == ["bob", "cyd"])
    #expect(try room.standings() == ["ada": .drives, "bob": .asks, "cyd": .asks])
    #expect(try room.send(.deny(nil), by: "ada").isAccepted)
    #expect(try room.control().requests == ["cyd"])
    #expect(try room.send(.grant(ViewerName("cyd")), by: "ada").isAccepted)
    #expect(try room.control().driver == "cyd")
    #expect(try room.press(by: "cyd").isAccepted)
    #expect(try room.press(by: "ada").code == .notPermitted)
    for action in [Action.grant(nil), .deny(nil), .grant(ViewerName("nobody"))] {
      #expect(try room.send(action, by: "cyd").code == .rejected)
    }
  }

  @Test("control that is given up passes to whoever asked first; a leaving driver gives it up")
  func release() throws {
    var room = try Room("ada", "bob", "cyd")
    _ = try room.send(.policy(.request), by: "ada")
    _ = try room.send(.request, by: "bob")
    _ = try room.send(.request, by: "cyd")
    _ = try room.send(.release, by: "ada")
    #expect(try room.control().driver == "bob")
    try room.leave("bob")
    #expect(try room.control().driver == "cyd")
    _ = try room.send(.release, by: "cyd")
    #expect(try room.control().driver == nil)
    #expect(try room.press(by: "cyd").failure?.text == "nobody drives: c takes control")
    #expect(try room.send(.release, by: "cyd").code == .rejected)
    #expect(try room.send(.request, by: "cyd").isAccepted)
    #expect(try room.control().driver == "cyd")
  }

  @Test("a driver that is silent for 6 s loses control to whoever asked first")
  func silence() throws {
    var room = try Room("ada", "bob")
    _ = try room.send(.policy(.request), by: "ada")
    _ = try room.send(.request, by: "bob")
    try room.pass(5, alive: ["bob"])
    #expect(try room.control().driver == "ada")
    try room.pass(3, alive: ["bob"])
    #expect(try room.control().driver == "bob")
  }

  @Test("with a time for idle drivers, a driver that moves nothing loses control")
  func idle() throws {
    var room = try Room("ada", "bob")
    room.daemon.control.idleRelease = .seconds(10)
    _ = try room.send(.policy(.request), by: "ada")
    _ = try room.send(.request, by: "bob")
    try room.pass(8, alive: ["ada", "bob"])
    #expect(try room.press(by: "ada").isAccepted)
    try room.pass(8, alive: ["ada", "bob"])
    #expect(try room.control().driver == "ada")
    try room.pass(3, alive: ["ada", "bob"])
    #expect(try room.control().driver == "bob")
  }

  @Test("a locked session is moved by its driver alone, and nobody asks; an owner takes control")
  func locked() throws {
    var room = try Room("ada", "bob")
    _ = try room.send(.policy(.locked), by: "ada")
    let refused = try room.send(.request, by: "bob").failure
    #expect(
      refused
        == Reply.Failure(.notPermitted, "ada drives: locked; `:take-control` takes control")
    )
    #expect(try room.send(.take, by: "bob").isAccepted)
    #expect(try room.control().driver == "bob")
    #expect(try room.press(by: "ada").code == .notPermitted)
    #expect(try room.send(.grant(ViewerName("ada")), by: nil).isAccepted)
    #expect(try room.control().driver == "ada")
  }

  @Test("peers of a network may drive and ask, but neither take control nor set the policy")
  func remotePeers() throws {
    var room = try Room("ada")
    _ = try room.send(.policy(.request), by: "ada")
    var remote = Client(seed: 5)
    let peer = Peer(envelope: [[5], []], principal: .address("192.0.2.1"))
    func ask(_ action: Action, _ room: inout Room) throws -> Reply.Body? {
      let request = remote.operation(
        .control(Request.Control(session: .name("talk"), action))
      )
      room.daemon.send(request.encoded(), from: peer)
      return try room.daemon.turn().replies.first { $0.id == request.id }?.body
    }
    let owners: [Action] = [
      .take, .policy(.open), .grant(ViewerName("ada")), .deny(nil),
      .kick(ViewerName(known: "ada"), nil),
    ]
    for action in owners {
      #expect(try ask(action, &room)?.code == .notPermitted)
    }
    #expect(try ask(.request, &room)?.isAccepted == true)
    #expect(try room.control().requests == ["a script"])
    _ = try room.send(.grant(nil), by: "ada")
    #expect(try room.control().driver == "a script")
    // Scripts of the daemon's own machine are others.
    #expect(try room.press(by: nil).code == .notPermitted)
  }

  @Test(
    "after a restart, a person goes on at the terminal that is back first, under the same name",
    arguments: [0, 7]
  )
  func personAfterRestart(secondsUntilTheOther seconds: Int) throws {
    var room = try Room("ada")
    try room.attach("notes", as: "ada")
    try room.attach("bob")
    _ = try room.send(.policy(.request), by: "ada")
    try room.restart()
    try room.attach("bob")
    #expect(try room.press(by: "bob").code == .notPermitted)
    try room.attach("notes", as: "ada")
    #expect(try room.press(by: "notes").isAccepted)
    try room.pass(seconds, alive: ["bob", "notes"])
    #expect(try room.scene().driver == "ada")
    try room.attach("ada")
    #expect(try room.scene().driver == "ada")
    #expect(try room.standings() == ["bob": .follows, "ada-2": .drives, "ada": .drives])
    for name in ["ada", "notes"] { #expect(try room.press(by: name).isAccepted) }
  }

  @Test("nobody gets the name of a driver that has not attached again after a restart")
  func reservedName() throws {
    var room = try Room("ada", "bob")
    _ = try room.send(.policy(.request), by: "ada")
    try room.restart()
    // A change of control by a viewer that is not attached is refused.
    #expect(try room.send(.release, by: "ada").code == .unknownViewer)
    var other = Client(seed: 4)
    let attach = Request.Attach(name: ViewerName("ada"))
    let attached = try room.daemon.ask(other.read(.attach(attach))).attached
    #expect(attached.part.name == ViewerName("ada-2"))
    try room.attach("ada")
    // One name on one machine is one person.
    #expect(try room.standings() == ["ada": .drives, "ada-2": .drives])
  }

  @Test("scripts drive together; their request lasts a minute, and longer if they ask again")
  func scripts() throws {
    var room = try Room("ada")
    _ = try room.send(.policy(.request), by: "ada")
    #expect(try room.control().standing == .follows)
    _ = try room.send(.request, by: nil)
    try room.pass(50, alive: ["ada"])
    _ = try room.send(.request, by: nil)
    try room.pass(50, alive: ["ada"])
    #expect(try room.control().standing == .asks)
    try room.pass(15, alive: ["ada"])
    #expect(try room.control().standing == .follows)
    _ = try room.send(.request, by: nil)
    _ = try room.send(.grant(nil), by: "ada")
    #expect(try room.control().standing == .drives)
    try room.pass(50, alive: ["ada"])
    #expect(try room.press(by: nil).isAccepted)
    try room.pass(50, alive: ["ada"])
    #expect(try room.control().driver == "a script")
    try room.pass(15, alive: ["ada"])
    #expect(try room.control().driver == nil)
  }

  @Test("a viewer that only watches moves nothing and asks for nothing")
  func readOnly() throws {
    var room = try Room()
    try room.attach("eve", isReadOnly: true)
    for viewer in [nil, 999] as [UInt64?] {
      #expect(try room.press(by: "eve", as: viewer).code == .notPermitted)
    }
    _ = try room.send(.policy(.request), by: nil)
    #expect(try room.control().driver == nil)
    for action in [Action.request, .take, .policy(.open), .grant(nil), .release] {
      #expect(try room.send(action, by: "eve").code == .notPermitted)
    }
    #expect(try room.standings() == ["eve": .readOnly])
    #expect(try room.send(.grant(ViewerName("eve")), by: nil).code == .rejected)
  }

  @Test("a session that nobody else watches is driven by the viewer that joins it")
  func firstViewer() throws {
    var room = try Room()
    _ = try room.send(.policy(.request), by: nil)
    try room.attach("ada")
    try room.attach("bob")
    #expect(try room.standings() == ["ada": .drives, "bob": .follows])
    try room.leave("ada")
    // Nobody asked, so nobody gets it.
    #expect(try room.control().driver == nil)
  }

  @Test("every change is in the scene and raises the version; what changes nothing does not")
  func scene() throws {
    var room = try Room("ada", "bob")
    func version(_ body: Reply.Body) -> UInt64? {
      if case .accepted(let version, _) = body { version } else { nil }
    }
    #expect(version(try room.send(.policy(.request), by: "ada")) == 1)
    #expect(version(try room.send(.request, by: "bob")) == 2)
    #expect(version(try room.send(.request, by: "bob")) == 2)
    let scene = try room.scene()
    #expect(scene.driver == "ada" && scene.policy == .request)
    #expect(scene.asking == "bob" && scene.requests == 1)
  }

  @Test("after a restart the driver has control again, if it attaches within 6 s")
  func restart() throws {
    var room = try Room("ada", "bob")
    _ = try room.send(.policy(.request), by: "ada")
    _ = try room.send(.request, by: "bob")
    try room.restart()
    // An operation that names the viewer of before counts as its client's.
    #expect(try room.press(by: "ada").isAccepted)
    #expect(try room.press(by: "bob").code == .notPermitted)
    try room.attach("bob")
    try room.pass(5, alive: ["bob"])
    #expect(try room.control().driver == "ada")
    try room.pass(2, alive: ["bob"])
    #expect(try room.control().driver == "bob")
  }

  @Test("a removed viewer is gone, its client stays out, and others of its stream attach again")
  func kick() throws {
    var room = try Room("ada", "bob")
    #expect(
      try room.send(.kick(ViewerName(known: "cyd"), nil), by: "ada").code
        == .rejected
    )
    _ = try room.send(.policy(.request), by: "bob")
    let topic = room.topic
    let taken = room.daemon.subscribe(to: topic)
    #expect(taken)
    #expect(
      try room.send(.kick(ViewerName(known: "bob"), .seconds(60)), by: "ada").isAccepted
    )
    // Control is free again.
    #expect(try room.control().driver == nil)
    #expect(try room.standings() == ["ada": .follows])
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("bob") }
    // So does the same command in a new process, but no other one of this machine.
    for (name, isOut) in [("bob", true), ("rob", false)] {
      var client = Client(seed: 71)
      let attach = Request.Attach(name: ViewerName(name))
      let reply = try room.daemon.ask(client.read(.attach(attach)))
      let text = "come back in a minute: you were removed from session 'talk'"
      #expect(reply.failure == (isOut ? Reply.Failure(.notPermitted, text) : nil))
      if !isOut { _ = try room.daemon.ask(client.read(.leave(viewer: reply.attached.viewer))) }
    }
    try room.attach("ada")
    #expect(room.topic != topic)
    try room.pass(61, alive: ["ada"])
    try room.attach("bob")
    #expect(try room.standings().keys.sorted() == ["ada", "bob"])
  }

  @Test(
    "the address of a removed viewer stays out, whatever client comes; others who are there stay"
  )
  func kickedAddress() throws {
    var room = try Room("ada")
    func attach(_ seed: UInt64, _ room: inout Room) throws -> Reply.Failure? {
      var client = Client(seed: seed)
      let peer = Peer(envelope: [[UInt8(seed)], []], principal: .address("192.0.2.1"))
      let attach = Request.Attach(name: ViewerName("eve"))
      let request = client.read(.attach(attach))
      room.daemon.send(request.encoded(), from: peer)
      let reply = try room.daemon.turn().replies.first { $0.client == request.client }
      return reply.flatMap { $0.body.failure }
    }
    func refusal(in minutes: Int) -> Reply.Failure {
      let text =
        "ask the owner of this navd, or come back in \(minutes) minutes: you were removed from session 'talk'"
      return Reply.Failure(.notPermitted, text)
    }
    #expect(try attach(5, &room) == nil)
    _ = try room.send(.kick(ViewerName(known: "eve"), nil), by: "ada")
    for seed: UInt64 in [5, 6] {
      #expect(try attach(seed, &room) == refusal(in: 10))
    }
    try room.daemon.turn(after: .seconds(601))
    try room.attach("ada")
    for seed: UInt64 in [6, 7] {
      #expect(try attach(seed, &room) == nil)
    }
    _ = try room.send(.kick(ViewerName(known: "eve"), .seconds(3_600)), by: "ada")
    #expect(try attach(7, &room) == nil)
    #expect(try attach(8, &room) == refusal(in: 60))
  }

  @Test("a repeated request for control is answered as the first time, and done once")
  func repetition() throws {
    var room = try Room("ada", "bob")
    _ = try room.send(.policy(.request), by: "ada")
    var client = try #require(room.clients["bob"])
    let request = client.operation(
      .control(
        Request.Control(session: .name("talk"), viewer: room.viewers["bob"], .request)
      )
    )
    let answers = try (1...3).map { _ in try room.daemon.ask(request) }
    #expect(answers == [answers[0], answers[0], answers[0]] && answers[0].isAccepted)
    #expect(try room.control().requests == ["bob"])
  }

  @Test("a pan is refused like a key; one in progress ends when control passes on")
  func pans() throws {
    var room = try Room("ada", "bob")
    func pan(_ name: String, gesture: UInt64, _ room: inout Room) throws -> Reply.Body? {
      var client = try #require(room.clients[name])
      let viewer = try #require(room.viewers[name])
      let page = try #require(room.scene().containers.first { $0.kind == .page }?.id)
      let pan = Pan(gesture: gesture, container: page, axis: .horizontal, translation: -4)
      let request = client.read(
        .pan(Request.PanMove(session: .name("talk"), viewer: viewer, pan))
      )
      room.daemon.send(request)
      let turn = try room.daemon.turn()
      return turn.replies.first { $0.id == request.id }?.body
    }
    _ = try room.send(.policy(.request), by: "ada")
    #expect(try pan("ada", gesture: 1, &room) == nil)
    #expect(room.daemon.panOwners == [room.viewers["ada"]])
    #expect(try pan("bob", gesture: 2, &room)?.code == .notPermitted)
    #expect(room.daemon.panOwners == [room.viewers["ada"]])
    _ = try room.send(.grant(ViewerName("bob")), by: "ada")
    #expect(room.daemon.panOwners.isEmpty)
  }
}
