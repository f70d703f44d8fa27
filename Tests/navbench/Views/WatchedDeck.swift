import NavCommands
import NavGeometry
import NavModel
import NavSystem
import NavWire
import ZeroMQ

/// A navd that shows a deck to a driver, to followers of the shared view, and to browsers, each at another page of a
/// view of its own.
///
/// After every move all viewers have to be where they belong: the move of one view moves no other view.
final class WatchedDeck {
  let daemon: Navd
  private let content: ContentSpec
  private let context: Context
  private let loop: Loop
  /// The viewers of the shared view; the first one drives.
  private var followers: [Onlooker] = []
  private var sharedPage = 1
  private var browsers: [Onlooker] = []
  /// The page at which each browser belongs.
  private var browsedPages: [Int] = []

  static let viewport = CellSize(columns: 80, rows: 24)
  static let slides = 48
  /// The most browsers that have a page each, and a next one.
  static let mostBrowsers = slides - firstBrowsedPage
  private static let session = "views"
  /// The driver turns between the first two pages.
  private static let firstBrowsedPage = 4

  /// Starts navd, and lets the driver join and turn a few pages.
  ///
  /// - Parameters:
  ///   - ground: the directory of navd and the deck.
  ///   - loop: the loop that serves all viewers.
  /// - Throws: if one of them can't start.
  init(in ground: TemporaryDirectory, servedBy loop: Loop) throws {
    // The typical slides several times, because a talk has more of them.
    let pages = (0..<Self.slides).map { Deck.talk.pages[$0 % Deck.talk.pages.count] }
    content = .deck(path: try ground.write(Deck(pages: pages).markdown, to: "deck.md"))
    daemon = try Navd(in: ground)
    context = try Context()
    self.loop = loop
    followers = [try onlooker("the driver")]
    try waitUntilJoined()
    try warmUp()
  }

  /// Returns the memory of navd at rest.
  func memory() throws -> RestingMemory {
    try RestingMemory(of: daemon.process) { try loop.run(for: .milliseconds(1)) }
  }

  // MARK: Joining

  /// Lets followers join, beside the driver.
  func addFollowers(_ count: Int) throws {
    for number in 1...count { followers.append(try onlooker("follower \(number)")) }
    try waitUntilJoined()
    try warmUp()
  }

  /// Lets browsers join, go to a page each, and turn it once and back.
  func addBrowsers(_ count: Int) throws {
    for number in 1...count {
      browsers.append(try onlooker("browser \(number)", view: .own(0)))
      browsedPages.append(sharedPage)
    }
    try waitUntilJoined()
    let pages = (0..<count).map { Self.firstBrowsedPage + $0 }
    for step in [0, 1, 0] { try browse(to: pages.map { $0 + step }) }
    try warmUp()
  }

  private func onlooker(_ name: String, view: ViewChoice = .shared) throws -> Onlooker {
    let request = Request.Attach(
      session: Self.session,
      viewport: Self.viewport,
      content: content,
      view: view
    )
    let onlooker = try Onlooker(name, of: daemon, asking: request, in: context)
    loop.add(onlooker)
    return onlooker
  }

  private func waitUntilJoined() throws {
    let viewers = followers + browsers
    try loop.run(until: "the scenes of \(viewers.count) viewers count all of them") {
      let now = monotonicNow()
      return try viewers.allSatisfy { try $0.place(at: now)?.viewers == viewers.count }
    }
  }

  private func warmUp() throws {
    for _ in 0..<4 { try turnByDriver() }
  }

  private func browse(to pages: [Int]) throws {
    browsedPages = pages
    for (browser, page) in zip(browsers, pages) { try browser.perform(.goTo(page)) }
    try waitUntilShown(to: browsers)
  }

  // MARK: Turns

  /// Turns the page of the shared view, and waits until all viewers show that at rest.
  func turnByDriver() throws {
    let isForward = sharedPage == 1
    sharedPage = isForward ? 2 : 1
    try followers[0].perform(isForward ? .forward : .back)
    try waitUntilShown(to: [followers[0]])
  }

  /// Turns the page of a browser, and waits until it shows that at rest.
  ///
  /// - Parameter round: the number of the turn: browsers take turns, each forward and back again.
  /// - Throws: if anything else moves.
  func turnByBrowser(inRound round: Int) throws {
    let index = (round / 2) % browsers.count
    let isForward = round.isMultiple(of: 2)
    browsedPages[index] += isForward ? 1 : -1
    try browsers[index].perform(isForward ? .forward : .back)
    try waitUntilShown(to: [browsers[index]])
  }

  /// Checks that everybody rests at their page.
  func checkPlaces() throws {
    guard try isShown(to: []) else { throw BenchError("a viewer moves without a turn") }
  }

  private func waitUntilShown(to movers: [Onlooker]) throws {
    let names = movers.count == 1 ? movers[0].name : "\(movers.count) browsers"
    try loop.run(until: "everybody rests after a turn by \(names)") { try isShown(to: movers) }
  }

  /// Returns whether the moves of some viewers have reached all viewers, and all are at rest.
  ///
  /// Views have versions of their own: the shared page in a browser's scene shows that the driver's turn has arrived.
  /// - Throws: `BenchError` if a viewer rests at a page at which it does not belong.
  private func isShown(to movers: [Onlooker]) throws -> Bool {
    guard movers.allSatisfy({ $0.acceptedVersion != nil }) else { return false }
    let now = monotonicNow()
    let driven = movers.first { $0 === followers[0] }?.acceptedVersion ?? 0
    for follower in followers {
      guard let place = try follower.place(at: now), place.version >= driven else { return false }
      try check(follower, at: place.page, expecting: sharedPage, after: movers)
    }
    for (browser, page) in zip(browsers, browsedPages) {
      let version = movers.first { $0 === browser }?.acceptedVersion ?? 0
      guard let place = try browser.place(at: now), place.version >= version else { return false }
      try check(browser, at: place.page, expecting: page, after: movers)
      guard place.sharedPage == sharedPage else { return false }
    }
    return true
  }

  private func check(
    _ viewer: Onlooker,
    at page: Int,
    expecting expected: Int,
    after movers: [Onlooker]
  ) throws {
    guard page != expected else { return }
    let names = movers.isEmpty ? "nobody" : movers.map(\.name).joined(separator: ", ")
    throw BenchError(
      "\(viewer.name) is at page \(page) and belongs at page \(expected), after a turn by \(names)"
    )
  }
}
