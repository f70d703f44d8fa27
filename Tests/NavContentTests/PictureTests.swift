import Foundation
import NavBase
import NavEngine
import NavScene
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

@Suite("Pictures of files", .timeLimit(.minutes(5))) struct PictureTests {
  /// The program that was built with the tests.
  private static let program = PictureReader.installed()

  private static func decoded(_ file: [UInt8]) -> Result<TextPicture.Raster, PictureProblem> {
    let directory = TemporaryDirectory()
    let path = directory.write(file, to: "picture")
    return Result { () throws(PictureProblem) in
      try program.picture(at: path, beneath: directory.root)
    }
  }

  @Test("PNG, JPEG and the first frames of GIF and WebP are decoded", .enabled(if: !isSanitized))
  func decoding() throws {
    let png = try Self.decoded(PictureFiles.plan).get()
    #expect(png.width == 12 && png.height == 8 && png.naturalWidth == 12)
    #expect(png.pixels[..<4] == [255, 255, 255, 0])
    #expect(png.pixels.suffix(4) == [255, 255, 255, 255])
    #expect(try Self.decoded(PictureFiles.gif).get().pixels == [255, 0, 0, 255])
    let jpeg = try Self.decoded(PictureFiles.jpeg).get()
    #expect(jpeg.width == 16 && jpeg.height == 8)
    #expect(jpeg.pixels[0] > 200 && jpeg.pixels[2] < 60 && jpeg.pixels[62] > 200)
    let webp = try Self.decoded(PictureFiles.webp).get()
    #expect(webp.width == 16 && webp.height == 8 && webp.naturalWidth == 16)
    #expect(webp.pixels[0] > 200 && webp.pixels[2] < 60 && webp.pixels[62] > 200)
    for file in [PictureFiles.losslessWebP, PictureFiles.movingWebP] {
      let webp = try Self.decoded(file).get()
      #expect(webp.width == 16 && webp.height == 8)
      #expect(webp.pixels[..<4] == [0, 0, 0, 0] && webp.pixels[128..<132] == [255, 0, 0, 255])
      #expect(webp.pixels.suffix(4) == [0, 0, 255, 255])
    }
    #expect(jpeg.id == PictureID(ContentHash(of: PictureFiles.jpeg).description))
  }

  @Test(
    "each orientation is turned upright",
    .enabled(if: !isSanitized),
    arguments: [
      // Whether the first and the last pixel of the first row are red, and those of the first column.
      (1, [true, false], [true, true]), (2, [false, true], [false, false]),
      (3, [false, true], [false, false]), (4, [true, false], [true, true]),
      (5, [true, true], [true, false]), (6, [true, true], [true, false]),
      (7, [false, false], [false, true]), (8, [false, false], [false, true]),
    ] as [(UInt8, [Bool], [Bool])]
  )
  func turning(orientation: UInt8, row: [Bool], column: [Bool]) throws {
    let picture = try Self.decoded(PictureFiles.jpeg(turned: orientation)).get()
    let (width, height) = (picture.width, picture.height)
    let size = orientation < 5 ? (16, 8) : (8, 16)
    #expect(width == size.0 && height == size.1)
    #expect(picture.naturalWidth == width && picture.naturalHeight == height)
    func isRed(_ x: Int, _ y: Int) -> Bool { picture.pixels[(y * width + x) * 4] > 200 }
    #expect([isRed(0, 0), isRed(width - 1, 0)] == row)
    #expect([isRed(0, 0), isRed(0, height - 1)] == column)
  }

  @Test(
    "a terminal gets a picture as a PNG or as sixel data, as long as its file is the same",
    .enabled(if: !isSanitized)
  )
  func copies() throws {
    let directory = TemporaryDirectory()
    let path = directory.write(PictureFiles.plan, to: "plan.png")
    let reader = PictureReader.installed()
    let raster = try reader.picture(at: path, beneath: directory.root)
    let id = try #require(raster.id)
    func copy(_ form: PictureCopy.Form) -> Result<MadeCopy, PictureProblem> {
      Result { () throws(PictureProblem) in try reader.copy(PictureCopy(id, form)) }
    }
    let png = try copy(.png).get()
    #expect(png.hash == PictureCopy.hash(of: png.bytes) && png.bytes != PictureFiles.plan)
    let again = try Self.decoded(png.bytes).get()
    #expect(again.pixels == raster.pixels && again.naturalWidth == 12)
    // 12x8 pixels become 24x16: four transparent rows, and white ones.
    let sixel = try copy(.sixel(width: 24, height: 18)).get()
    let data = "\"1;1;24;16#0;2;100;100;100#0!24o$-#0!24~$-#0!24N$-"
    #expect(String(decoding: sixel.bytes, as: UTF8.self) == data)
    directory.write(PictureFiles.gif, to: "plan.png")
    // Known copies stay; others would be of another picture.
    #expect(try copy(.png).get().bytes == png.bytes)
    #expect(throws: PictureProblem.unreadable) { try copy(.sixel(width: 6, height: 6)).get() }
    let unknown = try #require(PictureID(String(repeating: "0", count: 32)))
    #expect(throws: PictureProblem.unreadable) { try reader.copy(PictureCopy(unknown)) }
  }

  @Test("a picture is shown by its name in scenes of those who can show it, and to nobody else")
  func names() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let path = directory.write(Array("# Plan\n\n![the plan](plan.png)\n".utf8), to: "deck.md")
    var session = Session(try Program().reader.read(.deck(path: path), for: 1))
    let id = PictureID(ContentHash(of: PictureFiles.plan).description)
    for showsPictures in [true, false] {
      var view = session.view(in: .standardTerminal, at: .zero)
      view.showsPictures = showsPictures
      let facts = SessionFacts(name: "x", viewers: 1)
      let scene = session.layout(&view, facts: facts, at: .zero).trajectory.end
      let named = scene.containers.flatMap(\.pictures)
      #expect(named.map(\.id) == (showsPictures ? [id] : []))
      let page = try #require(scene.containers.first { $0.kind == .page })
      guard let picture = named.first else { continue }
      let row = try #require(page.rows[picture.row])
      #expect(row.indent == picture.column && row.text.count == picture.columns)
      #expect(picture.naturalWidth == 96 && picture.text == "the plan (plan.png)")
    }
  }

  @Test("large pictures are scaled down in the program", .enabled(if: !isSanitized))
  func scaling() throws {
    let row = (0..<640).flatMap { [$0 < 320 ? 255 : 0, 0, 0, 255] as [UInt8] }
    let wide = try Self.decoded(
      PictureFiles.png(640, 4, pixels: [row, row, row, row].flatMap(\.self))
    )
    .get()
    #expect(wide.width == 320 && wide.height == 2 && wide.naturalWidth == 640)
    #expect(wide.pixels[4 * 159] == 255 && wide.pixels[4 * 160] == 0)
  }

  @Test(
    "what is no picture, damaged or too large is refused, with its reason",
    .enabled(if: !isSanitized)
  )
  func refusal() {
    #expect(Self.decoded([]) == .failure(.noPicture))
    #expect(Self.decoded(Array("BM, and <svg> or a text".utf8)) == .failure(.noPicture))
    #expect(Self.decoded(Array(PictureFiles.plan.prefix(20))) == .failure(.noPicture))
    #expect(Self.decoded(Array(PictureFiles.plan.prefix(60))) == .failure(.damaged))
    #expect(
      Self.decoded(PictureFiles.png(4_000, 3_000, pixels: [1, 2, 3, 4])) == .failure(.damaged)
    )
    // The header alone decides.
    #expect(Self.decoded(PictureFiles.png(10_000, 10_000, pixels: [1])) == .failure(.tooLarge))
    #expect(Self.decoded(Array(PictureFiles.jpeg.prefix(100))) == .failure(.noPicture))
    #expect(Self.decoded(Array(PictureFiles.jpeg.prefix(300))) == .failure(.damaged))
    #expect(Self.decoded(Array(PictureFiles.webp.prefix(25))) == .failure(.noPicture))
    // 4,000 x 3,000 and 16,383 x 16,383 pixels.
    let lossy: [([UInt8], PictureProblem)] = [
      ([0xA0, 0x0F, 0xB8, 0x0B], .damaged), ([0xFF, 0x3F, 0xFF, 0x3F], .tooLarge),
    ]
    for (size, problem) in lossy {
      var file = PictureFiles.webp
      file.replaceSubrange(26..<30, with: size)
      #expect(Self.decoded(file) == .failure(problem))
    }
    var huge = PictureFiles.losslessWebP
    huge.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x0F])
    #expect(Self.decoded(huge) == .failure(.tooLarge))
    for file in [PictureFiles.webp, PictureFiles.losslessWebP, PictureFiles.movingWebP] {
      let cut = Self.decoded(Array(file.dropLast(10)))
      #expect(cut == .failure(.damaged))
    }
  }

  @Test("the orientation is read in both byte orders, and from nothing that is cut off")
  func orientation() {
    for number in UInt8(1)...8 {
      for isLittle in [false, true] {
        let file = PictureFiles.jpeg(turned: number, isLittle: isLittle)
        #expect(exifOrientation(ofJPEG: file) == Int(number))
        for end in 0..<40 {
          let found = exifOrientation(ofJPEG: Array(file.prefix(end)))
          #expect(found == 1 || found == Int(number))
        }
      }
    }
    #expect(exifOrientation(ofJPEG: PictureFiles.jpeg) == 1)
    #expect(exifOrientation(ofJPEG: PictureFiles.jpeg(turned: 9)) == 1)
  }

  @Test(
    "without a program and without a box a picture is its description, and nothing else decodes it"
  )
  func box() {
    let directory = TemporaryDirectory()
    let path = directory.write(PictureFiles.plan, to: "plan.png")
    for reader in [PictureReader(nil), .running("/bin/false/missing")] {
      let found = Result { () throws(PictureProblem) in
        try reader.picture(at: path, beneath: directory.root)
      }
      #expect(found == .failure(.noBox))
    }
  }

  @Test("the program serves the reader of a daemon", .enabled(if: !isSanitized))
  func installed() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    directory.write(PictureFiles.png(10_000, 10_000, pixels: [1]), to: "bomb.png")
    let deck = "![the plan](plan.png)\n\n![a bomb](bomb.png)\n"
    let path = directory.write(Array(deck.utf8), to: "deck.md")
    let content = try ContentReader().read(.deck(path: path), for: 1)
    guard case .picture(let picture)? = try Self.blocks(content).first else {
      Issue.record("no picture")
      return
    }
    #expect(picture.raster.width == 12 && picture.text.text == "the plan (plan.png)")
    #expect(
      content.faults == [
        "slide 1: the picture bomb.png has more than 40 megapixels, or takes too much memory"
      ]
    )
  }

  // MARK: In content

  /// A reader whose program answers, or fails with a problem, and counts how often it was called.
  private final class Program: Sendable {
    let calls = Mutex(0)
    let problem: PictureProblem?

    init(_ problem: PictureProblem? = nil) { self.problem = problem }

    var reader: ContentReader {
      let pictures = PictureReader { [self] _, _ throws(PictureProblem) in
        calls.withLock { $0 += 1 }
        if let problem { throw problem }
        return PictureFiles.answer
      }
      return ContentReader(highlighter: CodeHighlighter(nil), pictures: pictures) { _ in }
    }
  }

  private static func blocks(_ content: SessionContent, slide: Int = 0) throws -> [TextBlock] {
    guard case .pager(let pager) = content, case .page(let page) = pager.pages[slide] else {
      throw ContentError.notFound(path: "no deck")
    }
    return page.document.blocks
  }

  private static func width(_ block: TextBlock) -> TextPicture.Width?? {
    if case .picture(let picture) = block { .some(picture.width) } else { nil }
  }

  @Test(
    "a picture that is all of a paragraph is shown, in a list and a quote, too; in a text it is its description"
  )
  func content() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let deck = """
      # A ![small](plan.png) one

      ![the plan](plan.png)

      See ![it](plan.png) here

      > ![quoted](plan.png)

      <img src="plan.png" alt="by tag" width="50%">

      [![gone](missing.png)](https://example.com)

      ![far](https://example.com/plan.png)

      | ![cell](plan.png) |
      |---|

      ---

      ![again](plan.png)
      """
    let path = directory.write(Array(deck.utf8), to: "deck.md")
    let program = Program()
    let content = try program.reader.read(.deck(path: path), for: 1)
    let blocks = try Self.blocks(content)
    let shown = blocks.map { block in
      switch block {
      case .picture(let picture): "picture: " + picture.text.text
      case .paragraph(let text), .heading(_, let text): text.text
      case .quote(let inner): "\(inner.count { Self.width($0) != nil }) quoted"
      case .table(let table): table.header.map(\.text).joined()
      default: "?"
      }
    }
    #expect(
      shown == [
        "A small (plan.png) one", "picture: the plan (plan.png)", "See it (plan.png) here",
        "1 quoted", "picture: by tag (plan.png)", "gone (missing.png)",
        "far (https://example.com/plan.png)", "cell (plan.png)",
      ]
    )
    #expect(Self.width(blocks[4]) == .some(.percent(50)))
    #expect(!TextDocument(blocks: blocks).hasLink(where: "nav-picture:"))
    #expect(TextDocument(blocks: [blocks[5]]).hasLink(to: "https://example.com"))
    #expect(try Self.blocks(content, slide: 1).count == 1)
    // One content, decoded once.
    #expect(program.calls.withLock(\.self) == 1)
    #expect(content.faults == [])
  }

  @Test(
    "each dialect's size is that of the picture",
    arguments: [
      ("![image:width:40%](plan.png)", TextPicture.Width.percent(40)),
      ("![image:w:400%](plan.png)", .percent(100)),
      ("---\nmarp: true\n---\n\n![w:300 a plan](plan.png)", .pixels(300)),
      ("---\nmarp: true\n---\n\n![width:30% blur:3px](plan.png)", .percent(30)),
      ("---\nmarp: true\n---\n\n![h:160](plan.png)", .pixels(240)),
      ("<img src=\"plan.png\" width=\"200\">", .pixels(200)),
      ("<img src=\"plan.png\" width=\"200px\" height=\"10px\">", .pixels(200)),
      ("<img src=\"plan.png\" width=\"auto\" height=\"80px\">", .pixels(120)),
      ("![image:height:80](plan.png)", .pixels(120)),
    ] as [(String, TextPicture.Width)]
  )
  func widths(deck: String, width: TextPicture.Width) throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let path = directory.write(Array(deck.utf8), to: "deck.md")
    let blocks = try Self.blocks(Program().reader.read(.deck(path: path), for: 1))
    #expect(blocks.map { Self.width($0) } == [.some(width)])
    guard case .picture(let picture)? = blocks.first else { return }
    #expect(!picture.text.text.contains("width") && picture.text.text.hasSuffix("(plan.png)"))
  }

  @Test("several pictures in a paragraph of nothing else stand side by side")
  func several() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let deck = """
      ![a](plan.png) <img src="plan.png" alt="b" width="50%">
      ![gone](missing.png)

      ![a](missing.png) ![b](missing.png)

      ![a](plan.png) and ![b](plan.png)
      """
    let path = directory.write(Array(deck.utf8), to: "deck.md")
    let blocks = try Self.blocks(Program().reader.read(.deck(path: path), for: 1))
    guard case .columns(let columns) = blocks[0] else {
      Issue.record("no columns: \(blocks[0])")
      return
    }
    let parts = columns.flatMap(\.blocks)
    #expect(parts.map { Self.width($0) } == [.some(nil), .some(.percent(50)), nil])
    #expect(
      parts.last == .paragraph(StyledText("gone (missing.png)", style: TextStyle(role: .muted)))
    )
    let texts = blocks.dropFirst().map {
      if case .paragraph(let text) = $0 { text.text } else { "?" }
    }
    #expect(
      texts == ["a (missing.png) b (missing.png)", "a (plan.png) and b (plan.png)"]
    )
  }

  @Test(
    "a background of one side is a column beside what is below the title",
    arguments: [
      ("![bg right:40%](plan.png)\n\n# A\n\nb\n\n- c", ["# A", "60: b, list | 40: picture 100%"]),
      ("# A\n\nb ![bg left w:80](plan.png)\n", ["# A", "50: picture 80 | 50: b"]),
      (
        "![bg left](plan.png)\n![bg left:30%](plan.png)\n\nb",
        ["30: picture 100%, picture 100% | 70: b"]
      ),
      ("# A\n\n![bg right](plan.png)", ["# A", "picture 100%"]),
      (
        "![bg right a plan](https://example.com/a.png)\n\nb",
        ["b", "a plan (https://example.com/a.png)"]
      ),
      (
        "---\nlayout: image-right\nimage: plan.png\n---\n\n# A\n\nb",
        ["# A", "50: b | 50: picture 100%"]
      ),
      ("---\nlayout: image\nimage: plan.png\n---\n\n# A", ["picture 100%", "# A"]),
      // A background stands beside a few words, fills a slide of its own, and leaves a list its room.
      ("![bg opacity:.4](plan.png)\n\n# A\n\nb", ["# A", "50: b | 50: picture 100%"]),
      ("![bg](plan.png)\n![bg fit](plan.png)", ["picture 100%", "picture 100%"]),
      ("# A\n\n![bg](plan.png)\n\n- b", ["# A", "list"]),
      (
        "# A\n\n![bg](https://example.com/a.png)\n\nb\n\n![bg](red) ![bg](linear-gradient(red, blue))",
        ["# A", "b"]
      ),
      ("---\nlayout: cover\nbackground: plan.png\n---\n\n# A", ["# A", "picture 100%"]),
      (
        "---\nlayout: cover\nbackground: plan.png\n---\n\n# A\n\nb",
        ["# A", "50: b | 50: picture 100%"]
      ),
      ("---\nlayout: cover\nbackground: '#fff'\n---\n\n# A", ["# A"]),
      (
        "class: middle\nbackground-image: url(plan.png)\n\n# A\n\nb\n\n--\n\nc",
        ["# A", "50: b, pause, c | 50: picture 100%"]
      ),
      (
        "---\nrevealOptions: x\n---\n\n<!-- .slide: data-background-image=\"plan.png\" -->\n# A\n\nb",
        ["# A", "50: b | 50: picture 100%"]
      ),
    ]
  )
  func sides(deck: String, shown: [String]) throws {
    func text(_ block: TextBlock) -> String {
      switch block {
      case .heading(_, let text): return "# " + text.text
      case .pause: return "pause"
      case .aligned(_, let blocks): return blocks.map(text).joined(separator: ", ")
      case .paragraph(let text): return text.text.trimmingBlanks()
      case .picture(let picture):
        return switch picture.width {
        case .percent(let share): "picture \(share)%"
        case .pixels(let count): "picture \(count)"
        case nil: "picture"
        }
      case .columns(let columns):
        return columns.map { "\($0.weight): " + $0.blocks.map(text).joined(separator: ", ") }
          .joined(separator: " | ")
      default: return "list"
      }
    }
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let isOfMarp = !deck.hasPrefix("---") && !deck.hasPrefix("class:")
    let head = isOfMarp ? "---\nmarp: true\n---\n\n" : ""
    let path = directory.write(Array((head + deck).utf8), to: "deck.md")
    let blocks = try Self.blocks(Program().reader.read(.deck(path: path), for: 1))
    #expect(blocks.map(text) == shown)
  }

  @Test(
    "a picture that can't be decoded stays its description, and the reason is a fault of its slide"
  )
  func faults() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    directory.write(Array("<svg></svg>".utf8), to: "drawing.svg")
    let deck = "# One\n\n---\n\n![the plan](plan.png)\n\n![a drawing](drawing.svg)\n"
    let path = directory.write(Array(deck.utf8), to: "deck.md")
    let program = Program(.tooLong)
    let reader = program.reader
    for _ in 0..<2 {
      let content = try reader.read(.deck(path: path), for: 1)
      #expect(try Self.blocks(content, slide: 1).compactMap { Self.width($0) }.isEmpty)
      #expect(
        content.faults == [
          "slide 2: the picture plan.png takes too long: make it smaller",
          "slide 2: the picture drawing.svg is not drawn: SVG needs limits.diagrams = true, and a file of this machine",
        ]
      )
    }
    // Failures are known, too.
    #expect(program.calls.withLock(\.self) == 1)
  }

  @Test("a file and a chapter show their pictures; an export keeps its own")
  func pages() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let text = "Text.\n\n![the plan](plan.png)\n"
    let path = directory.write(Array(text.utf8), to: "a.md")
    directory.write(Array("# S\n\n- [A](a.md)\n".utf8), to: "SUMMARY.md")
    let reader = Program().reader
    guard let file = try reader.read(.path(PathContent(.file, path)), for: 1).loneText,
      case .stack(let book) = try reader.read(.docs(path: directory.path("SUMMARY.md")), for: 1),
      case .page(let chapter) = reader.page(
        book.reference(to: Array("/a.md".utf8), label: "A"),
        of: 1
      ).content
    else {
      Issue.record("no pages")
      return
    }
    #expect(file.hasPictures && chapter.hasPictures)
    let kept = try MarkdownPictures.kept { () throws(ContentFailure) in
      try reader.read(.path(PathContent(.file, path)), for: 1)
    }
    let exported = try #require(kept.loneText)
    #expect(!exported.hasPictures && exported.document.hasLink(where: "nav-picture:"))
  }

  @Test(
    "a slide with a picture is laid out for each size, and its description where there is little room"
  )
  func layout() throws {
    let directory = TemporaryDirectory()
    directory.write(PictureFiles.plan, to: "plan.png")
    let deck = "# Plan\n\n![image:width:50% the plan](plan.png)\n"
    let path = directory.write(Array(deck.utf8), to: "deck.md")
    var session = Session(try Program().reader.read(.deck(path: path), for: 1))
    func texts(_ columns: Int, _ rows: Int) -> [String] {
      let size = CellSize(columns: columns, rows: rows)
      let scene = session.rest(in: size, facts: SessionFacts(name: "x", viewers: 1))
      return scene.containers.flatMap { $0.rows.segments.flatMap { $0.rows.map(\.text) } }
    }
    func picture(_ columns: Int, _ rows: Int) -> [String] {
      Array(repeating: String(repeating: "█", count: columns), count: rows)
    }
    #expect(texts(80, 24).filter { $0.contains("█") } == picture(36, 12))
    #expect(texts(120, 40).filter { $0.contains("█") } == picture(44, 15))
    let small = texts(80, 4)
    #expect(small.contains("the plan (plan.png)") && !small.contains { $0.contains("█") })
  }
}

extension TextDocument {
  fileprivate func hasLink(where start: String) -> Bool {
    "\(blocks)".contains(start)
  }
}
