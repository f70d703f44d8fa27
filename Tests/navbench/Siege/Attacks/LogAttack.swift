import NavSystem
import NavWire

/// Moves that the daemon has to write: one process sends 400 a second, the others as many as they can.
enum LogAttack: Attack {
  private static let pace = Duration.microseconds(2_500)

  static func run(on target: AttackTarget) throws {
    guard target.number == 0 else {
      var flood = OperationFlood(target)
      while target.isOn { try flood.run() }
      return target.report(flood.tallies)
    }
    let asker = try Asker(target.input)
    let client = ClientID.random()
    var seq: UInt64 = 0
    var due = monotonicNow()
    var tallies: [String: Int] = [:]
    let count = { (replies: [[UInt8]]) in
      for bytes in replies { tallies[try Reply(decoding: bytes).body.tally, default: 0] += 1 }
    }
    while target.isOn {
      if monotonicNow() >= due, asker.inFlight < Sender.mostInFlight {
        seq += 1
        try asker.send(goTo(Int(seq)), client: client, seq: seq)
        due += pace
      }
      try count(asker.take(within: .milliseconds(1)))
    }
    let end = monotonicNow() + .seconds(10)
    while asker.inFlight > 0, monotonicNow() < end {
      try count(asker.take(within: .milliseconds(50)))
    }
    target.report(tallies)
  }
}
