import Foundation
import NavBase
import NavContent
import NavDaemon
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// Recordings as films: the messages of `navd replay`, painted as for any viewer.
@Suite("Films of recordings")
struct FilmTests {
  private static let deck = """
    # One

    first

    ---

    # Two

    second

    ---

    # Three & more

    third
    """
  private static let spec = ContentSpec.text(
    GivenText(name: "talk", bytes: Array(deck.utf8), form: .deck)
  )
  private static let sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 12)]
  /// The last comes while the one before moves, and the page moves on.
  private static let inputs: [(milliseconds: Int, command: SessionCommand)] = [
    (2_000, .forward), (5_000, .forward), (5_150, .back), (9_000, .last),
  ]

  private static func session() throws -> Session {
    Session(try ContentReader().read(spec, for: 0))
  }

  private static func recording() throws -> Recording {
    var entries: [(Int, JournalEntry.Event)] = [
      (0, .content(JournalContent(spec, number: 1))),
      (0, .step(.state(try session().recordedState))), (3_500, .mark("de\"mo")),
      (3_500, .said("One & all")), (4_400, .said("--> two")), (4_600, .said("three")),
      (11_250, .mark("")),
    ]
    entries += inputs.map { input in
      (
        input.milliseconds,
        .step(.input(RecordedInput(.command(input.command), in: .standardTerminal)))
      )
    }
    return Recording(
      RecordingHeader(release: "1", widthTables: "1", startedAt: 1_700_000_000_000),
      entries.sorted { $0.0 < $1.0 }.map {
        JournalEntry($0.1, at: .milliseconds($0.0), by: ViewerName("ada"))
      }
    )
  }

  private static func messages(in size: CellSize) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try Replay.run(try recording(), in: size) { bytes += $0 }
    return bytes
  }

  private static func film(_ writer: some Film.Writer, in size: CellSize) throws -> String {
    var text = ""
    try Film.make(of: try recording(), try messages(in: size), as: "talk", in: size, by: writer) {
      text += $0
    }
    return text
  }

  private static func cast(in size: CellSize) throws -> String {
    try film(CastWriter(title: "talk", try recording().header, size: size), in: size)
  }

  /// The last screen of a viewer of the session in which the same was done.
  private static func last(in size: CellSize) throws -> Canvas {
    var session = try session()
    for input in inputs {
      let view = session.view(in: .standardTerminal, at: .zero)
      var operation = SessionOperation(.command(input.command), on: session, seenBy: view)
      guard case .done(let next) = try operation.run(at: .milliseconds(input.milliseconds)) else {
        throw Rejection("a deck reads no pages")
      }
      session = next
    }
    let scene = session.rest(in: size, facts: SessionFacts(name: "", viewers: 1))
    var screen = Screen(session: "talk", invitation: "", scene: scene, size: size)
    screen.local.isFilmed = true
    return screen.canvas(in: ResolvedTheme(.dark, depth: .truecolor))
  }

  @Test("a cast: its events in order, at most 60 a second, and its last screen", arguments: sizes)
  func cast(size: CellSize) throws {
    let text = try Self.cast(in: size)
    #expect(try Self.cast(in: size) == text)
    let lines = try text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    let header = try #require(lines.first as? [String: Any])
    #expect(header["version"] as? Int == 2 && header["timestamp"] as? Int == 1_700_000_000)
    #expect(header["width"] as? Int == size.columns && header["height"] as? Int == size.rows)
    let terminal = VirtualTerminal(size)
    var (last, marks): (Double?, [String]) = (nil, [])
    var frames = 0
    for event in lines.dropFirst() {
      let event = try #require(event as? [Any])
      let (time, text) = (try #require(event[0] as? Double), try #require(event[2] as? String))
      guard event[1] as? String == "o" else {
        marks.append("\(time) \(text)")
        continue
      }
      if let last, time != 11.25 { try demand(time - last > 0.016_6, "\(last), then \(time)") }
      (last, frames) = (time, frames + 1)
      terminal.write(Array(text.utf8))
    }
    #expect(marks == ["3.5 de\"mo", "11.25 "])
    #expect(last == 11.25 && frames > 20)
    let difference = terminal.difference(from: try Self.last(in: size), ignoring: [])
    #expect(difference == nil)
  }

  @Test(
    "a transcript: what was read out at rest, the marks, what was said, and by whom it was moved"
  )
  func transcript() throws {
    let text = try Self.film(TranscriptWriter(), in: .standardTerminal)
    let headings = text.split(separator: "\n").filter { line in
      line.contains(":") || ["Mark", "The end", "Moved by ada"].contains(line)
    }
    #expect(
      headings.map(String.init) == [
        "0:00", "Page 1 of 3: One", "0:02", "Moved by ada", "0:02", "Page 2 of 3: Two", "0:03",
        "Mark: de\"mo", "0:03",
        "Said: One & all", "0:04", "Said: --> two", "0:04", "Said: three", "0:09",
        "Page 3 of 3: Three & more", "0:11", "Mark", "0:11", "The end",
      ],
      "\(text)"
    )
    #expect(text.contains("\nthird\n"))
  }

  @Test("the marks as WebVTT, each until the next one, and the sentences of a second as one cue")
  func webVTT() throws {
    let text = """
      WEBVTT

      mark 1
      00:00:03.500 --> 00:00:11.250 line:0
      de"mo

      00:00:03.500 --> 00:00:04.600
      One &amp; all
      --&gt; two

      00:00:04.600 --> 00:00:06.600
      three

      mark 2
      00:00:11.250 --> 00:00:12.250 line:0
      Mark

      """
    #expect(try Self.recording().webVTT == text)
  }

  @Test("a page of HTML: each page that was shown, with the time at which it came")
  func page() throws {
    let text = try Self.film(PageWriter(title: "talk <1>"), in: .standardTerminal)
    #expect(text.contains("<title>talk &lt;1&gt;</title>"))
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("<h2") }
      .compactMap { $0.split(separator: "\">").last?.replacing("</a>", with: " ") }
    #expect(
      headings == [
        "0:00 Page 1 of 3: One</h2>", "0:02 Page 2 of 3: Two</h2>",
        "0:03 Mark: de&quot;mo</h2>", "0:05 Page 2 of 3: Two</h2>",
        "0:09 Page 3 of 3: Three &amp; more</h2>", "0:11 Mark</h2>",
      ],
      "\(headings)"
    )
    #expect(text.components(separatedBy: "<svg").count == 5)
    let said = ["0:03 Said: One &amp; all", "0:04 Said: --&gt; two", "0:04 Said: three"]
      .map { "<p>\($0)</p>\n" }
    #expect(text.contains("mo</h2>\n" + said.joined() + "<h2"))
    #expect(text.components(separatedBy: "</svg>\n<p>0:02 Moved by ada</p>\n<h2").count == 2)
  }

  @Test("a picture that plays: each row once, and a step for each moment", arguments: sizes)
  func picture(size: CellSize) throws {
    let text = try Self.film(PictureWriter(size: size), in: size)
    func count(_ part: String) -> Int { text.components(separatedBy: part).count - 1 }
    #expect(count("%{transform") == count("<g transform=\"translate("))
    #expect(count("%{transform") > 5)
    #expect(text.contains(">third</text>"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("<g id=\"r") }
    #expect(Set(rows.map { $0.drop { $0 != ">" } }).count == rows.count)
    let used = text.split(separator: "<use href=\"#r").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(Set(used) == Set(rows.map { $0.dropFirst(8).prefix { $0 != "\"" } }))
    #expect(text.contains("animation: film 13250ms"))
  }

  @Test("messages that were cut off or changed make no film")
  func damage() throws {
    let messages = try Self.messages(in: .standardTerminal)
    let recording = try Self.recording()
    for bytes in [Array(messages.dropLast()), Array(messages.prefix(5)), [0] + messages] {
      #expect(throws: (any Error).self) {
        try Film.make(
          of: recording,
          bytes,
          as: "talk",
          in: .standardTerminal,
          by: TranscriptWriter()
        ) { _ in }
      }
    }
  }
}
