import ArgumentParser
import Glibc
import NavCanvas
import NavGeometry
import NavModel
import NavScene
import NavSystem
import NavWire

/// A kind of joiner, which joins again and again.
private struct JoinLane {
  let name: String
  /// Lets the viewer of a round join.
  let join: (Int) throws -> HeadlessViewer
  /// Ends a round, outside the time.
  let finish: (HeadlessViewer) throws -> Void

  /// Joins the stream of a viewer that stays.
  static func followed(by daemon: Navd, showing content: ContentSpec) throws -> JoinLane {
    let resident = try HeadlessViewer(of: daemon, session: "followed", showing: content)
    return JoinLane(name: "joins another viewer") { _ in
      try resident.stayAlive()
      return try HeadlessViewer(of: daemon, session: "followed", showing: content)
    } finish: { viewer in
      try viewer.leave()
      // The changes of the number of viewers.
      _ = try resident.updates(until: .zero)
    }
  }

  /// Joins a session of its own, as its first viewer.
  static func alone(with daemon: Navd, showing content: ContentSpec) throws -> JoinLane {
    let owner = try Participant(of: daemon)
    return JoinLane(name: "first viewer") { round in
      let session = "alone-\(round)"
      _ = try owner.ask(.newSession(name: session, content))
      return try HeadlessViewer(of: daemon, session: session, showing: content)
    } finish: { viewer in
      _ = try owner.ask(.killSession(.id(viewer.attached.session)))
    }
  }
}

/// Writes scenes as navclient does, to a pipe instead of a terminal.
private final class PaintedPipe {
  private var ends: [Int32] = [-1, -1]
  private let theme = ResolvedTheme(.dark, depth: .truecolor)

  init() throws {
    guard pipe(&ends) == 0 else { throw BenchError("can't make a pipe: close some programs") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit { for end in ends { close(end) } }

  /// Paints a viewer's first scene and writes all its rows.
  ///
  /// - Returns: the number of bytes.
  func write(_ scene: Scene) throws -> Int {
    var encoder = FrameEncoder(EncoderOptions(depth: .truecolor, synchronizedOutput: true))
    let bytes = encoder.encode(PaintWork.canvas(of: scene, theme))
    guard Glibc.write(ends[1], bytes, bytes.count) == bytes.count else {
      throw BenchError("a pipe does not take \(bytes.count) bytes at once")
    }
    return bytes.count
  }

  /// Reads what was written.
  func drain(_ count: Int) throws {
    var (left, buffer) = (count, [UInt8](repeating: 0, count: 65_536))
    while left > 0 {
      let count = read(ends[0], &buffer, buffer.count)
      guard count > 0 else { throw BenchError("a pipe can't be read") }
      left -= count
    }
  }
}

/// Measures a join as the viewer sees it: from sending `attach` until the last row of the scene is written.
///
/// - The viewer is a headless one in this process: nothing inside a navclient can be timed from outside (`navbench start`
///   measures all of it). It decodes, paints and encodes as navclient does, and writes to a pipe, whose other end is read
///   after the time. Its connections exist before the attach, as those of navclient.
/// - A session shows a deck at rest. Of the two kinds of joiner, one joins the stream of another viewer; the other is the
///   first viewer of its session, for which the daemon has to lay out.
/// - The bytes are those of the attach's reply and of all messages up to the snapshot, with topics and framing.
/// - Each round also has a round trip of the bare echo; a join needs two: attach and snapshot.
struct Join: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Attach to the last row written, beside a bare echo.",
    discussion: """
      Examples:
        navbench join
        navbench join --joins 1000
      """
  )

  @Option(help: "Joins measured of each kind, 1 to 10000.", transform: within(1...10_000))
  var joins = 200

  private static let header = [
    "", "p50", "p99", "spread", "goal", "ratio to the echo", "largest join", "goal",
  ]

  func measure() throws -> Section {
    progress("join, \(joins) of each kind, about \(joins / 40 + 1) s")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = ContentSpec.deck(path: try ground.write(Deck.small.markdown, to: "deck.md"))
    let echo = try ReplyLane.echo(in: ground)
    let terminal = try PaintedPipe()
    let lanes = [
      try JoinLane.followed(by: daemon, showing: deck), try .alone(with: daemon, showing: deck),
    ]
    var echoes: [Duration] = []
    let outcomes = try byTurns(lanes, rounds: joins, warmUp: 10) { lane, round in
      daemon.drain()
      echoes.append(try echo.roundTrip(round))
      let viewer = try lane.join(round)
      guard let scene = try viewer.scene else {
        throw BenchError("a viewer has joined without a scene")
      }
      let written = try terminal.write(scene)
      let time = monotonicNow() - viewer.attachedAt
      try terminal.drain(written)
      try lane.finish(viewer)
      return (time: time, bytes: viewer.bytesOfJoin)
    }
    let floor = Figures(echoes)
    let rows = zip(lanes, outcomes).map { lane, outcomes in
      let times = Figures(outcomes.map(\.time))
      return [lane.name] + times.inMilliseconds + ["<= 2.00 ms", (times.p50 / floor.p50).text()]
        + ["\(Figures(outcomes.map(\.bytes)).largest) B", "<= 2000 B"]
    }
    return Section(
      name: "join",
      facts: "\(joins) joins of each kind by turns with an echo; a headless viewer of "
        + "\(CellSize.standardTerminal), a deck of \(Deck.small.pages.count) slides",
      title: "join: from attach sent to the last row written",
      tables: [
        Table(Self.header, rows + [["echo of 64 B"] + floor.inMilliseconds + ["", "", "", ""]])
      ]
    )
  }
}
