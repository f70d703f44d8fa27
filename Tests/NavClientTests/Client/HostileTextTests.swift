import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavClient
@testable import NavViewer

/// Every text in the messages of a lying daemon, and every output that shows it.
@Suite("Texts of a daemon control no terminal")
struct HostileTextTests {
  private static let hostile =
    "x\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{9D}52;c;eA==\u{9C}\u{90}q\u{202E}\u{2066}\u{200F}\u{61C}"
    + "\r\n\u{0}\u{7F}\u{2028}y"

  /// All messages of a type: each member of each `oneof`, and several values of each enumeration.
  private static func messages<M: WireMessage>(_ type: M.Type, _ text: String) -> [M] {
    let scene = scene(text)
    var found: [M] = []
    var members: Set<Int> = []
    var count = 0
    // The first numbers of enumerations, then a code, and lengths of more than a few cells.
    for shift in [0, 1, 2, 3, 16, 60] as [UInt64] {
      for number in 0..<200 {
        let choice = HostileReader.Choice(number)
        var reader = HostileReader(text: text, scene: scene, shift: shift, choice: choice)
        // Of what the client can't read it shows nothing.
        guard let message = try? M.coded(nil, &reader), choice.rest == 0 else { continue }
        found.append(message)
        if let first = choice.first {
          members.insert(first.member)
          count = first.count
        }
      }
    }
    #expect(members.count == count && count > 1, "a kind of \(type) is not tried")
    return found
  }

  /// A screen with a container of each kind, all of whose texts are the same.
  private static func scene(_ text: String) -> Scene {
    let frame = CellRect(x: 0, y: 0, width: 60, height: 8)
    var scene = Scene(viewport: Self.size)
    for field in RootText.allCases { scene[field] = text }
    for (index, kind) in ContainerKind.allCases.enumerated() {
      let id = ContainerID(rawValue: UInt32(index + 1))
      var container = Container(id: id, kind: kind, frame: frame)
      container.content = frame
      for field in ContainerText.allCases { container[field] = text }
      let link = StyledRun(length: text.utf8.count, style: TextStyle(role: .link, link: text))
      container.rows.set([TextRow(text, runs: [link])], at: 0)
      scene.insert(container)
      if kind == .page { (scene.focus, scene.focusKind) = (id, .text) }
    }
    return scene
  }

  private static let size = CellSize(columns: 60, rows: 12)

  private static func capture(_ session: String, _ version: UInt64, _ scene: Scene) -> ScreenCapture
  {
    ScreenCapture(session: session, version: version, scene: scene, size: size)
  }

  /// Returns what commands print of a reply, each with as many lines as one of harmless texts.
  private static func listings(_ body: Reply.Body) throws -> [String] {
    switch body {
    case .failure(let failure): [ClientExit(failure).text ?? ""]
    case .sessions(let sessions):
      [
        SessionListing.table(sessions), SessionListing.names(sessions),
        try SessionListing.json(sessions),
      ]
    case .snapshot(let session, let version, let scene, _):
      [
        capture(session, version, scene).lines.joined(separator: "\n"),
        // Without the styles and links that are the client's own.
        capture(session, version, scene).sgrLines(depth: .truecolor).joined(separator: "\n")
          .replacing(/\e\]8;;[^\e]*\e\\|\e\[[0-9;]*m/, with: ""),
        try capture(session, version, scene).json(),
      ]
    case .status(let status):
      [
        StatusListing.text(status), try StatusListing.json(status), try watched(status),
        ControlListing.text(status.control), try ControlListing.json(status.control),
      ]
    case .viewers(let viewers): [ViewerListing.table(viewers), try ViewerListing.json(viewers)]
    case .invitations(let list):
      [InvitationListing.table(list.items, at: 0), try InvitationListing.json(list.items)]
    // Shown by viewers, or documents, which `Console` prints.
    case .attached, .accepted, .done, .waited, .outline, .exported, .page, .found, .bundle,
      .metrics, .picture, .journal:
      []
    }
  }

  private static func watched(_ status: Reply.Status) throws -> String {
    var watch = SessionWatch()
    let state = WatchedState(status, isSettled: true, nil)
    return try watch.receive(state).map { try WatchListing.json($0, state) }.joined()
  }

