import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite(
  "A viewer looks around on its own, follows another one, and returns (proto/README.md: Views)"
)
struct BrowsingTests {
  private static let own = ViewChoice.own(SteppedViewer.ownView)
  private static let ben = ViewerName(known: "ben")
  private static let followingMessage = "you follow ben: b returns"

  /// A viewer called ada, in a view of its own.
  private static func browsing(
    _ control: ControlFacts = ControlFacts(),
    isReadOnly: Bool = false
  ) throws -> SteppedViewer {
    let viewer = SteppedViewer(isReadOnly: isReadOnly)
    viewer.viewerName = ViewerName(known: "ada")
    viewer.control = control
    try viewer.join()
    try viewer.press("b")
    try demand(try viewer.take().views == [.own(0)])
    try viewer.finishJoin()
    try demand(viewer.screen().local.view == .own)
    return viewer
  }

  /// Opens the list of viewers and follows the one below this viewer.
  private static func followOther(on viewer: SteppedViewer) throws {
    try viewer.send("v")
    var others = [UInt64(9), 3].map { id in
      Reply.ViewerInfo(
        id: id,
        viewport: CellSize(columns: 80, rows: 24),
        attached: .seconds(90),
        silent: .zero
      )
    }
    others[0].name = ViewerName(known: "ada")
    others[1].name = ben
    try viewer.answer(.viewers(others))
    // Nobody follows oneself.
    try viewer.press("f")
    try demand(viewer.screen().overlay != nil)
    try viewer.press("j", "f")
    try demand(viewer.screen().overlay == nil)
  }

  private static func following(granted: ViewChoice? = nil) throws -> SteppedViewer {
    let viewer = try SteppedViewer().joined()
    try followOther(on: viewer)
    try demand(try viewer.take().views == [.followed(ben)])
    viewer.grantedView = granted
    try viewer.finishJoin()
    return viewer
  }

  // MARK: An own view

