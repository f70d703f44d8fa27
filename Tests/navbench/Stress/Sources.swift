import ArgumentParser
import NavBase
import NavEngine
import NavProcessKit
import NavScene
import NavSystem
import NavWire

/// Opens random bytes as every kind of content: the loop must keep turning, other clients must not wait, and no control
/// character may get through.
///
/// A witness in a session of its own sends requests all the time; each reply contains the number of the loop's turns.
struct Sources: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Any bytes as any content: that navd's loop turns, and nobody waits.",
    discussion: """
      Examples:
        navbench sources
        navbench sources --seeds 20 --from 7
      """
  )

  @Option(
    help: "How many files are made, 1 to 100000; each is opened as everything there is.",
    transform: within(1...100_000)
  )
  var seeds: UInt64 = 200

  @Option(help: "The first one's seed, from 1.", transform: within(1...1_000_000_000))
  var from: UInt64 = 1

  @OptionGroup var judgement: Judgement

  private static let session = SessionReference.name("odd")
  private static let sizes = [CellSize.standardTerminal, CellSize(columns: 20, rows: 6)]
  private static let keys: [KeyCode] = [
    .enter, .character("j"), .character("G"), .character(" "), .left, .character("l"), .tab,
    .pageDown, .character("k"),
  ]
  /// The goal for the whole time of an input, and thus for each turn.
  private static let goal = Duration.milliseconds(50)

  /// The results of one kind of source.
  private struct Count {
    var shown = 0
    var refused = 0
    var longestTurn = Duration.zero
  }

  func measure() throws -> Section {
    progress("sources, \(seeds) seeds")
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground)
    let witness = try Witness(of: daemon)
    var names: [String] = []
    var counts: [String: Count] = [:]
    for seed in from..<from + seeds {
      var random = SeededGenerator(seed: seed)
      let participant = try Participant(of: daemon)
      for (name, content) in try RandomSources(in: ground, &random).all {
        daemon.drain()
        if counts[name] == nil { names.append(name) }
        var count = counts[name] ?? Count()
        let before = witness.loop.longestTurn
        do {
          let isShown = try show(content, participant, witness, &random)
          count.shown += isShown ? 1 : 0
          count.refused += isShown ? 0 : 1
        } catch {
          throw BenchError("seed \(seed), \(name): \(error)")
        }
        if witness.loop.longestTurn > before { count.longestTurn = witness.loop.longestTurn }
        counts[name] = count
      }
    }
    let rows = names.map { ($0, counts[$0] ?? Count()) }.map { name, count in
      let turn = count.longestTurn == .zero ? "" : count.longestTurn.inMilliseconds
      return [name, "\(count.shown)", "\(count.refused)", turn]
    }
    let (answers, longest) = (Figures(witness.times), witness.loop.longestTurn)
    return Section(
      name: "sources",
      facts: "\(seeds) seeds from \(from)",
      title: "sources: any bytes as any content; the longest turn where one made it longer",
      tables: [
        Table(["content", "shown", "refused", "longest turn"], rows),
        Table(
          ["the loop", "turns", "longest turn", "goal", "answers", "p50", "p99", "longest answer"],
          [
            ["", "\(witness.loop.turns)", longest.inMilliseconds, "<= \(Self.goal.inMilliseconds)"]
              + ["\(witness.times.count)", answers.p50.inMilliseconds]
              + [answers.p99.inMilliseconds, answers.largest.inMilliseconds]
          ]
        ),
      ],
      failures: judgement.failures(
        of: "the longest turn of navd's loop",
        longest,
        goal: Self.goal
      )
    )
  }

  /// Opens a content, navigates in it, and closes it.
  ///
  /// - Returns: whether it can be shown; otherwise the daemon has reported the reason.
  private func show(
    _ content: ContentSpec,
    _ participant: Participant,
    _ witness: Witness,
    _ random: inout SeededGenerator
  ) throws -> Bool {
    let opening = Request.Body.newSession(name: "odd", content)
    if case .failure(let failure) = try witness.watch(opening, by: participant) {
      try check(failure.text)
      guard !failure.text.isEmpty else { throw BenchError("it is refused without a reason") }
      return false
    }
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      let input = Request.Input(
        session: Self.session,
        viewport: Self.sizes.randomElement(using: &random),
        action: .keys([Key(Self.keys.randomElement(using: &random) ?? .enter)])
      )
      try accept(witness.watch(.input(input), by: participant))
      let size = Self.sizes.randomElement(using: &random) ?? .standardTerminal
      let answer = try witness.watch(.takeSnapshot(Self.session, size), by: participant)
      guard case .snapshot(_, _, let scene, _) = answer else {
        throw BenchError("no scene: \(answer)")
      }
      for container in scene.containers {
        let rows = container.rows.segments.flatMap(\.rows)
        let links = rows.flatMap(\.runs).compactMap(\.style.link)
        for text in [container.title, container.badge] + rows.map(\.text) + links {
          try check(text)
        }
      }
    }
    try accept(witness.watch(.killSession(Self.session), by: participant))
    return true
  }

  private func accept(_ answer: Reply.Body) throws {
    if case .failure(let failure) = answer { throw BenchError("navd says: \(failure.text)") }
  }

  private func check(_ text: String) throws {
    guard sanitized(text) == text else {
      throw BenchError("a control character in \(text.debugDescription)")
    }
  }
}

/// A client in a quiet session that checks repeatedly whether the daemon's loop still turns.
private final class Witness {
  private let participant: Participant
  private var lookedAt = Duration.zero
  /// The time from each request to its reply.
  private(set) var times: [Duration] = []
  /// The daemon's latest loop statistics.
  private(set) var loop = LoopFigures()

  private static let session = "quiet"
  /// The pause between two requests: the daemon allows 500 per second sustained.
  private static let pause = Duration.milliseconds(3)

  init(of daemon: Navd) throws {
    participant = try Participant(of: daemon)
    _ = try participant.ask(.newSession(name: Self.session, .tour(command: "")))
    try look()
  }

  /// Sends one request.
  ///
  /// - Throws: `BenchError` if no reply arrives, or if the loop has not turned since the last one.
  private func look() throws {
    let answer = try participant.ask(.getStatus(.name(Self.session)))
    guard case .status(let status) = answer.body else {
      throw BenchError("navd does not say how it is: build navd and navbench from one checkout")
    }
    guard status.loop.turns > loop.turns || times.isEmpty else {
      throw BenchError("navd's loop has not turned since the last answer, \(loop.turns) turns")
    }
    loop = status.loop
    lookedAt = monotonicNow()
    times.append(answer.time)
  }

  /// Sends requests until another client has its reply, possibly a failure, which is returned.
  ///
  /// - Throws: `BenchError` if no reply arrives, or if the loop does not turn.
  func watch(_ body: Request.Body, by other: Participant) throws -> Reply.Body {
    try other.post(body)
    let deadline = monotonicNow() + .seconds(60)
    while monotonicNow() < deadline {
      if monotonicNow() >= lookedAt + Self.pause { try look() }
      if let answer = try other.reply(within: Self.pause) { return answer }
    }
    throw BenchError("no answer within 60 s, while the loop turns")
  }
}
