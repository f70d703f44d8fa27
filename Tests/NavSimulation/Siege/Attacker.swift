import NavBase
import NavHost
import NavTestKit
import NavWire

/// A process that takes one thing after the other and lets none go.
struct Attacker {
  let principal: Principal
  private var generator: SplitMix64
  /// Its viewers, each of a client of its own.
  private var viewers: [(client: ClientID, id: UInt64)] = []
  private var lastID: UInt64 = 0
  private var nextAlive = Duration.zero

  private static let aliveInterval = Duration.seconds(1)

  init(_ index: Int, _ generator: SplitMix64) {
    principal = .process(user: 1, id: Int32(index + 1))
    self.generator = generator
  }

  mutating func restart() {
    viewers = []
  }

  /// Returns what it sends now.
  mutating func requests(at now: Duration) -> [Request] {
    var requests: [Request] = []
    if now >= nextAlive {
      nextAlive = now + Self.aliveInterval
      requests = viewers.map { request(.alive(viewer: $0.id), of: $0.client) }
    }
    let client = ClientID(random: &generator)
    switch generator.int(in: 0...5) {
    case 0..<3:
      let attach = Request.Attach(
        session: World.session,
        viewport: size(),
        fit: generator.pick([.exact, .exact, .relayout, .letterbox])
      )
      requests.append(request(.attach(attach), of: client))
    case 3..<5:
      // Its conditions are never met.
      let wait = Request.Wait(
        session: .name(World.session),
        condition: .version(.max),
        timeout: .seconds(generator.int(in: 1...10))
      )
      for _ in 0..<generator.int(in: 1...6) { requests.append(request(.wait(wait), of: client)) }
    default:
      // It never fetches the second part.
      let export = Request.Export(
        session: .name(World.session),
        format: .html,
        key: generator.next() | 1,
        part: 0
      )
      requests.append(request(.export(export), of: client))
    }
    return requests
  }

  mutating func receive(_ reply: Reply) {
    guard let client = reply.client else { return }
    if case .attached(let attached) = reply.body { viewers.append((client, attached.viewer)) }
    if case .failure(let failure) = reply.body, failure.code == .unknownViewer {
      viewers.removeAll { $0.client == client }
    }
  }

  private mutating func request(_ body: Request.Body, of client: ClientID) -> Request {
    lastID += 1
    return Request(id: lastID, client: client, seq: 0, body: body)
  }

  /// Returns a size that nobody else has, or one that others have, too.
  private mutating func size() -> CellSize {
    generator.oneIn(4)
      ? generator.pick(Incident.sizes)
      : CellSize(columns: generator.int(in: 20...180), rows: generator.int(in: 5...40))
  }
}
