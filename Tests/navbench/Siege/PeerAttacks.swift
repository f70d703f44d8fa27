import NavBase
import NavScene
import NavSystem
import NavWire
import ZeroMQ

/// The attacks of peers that want what others have, or say what nobody should read.
extension AttackTarget {
  // MARK: Floods

  /// Sends requests, at most 256 without an answer, on one connection after the other.
  ///
  /// - Parameter make: makes a request of its number.
  func flood(_ make: (Int) -> Request.Body) throws {
    var tallies = Tallies()
    var count = 0
    while isOn {
      let asker = try Asker(input)
      let reconnectAt = min(end, monotonicNow() + .milliseconds(500))
      while monotonicNow() < reconnectAt {
        while asker.inFlight < 256 {
          count += 1
          let body = make(count)
          try asker.send(body, client: .random(), seq: body.isOperation ? 1 : 0)
        }
        let replies = try asker.take(within: .milliseconds(50))
        try tallies.count(replies)
        tallies["answers"] += replies.count
      }
    }
    report(tallies)
  }

  /// Asks questions and for control, points, and begins sessions, as much of each as there is.
  func askForEverything() throws {
    let asker = try Asker(input)
    let session = SessionReference.name(Self.attacked)
    let policy = Request.Control(session: session, .policy(.request))
    try asker.send(.control(policy), client: .random(), seq: 1)
    _ = try asker.answer()
    let attach = Request.Attach(session: Self.attacked, viewport: .standardTerminal)
    try asker.send(.attach(attach), client: .random())
    guard case .attached(let attached) = try asker.answer() else {
      throw BenchError("navd does not attach the attacker")
    }
    let (viewer, epoch) = (attached.viewer, attached.epoch)
    let text = GivenText(name: "text", bytes: Array("# A text\n".utf8), form: .deck)
    try flood { number in
      switch number % 4 {
      case 0: .talk(Request.Talk(session: Self.watched, .ask("Question \(number)?")))
      case 1: .control(Request.Control(session: session, viewer: viewer, .request))
      case 2: .point(Request.Point(session: session, viewer: viewer, .hide, epoch: epoch))
      default: .newSession(name: "s\(self.number)-\(number)", .text(text))
      }
    }
  }

  /// Puts escape sequences into the texts of requests.
  func sendHostileTexts() throws {
    let text = "x\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}\r\n\u{0}y"
    let session = SessionReference.name(Self.attacked)
    try flood { number in
      switch number % 8 {
      case 0: .newSession(name: text, .tour(command: text))
      case 1: .renameSession(session, to: text)
      case 2: .find(Self.watched, text)
      case 3: .talk(Request.Talk(session: Self.watched, .ask(text)))
      case 4: .killSession(.name(text))
      case 5: .takeSnapshot(Self.watched, .standardTerminal, after: .search(text))
      case 6:
        .attach(Request.Attach(session: text, viewport: .standardTerminal))
      default:
        .input(
          Request.Input(
            session: session,
            action: .command(number.isMultiple(of: 16) ? .search(text) : .filter(text))
          )
        )
      }
    }
  }

  /// Names sessions and viewers that are not there, or not for everybody.
  func probe() throws {
    try flood { number in
      let id = UInt64.random(in: 1 << 32 ... .max)
      return switch number % 6 {
      case 0: .getStatus(.id(id))
      case 1: .listViewers(.name("hidden\(number)"))
      case 2: .renameSession(.id(id), to: Stage.session)
      case 3: .killSession(.name("hidden\(number)"))
      case 4: .leave(viewer: id)
      default: .newSession(name: Stage.session, .tour(command: ""))
      }
    }
  }

  /// Begins and ends sessions, and is refused: each is a line of the log.
  func fillLog() throws {
    let text = GivenText(name: "text", bytes: Array("# A text\n".utf8), form: .deck)
    try flood { number in
      let name = "burst\(self.number)-\(number / 2 % 50)"
      return number.isMultiple(of: 2)
        ? .newSession(name: name, .text(text)) : .killSession(.name(name))
    }
  }

  // MARK: Sizes

  /// The text of 10 MiB that `showInManySizes` shows; it is written before the attack.
  static let largeText = "large.txt"

