import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Spines, turning leaves, and pinned headers.
@Suite struct BookPaintingTests {
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)
  private static let pageID = ContainerID(rawValue: 30)
  private static let backID = ContainerID(rawValue: 5)

  /// A page in a pager that fills a terminal except for its last row.
  private static func page(
    _ id: ContainerID,
    _ rows: [TextRow],
    in viewport: CellSize
  ) -> Container {
    var page = Container(id, .page, in: 1, CellRect(0, 0, viewport.columns, viewport.rows - 1))
    page.content = CellRect(x: 1, y: 0, width: viewport.columns - 2, height: rows.count)
    page.rows.set(rows, at: 0)
    return page
  }

  private static func scene(_ viewport: CellSize, _ pages: [Container]) -> Scene {
    var scene = Scene(viewport: viewport)
    let room = CellRect(x: 0, y: 0, width: viewport.columns, height: viewport.rows - 1)
    scene.insert(Container(id: ContainerID(rawValue: 1), kind: .pager, frame: room))
    for page in pages { scene.insert(page) }
    return scene
  }

  @Test("3.4: a rule between two pages, from top to bottom")
  func spine() {
    let viewport = CellSize(columns: 5, rows: 4)
    var spine = Container(6, .spine, in: 1, CellRect(2, 0, 1, 3))
    let canvas = Canvas(Self.scene(viewport, [spine]))
    #expect(canvas.lines == ["  │", "  │", "  │", ""])
    #expect(canvas.look(2, 0) == Self.theme.look(of: TextRole.rule))
    spine.frame.width = 0
    #expect(Canvas(Self.scene(viewport, [spine])).lines == ["", "", "", ""])
  }

  // MARK: Mirrored pages

  @Test(
    "PC-3: a row seen through its page begins at the right end of the content",
    arguments: [
      ("abc", 0, 10, "       cba"), ("abc", 2, 10, "     cba"), ("abc", 7, 10, "cba"),
      // A row longer than the content continues, up to the frame.
      ("abc", 9, 10, "a"), ("abcdefghijkl", 0, 10, "jihgfedcba"),
      // Wide characters keep their direction and their cells, others their combining characters.
      ("a日本b", 0, 10, "    b本日a"), ("e\u{301}x", 0, 4, "  xe\u{301}"), ("a日", 0, 2, " a"),
      ("", 0, 4, ""), ("abc", 0, 0, ""),
    ]
  )
  func mirrored(text: String, indent: Int, width: Int, expected: String) {
    let viewport = CellSize(columns: 10, rows: 2)
    var page = Self.page(Self.pageID, [TextRow(text, indent: indent)], in: viewport)
    page.isMirrored = true
    page.content = CellRect(x: 0, y: 0, width: width, height: 1)
    page.frame.width = width
    #expect(Canvas(Self.scene(viewport, [page])).lines[0] == expected)
  }

  @Test("PC-3: a mirrored page is its page from right to left, in all styles and at every cut")
  func twin() throws {
    try forSeeds(0..<400) { random in
      let viewport = CellSize(columns: random.int(in: 3...30), rows: 5)
      var page = Self.page(Self.pageID, random.textRows(4...4), in: viewport)
      page.content.x = random.int(in: 0...3)
      page.selection = random.oneIn(3) ? 2 : nil
      page.pinnedRow = random.oneIn(3) ? 0 : nil
      page.scroll.y = random.int(in: 0...2)
      var back = page
      back.isMirrored = true
      back.content.x = viewport.columns - page.content.maxX
      let front = Canvas(Self.scene(viewport, [page]))
      // The first columns of the back are the last ones of the front.
      back.frame.width = random.int(in: 1...viewport.columns)
      let seen = Canvas(Self.scene(viewport, [back]))
      for y in 0..<4 {
        for x in 0..<back.frame.width {
          let point = CellPoint(x: x, y: y)
          let twin = CellPoint(x: viewport.columns - 1 - x, y: y)
          let mirrored = front.character(at: twin)
          // The second column of a wide character is the first one of its mirror image, which may
          // be cut.
          let isCut = mirrored == nil && x + 1 == back.frame.width
          let expected: Character? =
            if let mirrored {
              columnWidth(of: mirrored) == 2 ? nil : mirrored
            } else {
              isCut ? " " : front.character(at: CellPoint(x: twin.x - 1, y: y))
            }
          try demand(seen.character(at: point) == expected, "\(point)")
          let look = seen.look(at: point)
          let isSame =
            isCut
            ? look.background == front.look(at: twin).background : look == front.look(at: twin)
          try demand(isSame, "look at \(point)")
        }
      }
    }
  }

  @Test("PC-3: fills and selections are kept, titles and scroll bars are not")
  func parts() {
    let viewport = CellSize(columns: 10, rows: 6)
    var rows = ["aa", "bb", "cc"].map { TextRow($0) } + (0..<9).map { _ in TextRow("") }
    rows[0].fill = .codeBlock
    var page = Self.page(Self.pageID, rows, in: viewport)
    page.title = "title"
    page.headerHeight = 2
    page.content.y = 2
    page.content.width = 6
    page.selection = 1
    page.isMirrored = true
    let canvas = Canvas(Self.scene(viewport, [page]))
    #expect(canvas.lines == ["", "", "     aa", "     bb", "     cc", ""])
    let code = Self.theme.look(of: TextRole.codeBlock).background
    for x in 0..<10 {
      #expect((canvas.look(x, 2).background == code) == (0..<8).contains(x))
      let selected = Self.theme.screen.otherSelection.background
      #expect((canvas.look(x, 3).background == selected) == (0..<8).contains(x))
    }
  }

  // MARK: A leaf that turns

  @Test("3.4: a turned leaf has an edge on either side and a background of its own")
  func leaf() {
    let viewport = CellSize(columns: 12, rows: 3)
    func page(_ id: UInt32, _ text: String, x: Int, width: Int, z: Int) -> Container {
      var page = Self.page(
        ContainerID(rawValue: id),
        [TextRow(text), TextRow(text)],
        in: viewport
      )
      page.frame.x = x
      page.frame.width = width
      page.z = z
      return page
    }
    let below = page(30, "0123456789", x: 0, width: 12, z: 0)
    let flat = page(31, "abcdefghij", x: 0, width: 8, z: 1)
    var back = page(5, "abcdefghij", x: 4, width: 4, z: Container.turnedOverZ)
    back.isMirrored = true
    let canvas = Canvas(Self.scene(viewport, [below, flat, back]))
    #expect(canvas.lines == [" abc│ji│789", " abc│ji│789", ""])
    for x in 0..<12 {
      let isLeaf = canvas.look(x, 0).background == Self.theme.screen.bar.background
      #expect(isLeaf == (4..<8).contains(x))
    }
    // At rest it is painted like any other page.
    back.z = 0
    back.isMirrored = false
    #expect(Canvas(Self.scene(viewport, [back])).lines[0] == "     abc")
    // Half of it beyond the spine, or only its fold.
    for (x, width, expected) in [(-2, 4, "i│123456789"), (0, 1, "│0123456789")] {
      var back = page(5, "abcdefghij", x: x, width: width, z: Container.turnedOverZ)
      back.isMirrored = true
      let line = Canvas(Self.scene(viewport, [below, back])).lines[0]
      #expect(line == expected, "\(x)")
    }
  }

  // MARK: Pinned headers

  /// A list of one section: its header `A`, and the entries `a0` to `a9`.
  private static func list(rows: Int, pinned: Int?, scroll: Int) -> Scene {
    let viewport = CellSize(columns: 6, rows: rows + 1)
    var page = Self.page(
      Self.pageID,
      [TextRow("A")] + (0..<10).map { TextRow("a\($0)") },
      in: viewport
    )
    page.pageCount = 10
    page.pinnedRow = pinned
    page.scroll.y = scroll
    return Self.scene(viewport, [page])
  }

  @Test(
    "TW-9: a pinned header is painted at the top, over the scrolled rows",
    arguments: [
      (0, 0, "A a0 a1"), (1, 0, "A a1 a2"), (2, 0, "A a2 a3"), (8, 0, "A a8 a9"),
      // After local scrolling, the header is at its own position, or pinned beyond that.
      (2, -1, "A a1 a2"), (2, -2, "A a0 a1"), (2, 1, "A a3 a4"), (0, 3, "A a3 a4"),
      // Pulled past the ends.
      (-1, 0, " A a0"), (9, 0, "A a9 "),
    ]
  )
  func pinned(scroll: Int, peek: Int, expected: String) {
    let scene = Self.list(rows: 3, pinned: 0, scroll: scroll)
    let lines = Canvas(scene, peek: [Self.pageID: peek]).lines.prefix(3)
    let seen = lines.map { $0.filter { !"▐▗▝ ".contains($0) } }
    #expect(seen.joined(separator: " ") == expected)
  }

  @Test("TW-9: a row that is not held can't be pinned, and a pinned header takes one row")
  func pinnedEnds() {
    var scene = Self.list(rows: 1, pinned: 0, scroll: 4)
    #expect(Canvas(scene).lines[0].hasPrefix(" A"))
    scene[Self.pageID]?.rows.remove(0..<1)
    #expect(Canvas(scene).lines[0].hasPrefix(" a3"))
    scene = Self.list(rows: 2, pinned: nil, scroll: 4)
    #expect(Canvas(scene).lines[0].hasPrefix(" a3"))
    // A selection scrolled under the header is not visible.
    scene = Self.list(rows: 2, pinned: 0, scroll: 4)
    scene[Self.pageID]?.selection = 4
    #expect(Canvas(scene).look(2, 0).background == .terminal)
    scene[Self.pageID]?.selection = 5
    let ground = Canvas(scene).look(2, 1).background
    #expect(ground == Self.theme.screen.otherSelection.background)
  }
}
