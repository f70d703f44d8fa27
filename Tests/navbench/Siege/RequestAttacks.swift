import NavBase
import NavSystem
import NavWire

/// The attacks with requests that the protocol allows.
extension AttackTarget {
  /// The work of a busy daemon: sessions come and go, viewers attach, scenes are asked for.
  func work() throws {
    let client = try OperatingClient(input)
    let asker = try Asker(input)
    let viewer = ClientID.random()
    let text = GivenText(name: "mixed", bytes: Array(Deck.talk.markdown.utf8), form: .deck)
    var tallies = Tallies()
    while isOn {
      let rounds = tallies["rounds"]
      _ = try client.perform(.newSession(name: "mixed", .text(text)))
      for page in 0..<4 { _ = try client.perform(.input(goTo(rounds + page))) }
      let size = CellSize(columns: 60 + rounds % 8, rows: 20)
      let attach = Request.Attach(session: "mixed", viewport: size)
      try asker.send(.attach(attach), client: viewer)
      if case .attached(let attached) = try asker.answer() {
        try asker.send(.leave(viewer: attached.viewer))
        _ = try asker.answer()
      }
      try asker.send(.takeSnapshot(Self.watched, CellSize(columns: 200, rows: 60)))
      _ = try asker.answer()
      let wait = Request.Wait(
        session: Self.watched,
        condition: .text("nobody writes this", size),
        timeout: .milliseconds(20)
      )
      try asker.send(.wait(wait), client: viewer)
      _ = try asker.answer()
      _ = try client.perform(.killSession(.name("mixed")))
      tallies["rounds"] += 1
    }
    report(tallies)
  }

  /// Waits for a text that never comes in 400 large terminals of different sizes.
  func wait() throws {
    let asker = try Asker(input)
    let waits = 400
    var client = ClientID.random()
    for number in 0..<waits {
      if number.isMultiple(of: 8) { client = .random() }
      let size = CellSize(columns: 1_000 - number, rows: 500 - number % 100)
      let wait = Request.Wait(
        session: Self.watched,
        condition: .text("nobody writes this", size),
        timeout: Request.Wait.longest
      )
      try asker.send(.wait(wait), client: client)
    }
    while isOn { _ = try asker.take(within: .milliseconds(100)) }
    var tallies = Tallies()
    tallies["waits held"] = asker.inFlight
    tallies["waits ended"] = waits - asker.inFlight
    report(tallies)
  }

  /// Sends one operation each under more client ids than the daemon remembers, then its first one again.
  func exceedClients() throws {
    // Four processes exceed `limits.clients`.
    let clients = 27_500
    var flood = OperationFlood(self)
    let first = Request(id: 1, client: .random(), seq: 1, body: .input(goTo(number)))
    let limit = Duration.seconds(20)
    let before = try Asker(input).perform(first, within: limit)
    guard case .accepted? = before else {
      throw BenchError("navd does not accept the attacker's first operation")
    }
    while isOn, flood.accepted < clients { try flood.run(atMost: clients - flood.accepted) }
    var tallies = flood.tallies
    tallies["accepted"] += 1
    let after = try Asker(input).perform(first, within: limit)
    switch after {
    case .failure(let failure) where failure.code == .unknownClient: tallies["replays refused"] = 1
    case .accepted where after == before: tallies["replays answered"] = 1
    case .accepted: tallies["replays performed"] = 1
    case nil: tallies["replays unanswered"] = 1
    default: tallies["replays answered otherwise"] = 1
    }
    report(tallies)
  }

  /// Moves that the daemon has to write: one process sends 400 a second, the others as many as they can.
  func move() throws {
    guard number == 0 else {
      var flood = OperationFlood(self)
      while isOn { try flood.run() }
      return report(flood.tallies)
    }
    let asker = try Asker(input)
    let client = ClientID.random()
    var seq: UInt64 = 0
    var due = monotonicNow()
    var tallies = Tallies()
    while isOn {
      if monotonicNow() >= due, asker.inFlight < Sender.mostInFlight {
        seq += 1
        try asker.send(.input(goTo(Int(seq))), client: client, seq: seq)
        due += .microseconds(2_500)
      }
      try tallies.count(asker.take(within: .milliseconds(1)))
    }
    let end = monotonicNow() + .seconds(10)
    while asker.inFlight > 0, monotonicNow() < end {
      try tallies.count(asker.take(within: .milliseconds(50)))
    }
    report(tallies)
  }

  /// The deck of 15 MiB that `openLargeContents` opens; it is written before the attack.
  static let largeDeck = "large.md"

