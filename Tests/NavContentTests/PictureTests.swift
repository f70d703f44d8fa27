import Foundation
import NavBase
import NavEngine
import NavScene
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

/// Pictures as bytes of files.
enum PictureFiles {
  /// A PNG of 8 bits for each of red, green, blue and alpha; `pixels` are fewer than its size for a damaged one.
  static func png(_ width: UInt32, _ height: UInt32, pixels: [UInt8]) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
    func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      // The decoder does not look at the check sum.
      bytes(UInt32(content.count)) + Array(kind.utf8) + content + [0, 0, 0, 0]
    }
    let lines = stride(from: 0, to: pixels.count, by: Int(width) * 4).flatMap { start in
      [0] + pixels[start..<min(start + Int(width) * 4, pixels.count)]
    }
    // One block that is not compressed.
    let count = UInt16(lines.count)
    let sizes = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
      + chunk("IHDR", bytes(width) + bytes(height) + [8, 6, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01, 0x01] + sizes + lines + [0, 0, 0, 0]) + chunk("IEND", [])
  }

  /// 96 white pixels in 12 columns, of which the first two rows are transparent.
  static let plan = png(
    12,
    8,
    pixels: (0..<96).flatMap { [255, 255, 255, $0 < 24 ? 0 : 255] as [UInt8] }
  )

  /// A red pixel, as the first of two frames would be.
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  /// 16x8 pixels: red on the left and blue on the right.
  static let jpeg = [UInt8](
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQ\
        ERMUFRUVDA8XGBYUGBIUFRQBAwQEBQQFCQUFCRQNCw0UFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
        FBQUFBQUFBQUFP/AABEIAAgAEAMBIgACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMF\
        BQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElK\
        U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV\
        1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncA\
        AQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZ\
        WmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri\
        4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/APnWvAa9+rwGv3H6Mn/M4/7gf+5j+jvpDf8AMq/7jf8AuI//2Q==
        """
    ) ?? Data()
  )

  /// The JPEG with an orientation, in numbers of either byte order.
  static func jpeg(turned orientation: UInt8, isLittle: Bool = false) -> [UInt8] {
    let tag: [UInt8] =
      isLittle
      ? Array("II".utf8) + [
        42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
      ]
      : Array("MM".utf8) + [
        0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
      ]
    let segment = Array("Exif\0\0".utf8) + tag + [0, 0, 0, 0]
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment
      + jpeg.dropFirst(2)
  }
}

/// The program's answer for a picture of 96 x 64 pixels, of which each side is shown as an eighth.
let decodedAnswer: [UInt8] =
  [96, 64, 12, 8].flatMap { [$0, 0, 0, 0] }
  + (0..<96).flatMap { _ in [255, 255, 255, 255] as [UInt8] }

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

  @Test("PNG, JPEG and the first frame of GIF are decoded", .enabled(if: !isSanitized))
  func decoding() throws {
    let png = try Self.decoded(PictureFiles.plan).get()
    #expect(png.width == 12 && png.height == 8 && png.naturalWidth == 12)
    #expect(png.pixels[..<4] == [0, 0, 0, 0] && png.pixels.suffix(4) == [255, 255, 255, 255])
    #expect(try Self.decoded(PictureFiles.gif).get().pixels == [255, 0, 0, 255])
    let jpeg = try Self.decoded(PictureFiles.jpeg).get()
    #expect(jpeg.width == 16 && jpeg.height == 8)
    #expect(jpeg.pixels[0] > 200 && jpeg.pixels[2] < 60 && jpeg.pixels[62] > 200)
    #expect(jpeg.id == PictureID(ContentHash(of: PictureFiles.jpeg).description))
  }

  @Test(
    "each orientation is turned upright",
    .enabled(if: !isSanitized),
    arguments: [
      // Where red is of the first row, and of the first column.
      (1, [true, false], [true, true]), (2, [false, true], [false, false]),
      (3, [false, true], [false, false]), (4, [true, false], [true, true]),
      (5, [true, true], [true, false]), (6, [true, true], [true, false]),
      (7, [false, false], [false, true]), (8, [false, false], [false, true]),
    ] as [(UInt8, [Bool], [Bool])]
  )
  func turning(orientation: UInt8, row: [Bool], column: [Bool]) throws {
    let picture = try Self.decoded(PictureFiles.jpeg(turned: orientation)).get()
    let (width, height) = (picture.width, picture.height)
    #expect(width == (orientation < 5 ? 16 : 8) && height == 24 - width)
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
        return decodedAnswer
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
          "slide 2: the picture drawing.svg is no PNG, JPEG or GIF",
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
