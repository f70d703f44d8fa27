import NavBase
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

@Suite("Diagrams", .timeLimit(.minutes(5))) struct DiagramTests {
  private final class Notes: Sendable {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock(\.self) }

    func add(_ note: String) { notes.withLock { $0.append(note) } }
  }

  /// The files of session 1 are those of another machine.
  private struct OtherMachine: BundlePlaces {
    func open(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String { "/" }
    func root(of session: UInt64) -> String? { session == 1 ? "/" : nil }
    func close(_ session: UInt64) {}
  }

  private let directory = TemporaryDirectory()
  /// The drawn diagrams, and the sessions that were told.
  private let drawn = Notes()
  private let told = Notes()

  /// A reader whose programs answer, or fail with a problem.
  private func reader(
    decoding picture: [UInt8] = decodedAnswer,
    bundles: (any BundlePlaces)? = nil,
    _ problem: PictureProblem? = nil
  ) -> ContentReader {
    let reader = ContentReader(
      highlighter: CodeHighlighter(nil),
      pictures: PictureReader { _, _ throws(PictureProblem) in picture },
      draw: { [drawn] program, source throws(PictureProblem) in
        drawn.add("\(program): \(source)")
        if let problem { throw problem }
        return []
      },
      bundles: bundles
    ) { [told] in told.add("\($0)") }
    reader.allowDiagrams(true)
    return reader
  }

  private func deck(
    _ text: String,
    by reader: ContentReader,
    of session: UInt64 = 1
  ) throws -> (
    kinds: [String], faults: [String]
  ) {
    let path = directory.write(Array(text.utf8), to: "deck.md")
    let content = try reader.read(.deck(path: path), for: session)
    guard case .pager(let pager) = content, case .page(let page) = pager.pages[0] else {
      throw ContentError.notFound(path: "no deck")
    }
    let kinds = page.document.blocks.map { block in
      switch block {
      case .picture(let picture): "picture " + picture.text.text
      case .code(let code): "code " + code.text.joined(separator: "\n")
      default: "?"
      }
    }
    return (kinds, content.faults)
  }

  @Test("a diagram is code until it is drawn, and then a picture, drawn once for all sessions")
  func background() throws {
    let text = """
      ```dot
      graph {
      }
      ```

      ```mermaid +line_numbers
      shown
      ```

      ```Mermaid {scale: 2}
      a
      ```

      ```swift
      b
      ```
      """
    let reader = reader()
    let code = ["code graph {\n}", "code shown", "code a", "code b"]
    #expect(try deck(text, by: reader).kinds == code)
    try eventually("all is drawn") { told.all.last == "1" && drawn.all.count == 2 }
    let shown = ["picture graph {\n}", "code shown", "picture a", "code b"]
    try eventually("all is shown") { try deck(text, by: reader).kinds == shown }
    let other = try deck(text, by: reader, of: 2)
    #expect(other.kinds == shown && other.faults == [])
    #expect(drawn.all == ["dot: graph {\n}", "mmdc: a"])
  }

  @Test("nothing is drawn unless it is allowed, nor of the files of another machine")
  func permission() throws {
    let reader = reader(bundles: OtherMachine())
    reader.allowDiagrams(false)
    #expect(try deck("```d2\na\n```", by: reader, of: 2).kinds == ["code a"])
    reader.allowDiagrams(true)
    #expect(try deck("```d2\nb\n```", by: reader, of: 1).kinds == ["code b"])
    #expect(try deck("```d2\nc\n```", by: reader, of: 2).kinds == ["code c"])
    // They would have been drawn in this order.
    try eventually("the last one is drawn") { told.all == ["2"] }
    #expect(drawn.all == ["d2: c"])
  }

  @Test("a diagram that fails stays code, with a fault, until somebody reloads")
  func failure() throws {
    let reader = reader(.undrawn("syntax error in line 1"))
    let text = "```dot\nx\n```"
    _ = try deck(text, by: reader)
    try eventually("it was tried") { told.all == ["1"] }
    for _ in 0..<2 {
      let (kinds, faults) = try deck(text, by: reader)
      #expect(kinds == ["code x"])
      #expect(faults == ["slide 1: the diagram of dot is not drawn: syntax error in line 1"])
    }
    #expect(drawn.all.count == 1)
    _ = try reader.read(.deck(path: directory.path("deck.md")), for: 1, .reload)
    try eventually("it was tried again") { told.all == ["1", "1"] }
    #expect(drawn.all.count == 2)
  }

  @Test("more diagrams than are kept are not drawn again and again")
  func crowd() throws {
    // Each takes 400 KiB of the 16 MiB.
    let side: [UInt8] = [64, 1, 0, 0]
    let large = side + side + side + side + [UInt8](repeating: 255, count: 320 * 320 * 4)
    let reader = reader(decoding: large)
    let text = (1...50).map { "```dot\n\($0)\n```" }.joined(separator: "\n\n")
    var faults: [String] = []
    try eventually("all are drawn, and some lost") {
      faults = try deck(text, by: reader).faults
      return faults.count >= 10
    }
    #expect(faults[0] == "slide 1: the diagram of dot is not drawn: there are too many: reload")
    #expect(drawn.all.count == 50)
  }

  @Test(
    "the real dot draws, reads no files of others, and says what is wrong",
    .enabled(if: dot != nil && !isSanitized, "Graphviz is not installed")
  )
  func realDot() throws {
    let secret = directory.write(
      PictureFiles.png(90, 90, pixels: [UInt8](repeating: 255, count: 90 * 90 * 4)),
      to: "secret.png"
    )
    let told = told
    let reader = ContentReader { told.add("\($0)") }
    reader.allowDiagrams(true)
    let text = """
      ```dot
      graph { a [shape=none label="" width=0 height=0 image="\(secret)"] }
      ```

      ```graphviz
      graph { a -- }
      ```
      """
    let path = directory.write(Array(text.utf8), to: "deck.md")
    _ = try reader.read(.deck(path: path), for: 1)
    let content = try eventually("both were tried") { () -> SessionContent? in
      let content = try reader.read(.deck(path: path), for: 1)
      return content.faults.isEmpty ? nil : content
    }
    guard case .pager(let pager) = content, case .page(let page) = pager.pages[0],
      case .picture(let picture)? = page.document.blocks.first
    else {
      Issue.record("no picture")
      return
    }
    #expect(picture.raster.naturalWidth < 90)
    #expect(content.faults.count == 1 && content.faults[0].contains("syntax error in line 1"))
  }
}

private let dot = ProgramPath.find("dot", path: ProcessEnvironment.inherited().environment["PATH"])
