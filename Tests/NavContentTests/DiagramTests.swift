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

  private let directory = TemporaryDirectory()
  /// The drawn diagrams, and the sessions that were told.
  private let drawn = Notes()
  private let told = Notes()

  /// A reader whose programs answer, or fail with a problem.
  private func reader(
    decoding picture: [UInt8] = PictureFiles.answer,
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

@Suite("Pictures that are drawn from files", .timeLimit(.minutes(5))) struct DrawingTests {
  private static let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"/>"#

  private let directory = TemporaryDirectory()

  /// Returns the kind and text of the first block of a page, and the faults of its content.
  private func shown(_ content: SessionContent) -> (kind: String, faults: [String]) {
    var content = content
    let faults = content.faults
    if case .pager(let pager) = content { content = pager.pages[0] }
    guard case .page(let page) = content else { return ("?", faults) }
    return switch page.document.blocks.first {
    case .picture(let picture): ("picture " + picture.text.text, faults)
    case .paragraph(let text): ("text " + text.text, faults)
    default: ("?", faults)
    }
  }

  @Test("an SVG is drawn for decks, directories and previews, where diagrams are, and only there")
  func permission() throws {
    let path = directory.write(Array(Self.drawing.utf8), to: "a.svg")
    directory.write(PictureFiles.plan, to: "plan.png")
    let deck = directory.write(Array("![plan](a.svg)".utf8), to: "deck.md")
    let drawn = Mutex<[String]>([])
    let reader = ContentReader(
      highlighter: CodeHighlighter(nil),
      pictures: PictureReader { _, _ throws(PictureProblem) in PictureFiles.answer },
      draw: { program, source throws(PictureProblem) in
        drawn.withLock { $0.append("\(program): \(source)") }
        return []
      },
      bundles: OtherMachine()
    ) { _ in }
    let forbidden =
      "the picture a.svg is not drawn: SVG needs limits.diagrams = true, and a file of this machine"
    for (session, isAllowed) in [(2, false), (1, true)] as [(UInt64, Bool)] {
      reader.allowDiagrams(isAllowed)
      let (kind, faults) = shown(try reader.read(.deck(path: deck), for: session))
      #expect(kind == "text plan (a.svg)" && faults == ["slide 1: " + forbidden])
    }
    #expect(drawn.withLock(\.self) == [])
    for isPreview in [false, true] {
      for (name, kind) in [("a.svg", "picture a.svg"), ("plan.png", "picture plan.png")] {
        let reference = PageReference(
          path: Array(directory.path(name).utf8),
          source: .files(.standard),
          ancestors: [],
          label: name,
          isPreview: isPreview
        )
        let found = shown(reader.page(reference, of: 2).content)
        #expect(found.kind == kind && found.faults == [])
      }
    }
    #expect(shown(try reader.read(.deck(path: deck), for: 2)).kind == "picture plan (a.svg)")
    #expect(drawn.withLock(\.self) == ["svg: " + Self.drawing])
    let file = try reader.read(.path(PathContent(.file, path)), for: 2)
    #expect(file.loneText?.document.blocks.count == 2, "the picture, and its source below")
  }

  @Test(
    "the real program runs no scripts, reads no other files, and is stopped",
    .enabled(if: rsvg != nil && !isSanitized, "librsvg2-bin is not installed"),
    arguments: [
      (64, "<script>while (true) {}</script><rect width='64' height='32' fill='red'/>", "red"),
      (
        64, "<style>@import url('file://DIR/style.css');</style><rect width='64' height='32'/>",
        "black"
      ),
      (
        64,
        "<image href='file://DIR/secret.png' width='64' height='32'/>"
          + "<image href='secret.png' width='64' height='32'/>"
          + "<image href='http://127.0.0.1:9/a.png' width='64' height='32'/>", "clear"
      ),
      (64, "<text>&j;</text>", "is not drawn"),
      (30_000, "", "is not drawn"), (1_000_000, "", "is not drawn"),
      (64, String(repeating: "<g>", count: 5_000), "is not drawn"),
      (64, "<use href='#g9'/>", "takes too long"),
    ]
  )
  func hostile(side: Int, inner: String, outcome: String) throws {
    directory.write(PictureFiles.plan, to: "secret.png")
    directory.write(Array("rect { fill: red }".utf8), to: "style.css")
    let entities = zip("abcdefghi", "bcdefghij").map { before, name in
      "<!ENTITY \(name) '\(String(repeating: "&\(before);", count: 20))'>"
    }
    let groups = (1...9).map { index in
      "<g id='g\(index)'>" + String(repeating: "<use href='#g\(index - 1)'/>", count: 12) + "</g>"
    }
    let text =
      "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaa'>\(entities.joined())]>"
      + "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side == 64 ? 32 : side)'>"
      + "<defs><rect id='g0' width='1' height='1'/>\(groups.joined())</defs>"
      + inner.replacing("DIR", with: directory.root) + "</svg>"
    let path = directory.write(Array(text.utf8), to: "a.svg")
    let found = Result { () throws(PictureProblem) in
      try PictureReader.installed().picture(at: path, beneath: directory.root) {
        program,
        source throws(PictureProblem) in try program.run(source)
      }
    }
    switch found {
    case .success(let picture):
      let colors = ["red": [255, 0, 0, 255], "black": [0, 0, 0, 255], "clear": [0, 0, 0, 0]]
      #expect(picture.naturalWidth == 64 && picture.naturalHeight == 32)
      #expect(Array(picture.pixels[..<4]).map(Int.init) == colors[outcome])
    case .failure(let problem): #expect(problem.text.contains(outcome), "\(problem)")
    }
  }
}

private let searchPath = ProcessEnvironment.inherited()["PATH"]
private let dot = ProgramPath.find("dot", path: searchPath)
private let rsvg = ProgramPath.find("rsvg-convert", path: searchPath)

/// The files of session 1 are those of another machine.
private struct OtherMachine: BundlePlaces {
  func open(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String { "/" }
  func root(of session: UInt64) -> String? { session == 1 ? "/" : nil }
  func close(_ session: UInt64) {}
}
