import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite(
  "A viewer asks for control, grants and refuses it, and only watches (proto/README.md: Control)"
)
struct ControlTests {
  private static let notDriving = "you do not drive: the driver answers requests"
  private static let refusal = "ben drives: c asks for control"
  private static let readOnlyMessage = "this viewer only watches (--readonly)"

  private static func facts(
    _ policy: ControlPolicy = .request,
    driver: String = "",
    asking: String = "",
    requests: Int? = nil
  ) -> ControlFacts {
    ControlFacts(
      policy: policy,
      driver: driver,
      asking: asking,
      requests: requests ?? (asking.isEmpty ? 0 : 1)
    )
  }

  /// A viewer called ada.
  private static func viewer(
    _ control: ControlFacts,
    isReadOnly: Bool = false
  ) throws -> SteppedViewer {
    let viewer = SteppedViewer(isReadOnly: isReadOnly)
    viewer.viewerName = ViewerName("ada")
    viewer.control = control
    try viewer.join()
    return viewer
  }

  private static func actions(_ did: [SteppedViewer.Did]) -> [Request.Control.Action] {
    did.compactMap {
      guard case .sent(.control(let control)) = $0 else { return nil }
      return control.action
    }
  }

  private static func run(_ line: String, on viewer: SteppedViewer) throws {
    try viewer.press(":")
    viewer.core.receiveEvent(.paste(line), at: viewer.now)
    try viewer.press("Enter")
  }

  // MARK: Keys

