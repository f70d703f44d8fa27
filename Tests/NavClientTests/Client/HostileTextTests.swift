import NavBase
import NavScene
import NavTestKit
import NavViewer
import NavWire
import Testing

@testable import NavClient

/// Every text in the messages of a lying daemon, and every output that shows it.
@Suite("Texts of a daemon control no terminal")
struct HostileTextTests {
  private static let hostile =
    "x\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{9D}52;c;eA==\u{9C}\u{90}q\u{202E}\u{2066}\u{200F}\u{61C}"
    + "\r\n\u{0}\u{7F}\u{2028}y"

  private static func session(_ text: String) -> Reply.SessionInfo {
    Reply.SessionInfo(
      name: text,
      id: 1,
      content: text,
      viewers: 1,
      page: 1,
      pages: 1,
      version: 1,
      title: text,
      top: text
    )
  }

  private static func status(_ text: String) -> Reply.Status {
    var status = Reply.Status(
      session: session(text),
      isSettled: true,
      sizes: [],
      daemonVersion: text,
      uptime: .zero
    )
    status.finding = Reply.Finding(search: text, matches: 1, match: 1, filter: text)
    status.faults = [text]
    status.control = Reply.ControlStatus(policy: .request, driver: text, requests: [text])
    return status
  }

  private static func invitation(_ text: String) -> Reply.InvitationInfo {
    Reply.InvitationInfo(
      id: InvitationID(1),
      session: text,
      role: .viewer,
      expires: 0,
      uses: 1,
      used: 0,
      name: ViewerName(text),
      isRevoked: false
    )
  }

  private static func failure(_ code: Reply.Failure.Code, _ text: String) -> Reply.Failure {
    var failure = Reply.Failure(code, text)
    failure.found = Reply.Failure.Found(version: 1, top: text)
    return failure
  }

  /// A screen with a container of each kind, all of whose texts are the same.
  private static func capture(_ text: String) -> ScreenCapture {
    let size = CellSize(columns: 60, rows: 12)
    let frame = CellRect(x: 0, y: 0, width: 60, height: 8)
    var scene = Scene(viewport: size)
    for field in RootText.allCases { scene[field] = text }
    for (index, kind) in ContainerKind.allCases.enumerated() {
      let id = ContainerID(rawValue: UInt32(index + 1))
      var container = Container(id: id, kind: kind, frame: frame)
      container.content = frame
      for field in ContainerText.allCases { container[field] = text }
      let link = StyledRun(length: text.utf8.count, style: TextStyle(role: .link, link: text))
      container.rows.set([TextRow(text, runs: [link])], at: 0)
      scene.insert(container)
    }
    return ScreenCapture(session: text, version: 1, scene: scene, size: size)
  }

  /// Returns all outputs that show a text of the daemon.
  private static func outputs(_ text: String) throws -> [String] {
    let (session, status, capture) = (session(text), status(text), capture(text))
    let viewer = Reply.ViewerInfo(
      id: 1,
      viewport: CellSize(columns: 80, rows: 24),
      attached: .zero,
      silent: .zero,
      name: ViewerName(text)
    )
    // Without the styles and links that are the client's own.
    let styled = capture.sgrLines(depth: .truecolor).map {
      $0.replacing(/\e\]8;;[^\e]*\e\\|\e\[[0-9;]*m/, with: "")
    }
    return [
      SessionListing.table([session]), SessionListing.names([session]),
      try SessionListing.json([session]), StatusListing.text(status),
      try StatusListing.json(status), try WatchListing.json(status),
      ControlListing.text(status.control), try ControlListing.json(status.control),
      ViewerListing.table([viewer]), try ViewerListing.json([viewer]),
      InvitationListing.table([invitation(text)], at: 0),
      try InvitationListing.json([invitation(text)]),
      ClientExit(failure(.notPermitted, text)).text ?? "",
      ClientExit(failure(.preconditionFailed, text)).text ?? "",
      ClientExit.ended(text, text).text ?? "", capture.lines.joined(separator: "\n"),
      styled.joined(separator: "\n"), try capture.json(),
    ] + capture.svgLines(color: .always)
  }

  @Test("no output has a control character, or more lines than one of harmless texts")
  func outputs() throws {
    for output in try Self.outputs(Self.hostile) {
      for scalar in output.unicodeScalars where scalar != "\n" {
        let properties = scalar.properties
        try demand(!properties.isBidiControl && properties.generalCategory != .control, output)
      }
    }
    // A picture has as many lines as its texts have parts.
    func lines(_ text: String) throws -> [Int] {
      try Self.outputs(text).prefix(18).map { $0.count { $0 == "\n" } }
    }
    #expect(try lines(Self.hostile) == lines("xy"))
  }

  @Test("each text field of these messages is tried")
  func fields() {
    let messages: [Any] = [
      Self.session(Self.hostile), Self.status(Self.hostile), Self.invitation(Self.hostile),
      Self.failure(.rejected, Self.hostile),
    ]
    for message in messages {
      let texts = Self.texts(in: message)
      #expect(!texts.isEmpty && texts.allSatisfy { $0 == Self.hostile }, "\(message)")
    }
  }

  /// The texts of a value and its parts; a viewer's name has no control characters.
  private static func texts(in value: Any) -> [String] {
    if let text = value as? String { return [text] }
    if value is ViewerName { return [] }
    return Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
  }
}