  @Test("without results of a find, < and > step through what was shown, in a view of one's own")
  func stepsBack() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("<", ">")
    #expect(try viewer.take().views == [.own(0)])
    #expect(try viewer.arrive().commands == [.past(forward: false), .past(forward: true)])
  }

  @Test(
    "b asks for a view of one's own, and returns to the shared one; the old scene stays until then"
  )
  func joinsAndReturns() throws {
    let viewer = try Self.browsing()
    #expect(viewer.screen().notice.text == nil)
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    try viewer.answer(.accepted(version: 1))
    try viewer.press("b")
    #expect(try viewer.take().views == [.shared])
    #expect(viewer.screen().local.view == .own && viewer.screen().scene != nil)
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .shared && viewer.screen().notice.text == nil)
  }

  @Test(
    "on the way back, the own view turns to the shared page first, so that one motion is seen",
    arguments: [true, false]
  )
  func returnsWithOneMotion(isShown: Bool) throws {
    let viewer = SteppedViewer()
    viewer.sharedPlace = (page: 3, pages: viewer.session.position.pages)
    try viewer.join()
    try viewer.send("b")
    try viewer.finishJoin()
    try viewer.press("b")
    var did = try viewer.take()
    #expect(did.commands == [.goTo(3)] && did.views == [])
    let update = try viewer.update(.goTo(3))
    try viewer.answer(.accepted(version: viewer.session.version))
    #expect(try viewer.take().views == [])
    // Without the motion it returns all the same.
    if isShown { viewer.publish(.update(update)) } else { viewer.pass(.milliseconds(1_500)) }
    did = try viewer.tick(after: .milliseconds(1))
    #expect(did.views == [.shared])
  }

  @Test("a change waits for the answers to keys, which would otherwise move the new view")
  func waitsForAnswers() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("l", "b", "j")
    #expect(try viewer.take() == [.sent(.input(viewer.input(.forward)))])
    let isCaughtUp = viewer.core.isCaughtUp
    #expect(!isCaughtUp)
    try viewer.answer(.accepted(version: 0))
    #expect(try viewer.take().views == [.own(0)])
    #expect(try viewer.arrive().actions == [.command(.lineDown)])
  }

  @Test(
    "over a lost connection, too, a change waits for the answers to keys"
  )
  func waitsOverReconnection() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("l", "b")
    let operation = try #require(viewer.request)
    viewer.reconnect()
    #expect(try viewer.take().views == [.shared])
    #expect(try viewer.arrive().views == [])
    viewer.reply(to: operation, .accepted(version: 0))
    #expect(try viewer.take().views == [.own(0)])
  }

  @Test("keys that are typed too early wait for the view; those to leave do not")
  func earlyKeys() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("b", "l", "G", "b")
    #expect(try viewer.take().views == [.own(0)])
    let did = try viewer.arrive()
    #expect(did.commands == [.forward, .last] && did.views == [])
    #expect(viewer.screen().local.view == .own)
    try viewer.press("q")
    #expect(try viewer.take().exit == ClientExit(.success))
  }

  @Test(
    "keys of the own screen do not wait for the view; behind keys that wait, q may be part of a text"
  )
  func textWhileChanging() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("b", "?")
    #expect(viewer.screen().overlay != nil)
    try viewer.press("?")
    #expect(viewer.screen().overlay == nil)
    viewer.type(":ask q")
    viewer.core.receiveEvent(.paste("ui"), at: viewer.now)
    try viewer.press("t", "Enter")
    #expect(try viewer.take().views == [.own(0)])
    #expect(try viewer.arrive().talks == [.ask("quit")])
  }

  @Test("if navd gives no view, keys that waited for it are dropped")
  func denied() throws {
    let viewer = try SteppedViewer().joined()
    viewer.grantedView = .shared
    try viewer.press("b", "l")
    #expect(try viewer.take().views == [.own(0)])
    #expect(try viewer.arrive().inputs == [])
    #expect(viewer.screen().notice.text == "navd could not give you a view of your own")
    #expect(viewer.screen().local.view == .shared)
    viewer.reconnect()
    #expect(try viewer.take().views == [.shared])
  }

  @Test(
    "if the connection is lost meanwhile, keys that waited and the view are kept in mind"
  )
  func lostMeanwhile() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.send("b", "l")
    _ = try viewer.tick(after: Attachment.joinTimeout)
    #expect(viewer.screen().notice.text == nil)
    let retry = try #require(try viewer.wait())
    #expect(retry.did.views == [.own(0)])
    #expect(try viewer.arrive().actions == [.command(.forward)])
    #expect(viewer.screen().local.view == .own)
  }

  @Test("b without a connection waits for it")
  func notConnected() throws {
    let viewer = try SteppedViewer().joined()
    viewer.core.connectionLost(at: viewer.now)
    _ = try viewer.take()
    try viewer.press("b")
    #expect(viewer.screen().notice.text == nil)
    viewer.core.connectionFound(at: viewer.now)
    #expect(try viewer.take().views == [.shared])
    #expect(try viewer.arrive().views == [.own(0)])
  }

  @Test("a resize, and a lost connection, keep the view")
  func keepsView() throws {
    let viewer = try Self.browsing()
    let size = CellSize(columns: 60, rows: 20)
    viewer.core.resize(to: size, at: viewer.now)
    #expect(try viewer.take().views == [Self.own])
    try viewer.finishJoin(in: size)
    #expect(viewer.screen().local.view == .own)
    viewer.reconnect()
    #expect(try viewer.take().views == [Self.own])
    try viewer.finishJoin(in: size)
    #expect(viewer.screen().local.view == .own && viewer.screen().notice.text == nil)
  }

  @Test("a view that is gone after a restart: back with everybody, and no change counts as lost")
  func restart() throws {
    let viewer = try Self.browsing()
    for _ in 0..<3 { try viewer.show(.forward) }
    #expect(viewer.screen().local.view == .own)
    viewer.session = Session(pages: SteppedViewer.pages)
    viewer.epoch = 2
    viewer.grantedView = .shared
    viewer.reconnect()
    #expect(try viewer.take().views == [Self.own])
    try viewer.finishJoin()
    #expect(viewer.screen().notice.text == "your own view has ended: back with everybody")
    #expect(viewer.screen().local.view == .shared)
    viewer.reconnect()
    #expect(try viewer.take().views == [.shared])
  }

  @Test("keys in a view of one's own name the epoch, so that they are not repeated after a restart")
  func epochs() throws {
    let viewer = try Self.browsing()
    try viewer.press("l")
    #expect(try viewer.take().inputs.map(\.epoch) == [1])
    try viewer.answer(.accepted(version: 1))
    try viewer.send("b")
    try viewer.finishJoin()
    try viewer.press("l")
    #expect(try viewer.take().inputs.map(\.epoch) == [nil])
  }

  @Test("between the end of an own view and the shared scene no key is sent")
  func endedView() throws {
    let viewer = try Self.browsing()
    viewer.grantedView = .shared
    viewer.core.resize(to: CellSize(columns: 60, rows: 20), at: viewer.now)
    _ = try viewer.take()
    try viewer.accept()
    _ = try viewer.take()
    try viewer.press("l")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "the view is just changing: do that once more")
  }

  // MARK: What depends on the view

  @Test("versions of different views are not compared")
  func versions() throws {
    func isCaughtUp(_ viewer: SteppedViewer) -> Bool { viewer.core.isCaughtUp }
    let viewer = try SteppedViewer().joined()
    try viewer.send("l")
    try viewer.answer(.accepted(version: 9))
    #expect(!isCaughtUp(viewer))
    try viewer.send("b")
    try viewer.finishJoin()
    #expect(isCaughtUp(viewer))
    // Its own version counts, that of a change of control does not.
    try viewer.send("l")
    try viewer.answer(.accepted(version: 1))
    #expect(!isCaughtUp(viewer))
    try viewer.show(.forward)
    #expect(isCaughtUp(viewer))
    viewer.core.perform(partCommand: .policy(.request), at: viewer.now)
    _ = try viewer.take()
    try viewer.answer(.accepted(version: 50))
    #expect(isCaughtUp(viewer))
  }

  @Test("local scrolling ends with the view")
  func peek() throws {
    let viewer = SteppedViewer()
    try viewer.session.perform(.goTo(2), seenIn: SteppedViewer.size, at: .zero)
    try viewer.join()
    try viewer.press("Shift-PgDn")
    #expect(viewer.screen().local.peek > 0)
    try viewer.send("b")
    try viewer.finishJoin()
    #expect(viewer.screen().local.peek == 0)
  }

  @Test("a drag is cancelled in the view in which it began")
  func drag() throws {
    let viewer = try SteppedViewer().joined()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    _ = try viewer.take()
    try viewer.press("b")
    let did = try viewer.take()
    guard case .release(let release)? = did.actions.first else {
      Issue.record("no release: \(did)")
      return
    }
    #expect(release.isCancelled && did.views == [])
    try viewer.answer(.accepted(version: 0))
    #expect(try viewer.take().views == [.own(0)])
  }

  // MARK: Control

  @Test("in an own view a viewer may move whoever drives the session; c asks for control of that")
  func control() throws {
    let driven = ControlFacts(policy: .request, driver: "ben")
    let viewer = try Self.browsing(driven)
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    try viewer.answer(.accepted(version: 0))
    try viewer.press("c")
    let request = Request.Control(session: .id(7), viewer: 9, .request)
    #expect(try viewer.take() == [.sent(.control(request))])
    try viewer.answer(.accepted(version: 99))
    #expect(viewer.screen().local.control.hasAsked)
    viewer.beat()
    #expect(viewer.screen().local.control.hasAsked && viewer.screen().notice.text == nil)
    viewer.show(ControlFacts(policy: .request, driver: "ben", asking: "ada", requests: 1))
    #expect(viewer.screen().local.control.hasAsked)
    viewer.show(driven)
    #expect(viewer.screen().notice.text == "your request was refused")
  }

  @Test("a viewer that only watches may look around, and returns to only watching")
  func readOnly() throws {
    let viewer = try Self.browsing(isReadOnly: true)
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    try viewer.answer(.accepted(version: 0))
    try viewer.press("/")
    #expect(viewer.screen().typing.prompt != nil)
    try viewer.press("Esc", "c")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "this viewer only watches (--readonly)")
    try viewer.send("b")
    try viewer.finishJoin()
    try viewer.press("l")
    #expect(try viewer.take() == [])
  }

  // MARK: Following

  @Test("f in the list follows the selected viewer, not oneself; its private view takes no keys")
  func follows() throws {
    let viewer = try SteppedViewer().joined()
    try Self.followOther(on: viewer)
    #expect(try viewer.take().views == [.followed(Self.ben)])
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .following("ben"))
    #expect(viewer.screen().notice.text == "you see the pages of ben, not a speaker's notes")
    try viewer.press("l")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == Self.followingMessage)
    try viewer.press("b")
    #expect(try viewer.take().views == [.shared])
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .shared)
    #expect(viewer.screen().notice.text != Self.followingMessage)
  }

  @Test("a viewer is followed from one view to another, and in none of them keys move anything")
  func followsFromShared() throws {
    let viewer = try Self.following()
    #expect(viewer.screen().local.view == .following("ben"))
    try viewer.press("l")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == Self.followingMessage)
    let snapshot = viewer.snapshot()
    var beat = Beat(epoch: 1, seq: viewer.seq, version: snapshot.version, hash: snapshot.hash)
    beat.moves = [9]
    viewer.publish(.beat(beat))
    #expect(try viewer.take().views == [.followed(Self.ben)])
    try viewer.finishJoin()
    try viewer.press("l")
    #expect(try viewer.take() == [])
  }

  @Test("if the followed viewer is gone, this one is back with everybody, and says so")
  func followedIsGone() throws {
    let viewer = try Self.following(granted: .shared)
    #expect(viewer.screen().local.view == .shared)
    #expect(viewer.screen().notice.text == "ben is not here: back with everybody")
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    viewer.reconnect()
    #expect(try viewer.take().views == [.shared])
  }

  @Test("a viewer that can't be followed: this one stays where it is", arguments: [false, true])
  func refused(isBrowsing: Bool) throws {
    let viewer = try isBrowsing ? Self.browsing() : SteppedViewer()
    if !isBrowsing { try viewer.join() }
    try Self.followOther(on: viewer)
    #expect(try viewer.take().views == [.followed(Self.ben)])
    try viewer.refuse(.rejected, "ben follows cyd: follow cyd")
    #expect(try viewer.take().views == [isBrowsing ? Self.own : .shared])
    #expect(viewer.screen().notice.text == "ben follows cyd: follow cyd")
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == (isBrowsing ? .own : .shared))
  }

  @Test("if the followed viewer begins to follow somebody else, this one returns")
  func refusedLater() throws {
    let viewer = try Self.following()
    viewer.reconnect()
    #expect(try viewer.take().views == [.followed(Self.ben)])
    try viewer.refuse(.rejected, "ben follows ada: follow ada")
    #expect(try viewer.take().views == [.shared])
    try viewer.finishJoin()
    #expect(viewer.screen().local.view == .shared)
  }
}

