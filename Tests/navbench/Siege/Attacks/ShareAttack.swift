import NavGeometry
import NavModel
import NavWire

/// Takes all waits, exports, sizes and viewers that there are.
enum ShareAttack: Attack {
  private static let waits = 2_000
  private static let waitsPerClient = 8
  private static let exports = 8
  private static let viewers = 1_500
  private static let sizes = 64
  /// Requests of one connection, which the daemon takes at once.
  private static let burst = 800

  static func run(on target: AttackTarget) throws {
    var bodies: [(body: Request.Body, client: ClientID)] = []
    for number in 0..<exports {
      let export = Request.Export(
        session: AttackTarget.watched,
        format: .text,
        key: UInt64(number + 1),
        part: 0
      )
      bodies.append((.export(export), .random()))
    }
    for number in 0..<viewers {
      let size = CellSize(columns: 40 + number % sizes, rows: 20)
      let attach = Request.Attach(session: "watched", viewport: size, content: nil)
      bodies.append((.attach(attach), .random()))
    }
    var client = ClientID.random()
    for number in 0..<waits {
      if number.isMultiple(of: waitsPerClient) { client = .random() }
      let wait = Request.Wait(
        session: AttackTarget.watched,
        condition: .viewers(100_000),
        timeout: Request.Wait.longest
      )
      bodies.append((.wait(wait), client))
    }
    let firstWait = exports + viewers
    var tallies = ["waits sent": waits, "waits held": waits]
    var askers: [Asker] = []
    for (number, request) in bodies.enumerated() {
      if number.isMultiple(of: burst) { askers.append(try Asker(target.input)) }
      try askers.last?.send(request.body, client: request.client)
    }
    while target.isOn {
      for (number, asker) in askers.enumerated() {
        for bytes in try asker.take(within: .milliseconds(20)) {
          let reply = try Reply(decoding: bytes)
          tallies[reply.body.tally, default: 0] += 1
          // A wait that is held has no reply; ids count from 1 on each connection.
          if number * burst + Int(reply.id) > firstWait { tallies["waits held", default: 0] -= 1 }
        }
      }
    }
    target.report(tallies)
  }
}
