import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The speaker's view (proto/README.md: Speaker's view)")
struct SpeakerTests {
  /// Slides with notes that nobody but the speaker may receive: all contain `secret`.
  private static let slides: [PageContent] = (1...4).map { number in
    var blocks: [TextBlock] = [.paragraph(StyledText("public \(number)"))]
    if number == 2 { blocks += [.pause, .paragraph(StyledText("revealed"))] }
    var page = PageContent(title: "Slide \(number)", document: TextDocument(blocks: blocks))
    page.notes.append("secret \(number)", fromStep: 0)
    if number == 2 { page.notes.append("secret step", fromStep: 1) }
    return page
  }

  private static func room() throws -> ViewsRoom {
    var room = try ViewsRoom("ada", "bob", pages: slides)
    let view = try room.attach("ada", view: .speaker)
    try #require(view == .speaker)
    return room
  }

  private static func texts(of name: String, in room: borrowing ViewsRoom) throws -> String {
    try room.scene(of: name).outline
  }

  @Test("a question needs a viewer that is attached, because each has a rate of its own")
  func unknownAsker() throws {
    var room = try Self.room()
    for viewer in UInt64(1)...3 {
      let ask = Request.Talk(session: .name("talk"), viewer: viewer, .ask("why?"))
      var client = Client(seed: 50 + viewer)
      let failure = try #require(try room.daemon.ask(client.operation(.talk(ask))).failure)
      #expect(failure.code == .unknownViewer)
    }
    #expect(try room.scene(of: "ada").questions == 0)
  }

  @Test("pointers of the audience are not drawn in it: its pages are others")
  func pointers() throws {
    var room = try Self.room()
    let bob = try #require(room.attached["bob"])
    let page = try #require(try room.scene(of: "bob").containers.first { $0.kind == .page })
    let place = Request.Point.Place(page: page.id, row: 0, column: 1)
    for (kind, count) in [(Request.Point.Kind.mark(place), 1), (.unmark, 0), (.unmark, 0)] {
      let point = Request.Point(
        session: .name("talk"),
        viewer: bob.viewer,
        kind,
        epoch: bob.epoch
      )
      try room.tell(.point(point), by: "bob")
      #expect(try room.scene(of: "bob").containers.filter { $0.kind == .mark }.count == count)
      #expect(try room.scene(of: "ada").containers.filter { $0.kind == .mark }.count == 0)
    }
  }

