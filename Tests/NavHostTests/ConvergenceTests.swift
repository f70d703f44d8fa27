import NavCommands
import NavHost
import NavGeometry
import NavLayout
import NavModel
import NavSync
import NavTestKit
import NavText
import NavWire
import Testing

/// One viewer in the simulation: a client, its publish pipe, and its replica.
private struct SimulatedViewer {
  var client: Client
  var viewport: CellSize
  var attached: Reply.Attached?
  var replica: Replica?
  /// Messages published on this viewer's topics that it has not read yet.
  var pipe: [(topic: [UInt8], message: LayoutMessage)] = []
  /// The offset of the viewer's own clock.
  let skew: Duration
  var corruptions: [String] = []

  var topics: [[UInt8]] {
    attached.map { replica == nil ? [$0.streamTopic, $0.readyTopic] : [$0.streamTopic] } ?? []
  }

  /// Reads one message; returns false when the viewer has to attach again.
  mutating func readNext(at now: Duration) -> Bool {
    guard !pipe.isEmpty else { return true }
    let (topic, message) = pipe.removeFirst()
    let local = now + skew
    switch message {
    case .snapshot(let snapshot):
      guard topic == attached?.readyTopic else { return true }
      do {
        replica = try Replica(snapshot, now: local)
      } catch {
        corruptions.append("snapshot: \(error)")
        return false
      }
      return true
    case .update(let update):
      guard let outcome = replica?.receive(update, now: local) else { return true }
      return isInStep(outcome)
    case .beat(let beat):
      guard let outcome = replica?.receive(beat) else { return true }
      return isInStep(outcome)
    case .bye, .keyframe: return true
    }
  }

  private mutating func isInStep(_ outcome: Replica.Outcome) -> Bool {
    switch outcome {
    case .applied, .ignored: return true
    case .gap: return false
    case .corrupt(let reason):
      corruptions.append(reason)
      return false
    }
  }
}

/// A daemon, some viewers and a network with delay and loss, in one thread from one seed.
private struct Simulation: ~Copyable {
  var house: House
  var generator: SplitMix64
  var viewers: [SimulatedViewer] = []
  /// Requests in flight, some of them repetitions.
  var requests: [Request] = []
  var accepted: Set<[UInt64]> = []
  var session: UInt64 = 0

  init(generator: SplitMix64) throws {
    var generator = generator
    house = House(seed: generator.next())
    let pages = (1...generator.int(in: 2...12)).map {
      PageContent(title: "Page \($0)", document: generator.document(blocks: 1...6))
    }
    try house.open("talk", pages: pages)
    self.generator = generator
  }

  /// Ends a turn; its publications go into the pipes, or sometimes are lost.
  mutating func turn(loses: Bool) throws {
    let turn = try house.turn()
    for (topic, message) in turn.published {
      for index in viewers.indices where viewers[index].topics.contains(topic) {
        if loses, generator.oneIn(12) { continue }
        viewers[index].pipe.append((topic, message))
      }
    }
    for reply in turn.replies {
      switch reply.body {
      case .attached(let attached):
        guard let index = viewers.firstIndex(where: { $0.client.id == reply.client }) else {
          continue
        }
        session = attached.session
        leaveTopics(index)
        viewers[index].attached = attached
        viewers[index].replica = nil
        viewers[index].pipe = []
        house.subscribe(to: attached.streamTopic)
        house.subscribe(to: attached.readyTopic)
      case .accepted(let version, _):
        // However often it is answered, an operation counts once.
        accepted.insert([reply.client?.bytes.reduce(0) { $0 &* 31 &+ UInt64($1) } ?? 0, reply.seq])
        try demand(version <= UInt64(accepted.count) + 64)
      case .failure(let failure):
        try demand([.rejected, .outOfOrder, .unknownViewer].contains(failure.code), "\(failure)")
      case .sessions, .snapshot, .done, .status, .viewers, .waited, .outline, .exported, .page,
        .found:
        break
      }
    }
  }

  private mutating func leaveTopics(_ index: Int) {
    guard let topic = viewers[index].attached?.streamTopic else { return }
    viewers[index].attached = nil
    // XPUB reports only the last unsubscription of a topic.
    if !viewers.contains(where: { $0.topics.contains(topic) }) { house.unsubscribe(from: topic) }
  }

  mutating func attach(_ index: Int) {
    let size = viewers[index].viewport
    house.send(viewers[index].client.attach("talk", size.columns, size.rows))
  }

