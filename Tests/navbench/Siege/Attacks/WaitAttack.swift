import NavGeometry
import NavWire

/// Waits for a text that never comes in 400 large terminals of different sizes.
enum WaitAttack: Attack {
  private static let waits = 400
  private static let waitsPerClient = 8

  static func run(on target: AttackTarget) throws {
    let asker = try Asker(target.input)
    var client = ClientID.random()
    for number in 0..<waits {
      if number.isMultiple(of: waitsPerClient) { client = .random() }
      let size = CellSize(columns: 1_000 - number, rows: 500 - number % 100)
      let wait = Request.Wait(
        session: AttackTarget.watched,
        condition: .text("nobody writes this", size),
        timeout: Request.Wait.longest
      )
      try asker.send(.wait(wait), client: client)
    }
    while target.isOn { _ = try asker.take(within: .milliseconds(100)) }
    target.report([
      "waits sent": waits, "waits held": asker.inFlight, "waits ended": waits - asker.inFlight,
    ])
  }
}