  @Test("shows the slide, the next one and the notes, and its keys move the session")
  func follows() throws {
    var room = try Self.room()
    var text = try Self.texts(of: "ada", in: room)
    for word in ["public 1", "public 2", "secret 1"] { #expect(text.contains(word), "\(text)") }
    #expect(!text.contains("secret 2") && !text.contains("revealed"))
    #expect(try room.press(.forward, by: "ada").isAccepted)
    #expect(try room.page(of: "bob") == "Slide 2")
    text = try Self.texts(of: "ada", in: room)
    for word in ["public 2", "revealed", "secret 2", "secret step"] {
      #expect(text.contains(word), "\(text)")
    }
    // Others move it, too.
    #expect(try room.press(.last, by: "bob").isAccepted)
    text = try Self.texts(of: "ada", in: room)
    for word in ["public 4", "Nothing follows", "secret 4"] {
      #expect(text.contains(word), "\(text)")
    }
    let scene = try room.scene(of: "ada")
    #expect(scene.isSpeakers && scene.focusKind == .pager && scene.sharedPages == 0)
    #expect(try !room.scene(of: "bob").isSpeakers)
    // Back, and no trace of the view is left.
    #expect(try room.attach("ada") == .shared)
    #expect(room.daemon.hostedCount == 1)
  }

  @Test("the pages are hidden from all but speakers, until they are shown or the talk is moved")
  func blank() throws {
    var room = try Self.room()
    for (command, name, isBlank) in [
      (SessionCommand.toggleBlank, "ada", true), (.toggleBlank, "bob", false),
      (.toggleBlank, "bob", true), (.forward, "ada", false), (.toggleBlank, "ada", true),
    ] {
      #expect(try room.press(command, by: name).isAccepted)
      #expect(try room.scene(of: "ada").isBlank == isBlank)
      #expect(try room.scene(of: "bob").hidesPages == isBlank)
      #expect(try !room.scene(of: "ada").hidesPages)
    }
    #expect(try room.page(of: "bob") == "Slide 2")
    // A view of one's own shows them.
    _ = try room.attach("bob", view: .own(0))
    #expect(try !room.scene(of: "bob").isBlank)
    #expect(try room.press(.back, by: "bob").isAccepted)
    #expect(try room.scene(of: "ada").isBlank)
  }

  @Test("several speakers share one view; it ends with the last of them")
  func several() throws {
    var room = try Self.room()
    #expect(try room.attach("bob", view: .speaker) == .speaker)
    #expect(room.daemon.hostedCount == 2)
    #expect(room.attached["ada"]?.streamTopic == room.attached["bob"]?.streamTopic)
    try room.pass(8, alive: ["bob"])
    #expect(room.daemon.hostedCount == 2)
    try room.pass(8, alive: [])
    #expect(room.daemon.hostedCount == 1)
  }

  @Test("a click moves the focus among its parts, and not the session")
  func parts() throws {
    var room = try Self.room()
    let before = try room.scene(of: "ada").focus
    #expect(try room.press(.nextPart, by: "ada").isAccepted)
    #expect(try room.scene(of: "ada").focus != before)
    #expect(try room.page(of: "bob") == "Slide 1")
    // The focus stays where it is when the slide changes.
    let focus = try room.scene(of: "ada").focus
    #expect(try room.press(.forward, by: "bob").isAccepted)
    #expect(try room.scene(of: "ada").focus == focus)
  }

  @Test("the speaker needs control as all others")
  func control() throws {
    var room = try Self.room()
    let policy = Request.Control(session: .name("talk"), .policy(.request))
    #expect(try room.operate(.control(policy), by: "bob").isAccepted)
    let grant = Request.Control(session: .name("talk"), .grant(ViewerName("bob")))
    _ = try room.operate(.control(grant), by: "bob")
    #expect(try room.press(.forward, by: "ada").failure?.text.contains("bob drives") == true)
    // Its own parts are nobody else's.
    #expect(try room.press(.nextPart, by: "ada").isAccepted)
  }

  @Test("nobody over a network sees it or changes the timer, but may ask")
  func network() throws {
    var room = try ViewsRoom("bob", pages: Self.slides)
    room.principals["eve"] = .address("192.0.2.7")
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve", view: .speaker) }
    try room.attach("eve")
    #expect(try room.talk(.startTimer, by: "eve").failure?.text.contains("speaker") == true)
    #expect(try room.talk(.answered(1), by: "eve").failure?.text.contains("speaker") == true)
    #expect(try room.talk(.ask("why?"), by: "eve").isAccepted)
  }

  @Test("nothing that only the speaker may see leaves the daemon for anybody else")
  func secrets() throws {
    var room = try Self.room()
    try room.attach("cyd", view: .own(0), isReadOnly: true)
    try room.attach("dan", view: .followed(ViewerName(known: "cyd")))
    try room.attach("eve", viewport: CellSize(columns: 40, rows: 12))
    #expect(try room.talk(.ask("a secret question"), by: "bob").isAccepted)
    #expect(try room.talk(.startTimer, by: "ada").isAccepted)
    for _ in 1...4 {
      _ = try room.press(.forward, by: "ada")
      _ = try room.press(.forward, by: "cyd")
      try room.pass(1, alive: ["ada", "bob", "cyd", "dan", "eve"])
    }
    let session = SessionReference.name("talk")
    for name in ["bob", "cyd", "dan", "eve"] {
      for body: Request.Body in [
        .getStatus(session), .listViewers(session), .outline(session, .standardTerminal),
        .page(session, fromLine: 0), .takeSnapshot(session, .standardTerminal),
        .find(session, "secret"), .listSessions,
      ] {
        _ = try room.read(body, by: name)
      }
    }
    let own = try #require(room.attached["ada"])
    let speakers = ["\(own.streamTopic)", "\(own.readyTopic)", "ada"]
    var received = 0
    for (receiver, messages) in room.sent {
      let secrets = messages.filter { Self.contains("secret", in: $0) }
      if speakers.contains(receiver) {
        received += secrets.count
      } else {
        #expect(secrets.isEmpty, "\(receiver) received what only the speaker may see")
      }
    }
    // The search sees what is there.
    #expect(received > 4)
  }

  private static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  @Test("the hash and the bytes of a public stream are the same with and without notes")
  func publicBytes() throws {
    var plain = Self.slides
    for index in plain.indices { plain[index].notes = SpeakerNotes() }
    var scenes: [[Scene]] = []
    for pages in [Self.slides, plain] {
      var room = try ViewsRoom("bob", pages: pages)
      if pages[0].notes.isEmpty == false { try room.attach("ada", view: .speaker) }
      if pages[0].notes.isEmpty { try room.attach("ada") }
      var shown = [try room.scene(of: "bob")]
      for _ in 1...3 {
        _ = try room.press(.forward, by: "ada")
        shown.append(try room.scene(of: "bob"))
      }
      scenes.append(shown)
    }
    #expect(scenes[0] == scenes[1])
    #expect(scenes[0].map(\.digest) == scenes[1].map(\.digest))
  }

  @Test("the timer runs, pauses and is reset, and goes on over a restart")
  func timer() throws {
    var room = try Self.room()
    #expect(try room.scene(of: "ada").timer.isRunning == false)
    #expect(try room.talk(.startTimer, by: "ada").isAccepted)
    room.daemon.pass(.seconds(90))
    func elapsed(_ room: borrowing ViewsRoom) throws -> Duration {
      try room.scene(of: "ada").timer.elapsed(at: room.daemon.now)
    }
    #expect(try elapsed(room) >= .milliseconds(89_900))
    try room.attach("ada", view: .speaker)
    #expect(try room.talk(.pauseTimer, by: "ada").isAccepted)
    let paused = try elapsed(room)
    room.daemon.pass(.seconds(5))
    #expect(try elapsed(room) == paused && paused >= .seconds(90) && paused < .seconds(92))
    #expect(try room.talk(.startTimer, by: "ada").isAccepted)
    #expect(try room.talk(.resetTimer, by: "ada").isAccepted)
    room.daemon.pass(.seconds(2))
    let running = try elapsed(room)
    #expect(running >= .milliseconds(1_900) && running < .seconds(4))
  }

  @Test("who moves the session and sees the speaker's view nowhere is told how many questions wait")
  func untoldQuestions() throws {
    var room = try Self.room()
    #expect(try room.talk(.ask("why?"), by: "bob").isAccepted)
    for (name, questions) in [("bob", 1), ("ada", 0), ("bob", 0)] {
      if questions == 0, name == "bob" {
        #expect(try room.talk(.answered(1), by: "ada").isAccepted)
      }
      #expect(try room.press(.forward, by: name).isAccepted)
      let bytes = try #require(room.sent[name]?.last)
      let reply = try Reply(decoding: bytes)
      #expect(reply.questions == questions, "\(name)")
    }
  }

  @Test("questions are listed for the speaker, one in ten seconds from each, and go when answered")
  func questions() throws {
    var room = try Self.room()
    #expect(try room.talk(.ask(" \n "), by: "bob").failure?.text.contains("empty") == true)
    #expect(try room.talk(.ask("why\u{1B}[31m?\n"), by: "bob").isAccepted)
    #expect(try room.talk(.ask("and?"), by: "bob").failure?.text.contains("10 s") == true)
    var scene = try room.scene(of: "ada")
    #expect(scene.questions == 1 && scene.firstQuestion == 1)
    #expect(scene.outline.contains("bob: why"))
    #expect(!scene.outline.contains("\u{1B}"))
    try room.pass(11, alive: ["ada", "bob"])
    #expect(try room.talk(.ask("and?"), by: "bob").isAccepted)
    #expect(try room.talk(.answered(1), by: "ada").isAccepted)
    #expect(try room.talk(.answered(1), by: "ada").failure?.text != nil)
    scene = try room.scene(of: "ada")
    #expect(scene.questions == 1 && scene.firstQuestion == 2)
    #expect(scene.outline.contains("bob: and?") && !scene.outline.contains("why"))
    room.daemon.control.hasQuestions = false
    try room.pass(11, alive: ["ada", "bob"])
    #expect(try room.talk(.ask("more"), by: "bob").failure?.text.contains("off") == true)
  }

  @Test("the speaker sees where people are")
  func places() throws {
    var room = try Self.room()
    #expect(try !Self.texts(of: "ada", in: room).contains("here"))
    try room.attach("cyd", view: .own(0))
    _ = try room.press(.last, by: "cyd")
    #expect(try Self.texts(of: "ada", in: room).contains("1 here, 1 on 4"))
    #expect(try !Self.texts(of: "bob", in: room).contains("1 on 4"))
    try room.attach("cyd")
    #expect(try !Self.texts(of: "ada", in: room).contains("1 on 4"))
  }
}
