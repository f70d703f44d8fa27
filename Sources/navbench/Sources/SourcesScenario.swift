import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText
import NavWire

/// Opens random bytes as every kind of content: the loop must keep turning, other clients must not wait, and no control
/// character may get through.
///
/// A witness in a session of its own sends requests all the time; each reply contains the number of the loop's turns.
struct SourcesScenario: Scenario {
  var seeds: ClosedRange<UInt64> = 1...200
  var judgement: Judgement

  private static let session = "odd"
  private static let sizes = [CellSize.standardTerminal, CellSize(columns: 20, rows: 6)]
  private static let keys: [Key] = [
    Key(.enter), Key(.character("j")), Key(.character("G")), Key(.character(" ")), Key(.left),
    Key(.character("l")), Key(.tab), Key(.pageDown), Key(.character("k")),
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
    progress("sources, \(seeds.count) seeds")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let witness = try Witness(of: daemon)
    var names: [String] = []
    var counts: [String: Count] = [:]
    for seed in seeds {
      var random = RandomBytes(seed: seed)
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
    return section(names.map { ($0, counts[$0] ?? Count()) }, witness)
  }

  private func section(_ counts: [(name: String, count: Count)], _ witness: Witness) -> Section {
    let answers = Figures(witness.times)
    let rows = counts.map { name, count in
      [
        name, "\(count.shown)", "\(count.refused)",
        count.longestTurn == .zero ? "" : count.longestTurn.inMilliseconds,
      ]
    }
    return Section(
      name: "sources",
      facts: "seeds \(seeds.lowerBound) to \(seeds.upperBound)",
      title: "sources: any bytes as any content; the longest turn where one made it longer",
      tables: [
        Table(["content", "shown", "refused", "longest turn"], rows),
        Table(
          ["the loop", "turns", "longest turn", "goal", "answers", "p50", "p99", "longest answer"],
          [
            [
              "", "\(witness.loop.turns)", witness.loop.longestTurn.inMilliseconds,
              "<= \(Self.goal.inMilliseconds)", "\(witness.times.count)",
              answers.p50.inMilliseconds, answers.p99.inMilliseconds,
              answers.largest.inMilliseconds,
            ]
          ]
        ),
      ],
      failures: judgement.failures(
        of: "the longest turn of navd's loop",
        witness.loop.longestTurn,
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
    _ random: inout RandomBytes
  ) throws -> Bool {
    let opening = Request.Body.newSession(name: Self.session, content)
    if case .failure(let failure) = try witness.watch(opening, by: participant) {
      try check(failure.text)
      guard !failure.text.isEmpty else { throw BenchError("it is refused without a reason") }
      return false
    }
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      let key = Self.keys.randomElement(using: &random) ?? Key(.enter)
      let input = Request.Input(
        session: .name(Self.session),
        viewer: nil,
        viewport: Self.sizes.randomElement(using: &random),
        action: .keys([key])
      )
      try accept(witness.watch(.input(input), by: participant))
      try look(participant, witness, &random)
    }
    try accept(witness.watch(.killSession(.name(Self.session)), by: participant))
    return true
  }

  private func look(
    _ participant: Participant,
    _ witness: Witness,
    _ random: inout RandomBytes
  ) throws {
    let size = Self.sizes.randomElement(using: &random) ?? .standardTerminal
    let asked = Request.Body.takeSnapshot(.name(Self.session), size)
    let answer = try witness.watch(asked, by: participant)
    guard case .snapshot(_, _, let scene) = answer else {
      throw BenchError("no scene: \(answer)")
    }
    for container in scene.containers {
      try check(container.title)
      try check(container.badge)
      for row in container.rows.segments.flatMap(\.rows) {
        try check(row.text)
        for link in row.runs.compactMap(\.style.link) { try check(link) }
      }
    }
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