extension SteppedViewer {
  /// The request that a key sends for a command.
  fileprivate func input(_ command: SessionCommand) -> Request.Input {
    Request.Input(session: .id(7), viewer: 9, viewport: Self.size, action: .command(command))
  }
}

@Suite("The status line tells that a viewer has left the shared view")
struct BrowsingStatusTests {
  /// One state of a viewer, in a session that ben drives and where the shared place is 14 of 40.
  struct Case: Sendable {
    var columns = 80
    var view = ShownView.own
    /// The number of the shared page; 0 where the daemon does not report it.
    var sharedPage = 14
    var control = OwnControl(name: "ada")
    /// The texts that the line contains, and those that it does not.
    var has: [String] = []
    var lacks: [String] = []
  }

  private static let hint = "c ask for control"
  private static let long = "a-very-long-name-of-somebody"

  private static let cases = [
    Case(
      view: .shared,
      sharedPage: 0,
      has: ["talk  ben drives"],
      lacks: ["browsing", "b returns"]
    ),
    Case(
      has: ["talk  browsing: talk is at 14/40, b returns  "],
      lacks: [hint, "ben drives"]
    ),
    Case(columns: 40, has: ["talk  browsing, b returns  "], lacks: [hint, "14/40"]),
    Case(columns: 200, has: ["talk is at 14/40, b returns  ", "? help  q leave"], lacks: [hint]),
    Case(sharedPage: 0, has: ["talk  browsing, b returns  "]),
    Case(
      control: OwnControl(name: "ada", isReadOnly: true),
      has: ["b returns"],
      lacks: ["read only", hint]
    ),
    Case(
      view: .following("bob"),
      has: ["talk  following bob, b returns  ben drives"],
      lacks: [hint, "browsing"]
    ),
    Case(columns: 40, view: .following("bob"), has: ["following bob, b returns"], lacks: [hint]),
    Case(columns: 40, view: .following(long), has: ["following a-very-lo…, b returns"]),
    Case(view: .following("b\u{1B}b"), has: ["following b\u{FFFD}b, b returns"]),
  ]