  /// Opens a large deck and several of the largest texts that a request can have, and ends these sessions.
  func openLargeContents() throws {
    let client = try OperatingClient(input)
    let line = Array("A line of a text that came with a request, of the usual length.\n\n".utf8)
    let text = GivenText(
      name: "text",
      bytes: Array(repeatElement(line, count: GivenText.byteLimit / line.count).joined()),
      form: .deck
    )
    let deck = ContentSpec.deck(path: "\(folder)/\(Self.largeDeck)")
    let contents =
      [("large", "decks", deck)] + (0..<8).map { ("text\($0)", "texts", .text(text)) }
    var tallies = Tallies()
    while isOn {
      for (name, kind, content) in contents {
        let word =
          switch try client.perform(.newSession(name: name, content)) {
          case .failure: "refused"
          case nil: "unanswered"
          default: "shown"
          }
        tallies["\(kind) \(word)"] += 1
      }
      for (name, _, _) in contents { _ = try client.perform(.killSession(.name(name))) }
    }
    report(tallies)
  }

  /// The first process opens six texts at a time that take long to parse, the others six short ones.
  func openSlowTexts() throws {
    let kind = number == 0 ? "slow" : "short"
    // Each blank line is looked at by each of the lists.
    let words =
      number == 0
      ? String(repeating: "- ", count: 1 << 17) + "a" + String(repeating: "\n", count: 1 << 17)
      : "# A short text\n"
    let text = GivenText(name: "text", bytes: Array(words.utf8), form: .deck)
    let names = (0..<6).map { "\(kind)\(number)-\($0)" }
    var tallies = Tallies()
    while isOn {
      let asker = try Asker(input)
      for name in names {
        try asker.send(.newSession(name: name, .text(text)), client: .random(), seq: 1)
        tallies["\(kind) texts"] += 1
      }
      while isOn, asker.inFlight > 0 {
        for bytes in try asker.take(within: .milliseconds(50)) {
          if case .failure = try Reply(decoding: bytes).body { continue }
          tallies["\(kind) texts shown"] += 1
        }
      }
      for name in names {
        try asker.send(.killSession(.name(name)), client: .random(), seq: 1)
      }
      _ = try asker.answer()
    }
    report(tallies)
  }

  /// Takes all waits, exports, sizes and viewers that there are.
  func takeShares() throws {
    let (exports, viewers, waits) = (8, 1_500, 2_000)
    // Requests of one connection, which the daemon takes at once.
    let burst = 800
    var bodies: [(body: Request.Body, client: ClientID)] = []
    for number in 0..<exports {
      let export = Request.Export(
        session: Self.watched,
        format: .text,
        key: UInt64(number + 1),
        part: 0
      )
      bodies.append((.export(export), .random()))
    }
    for number in 0..<viewers {
      let size = CellSize(columns: 40 + number % 64, rows: 20)
      let attach = Request.Attach(session: Stage.session, viewport: size)
      bodies.append((.attach(attach), .random()))
    }
    var client = ClientID.random()
    for number in 0..<waits {
      if number.isMultiple(of: 8) { client = .random() }
      let wait = Request.Wait(
        session: Self.watched,
        condition: .viewers(100_000),
        timeout: Request.Wait.longest
      )
      bodies.append((.wait(wait), client))
    }
    var tallies = Tallies()
    tallies["waits held"] = waits
    var askers: [Asker] = []
    for (number, request) in bodies.enumerated() {
      if number.isMultiple(of: burst) { askers.append(try Asker(input)) }
      try askers.last?.send(request.body, client: request.client)
    }
    while isOn {
      for (number, asker) in askers.enumerated() {
        for bytes in try asker.take(within: .milliseconds(20)) {
          let reply = try Reply(decoding: bytes)
          tallies[reply.body.tally] += 1
          // A wait that is held has no reply; ids count from 1 on each connection.
          if number * burst + Int(reply.id) > exports + viewers { tallies["waits held"] -= 1 }
        }
      }
    }
    report(tallies)
  }
}

/// Operations as fast as possible, each by a client of its own, on a new connection after each burst.
private struct OperationFlood {
  private let target: AttackTarget
  private(set) var tallies = Tallies()
  private var count: Int

  var accepted: Int { tallies["accepted"] }

  init(_ target: AttackTarget) {
    self.target = target
    count = target.number
  }

  /// Sends the burst of one connection, at most 1,000 operations, which the daemon takes at once, and waits for its
  /// replies.
  mutating func run(atMost limit: Int = 1_000) throws {
    let asker = try Asker(target.input)
    var left = min(limit, 1_000)
    var silentSince = monotonicNow()
    while (left > 0 && target.isOn) || asker.inFlight > 0 {
      while left > 0, asker.inFlight < 256 {
        count += 1
        left -= 1
        try asker.send(.input(goTo(count)), client: .random(), seq: 1)
      }
      let replies = try asker.take(within: .milliseconds(50))
      if !replies.isEmpty { silentSince = monotonicNow() }
      try tallies.count(replies)
      guard monotonicNow() - silentSince < .seconds(20) else {
        tallies["unanswered"] += asker.inFlight
        return
      }
    }
  }
}
