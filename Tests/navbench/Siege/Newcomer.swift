import NavBase
import NavSystem
import NavWire
import ZeroMQ

/// A stranger who arrives at a daemon: asks for the status, attaches, waits and exports, each once.
final class Newcomer: Member {
  private let input: Socket
  private let bodies: [Request.Body]
  /// The answers that came, by the number of the request from 1; a refusal has its text.
  private var answers: [UInt64: String?] = [:]
  private var answeredAt: Duration?
  private let startedAt = monotonicNow()

  static let sockets = 1

  init(of stage: Stage) throws {
    input = try Socket(.dealer, in: stage.context, options: [.reconnectInterval(.milliseconds(80))])
    try input.connect(stage.daemon.input)
    let attach = Request.Attach(
      session: Stage.session,
      viewport: CellSize(columns: 73, rows: 21),
      fit: .relayout
    )
    let wait = Request.Wait(
      session: AttackTarget.watched,
      condition: .version(0),
      timeout: .seconds(5)
    )
    let export = Request.Export(
      session: AttackTarget.watched,
      format: .text,
      key: .random(in: 1 ... .max),
      part: 0
    )
    bodies = [.getStatus(AttackTarget.watched), .attach(attach), .wait(wait), .export(export)]
    let client = ClientID.random()
    for (index, body) in bodies.enumerated() {
      let request = Request(id: UInt64(index + 1), client: client, seq: 0, body: body)
      _ = try input.send([[], request.encoded()])
    }
    stage.add(self)
  }

  var hasAllAnswers: Bool { answers.count == bodies.count }

  /// The requests that were refused or not answered.
  var faults: [String] {
    bodies.indices.compactMap { index in
      let name = ["status", "attach", "wait", "export"][index]
      guard let answer = answers[UInt64(index + 1)] else { return "\(name) was not answered" }
      return answer.map { "\(name): \($0)" }
    }
  }

  /// The time that all answers took, or the number of those that are refused or missing.
  var summary: String {
    if faults.isEmpty, let answeredAt { return (answeredAt - startedAt).inMilliseconds }
    return "\(faults.count) of \(bodies.count) failed"
  }

  func enter(_ poller: inout Poller, firstToken: Int) {
    poller.add(input, token: firstToken, events: .readable)
  }

  func step(at now: Duration) throws {
    while let bytes = try input.receive()?.last {
      let reply = try Reply(decoding: bytes)
      if case .failure(let failure) = reply.body {
        answers[reply.id] = .some(failure.text)
      } else {
        answers[reply.id] = .some(nil)
      }
      if hasAllAnswers, answeredAt == nil { answeredAt = now }
    }
  }
}
