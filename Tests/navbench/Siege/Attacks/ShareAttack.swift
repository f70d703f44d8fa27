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
    var tallies = ["waits": waits]
    var askers: [Asker] = []
    for (number, request) in bodies.enumerated() {
      if number.isMultiple(of: burst) { askers.append(try Asker(target.input)) }
      try askers.last?.send(request.body, client: request.client)
    }
    while target.isOn {
      for asker in askers {
        for bytes in try asker.take(within: .milliseconds(20)) {
          tallies[word(for: try Reply(decoding: bytes).body), default: 0] += 1
        }
      }
    }
    target.report(tallies)
  }

  private static func word(for body: Reply.Body) -> String {
    switch body {
    case .attached: "viewers"
    case .exported: "exports"
    case .failure(let failure): "\(failure.code)"
    default: "odd"
    }
  }
}
