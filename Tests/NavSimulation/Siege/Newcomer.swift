import NavBase
import NavHost
import NavTestKit
import NavWire

/// A process that attaches, waits for its session to settle, fetches an export and leaves.
struct Newcomer {
  let number: UInt64
  let principal: Principal
  /// When it came, or when its session was there again.
  private(set) var cameAt: Duration
  private(set) var step = Step.attach
  private let client: ClientID
  private let size: CellSize
  private let key: UInt64
  private var viewer: UInt64 = 0
  private var bytes: [UInt8] = []

  enum Step: Hashable {
    case attach, wait
    case export(part: Int)
    case leave
  }

  /// The action that follows an answer.
  enum Action {
    case goOn, tryAgain, isServed
    case nothing
  }

  init(number: UInt64, _ generator: inout SplitMix64, at now: Duration) {
    self.number = number
    principal = .process(user: 2, id: Int32(number))
    cameAt = now
    client = ClientID(random: &generator)
    key = generator.next() | 1
    size =
      generator.oneIn(2)
      ? generator.pick(Incident.sizes)
      : CellSize(columns: generator.int(in: 20...180), rows: generator.int(in: 5...40))
  }

  /// The file of an export: two parts, so that it is held until the second one is fetched.
  static func file(of key: UInt64) -> [UInt8] {
    [UInt8](
      repeating: UInt8(truncatingIfNeeded: key >> 8),
      count: Request.Export.partBytes + 1 + Int(key % 100)
    )
  }

  /// The request of its step.
  func request() -> Request {
    let session = SessionReference.name(World.session)
    let body: Request.Body =
      switch step {
      case .attach:
        .attach(Request.Attach(session: World.session, viewport: size))
      case .wait:
        .wait(Request.Wait(session: session, condition: .settled(version: 0), timeout: .seconds(2)))
      case .export(let part):
        .export(Request.Export(session: session, format: .html, key: key, part: part))
      case .leave: .leave(viewer: viewer)
      }
    return Request(id: step.id, client: client, seq: 0, body: body)
  }

  /// - Throws: when it is refused what everybody can have, or gets something else.
  mutating func receive(_ reply: Reply, at now: Duration) throws -> Action {
    guard reply.id == step.id else { return .nothing }
    switch (step, reply.body) {
    case (_, .failure(let failure)): return try receive(failure, at: now)
    case (.attach, .attached(let attached)):
      viewer = attached.viewer
      step = .wait
    case (.wait, .waited): step = .export(part: 0)
    case (.export(let part), .exported(let found)):
      try demand(found.part == part && found.count == 2, "a newcomer gets part \(found.part)")
      bytes += found.bytes
      step = part == 0 ? .export(part: 1) : .leave
      if part > 0 { try demand(bytes == Self.file(of: key), "a newcomer gets another export") }
    case (.leave, .done): return .isServed
    default: throw Violation("a newcomer gets another answer at \(step): \(reply.body)")
    }
    return .goOn
  }

  private mutating func receive(_ failure: Reply.Failure, at now: Duration) throws -> Action {
    let isGone = failure.code == .retry && step == .export(part: 1)
    try demand(!isGone, "a newcomer has lost its export: \(failure.text)")
    switch failure.code {
    case .limitReached:
      throw Violation("\(step) of a newcomer is refused at a full table: \(failure.text)")
    // Its viewer was silent for too long.
    case .unknownViewer where step == .leave: return .isServed
    case .noSuchSession:
      // Nobody can serve it before the session is there.
      cameAt = now
      return .tryAgain
    // The session does not come to rest: the wait was held until its end, which is all that a table owes it.
    case .timedOut where step == .wait:
      step = .export(part: 0)
      return .goOn
    case .retry, .timedOut, .noSuchInput, .rejected, .noMatch: return .tryAgain
    default: throw Violation("\(step) of a newcomer fails: \(failure)")
    }
  }
}

extension Newcomer.Step {
  /// The number of its request.
  fileprivate var id: UInt64 {
    switch self {
    case .attach: 1
    case .wait: 2
    case .leave: 3
    case .export(let part): 4 + UInt64(part)
    }
  }
}
