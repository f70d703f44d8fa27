import NavSystem

/// Measures the cost of viewers that browse, each in a view of its own, beside followers of the shared view.
///
/// - One navd has a driver and followers, all of one size: one stream. Another one has as many followers, and browsers:
///   each adds a view, a stream and a page. The two take turns, so load of the machine affects both, and the second one
///   is measured while its browsers turn their own pages, too.
/// - The time of a turn lasts until all viewers have applied it and rest, and 150 ms longer, in which navd looks ahead.
///   Beats, heartbeats and reports of viewers during that time count, too; *at rest* is that part, measured while the
///   other navd has its turn.
/// - Memory is that of the second navd, read as `navbench memory` does, before and after followers and browsers join.
/// - It fails when the driver's turn moves a browser, or when a browser's turn moves anybody else.
struct ViewsScenario: Scenario {
  /// The followers, beside the driver.
  var followers = 30
  var browsers = 30
  /// The counted turns of each kind.
  var turns = 40

  private static let warmUp = 4
  private static let quiet = Duration.milliseconds(150)

  /// The kinds of turns, in the order of the table.
  private enum Turn: Int, CaseIterable {
    case byDriver
    case byDriverBesideBrowsers
    case byBrowser

    /// The index of the daemon.
    var side: Int { self == .byDriver ? 0 : 1 }
  }

  /// The memory of one navd as it gets viewers.
  private struct Growth {
    let driver: RestingMemory
    let followers: RestingMemory
    let browsers: RestingMemory
  }

  func measure() throws -> Section {
    progress("views, about \(turns * 2 + 25) s")
    let viewers = 2 * (1 + followers) + browsers
    try FileLimit.raise(toAtLeast: viewers * Crowd.filesPerViewer + 64)
    let loop = Loop()
    let grounds = try (0..<2).map { _ in try TemporaryDirectory() }
    let decks = try grounds.map { try WatchedDeck(in: $0, servedBy: loop) }
    let daemons = decks.map(\.daemon)
    loop.everyTurn = { _ in for daemon in daemons { daemon.drain() } }
    let growth = try fill(decks[1])
    try decks[0].addFollowers(followers)
    let costs = try measure(decks, servedBy: loop)
    return Section(
      name: "views",
      facts:
        "\(turns) turns of each kind, \(followers) followers and \(browsers) browsers of "
        + "\(WatchedDeck.viewport), a deck of \(WatchedDeck.slides) slides",
      title: "views: the cost of a browser for navd, beside a follower",
      tables: [
        table("main thread", \.mainThread, costs), table("all threads", \.allThreads, costs),
        table(growth),
      ]
    )
  }

  private func fill(_ deck: WatchedDeck) throws -> Growth {
    let driver = try deck.memory()
    try deck.addFollowers(followers)
    let followed = try deck.memory()
    try deck.addBrowsers(browsers)
    return Growth(driver: driver, followers: followed, browsers: try deck.memory())
  }

  /// Returns the costs of each kind of turn.
  private func measure(_ decks: [WatchedDeck], servedBy loop: Loop) throws -> [TurnCosts] {
    var costs = Turn.allCases.map { _ in TurnCosts() }
    for round in 0..<Self.warmUp + turns {
      for offset in Turn.allCases.indices {
        let turn = Turn.allCases[(round + offset) % Turn.allCases.count]
        let before = try decks.map { try ProcessCost(of: $0.daemon.process) }
        switch turn {
        case .byDriver, .byDriverBesideBrowsers: try decks[turn.side].turnByDriver()
        case .byBrowser: try decks[turn.side].turnByBrowser(inRound: round)
        }
        try loop.run(for: Self.quiet)
        let spent = try zip(decks, before).map { try ProcessCost(of: $0.daemon.process) - $1 }
        for deck in decks { try deck.checkPlaces() }
        guard round >= Self.warmUp else { continue }
        costs[turn.rawValue].add(turn: spent[turn.side])
        for other in Turn.allCases where other.side != turn.side {
          costs[other.rawValue].add(rest: spent[other.side])
        }
      }
    }
    return costs
  }

  // MARK: Tables

  private func table(
    _ name: String,
    _ thread: KeyPath<ProcessCost, Duration>,
    _ costs: [TurnCosts]
  ) -> Table {
    let first = costs[Turn.byDriver.rawValue]
    let second = costs[Turn.byDriverBesideBrowsers.rawValue]
    let names = [
      "driver's turn, \(followers) followers",
      "driver's turn, \(followers) followers and \(browsers) browsers",
      "a browser's turn, all others at rest",
    ]
    let rows = zip(names, costs).map { name, costs in
      [
        name, costs.mean(thread).inMicroseconds,
        Figures(costs.turns.map { $0[keyPath: thread] }).spreadText,
        ratio(costs.mean(thread), first.mean(thread)), costs.rest(thread).inMicroseconds,
        costs.alone(thread).inMicroseconds, ratio(costs.alone(thread), first.alone(thread)),
      ]
    }
    let each = [
      "each browser adds to the driver's turn",
      ((second.mean(thread) - first.mean(thread)) / browsers).inMicroseconds, "", "",
      ((second.rest(thread) - first.rest(thread)) / browsers).inMicroseconds,
      ((second.alone(thread) - first.alone(thread)) / browsers).inMicroseconds, "",
    ]
    return Table(
      ["\(name) of navd", "mean", "spread", "ratio", "at rest", "without that", "ratio"],
      rows + [each]
    )
  }

  private func table(_ growth: Growth) -> Table {
    let follower = (growth.followers.anonymous - growth.driver.anonymous) / followers
    let browser = (growth.browsers.anonymous - growth.followers.anonymous) / browsers
    return Table(
      ["memory of navd", "Pss", "each adds", "ratio"],
      [
        ["driver", growth.driver.proportional.inKibibytes, "", ""],
        [
          "and \(followers) followers", growth.followers.proportional.inKibibytes,
          follower.inKibibytes, "",
        ],
        [
          "and \(browsers) browsers", growth.browsers.proportional.inKibibytes, browser.inKibibytes,
          follower > 0 ? (Double(browser) / Double(follower)).text(decimals: 2) : "",
        ],
      ]
    )
  }

  /// Empty where load of the machine has left nothing to compare with.
  private func ratio(_ time: Duration, _ first: Duration) -> String {
    first > .zero ? (time / first).text(decimals: 2) : ""
  }
}