  /// Returns what a viewer shows, on a screen and without one, whose requests get a reply; if it has an overlay, it
  /// joins first, and gets a message of its stream in the end.
  private static func views(
    _ reply: Reply.Body,
    then message: LayoutMessage? = nil,
    below overlay: Overlay? = nil,
    _ text: String
  ) throws -> [String] {
    let scene = scene(text)
    let attached = Reply.Attached(
      version: .current,
      viewer: 1,
      session: 1,
      epoch: 1,
      streamTopic: [1],
      readyTopic: [2],
      beatInterval: .seconds(1),
      opened: Reply.Attached.OpenedContent(.tour(command: text), isNew: false)
    )
    let snapshot = Snapshot(
      epoch: 1,
      seq: 1,
      version: 1,
      hash: scene.digest,
      scene: scene,
      timeline: nil,
      elapsed: .zero
    )
    var now = Duration.seconds(100)
    var core = ClientCore(
      options: ClientCore.Options(
        session: "talk",
        content: .tour(command: "join"),
        isContentAsked: overlay == nil,
        invitation: "join"
      ),
      viewport: Self.size,
      random: SplitMix64(seed: 1),
      now: now
    )
    var transcript = Transcript()
    var plain = TextOutput(-1, isRaw: false)
    var shown: [String] = []
    for round in 0..<6 {
      now += .milliseconds(300)
      core.tick(at: now)
      if round == 2, let overlay {
        try demand(core.isLive, "the viewer has not joined")
        core.open(overlay, at: now)
        core.sendInput(.command(.goTo(1)), at: now)
        core.readPage(at: now)
        if case .page(var page) = reply {
          page.version = core.shownVersion
          transcript.receive(.text(page))
        }
      }
      if round == 4, let message { core.receiveLayout(message, on: [1], at: now) }
      for action in core.takeActions() {
        if case .exit(let exit) = action { shown.append(exit.text ?? "") }
        guard case .send(let bytes) = action else { continue }
        let request = try Request(decoding: bytes)
        if request.body.kind == .alive { continue }
        let isJoin = overlay != nil && request.body.kind == .attach
        let answer = Reply(
          id: request.id,
          client: request.client,
          seq: request.seq,
          body: isJoin ? .attached(attached) : reply
        )
        core.receiveReply(answer, at: now)
        if isJoin { core.receiveLayout(.snapshot(snapshot), on: [2], at: now) }
      }
      if let reading = core.takeReading() { transcript.receive(reading) }
      let screen = core.screen(at: now)
      shown += screen.canvas(in: ResolvedTheme(.dark, depth: .truecolor)).lines
      plain.append(transcript.lines(for: screen, isMoving: false, version: core.shownVersion))
    }
    return shown + [String(decoding: plain.bytes, as: UTF8.self)]
  }

  private func check(_ outputs: [String]) throws {
    try demand(!outputs.isEmpty)
    for output in outputs {
      for scalar in output.unicodeScalars where scalar != "\n" {
        let properties = scalar.properties
        try demand(!properties.isBidiControl && properties.generalCategory != .control, output)
      }
    }
  }

  @Test("no command prints a control character, or more lines than of harmless texts")
  func listings() throws {
    func listings(_ text: String) throws -> [[String]] {
      try Self.messages(Reply.self, text).map { try Self.listings($0.body) }.filter { !$0.isEmpty }
    }
    let hostile = try listings(Self.hostile)
    try check(hostile.flatMap(\.self))
    func lines(_ listings: [[String]]) -> [[Int]] {
      listings.map { $0.map { $0.count { $0 == "\n" } } }
    }
    #expect(lines(hostile) == lines(try listings("xy")))
    // A picture has as many lines as its texts have parts; figures have lines of their own.
    for reply in Self.messages(Reply.self, Self.hostile) {
      if case .snapshot(let session, let version, let scene, _) = reply.body {
        try check(Self.capture(session, version, scene).svgLines(color: .always))
      }
      if case .metrics(let text) = reply.body { try check([text]) }
    }
    try check([ClientExit.ended(Self.hostile, Self.hostile).text ?? ""])
  }

  @Test("no viewer shows a control character")
  func views() throws {
    let start = Duration.seconds(100)
    for reply in Self.messages(Reply.self, Self.hostile) {
      try check(try Self.views(reply.body, Self.hostile))
      let overlays: [Overlay] = [
        .outline(OutlineOverlay(at: start)), .find(FindOverlay(at: start)),
        .viewers(ViewersOverlay(at: start)),
      ]
      for overlay in overlays {
        try check(try Self.views(reply.body, below: overlay, Self.hostile))
      }
    }
    for message in Self.messages(LayoutMessage.self, Self.hostile) {
      let overlay = Overlay.viewers(ViewersOverlay(at: start))
      try check(try Self.views(.done, then: message, below: overlay, Self.hostile))
    }
  }
}
