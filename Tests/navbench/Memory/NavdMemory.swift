import Glibc
import NavGeometry
import NavModel
import NavProcessKit
import NavWire

/// The memory of navd and navclient, each time of a daemon of its own.
struct NavdMemory {
  private static let patience = Duration.seconds(60)
  private static let session = "memory"

  /// Returns the memory of a daemon without sessions, and what each of many sessions adds beyond the first.
  func ofSessions(_ count: Int) throws -> (idle: Int, each: Int) {
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let idle = try RestingMemory(of: daemon.process)
    let owner = try Participant(of: daemon)
    let open = { (number: Int) in
      let deck = try ground.write(Deck.small.markdown, to: "deck-\(number).md")
      _ = try owner.ask(.newSession(name: "\(Self.session)-\(number)", .deck(path: deck)))
    }
    try open(0)
    let one = try RestingMemory(of: daemon.process, daemon.drain)
    for number in 1...count { try open(number) }
    let full = try RestingMemory(of: daemon.process, daemon.drain)
    return (idle.proportional, (full.anonymous - one.anonymous) / count)
  }

  /// Returns what a viewer of each of many sizes adds, beyond the first one.
  func ofSizes(_ count: Int) throws -> Int {
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = ContentSpec.deck(path: try ground.write(Deck.small.markdown, to: "deck.md"))
    var viewers: [HeadlessViewer] = []
    let join = { (number: Int) in
      let size = CellSize(
        columns: MemoryScenario.size.columns + 2 * number,
        rows: MemoryScenario.size.rows + number
      )
      viewers.append(
        try HeadlessViewer(of: daemon, session: Self.session, showing: deck, viewport: size)
      )
    }
    let follow = {
      daemon.drain()
      for viewer in viewers {
        try viewer.stayAlive()
        _ = try viewer.updates(until: .zero)
      }
    }
    try join(0)
    let one = try RestingMemory(of: daemon.process, follow)
    for number in 1...count {
      try join(number)
      try viewers[0].stayAlive()
    }
    let all = try RestingMemory(of: daemon.process, follow)
    return (all.anonymous - one.anonymous) / count
  }

  /// Returns what each of many viewers of one size adds to the daemon, and the memory of a navclient.
  func ofViewers(_ count: Int) throws -> (each: Int, client: Int) {
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let client = try PseudoTerminal(
      [try Programs.path(of: Programs.client), "--session", Self.session, "--open", deck],
      environment: ground.environment,
      size: MemoryScenario.size
    )
    try client.waitFor("Slide 1", within: Self.patience)
    let follow = {
      daemon.drain()
      _ = client.readText()
    }
    let resting = try RestingMemory(of: client.process, follow).proportional
    let one = try RestingMemory(of: daemon.process, follow)
    let crowd = try PseudoTerminal(
      [
        try Programs.path(of: Programs.bench), "crowd", Self.session, "\(count)", "\(daemon.input)",
        "\(daemon.layout)", "--sizes", "1",
      ],
      environment: ground.environment,
      size: MemoryScenario.size
    )
    try crowd.waitFor(CrowdWords.ready, within: Self.patience)
    let all = try RestingMemory(of: daemon.process, follow)
    crowd.killNow()
    return ((all.anonymous - one.anonymous) / count, resting)
  }

  /// Returns by how much the greatest memory in a flood grows when one of five viewers is stopped.
  func ofStalled(for part: Duration) throws -> Int {
    let run = try StallScenario.StallRun(in: try TemporaryDirectory())
    try run.warmUp()
    run.flow.pace = .milliseconds(3)
    _ = try largest(run, for: part)
    let before = try largest(run, for: part)
    run.screen.send(SIGSTOP)
    return max(0, try largest(run, for: part) - before)
  }

  private func largest(_ run: StallScenario.StallRun, for part: Duration) throws -> Int {
    var largest = 0
    for _ in 0..<20 {
      try run.loop.run(for: part / 20)
      largest = max(largest, try ProcessMemory.anonymous(of: run.daemon.process))
    }
    return largest
  }
}