  private static func screen(_ state: Case) -> Screen {
    let size = CellSize(columns: state.columns, rows: 12)
    var session = ScreenTests.session(Deck(markdown: ScreenTests.deck, name: "deck"))
    var scene = session.rest(in: size, viewers: 2)
    scene.policy = .request
    scene.driver = "ben"
    scene.sharedPage = state.sharedPage
    scene.sharedPages = state.sharedPage > 0 ? 40 : 0
    var screen = ScreenTests.screen(scene, size)
    screen.local.control = state.control
    screen.local.view = state.view
    return screen
  }

  @Test("the shared place, the viewer that is followed, and the key that returns", arguments: cases)
  func line(state: Case) throws {
    let line = try #require(Self.screen(state).textLines.last)
    for text in state.has { #expect(line.contains(text), "\(line)") }
    for text in state.lacks { #expect(!line.contains(text), "\(line)") }
  }

  @Test("a driver who looks around still sees who asks for control")
  func request() throws {
    var screen = Self.screen(Case(columns: 200))
    screen.scene?.driver = "ada"
    screen.scene?.asking = "bob"
    screen.scene?.requests = 1
    let line = try #require(screen.textLines.last)
    #expect(line.contains("b returns  bob asks for control: + grants, - refuses"), "\(line)")
  }

  @Test("a change of the shared place is painted")
  func repainted() {
    var screen = Self.screen(Case())
    var live = LiveScreen(ResolvedTheme(.dark, depth: .mono))
    let isFirstNew = live.compare(with: screen)
    live.paint(screen)
    screen.scene?.sharedPage = 15
    let isChangeNew = live.compare(with: screen)
    live.paint(screen)
    let isSameNew = live.compare(with: screen)
    #expect(isFirstNew && isChangeNew && !isSameNew)
    #expect(live.canvas.lines.last?.contains("talk is at 15/40") == true)
  }
}