  mutating func randomStep() throws {
    switch generator.int(in: 0...9) {
    case 0 where viewers.count < 6: addViewer()
    case 1 where !viewers.isEmpty:
      let index = generator.int(in: 0...viewers.count - 1)
      viewers[index].viewport = viewport()
      attach(index)
    case 2...5 where !viewers.isEmpty:
      let index = generator.int(in: 0...viewers.count - 1)
      requests.append(command(of: index))
      // Each client's requests arrive in order; some arrive twice.
      for request in requests {
        house.send(request)
        if generator.oneIn(4) { house.send(request) }
      }
      if generator.oneIn(2) { requests = requests.suffix(3) }
    default: break
    }
    house.pass(
      .milliseconds(generator.oneIn(10) ? generator.int(in: 0...1_500) : generator.int(in: 0...60))
    )
    for index in viewers.indices {
      guard let attached = viewers[index].attached else { continue }
      house.send(viewers[index].client.read(.alive(viewer: attached.viewer)))
    }
    try turn(loses: true)
    for index in viewers.indices where generator.oneIn(2) {
      try read(index, generator.int(in: 0...4))
    }
  }

  private mutating func addViewer() {
    viewers.append(
      SimulatedViewer(
        client: Client(seed: generator.next()),
        viewport: viewport(),
        skew: .milliseconds(generator.int(in: -5_000...5_000))
      )
    )
    attach(viewers.count - 1)
  }

  private mutating func viewport() -> CellSize {
    generator.pick([
      CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
      CellSize(columns: 31, rows: 9),
      CellSize(columns: 12, rows: 4), CellSize(columns: 80, rows: 12),
    ])
  }

  private mutating func command(of index: Int) -> Request {
    let command = generator.pick([
      SessionCommand.forward, .back, .lineDown, .lineUp, .screenDown, .first, .last,
      .goTo(generator.int(in: 0...13)), .search("1"), .search(""), .nextMatch, .previousMatch,
    ])
    let viewer = viewers[index].attached?.viewer
    return viewers[index].client.command(command, in: .name("talk"), viewer: viewer)
  }

  private mutating func read(_ index: Int, _ count: Int) throws {
    for _ in 0..<count where viewers[index].attached != nil {
      if !viewers[index].readNext(at: house.now) {
        attach(index)
        return
      }
      let local = house.now + viewers[index].skew
      _ = try viewers[index].replica?.scene(at: local)
    }
  }

  /// Ends all loss and input: all viewers reach the same place.
  mutating func settle() throws {
    for _ in 0..<10 {
      for index in viewers.indices {
        while !viewers[index].pipe.isEmpty {
          if !viewers[index].readNext(at: house.now) {
            viewers[index].pipe = []
            attach(index)
          }
        }
        if let attached = viewers[index].attached {
          house.send(viewers[index].client.read(.alive(viewer: attached.viewer)))
        }
        // Its snapshot was lost: it attaches again after a second.
        if viewers[index].replica == nil { attach(index) }
      }
      // One turn sends replies, the next one snapshots.
      try turn(loses: false)
      try turn(loses: false)
      house.pass(.seconds(1))
    }
  }

  /// Demands that every replica equals the model's layout at rest for its size.
  mutating func check() throws {
    for index in viewers.indices {
      let request = viewers[index].client.read(
        .takeSnapshot(.name("talk"), viewers[index].viewport)
      )
      guard case .snapshot(_, let version, let expected) = try house.ask(request) else {
        try demand(false, "no snapshot")
        return
      }
      guard var replica = viewers[index].replica else {
        try demand(false, "a viewer without a replica")
        return
      }
      let shown = try replica.scene(at: house.now + viewers[index].skew + .seconds(60))
      try demand(
        shown == expected,
        "\(viewers[index].viewport)\n\(shown.outline)\n\(expected.outline)"
      )
      try demand(shown.digest == expected.digest)
      try demand(replica.version == version)
      try demand(version == UInt64(accepted.count), "\(version) for \(accepted.count) operations")
      try demand(viewers[index].corruptions.isEmpty, "\(viewers[index].corruptions)")
    }
  }
}

@Suite("Convergence: in every run all viewers reach the same place")
struct ConvergenceTests {
  @Test("random commands, sizes, delays and losses")
  func converge() throws {
    try forSeeds(0..<16) { generator in
      var simulation = try Simulation(generator: generator)
      for _ in 0..<120 { try simulation.randomStep() }
      try simulation.settle()
      try simulation.check()
    }
  }
}