  @Test(
    "c, C, + and -: what is sent, or the message; none of them changes its meaning when somebody asks",
    arguments: [
      ("c", facts(.open), nil, "everybody may move here: no need to ask"),
      ("c", facts(driver: "ben"), .request, nil),
      ("c", facts(), .request, nil),
      ("c", facts(.locked, driver: "ben"), .request, nil),
      ("c", facts(driver: "ada"), nil, "you drive"),
      ("c", facts(driver: "ada", asking: "bob"), nil, "you drive"),
      ("c", facts(driver: "ben", asking: "bob"), .request, nil),
      ("c", facts(driver: "ben", asking: "ada"), nil, "you have asked: ben decides"),
      ("C", facts(driver: "ada"), .release, nil),
      ("C", facts(driver: "ada", asking: "bob"), .release, nil),
      ("C", facts(driver: "ben", asking: "ada"), .release, nil),
      ("C", facts(driver: "ben"), nil, "you do not drive: there is nothing to give up"),
      ("C", facts(.open), nil, "you do not drive: there is nothing to give up"),
      ("+", facts(driver: "ada", asking: "bob"), .grant(ViewerName("bob")), nil),
      ("-", facts(driver: "ada", asking: "bob"), .deny(ViewerName("bob")), nil),
      ("+", facts(driver: "ada"), nil, "nobody asks for control"),
      ("-", facts(driver: "ada"), nil, "nobody asks for control"),
      ("+", facts(driver: "ben", asking: "bob"), nil, notDriving),
      ("-", facts(), nil, notDriving),
    ] as [(String, ControlFacts, Request.Control.Action?, String?)]
  )
  private func keys(
    key: String,
    control: ControlFacts,
    action: Request.Control.Action?,
    message: String?
  ) throws {
    let viewer = try Self.viewer(control)
    try viewer.press(key)
    let expected = action.map { action in
      [SteppedViewer.Did.sent(.control(Request.Control(session: .id(7), viewer: 9, action)))]
    }
    #expect(try viewer.take() == expected ?? [])
    if action != nil { #expect(viewer.request?.seq == 1) }
    #expect(viewer.screen().notice.text == message)
  }

  @Test(
    "commands of the palette",
    arguments: [
      ("take-control", facts(driver: "ben"), .take, nil),
      ("take-control", facts(driver: "ada"), nil, "you drive"),
      ("take-control", facts(.open), nil, "everybody may move here: no need to ask"),
      ("control", facts(driver: "ben"), .request, nil),
      ("policy locked", facts(.open), .policy(.locked), nil),
      ("policy", facts(driver: "ben"), nil, "request: ben drives"),
      ("policy", facts(.open), nil, "open: everybody may move"),
    ] as [(String, ControlFacts, Request.Control.Action?, String?)]
  )
  private func palette(
    line: String,
    control: ControlFacts,
    action: Request.Control.Action?,
    message: String?
  ) throws {
    let viewer = try Self.viewer(control)
    try Self.run(line, on: viewer)
    #expect(Self.actions(try viewer.take()) == [action].compactMap(\.self))
    #expect(viewer.screen().notice.text == message)
  }

  @Test("without a connection nothing is sent until there is one")
  func notConnected() throws {
    let viewer = try Self.viewer(Self.facts(driver: "ben"))
    viewer.core.connectionLost(at: viewer.now)
    _ = try viewer.take()
    try viewer.press("c")
    #expect(try viewer.take() == [])
    viewer.core.connectionFound(at: viewer.now)
    _ = try viewer.take()
    #expect(Self.actions(try viewer.arrive()) == [.request])
  }

  // MARK: The own request

  @Test("a request behind another one is known by the daemon's answer, and can be taken back")
  func behindAnother() throws {
    let viewer = try Self.viewer(Self.facts(driver: "ben", asking: "bob"))
    try viewer.press("c")
    #expect(Self.actions(try viewer.take()) == [.request])
    #expect(!viewer.screen().local.control.hasAsked)
    try viewer.answer(.accepted(version: viewer.session.version + 1))
    #expect(viewer.screen().local.control.hasAsked)
    viewer.show(Self.facts(driver: "ben", asking: "bob", requests: 2))
    #expect(viewer.screen().local.control.hasAsked)
    #expect(viewer.screen().notice.text == nil)
    try viewer.press("C")
    #expect(Self.actions(try viewer.take()) == [.release])
    #expect(!viewer.screen().local.control.hasAsked)
    // Taking a request back is no refusal.
    viewer.show(Self.facts(driver: "ben"))
    #expect(viewer.screen().notice.text == nil)
  }

  @Test("changes are told, but not at first, nor after joining again without a change")
  func news() throws {
    let viewer = try Self.viewer(Self.facts(driver: "ben", asking: "ada"))
    #expect(viewer.screen().notice.text == nil)
    viewer.show(Self.facts(driver: "ben"))
    #expect(viewer.screen().notice.text == "your request was refused")
    #expect(viewer.screen().notice.isNews)
    let count = viewer.screen().notice.count
    try viewer.rejoin()
    #expect(viewer.screen().notice.count == count)
    viewer.show(Self.facts(driver: "ada"))
    #expect(viewer.screen().notice.text == "you drive now")
  }

  @Test("the viewer's name may be another one after it has attached again")
  func otherName() throws {
    let viewer = try Self.viewer(Self.facts(driver: "ada-2"))
    #expect(StatusLine(viewer.screen()).left.text.contains("ada-2 drives"))
    viewer.viewerName = ViewerName("ada-2")
    try viewer.rejoin()
    #expect(StatusLine(viewer.screen()).left.text.contains("you drive"))
    try viewer.press("c")
    #expect(try viewer.take() == [])
  }

  @Test("the driver may be another terminal of the same person: then this one drives, too")
  func otherTerminal() throws {
    let viewer = SteppedViewer()
    (viewer.viewerName, viewer.person) = (ViewerName("ada-2"), ViewerName("ada"))
    viewer.control = Self.facts(driver: "ada", asking: "bob")
    try viewer.join()
    #expect(StatusLine(viewer.screen()).left.text.contains("bob asks: + grants"))
    try viewer.press("c")
    #expect(try viewer.take() == [])
    try viewer.press("C")
    #expect(Self.actions(try viewer.take()) == [.release])
  }

  @Test("a guest who may only watch is offered no control, and the daemon says whom to ask")
  func guest() throws {
    for isReadOnly in [false, true] {
      let viewer = SteppedViewer(isReadOnly: isReadOnly)
      viewer.role = .viewer
      viewer.control = Self.facts(driver: "ben")
      try viewer.join()
      let line = StatusLine(viewer.screen())
      #expect(line.left.text.contains("read only") && !line.right.contains("ask for control"))
      try viewer.press("c")
      #expect(Self.actions(try viewer.take()) == [.request])
      #expect(viewer.screen().notice.text == nil)
    }
  }

  @Test("a daemon that gives no names has no driver that is this viewer")
  func noName() throws {
    let viewer = SteppedViewer()
    viewer.control = Self.facts()
    try viewer.join()
    #expect(StatusLine(viewer.screen()).left.text.contains("nobody drives"))
    try viewer.press("C")
    #expect(try viewer.take() == [])
  }

  // MARK: Refusals

  @Test("refused keys show the daemon's text once: the same text does not restart its time")
  func refusedKeys() throws {
    let viewer = try Self.viewer(Self.facts(driver: "ben"))
    func pressRefused() throws {
      try viewer.press("l")
      #expect(try viewer.take().commands == [.forward])
      try viewer.refuse(.notPermitted, Self.refusal)
      #expect(viewer.screen().notice.text == Self.refusal)
    }
    for _ in 0..<4 {
      try pressRefused()
      #expect(viewer.screen().notice.count == 1)
      viewer.pass(.seconds(1))
      viewer.beat()
      _ = try viewer.tick()
    }
    #expect(viewer.screen().notice.text == nil)
    try pressRefused()
    #expect(viewer.screen().notice.count == 2)
  }

  @Test("a refused drag ends, shows the daemon's text and is not released")
  func refusedDrag() throws {
    let viewer = try Self.viewer(Self.facts(driver: "ben"))
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    #expect(try viewer.take().count == 1)
    let first = try #require(viewer.request)
    viewer.reply(to: first, .failure(Reply.Failure(.notPermitted, Self.refusal)))
    #expect(viewer.screen().notice.text == Self.refusal)
    viewer.mouse(.drag, 28, 4)
    viewer.mouse(.release, 28, 4)
    #expect(try viewer.take() == [])
    // A late refusal does not end the next drag.
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    #expect(try viewer.take().count == 1)
    viewer.reply(to: first, .failure(Reply.Failure(.notPermitted, Self.refusal)))
    viewer.mouse(.release, 24, 4)
    let release = try viewer.take()
    #expect(release.count == 1, "\(release)")
  }

  // MARK: Only watching

  @Test("a viewer that only watches says so when it attaches")
  func attach() throws {
    for isReadOnly in [false, true] {
      let viewer = SteppedViewer(isReadOnly: isReadOnly)
      #expect(try viewer.tick().attaches.map(\.isReadOnly) == [isReadOnly])
    }
  }

  @Test(
    "a viewer that only watches sends no keys and no changes of control",
    arguments: [
      "l", "G", "Ctrl-w", "c", "C", "+", "-", "/", "f",
    ]
  )
  func readOnlyKeys(key: String) throws {
    for policy in ControlPolicy.allCases {
      let viewer = try Self.viewer(Self.facts(policy), isReadOnly: true)
      try viewer.press(key)
      #expect(try viewer.take() == [])
      #expect(viewer.screen().notice.text == Self.readOnlyMessage)
      #expect(viewer.screen().typing.prompt == nil)
      try viewer.press("l")
      #expect(viewer.screen().notice.count == 1)
    }
  }

  @Test("a viewer that only watches sends no clicks and no drags")
  func readOnlyMouse() throws {
    let viewer = try SteppedViewer(isReadOnly: true).joined(Shelf.session)
    viewer.mouse(.press, 5, 4)
    viewer.mouse(.release, 5, 4)
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == Self.readOnlyMessage)
    viewer.pass(.seconds(1))
    viewer.beat()
    viewer.mouse(.press, 5, 4)
    viewer.mouse(.drag, 9, 4)
    viewer.mouse(.drag, 12, 4)
    viewer.mouse(.release, 12, 4)
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.count == 1)
  }

  @Test("a viewer that only watches may look around, look things up and leave")
  func readOnlyLooks() throws {
    let viewer = try Self.viewer(Self.facts(.open), isReadOnly: true)
    try viewer.press("?")
    #expect(viewer.screen().isHelpOpen)
    try viewer.press("Esc", "v")
    #expect(try viewer.take() == [.sent(.listViewers(.id(7)))])
    try viewer.press("Esc", "o")
    #expect(try viewer.take().count == 1)
    try viewer.press("Esc", "Shift-PgDn", "z")
    #expect(viewer.screen().local.isBare && viewer.screen().notice.text == "this is the end")
    try viewer.press("q")
    #expect(try viewer.take().exit == ClientExit(.success))
  }

  @Test("a viewer that only watches does not jump to a title")
  func readOnlyOutline() throws {
    let viewer = try Self.viewer(Self.facts(.open), isReadOnly: true)
    try viewer.send("o")
    try viewer.answer(.outline(OverlaySamples.outline))
    try viewer.press("Enter")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == Self.readOnlyMessage)
  }
}
