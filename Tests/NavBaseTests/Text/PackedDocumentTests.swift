import NavBase
import NavTestKit
import Testing

@Suite("Packed documents") struct PackedDocumentTests {
  private static func expectEqual(_ document: TextDocument) {
    let packed = document.packed()
    #expect(packed.blocks == document.blocks)
    #expect(packed == document)
    #expect(packed.packed() == packed)
    #expect(packed.placement == document.placement)
    #expect(packed.isTitle == document.isTitle)
    #expect(packed.isAligned == document.isAligned)
    #expect(packed.isVerbatim == document.isVerbatim)
    #expect(packed.hasCode == document.hasCode)
    #expect(packed.hasPictures == document.hasPictures)
    #expect(packed.byteCount == document.byteCount)
    #expect(packed.stepCount == document.stepCount)
    #expect(packed.hashValue == document.hashValue)
  }

  @Test("random documents are the same when they are unpacked")
  func random() throws {
    try forSeeds(0..<300) { generator in
      Self.expectEqual(generator.document(blocks: 0...20))
    }
  }

  @Test("each kind of block is the same when it is unpacked")
  func kinds() throws {
    var text = StyledText("plain ")
    text.append("link", style: TextStyle(attributes: [.bold], link: "http://example.com"))
    text.append(
      " 中文",
      style: TextStyle(foreground: .indexed(3), background: .rgb(1, 2, 3))
    )
    let code = TextCode(
      language: "swift",
      lines: [text, StyledText()],
      firstNumber: -3,
      focus: [.all, .lines([1...2, 5...9]), .lines([])],
      title: "a title",
      hasGround: false
    )
    let item = TextListItem(blocks: [.paragraph(text), .pause], isDone: true)
    let list = TextList(
      start: Int.min,
      isTight: false,
      hasMarkers: false,
      items: [item, TextListItem(blocks: []), TextListItem(blocks: [.rule], isDone: false)]
    )
    var raster = try #require(
      TextPicture.Raster(width: 2, height: 1, of: (640, 320), pixels: Array(1...8))
    )
    raster.id = PictureID(String(repeating: "0f", count: 16))
    let pictures = [nil, .percent(40), .pixels(300)].map { width in
      TextBlock.picture(TextPicture(text: text, raster: raster, width: width))
    }
    let blocks: [TextBlock] =
      [
        .heading(level: 6, text), .paragraph(StyledText()), .list(list), .code(code),
        .preformatted([text, StyledText("x")]),
        .table(
          TextTable(alignments: [.left, .center, .right], header: [text], rows: [[], [text]])
        ),
        .quote([.quote([.rule])]), .alert(.caution, [.paragraph(text)]), .rule, .pause,
        .columns([TextColumn(weight: 100, blocks: [.list(list)]), TextColumn()]),
        .space(100), .aligned(.right, [.paragraph(text)]), .versions([code, code]),
      ] + pictures
    for block in blocks { Self.expectEqual(TextDocument(blocks: [block])) }
    var document = TextDocument(blocks: blocks)
    document.placement = .middle
    Self.expectEqual(document)
    #expect(document.packed() != TextDocument(blocks: Array(blocks.dropLast())).packed())
  }

  @Test("a change unpacks a document")
  func changes() {
    var document = TextDocument(blocks: [.rule]).packed()
    #expect(document.packedSize > 0)
    document.blocks.append(.pause)
    #expect(document.packedSize == 0)
    #expect(document.blocks == [.rule, .pause])
  }

  @Test("a packed document takes little more than its text")
  func size() {
    let lines = (0..<1_000).map { "line \($0)" }
    let document = TextDocument(blocks: [.preformatted(lines: lines)]).packed()
    #expect(document.packedSize < document.byteCount + 3 * lines.count)
    let items = lines.map { TextListItem(blocks: [.paragraph(StyledText($0))]) }
    let list = TextDocument(blocks: [.list(TextList(start: nil, isTight: true, items: items))])
    #expect(list.packed().packedSize < list.byteCount + 4 * lines.count)
  }
}
