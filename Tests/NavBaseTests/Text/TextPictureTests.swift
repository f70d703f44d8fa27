import NavBase
import Testing

@Suite("Pictures in rows") struct TextPictureTests {
  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let white: [UInt8] = [255, 255, 255, 255]
  private static let black: [UInt8] = [0, 0, 0, 255]
  private static let clear: [UInt8] = [9, 9, 9, 0]

  /// A picture of pixels, 100 times as large as they are.
  private static func raster(_ rows: [[UInt8]]...) -> TextPicture.Raster? {
    TextPicture.Raster(
      width: rows[0].count,
      height: rows.count,
      of: (rows[0].count * 100, rows.count * 100),
      pixels: rows.flatMap { $0.flatMap(\.self) }
    )
  }

  private static func picture(_ width: Int, _ height: Int) throws -> TextPicture {
    let pixels = (0..<4 * 3).flatMap { _ in white }
    let raster = TextPicture.Raster(width: 4, height: 3, of: (width, height), pixels: pixels)
    return TextPicture(text: StyledText("a plan (a.png)"), raster: try #require(raster))
  }

  @Test("a cell shows two colours in the quarters that they fill, the lighter one as its character")
  func quarters() throws {
    let (w, b) = (Self.white, Self.black)
    func glyph(_ rows: [[UInt8]]...) throws -> String {
      let raster = try #require(Self.raster(rows[0], rows[1]))
      let row = try #require(raster.rows((columns: 1, rows: 1)).first)
      #expect(row.runs.map(\.style) == [Self.style(w, b)])
      return row.text
    }
    #expect(try glyph([w, w], [b, b]) == "▀")
    #expect(try glyph([b, b], [w, w]) == "▄")
    #expect(try glyph([w, b], [w, b]) == "▌")
    #expect(try glyph([b, w], [b, b]) == "▝")
    #expect(try glyph([b, w], [w, w]) == "▟")
    #expect(try glyph([w, b], [b, w]) == "▚")
  }

  private static func style(_ ink: [UInt8], _ ground: [UInt8]) -> TextStyle {
    TextStyle(
      foreground: .rgb(ink[0], ink[1], ink[2]),
      background: .rgb(ground[0], ground[1], ground[2])
    )
  }

  @Test("what is transparent has no colour, and no row ends with a blank")
  func transparency() throws {
    let (c, b, w) = (Self.clear, Self.black, Self.white)
    let raster = try #require(Self.raster([c, c, b, b, w, c, c, c], [c, c, b, b, w, c, c, c]))
    let row = try #require(raster.rows((columns: 4, rows: 1)).first)
    #expect(row.text == "  ▌")
    #expect(
      row.runs.map(\.style) == [
        .plain, TextStyle(background: .rgb(0, 0, 0)), TextStyle(foreground: .rgb(255, 255, 255)),
      ]
    )
    let dark = try #require(Self.raster([b, b, c, c], [b, b, c, c]))
    let end = try #require(dark.rows((columns: 2, rows: 1)).first)
    #expect(end.text == "▀" && end.runs.map(\.style) == [Self.style(b, b)])
    let nothing = try #require(Self.raster([c, c], [c, c]))
    #expect(nothing.rows((columns: 1, rows: 1)).map(\.text) == [""])
  }

  @Test(
    "a part of the picture is the mean of what it covers, and transparent pixels have no part in it"
  )
  func means() throws {
    let (w, b, c) = (Self.white, Self.black, Self.clear)
    let grey = try #require(Self.raster([w, b, w, b], [b, w, b, w], [w, b, w, b], [b, w, b, w]))
    let cell = try #require(grey.rows((columns: 1, rows: 1)).first)
    #expect(cell.runs.map(\.style) == [Self.style([128, 128, 128], [128, 128, 128])])
    // Three pixels in four columns: the middle is half of each neighbour.
    let rows = [Self.red, b, Self.red]
    let third = try #require(Self.raster(rows, rows)).rows((columns: 2, rows: 1))
    #expect(third.first?.runs.map(\.style) == [Self.style(Self.red, [85, 0, 0])])
    let veiled = try #require(Self.raster([Self.red, Self.red, c, c], [Self.red, c, c, c]))
    let edge = try #require(veiled.rows((columns: 1, rows: 1)).first)
    #expect(edge.runs.map(\.style) == [TextStyle(foreground: .rgb(255, 0, 0))])
  }

  @Test("bytes that are no picture of their size are refused")
  func refusal() {
    func isPicture(_ width: Int, _ height: Int, _ count: Int, natural: Int = 1) -> Bool {
      TextPicture.Raster(
        width: width,
        height: height,
        of: (natural, natural),
        pixels: [UInt8](repeating: 0, count: count)
      ) != nil
    }
    #expect(isPicture(2, 3, 24) && isPicture(1, 1, 4, natural: 1 << 16))
    #expect(!isPicture(2, 3, 23) && !isPicture(0, 3, 0) && !isPicture(-1, -1, 4))
    #expect(!isPicture(1, 1, 4, natural: 0) && !isPicture(1, 1, 4, natural: 1 << 16 + 1))
  }

