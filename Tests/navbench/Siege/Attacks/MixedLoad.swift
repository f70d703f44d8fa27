import NavGeometry
import NavModel
import NavWire

/// The work of a busy daemon: sessions come and go, viewers attach, scenes are asked for.
enum MixedLoad: Attack {
  static func run(on target: AttackTarget) throws {
    let client = try OperatingClient(target.input)
    let asker = try Asker(target.input)
    let viewer = ClientID.random()
    var rounds = 0
    while target.isOn {
      let text = GivenText(
        name: "mixed",
        bytes: Array(Deck.talk.markdown.utf8),
        form: .deck
      )
      _ = try client.perform(.newSession(name: "mixed", .text(text)))
      for page in 0..<4 { _ = try client.perform(goTo(rounds + page)) }
      let size = CellSize(columns: 60 + rounds % 8, rows: 20)
      let attach = Request.Attach(session: "mixed", viewport: size, content: nil)
      try asker.send(.attach(attach), client: viewer)
      if case .attached(let attached) = try asker.answer() {
        try asker.send(.leave(viewer: attached.viewer))
        _ = try asker.answer()
      }
      try asker.send(.takeSnapshot(AttackTarget.watched, CellSize(columns: 200, rows: 60)))
      _ = try asker.answer()
      let wait = Request.Wait(
        session: AttackTarget.watched,
        condition: .text("nobody writes this", size),
        timeout: .milliseconds(20)
      )
      try asker.send(.wait(wait), client: viewer)
      _ = try asker.answer()
      _ = try client.perform(.killSession(.name("mixed")))
      rounds += 1
    }
    target.report(["rounds": rounds])
  }
}