  /// Shows a large text to 64 viewers, each of another size.
  func showInManySizes() throws {
    let owner = try OperatingClient(input)
    let text = ContentSpec.path(PathContent(.text, "\(folder)/\(Self.largeText)"))
    _ = try owner.perform(.newSession(name: "large", text))
    let clients = (0..<64).map { _ in ClientID.random() }
    let asker = try Asker(input)
    var (shown, tallies) = (Set<UInt64>(), Tallies())
    while isOn {
      // All of them again when all have come, so that they count as there.
      if shown.count == clients.count { shown = [] }
      for (number, client) in clients.enumerated() where !shown.contains(UInt64(number)) {
        let size = CellSize(columns: 40 + number, rows: 20 + number % 7)
        let attach = Request.Attach(session: "large", viewport: size)
        try asker.send(
          Request(id: UInt64(number), client: client, seq: 0, body: .attach(attach))
        )
      }
      while isOn, asker.inFlight > 0 {
        let replies = try asker.take(within: .milliseconds(50))
        try tallies.count(replies)
        for bytes in replies {
          let reply = try Reply(decoding: bytes)
          if case .attached = reply.body { shown.insert(reply.id) }
        }
        tallies["sizes shown"] = max(tallies["sizes shown"], shown.count)
      }
      let scroll = Request.Input(session: .name("large"), action: .command(.screenDown))
      _ = try owner.perform(.input(scroll))
      // A refusal asks for a pause.
      _ = try asker.take(within: .milliseconds(200))
    }
    _ = try owner.perform(.killSession(.name("large")))
    report(tallies)
  }

  // MARK: Guests from the network

  /// A guest that comes by an invitation, with a key of its own.
  private struct Guest {
    let asker: Asker
    let encryption: SocketOption
    let answer: Reply.Body?
  }

  /// Makes an invitation to the attacked session, and returns what uses it with a new key.
  private func invitation() throws -> () throws -> Guest {
    let owner = try OperatingClient(local("input"))
    var generator = SystemRandomNumberGenerator()
    let token = InvitationToken(random: &generator)
    let terms = Request.Invitation.Terms(role: .viewer, validity: .seconds(600), uses: 1_000)
    let invitation = Request.Invitation(
      session: .name(Self.attacked),
      .create(token, terms)
    )
    guard case .invitations(let made) = try owner.perform(.invitation(invitation)),
      let id = made.items.first?.id.number,
      let server = made.server.flatMap({ CurveKey($0.current.bytes) })
    else { throw BenchError("navd makes no invitation") }
    return {
      let encryption = SocketOption.encryption(try CurveKeyPair(), server: server)
      let asker = try Asker(input, options: [encryption])
      let attach = Request.Attach(session: Self.attacked, viewport: .standardTerminal)
      try asker.send(
        Request(
          id: 1,
          client: .random(),
          seq: 0,
          credential: Credential(invitation: id, token: token),
          body: .attach(attach)
        )
      )
      return Guest(
        asker: asker,
        encryption: encryption,
        answer: try asker.answer(within: .seconds(3))
      )
    }
  }

  /// An endpoint for the processes of this machine.
  private func local(_ name: String) -> Endpoint { .ipc(path: "\(folder)/navd/\(name)") }

  /// Uses an invitation with one key after the other.
  func useInvitation() throws {
    let come = try invitation()
    var tallies = Tallies()
    while isOn { tallies[try come().answer?.tally ?? "unanswered"] += 1 }
    report(tallies)
  }

  /// Subscribes, as a guest of another session, to the topic of viewers on this machine, whose messages are not
  /// encrypted.
  func subscribeToOpenTopic() throws {
    let topic = try topicOfOthers(at: local("input"))
    let come = try invitation()
    var tallies = Tallies()
    while isOn {
      let guest = try come()
      guard case .attached(let attached) = guest.answer else {
        tallies[guest.answer?.tally ?? "unanswered"] += 1
        continue
      }
      let context = try Context()
      let layout = try Socket(.subscribe, in: context, options: [guest.encryption])
      try layout.subscribe(topic)
      try layout.connect(self.layout)
      var poller = Poller()
      poller.add(layout, token: 1, events: .readable)
      // The driver changes the scene each 20 ms.
      _ = try poller.wait(timeout: .milliseconds(300))
      if try layout.receive() != nil { tallies["open messages read"] += 1 }
      tallies["open topics wanted"] += 1
      try guest.asker.send(.leave(viewer: attached.viewer))
      _ = try guest.asker.answer(within: .seconds(1))
    }
    report(tallies)
  }
}