  @Test("a picture is placed where its blocks are, in any other block and in its steps")
  func places() throws {
    var (one, other) = (try Self.picture(160, 96), try Self.picture(80, 64))
    one.raster.id = PictureID(String(repeating: "1", count: 64))
    other.raster.id = PictureID(String(repeating: "2", count: 32))
    let (first, second) = (TextBlock.picture(one), TextBlock.picture(other))
    let text = TextBlock.paragraph(StyledText("some words"))
    let documents: [(blocks: [TextBlock], count: Int)] = [
      ([first], 1), ([text, first, second], 2), ([.quote([text, .quote([first])])], 1),
      ([.list(TextList(start: 9, isTight: true, items: [TextListItem(blocks: [first])]))], 1),
      ([.aligned(.center, [first])], 1), ([.aligned(.right, [second]), first], 2),
      ([.columns([TextColumn(blocks: [text, first]), TextColumn(blocks: [second])])], 2),
      ([.quote([.columns([TextColumn(blocks: [text]), TextColumn(blocks: [first])])])], 1),
      ([.heading(level: 1, StyledText("A title")), first], 1),
    ]
    for (number, (blocks, count)) in documents.enumerated() {
      var room = TextWidthLimit(columns: 60)
      room.pictureRows = 8
      for rows in [nil, 30] {
        room.rows = rows
        let flowed = FlowedText(TextDocument(blocks: blocks), room: room)
        #expect(flowed.pictures.count == count, "\(number)")
        for place in flowed.pictures {
          for row in flowed.rows[place.row..<place.row + place.rows].map(\.row) {
            let line = String(repeating: " ", count: row.indent) + row.text
            let shown = line.dropFirst(place.column).prefix(place.columns)
            #expect(shown == String(repeating: "█", count: place.columns), "\(number): \(line)")
            let around = line.prefix(place.column) + line.dropFirst(place.column + place.columns)
            #expect(count > 1 || !around.contains("█"), "\(number): \(line)")
          }
        }
      }
    }
    let steps = TextDocument(blocks: [first, .pause, second])
    var room = TextWidthLimit(columns: 60)
    room.pictureRows = 8
    #expect(FlowedText(steps, room: room, step: 0).pictures.map(\.id) == [one.raster.id])
    #expect(FlowedText(steps, room: room, step: 1).pictures.count == 2)
  }

  @Test("a picture keeps its proportions in the width and the rows that there are")
  func sizes() throws {
    func size(_ picture: TextPicture, _ columns: Int, _ rows: Int) -> [Int]? {
      picture.cells(inColumns: columns, rows: rows).map { [$0.columns, $0.rows] }
    }
    var picture = try Self.picture(640, 480)
    #expect(size(picture, 100, 100) == [80, 30])
    #expect(size(picture, 40, 100) == [40, 15])
    #expect(size(picture, 100, 12) == [32, 12])
    #expect(size(picture, 100, 2) == nil && size(picture, 5, 100) == nil)
    #expect(try size(Self.picture(40, 40), 100, 100) == nil)
    #expect(try size(Self.picture(1, 1 << 16), 100, 100) == nil)
    picture.width = .percent(50)
    #expect(size(picture, 60, 100) == [30, 11])
    picture.width = .pixels(160)
    #expect(size(picture, 100, 100) == [20, 8])
  }

  @Test(
    "text flows around a picture that has room; without room, and for search, it is its description"
  )
  func flow() throws {
    let picture = try Self.picture(80, 64)
    let document = TextDocument(blocks: [
      .heading(level: 2, StyledText("Plan")), .picture(picture), .paragraph(StyledText("below")),
    ])
    var room = TextWidthLimit(columns: 40)
    room.pictureRows = 12
    let flowed = FlowedText(document, room: room)
    let block = String(repeating: "█", count: 10)
    #expect(
      flowed.rows.map(\.row.text) == ["Plan", "", block, block, block, block, "", "below"]
    )
    // The same places with more rows, with fewer, and without any.
    for (index, row) in flowed.rows.enumerated() { #expect(flowed.row(of: row.position) == index) }
    let without = FlowedText(document, columns: 40)
    #expect(without.rows.map(\.row.text) == ["Plan", "", "a plan (a.png)", "", "below"])
    #expect(without.row(of: flowed.rows[4].position) == 2)
    #expect(document.segments.map(\.text) == ["Plan", "a plan (a.png)", "below"])
    room.pictureRows = 3
    #expect(FlowedText(document, room: room).rows.count == 7)
  }

  @Test(
    "a picture is as wide as the page where the text is narrower, unless its author wants a share"
  )
  func width() throws {
    var picture = try Self.picture(800, 160)
    var room = TextWidthLimit(columns: 40, inMiddleOf: 80)
    room.pictureRows = 20
    let wide = FlowedText(TextDocument(blocks: [.picture(picture)]), room: room)
    #expect(wide.rows.first?.row.text.count == 80 && wide.rows.count == 8)
    picture.width = .percent(100)
    let narrow = FlowedText(TextDocument(blocks: [.picture(picture)]), room: room)
    #expect(narrow.rows.first?.row.text.count == 40 && narrow.rows.count == 4)
  }
}
