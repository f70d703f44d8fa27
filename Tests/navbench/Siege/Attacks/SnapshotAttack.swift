import NavGeometry
import NavSystem
import NavWire

/// Asks for 256 of the largest snapshots at a time, on one connection after the other.
enum SnapshotAttack: Attack {
  private static let atOnce = 256
  private static let reconnectTime = Duration.milliseconds(500)

  static func run(on target: AttackTarget) throws {
    var tallies: [String: Int] = [:]
    let body = Request.Body.takeSnapshot(
      AttackTarget.watched,
      CellSize(columns: 1_000, rows: 500)
    )
    while target.isOn {
      let asker = try Asker(target.input)
      let end = min(target.end, monotonicNow() + reconnectTime)
      while monotonicNow() < end {
        while asker.inFlight < atOnce { try asker.send(body) }
        for bytes in try asker.take(within: .milliseconds(50)) {
          tallies[try Reply(decoding: bytes).body.tally, default: 0] += 1
        }
      }
    }
    target.report(tallies)
  }
}
