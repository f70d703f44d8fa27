import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("Scene.hit: the part of a scene under a cell")
struct HitTests {
  /// A cell and its target: the container and, of a page, its row.
  private typealias Expected = (x: Int, y: Int, id: UInt32?, row: Int?)

  private func check(
    _ scene: Scene,
    peek: [ContainerID: Int] = [:],
    _ table: [Expected],
    at location: SourceLocation = #_sourceLocation
  ) {
    for (x, y, id, row) in table {
      let hit = scene.hit(CellPoint(x: x, y: y), peek: peek)
      #expect(hit?.container.rawValue == id, "\(x),\(y)", sourceLocation: location)
      #expect(hit?.row == row, "\(x),\(y)", sourceLocation: location)
    }
  }

  /// A page with a title of two rows and a margin of one column.
  private static func page(
    _ id: ContainerID,
    in parent: ContainerID?,
    _ frame: CellRect,
    rows: Int
  ) -> Container {
    var page = Container(id, .page, in: parent, frame)
    page.headerHeight = 2
    page.content = CellRect(x: 1, y: 2, width: frame.width - 2, height: rows)
    page.rows.set((0..<rows).map { TextRow("row \($0)") }, at: 0)
    return page
  }

  /// A stack of 20 x 8 with one page over another, in a viewport of 20 x 9.
  private static let stack: Scene = {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 9))
    scene.insert(Container(1, .stack, CellRect(0, 0, 20, 8)))
    scene.insert(page(16, in: 1, CellRect(0, 0, 20, 8), rows: 20))
    scene.insert(page(17, in: 1, CellRect(10, 0, 10, 8), rows: 3))
    return scene
  }()

  @Test("rows, titles, margins and the area beyond the rows, at both ends of each")
  func parts() {
    check(
      Self.stack,
      [
        // The lower page: title and rule, then rows; the margin at its left.
        (0, 0, 16, nil), (9, 0, 16, nil), (9, 1, 16, nil), (1, 2, 16, 0), (9, 2, 16, 0),
        (0, 2, 16, nil), (1, 7, 16, 5),
        // The upper one begins at column 10; its text at 11, and ends before the last.
        (10, 2, 17, nil), (11, 2, 17, 0), (18, 2, 17, 0), (19, 2, 17, nil), (11, 1, 17, nil),
        (11, 4, 17, 2), (11, 5, 17, nil), (11, 7, 17, nil),
        // The status line, and cells outside.
        (0, 8, nil, nil), (20, 0, nil, nil), (-1, 0, nil, nil), (0, -1, nil, nil),
      ]
    )
  }

  @Test("in scrolled pages the scroll offset and the viewer's own count")
  func scrolled() {
    var scene = Self.stack
    scene[ContainerID(rawValue: 16)]?.scroll.y = 9
    check(scene, [(1, 2, 16, 9), (1, 7, 16, 14), (1, 1, 16, nil)])
    let id = ContainerID(rawValue: 16)
    check(scene, peek: [id: 5], [(1, 2, 16, 14), (1, 7, 16, 19), (1, 1, 16, nil)])
    check(scene, peek: [id: -9], [(1, 2, 16, 0)])
    // One further, and the last row of the frame has no row of text; other pages' offsets do not count.
    check(scene, peek: [id: 6], [(1, 6, 16, 19), (1, 7, 16, nil)])
    check(scene, peek: [ContainerID(rawValue: 17): 1], [(1, 2, 16, 9), (11, 2, 17, 1)])
  }

  @Test("a page moved sideways is hit where it is drawn")
  func sideways() {
    var scene = Self.stack
    scene[ContainerID(rawValue: 16)]?.scroll.x = 3
    check(scene, [(0, 2, 16, 0), (9, 2, 16, 0)])
    scene[ContainerID(rawValue: 16)]?.scroll.x = -3
    check(scene, [(0, 2, 16, nil), (3, 2, 16, nil), (4, 2, 16, 0)])
  }

  @Test("of siblings the one with the higher z is hit, then the higher ID; hidden ones never")
  func order() {
    var scene = Self.stack
    scene[ContainerID(rawValue: 16)]?.z = 1
    check(scene, [(15, 2, 16, 0)])
    scene[ContainerID(rawValue: 17)]?.z = 1
    check(scene, [(15, 2, 17, 0)])
    scene[ContainerID(rawValue: 17)]?.isHidden = true
    check(scene, [(15, 2, 16, 0)])
    scene[ContainerID(rawValue: 16)]?.isHidden = true
    check(scene, [(15, 2, 1, nil)])
    // A hidden stack hides its children, hidden or not.
    scene[ContainerID(rawValue: 16)]?.isHidden = false
    scene[ContainerID(rawValue: 1)]?.isHidden = true
    check(scene, [(15, 2, nil, nil)])
  }

  @Test("a child of the lower sibling is below the higher one, whatever its own z")
  func nested() {
    var scene = Scene(viewport: CellSize(columns: 10, rows: 4))
    scene.insert(Container(1, .pager, CellRect(0, 0, 6, 4)))
    scene.insert(Container(2, .pager, CellRect(3, 0, 7, 4)))
    var child = Self.page(16, in: 1, CellRect(0, 0, 6, 4), rows: 2)
    child.z = 99
    scene.insert(child)
    check(scene, [(2, 2, 16, 0), (3, 2, 2, nil), (9, 2, 2, nil)])
  }

  @Test("children are clipped by their parent's frame, and a parent's scroll offset moves them")
  func clipped() {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 9))
    scene.insert(Container(1, .pager, CellRect(4, 1, 8, 5)))
    scene.insert(Self.page(16, in: 1, CellRect(-3, -1, 20, 9), rows: 9))
    check(
      scene,
      [
        (3, 2, nil, nil), (4, 2, 16, 0), (11, 2, 16, 0), (12, 2, nil, nil), (4, 0, nil, nil),
        (4, 1, 16, nil), (4, 5, 16, 3), (4, 6, nil, nil),
      ]
    )
    scene[ContainerID(rawValue: 1)]?.scroll = CellPoint(x: -6, y: -1)
    check(scene, [(6, 3, 1, nil), (7, 3, 16, nil), (8, 3, 16, 0), (4, 1, 1, nil)])
    // The page's own scroll offset moves its rows, not its frame.
    scene[ContainerID(rawValue: 16)]?.scroll.y = 4
    check(scene, [(8, 3, 16, 4), (7, 3, 16, nil)])
  }

  @Test("a container without cells, or with a missing parent, is never hit")
  func nothing() {
    var scene = Scene(viewport: CellSize(columns: 4, rows: 2))
    check(scene, [(0, 0, nil, nil)])
    scene.insert(Container(1, .pager, CellRect(0, 0, 0, 2)))
    scene.insert(Container(3, .page, in: 2, CellRect(0, 0, 4, 2)))
    check(scene, [(0, 0, nil, nil), (3, 1, nil, nil)])
  }

  /// A cell, the container and the page there, and the part of the container.
  private typealias ExpectedPart = (x: Int, y: Int, id: UInt32, page: UInt32?, part: SceneHit.Part)

  private func check(
    _ scene: Scene,
    parts: [ExpectedPart],
    at location: SourceLocation = #_sourceLocation
  ) {
    for (x, y, id, page, part) in parts {
      let expected = SceneHit(
        container: ContainerID(rawValue: id),
        page: page.map { ContainerID(rawValue: $0) },
        part: part
      )
      let hit = scene.hit(CellPoint(x: x, y: y))
      #expect(hit == expected, "\(x),\(y)", sourceLocation: location)
    }
  }

  @Test("titles, rows, margins and the column of the scroll bar, the last visible one")
  func pageParts() {
    var scene = Self.stack
    check(
      scene,
      parts: [
        (0, 0, 16, 16, .header), (9, 1, 16, 16, .header), (0, 2, 16, 16, .body),
        (1, 2, 16, 16, .row(0)), (19, 1, 17, 17, .header), (19, 2, 17, 17, .body),
        (11, 5, 17, 17, .body), (10, 2, 17, 17, .body),
      ]
    )
    scene[ContainerID(rawValue: 17)]?.isHidden = true
    check(
      scene,
      parts: [
        (18, 2, 16, 16, .row(0)), (19, 2, 16, 16, .scrollBar), (19, 7, 16, 16, .scrollBar),
        (19, 1, 16, 16, .header),
      ]
    )
    // A page that reaches beyond its parent has its bar at the parent's end.
    scene[ContainerID(rawValue: 16)]?.frame.x = 2
    scene[ContainerID(rawValue: 16)]?.content.width = 16
    check(scene, parts: [(18, 2, 16, 16, .row(0)), (19, 2, 16, 16, .scrollBar)])
    scene[ContainerID(rawValue: 16)]?.content.width = 17
    check(scene, parts: [(19, 2, 16, 16, .row(0))])
  }

  @Test("rows pulled past an end are not hit there")
  func pulled() {
    var scene = Self.stack
    scene[ContainerID(rawValue: 16)]?.scroll.y = -2
    check(scene, parts: [(1, 3, 16, 16, .body), (1, 4, 16, 16, .row(0))])
    scene[ContainerID(rawValue: 16)]?.scroll.y = 16
    check(scene, parts: [(1, 5, 16, 16, .row(19)), (1, 6, 16, 16, .body)])
  }

  @Test("PG-5: a covered page counts as an edge everywhere, whatever its content")
  func edges() {
    var scene = Self.stack
    scene.insert(Container(20, .tabBar, in: 16, CellRect(0, 2, 6, 6)))
    for (overlay, isEdge) in [(0, false), (75, false), (76, true), (255, true)] {
      scene[ContainerID(rawValue: 16)]?.overlay = overlay
      check(
        scene,
        parts: isEdge
          ? [(0, 0, 16, 16, .edge), (0, 3, 16, 16, .edge), (8, 3, 16, 16, .edge)]
          : [(0, 0, 16, 16, .header), (0, 3, 20, 16, .tabBar), (8, 3, 16, 16, .row(1))]
      )
      check(scene, parts: [(12, 3, 17, 17, .row(1))])
    }
    // Only a page of a stack has an edge.
    scene[ContainerID(rawValue: 1)]?.kind = .pager
    check(scene, parts: [(0, 0, 16, 16, .header), (0, 3, 20, 16, .tabBar)])
  }

  @Test("side tabs: the bar, its items, the page beside it and the attachment")
  func tabs() {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 9))
    scene.insert(Container(1, .tabs, CellRect(0, 0, 20, 8)))
    scene.insert(Container(2, .tabBar, in: 1, CellRect(0, 0, 6, 8)))
    scene.insert(Container(4, .tabItem, in: 2, CellRect(0, 0, 6, 3)))
    scene.insert(Container(5, .tabItem, in: 2, CellRect(0, 4, 6, 3)))
    scene.insert(Self.page(16, in: 1, CellRect(6, 0, 14, 8), rows: 4))
    var attachment = Self.page(3, in: 1, CellRect(6, 5, 14, 3), rows: 2)
    attachment.z = 1
    attachment.headerHeight = 1
    attachment.content.y = 1
    scene.insert(attachment)
    check(
      scene,
      parts: [
        (0, 0, 4, nil, .tab), (5, 2, 4, nil, .tab), (0, 3, 2, nil, .tabBar), (0, 4, 5, nil, .tab),
        (5, 7, 2, nil, .tabBar), (6, 0, 16, 16, .header), (7, 2, 16, 16, .row(0)),
        (7, 4, 16, 16, .row(2)), (7, 5, 3, 3, .header), (7, 6, 3, 3, .row(0)),
      ]
    )
    // Without its page only the container is hit.
    scene[ContainerID(rawValue: 16)] = nil
    check(scene, parts: [(7, 2, 1, nil, .background)])
  }

  @Test("PI-6: a dot hits its page, a cell beside the dots the side of the current one")
  func dots() {
    var scene = Scene(viewport: CellSize(columns: 12, rows: 4))
    scene.insert(Self.page(1, in: nil, CellRect(0, 0, 12, 4), rows: 0))
    var control = Container(2, .pageControl, in: 1, CellRect(1, 3, 10, 1))
    control.pageCount = 4
    control.currentPage = 1
    scene.insert(control)
    // 7 columns of dots from the second column of the frame on.
    check(
      scene,
      parts: [
        (0, 3, 1, 1, .body), (1, 3, 2, 1, .dots(.before)), (2, 3, 2, 1, .dot(0)),
        (3, 3, 2, 1, .dots(.before)), (4, 3, 2, 1, .dot(1)), (5, 3, 2, 1, .dots(.after)),
        (6, 3, 2, 1, .dot(2)), (8, 3, 2, 1, .dot(3)), (9, 3, 2, 1, .dots(.after)),
        (10, 3, 2, 1, .dots(.after)), (11, 3, 1, 1, .body),
      ]
    )
    // A number has two halves.
    scene[ContainerID(rawValue: 2)]?.pageCount = 6
    check(
      scene,
      parts: [
        (1, 3, 2, 1, .dots(.before)), (5, 3, 2, 1, .dots(.before)), (6, 3, 2, 1, .dots(.after)),
        (10, 3, 2, 1, .dots(.after)),
      ]
    )
    scene[ContainerID(rawValue: 2)]?.pageCount = 0
    check(scene, parts: [(1, 3, 2, 1, .dots(.before)), (10, 3, 2, 1, .dots(.after))])
  }

  @Test("PI-6: the row of the dots is as wide as their pager; other content there is hit first")
  func rowOfDots() {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 6))
    scene.insert(Container(1, .pager, CellRect(2, 0, 16, 4)))
    var control = Container(2, .pageControl, CellRect(8, 5, 5, 1))
    control.pageCount = 3
    control.currentPage = 1
    scene.insert(control)
    check(
      scene,
      parts: [
        (2, 5, 2, nil, .dots(.before)), (7, 5, 2, nil, .dots(.before)), (8, 5, 2, nil, .dot(0)),
        (10, 5, 2, nil, .dot(1)), (12, 5, 2, nil, .dot(2)), (13, 5, 2, nil, .dots(.after)),
        (17, 5, 2, nil, .dots(.after)), (2, 3, 1, nil, .background),
      ]
    )
    // Beside the pager, above the row, and for a control without pages nothing is hit.
    check(scene, [(1, 5, nil, nil), (18, 5, nil, nil), (5, 4, nil, nil)])
    scene.insert(Container(9, .optionBar, CellRect(14, 5, 2, 1)))
    check(scene, parts: [(14, 5, 9, nil, .optionBar), (16, 5, 2, nil, .dots(.after))])
    scene[ContainerID(rawValue: 2)]?.pageCount = 0
    check(scene, [(2, 5, nil, nil), (17, 5, nil, nil)])
  }

  @Test("ZX-7: an option bar, its cells at their scrolled positions, and its indicator")
  func optionBar() {
    var scene = Scene(viewport: CellSize(columns: 12, rows: 5))
    scene.insert(Self.page(1, in: nil, CellRect(0, 0, 12, 4), rows: 0))
    var bar = Container(3, .optionBar, in: 1, CellRect(1, 0, 10, 2))
    bar.scroll.x = 4
    scene.insert(bar)
    scene.insert(Container(4, .indicator, in: 3, CellRect(0, 1, 16, 1)))
    scene.insert(Container(9, .optionCell, in: 3, CellRect(0, 0, 6, 1)))
    scene.insert(Container(10, .optionCell, in: 3, CellRect(6, 0, 7, 1)))
    check(
      scene,
      parts: [
        (0, 0, 1, 1, .header), (1, 0, 9, 1, .option), (2, 0, 9, 1, .option),
        (3, 0, 10, 1, .option), (9, 0, 10, 1, .option), (10, 0, 3, 1, .optionBar),
        (11, 0, 1, 1, .header), (1, 1, 4, 1, .optionBar), (10, 1, 4, 1, .optionBar),
        (1, 2, 1, 1, .body),
      ]
    )
  }

  @Test("TW-9: a pinned header is hit instead of the row under it")
  func pinned() {
    var scene = Self.stack
    let id = ContainerID(rawValue: 16)
    scene[id]?.pinnedRow = 3
    // At its own position, and above it, the header is a row.
    for offset in [0, 2, 3] {
      scene[id]?.scroll.y = offset
      check(scene, parts: [(1, 2, 16, 16, .row(offset)), (1, 3, 16, 16, .row(offset + 1))])
    }
    scene[id]?.scroll.y = 4
    check(
      scene,
      parts: [
        (1, 2, 16, 16, .header), (9, 2, 16, 16, .header), (0, 2, 16, 16, .body),
        (1, 1, 16, 16, .header), (1, 3, 16, 16, .row(5)),
      ]
    )
    // The viewer's own scroll offset counts.
    for (peek, row) in [(-1, 3), (-4, 0), (1, nil), (0, nil)] as [(Int, Int?)] {
      check(scene, peek: [id: peek], [(1, 2, 16, row), (1, 3, 16, 5 + peek)])
    }
    // A row that the scene does not hold can't be pinned.
    scene[id]?.rows.remove(3..<4)
    check(scene, parts: [(1, 2, 16, 16, .row(4))])
  }

  @Test("PC-3: the mirrored back of a leaf belongs to no page")
  func mirrored() {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 9))
    scene.insert(Self.page(1, in: nil, CellRect(0, 0, 20, 8), rows: 0))
    scene.insert(Container(2, .pager, in: 1, CellRect(0, 2, 20, 6)))
    scene.insert(Self.page(30, in: 2, CellRect(0, 0, 14, 6), rows: 9))
    var back = Self.page(6, in: 2, CellRect(8, 0, 6, 6), rows: 9)
    back.isMirrored = true
    back.z = Container.turnedOverZ
    scene.insert(back)
    check(
      scene,
      parts: [
        (7, 4, 30, 30, .row(0)), (8, 2, 6, 1, .background), (9, 4, 6, 1, .background),
        (13, 7, 6, 1, .background), (14, 4, 2, 1, .background),
      ]
    )
  }

  @Test("nothing is hit outside of the viewport")
  func outside() {
    var scene = Scene(viewport: CellSize(columns: 4, rows: 2))
    scene.insert(Container(1, .pager, CellRect(-9, -9, 40, 40)))
    check(scene, [(0, 0, 1, nil), (3, 1, 1, nil), (4, 0, nil, nil), (0, 2, nil, nil)])
    check(scene, [(-1, 0, nil, nil), (0, -1, nil, nil)])
  }

  @Test("the container hit at every cell is the one painted last there")
  func twin() throws {
    try forSeeds(0..<3000) { generator in
      let scene = generator.pageScene()
      let peek = generator.peeks(in: scene)
      let grid = HitTwin(scene, peek: peek)
      for y in 0..<scene.viewport.rows {
        for x in 0..<scene.viewport.columns {
          let hit = scene.hit(CellPoint(x: x, y: y), peek: peek)
          let painted = grid.cells[y * scene.viewport.columns + x]
          try demand(hit == painted, "\(x),\(y): \(hit as Any) not \(painted as Any)")
        }
      }
    }
  }
}

/// A reference implementation of hit testing: every container marks all its cells, from back to front.
private struct HitTwin {
  private(set) var cells: [SceneHit?]
  private let scene: Scene
  private let peek: [ContainerID: Int]

  init(_ scene: Scene, peek: [ContainerID: Int]) {
    self.scene = scene
    self.peek = peek
    cells = Array(repeating: nil, count: scene.viewport.columns * scene.viewport.rows)
    paint(childrenOf: nil, origin: .zero, clip: CellRect(scene.viewport), page: nil)
  }

  private mutating func paint(
    childrenOf parent: Container?,
    origin: CellPoint,
    clip: CellRect,
    page: ContainerID?
  ) {
    let children = scene.containers.filter {
      $0.parent == parent?.id && !$0.isHidden && $0.kind != .pointer && $0.kind != .mark
    }
    markRowsOfDots(children, pagers: parent?.id, origin: origin, clip: clip, page: page)
    for child in children.sorted(by: { ($0.z, $0.id) < ($1.z, $1.id) }) {
      let frame = child.frame.offset(x: origin.x, y: origin.y)
      let visible = frame.intersection(clip)
      let page = child.kind == .page && !child.isMirrored ? child.id : page
      let hit = { SceneHit(container: child.id, page: page, part: $0) }
      switch child.kind {
      case .pager, .stack, .tabs, .spine, .split, .pointer, .mark:
        mark(hit(.background), in: visible)
      case .splitBorder:
        let isUpright = child.frame.height > 1 || child.frame.width == 1
        mark(hit(.border(movesSideways: isUpright)), in: visible)
      case .optionBar, .indicator: mark(hit(.optionBar), in: visible)
      case .optionCell: mark(hit(.option), in: visible)
      case .tabBar: mark(hit(.tabBar), in: visible)
      case .tabItem: mark(hit(.tab), in: visible)
      case .pageControl: markDots(of: child, frame: frame, clip: visible, hit)
      case .page:
        if parent?.kind == .stack, child.overlay > 75 {
          mark(hit(.edge), in: visible)
          continue
        }
        if child.isMirrored {
          mark(hit(.background), in: visible)
        } else {
          markParts(of: child, frame: frame, clip: visible, hit)
        }
      }
      let inner = CellPoint(x: frame.x - child.scroll.x, y: frame.y - child.scroll.y)
      paint(childrenOf: child, origin: inner, clip: visible, page: page)
    }
  }

  /// Marks the parts of a page from back to front: margins, scroll bar, rows, title.
  private mutating func markParts(
    of page: Container,
    frame: CellRect,
    clip: CellRect,
    _ hit: (SceneHit.Part) -> SceneHit
  ) {
    mark(hit(.body), in: clip)
    let below = CellRect(
      x: frame.x,
      y: frame.y + page.content.y,
      width: frame.width,
      height: frame.height - page.content.y
    )
    let end = min(clip.maxX, frame.maxX)
    if page.content.height > below.height, frame.x + page.content.maxX < end {
      let bar = CellRect(x: end - 1, y: below.y, width: 1, height: below.height)
      mark(hit(.scrollBar), in: bar.intersection(clip))
    }
    let offset = page.scroll.y + (peek[page.id] ?? 0)
    for row in 0..<page.content.height {
      let bar = CellRect(
        x: frame.x + page.content.x - page.scroll.x,
        y: below.y + row - offset,
        width: page.content.width,
        height: 1
      )
      mark(hit(.row(row)), in: bar.intersection(below).intersection(clip))
    }
    if let pinned = page.pinnedRow, pinned < offset, page.rows[pinned] != nil {
      let bar = CellRect(frame.x + page.content.x - page.scroll.x, below.y, page.content.width, 1)
      mark(hit(.header), in: bar.intersection(below).intersection(clip))
    }
    let header = CellRect(x: frame.x, y: frame.y, width: frame.width, height: page.headerHeight)
    mark(hit(.header), in: header.intersection(clip))
  }

  /// Marks the row of the dots, as wide as their pager, behind everything else there.
  private mutating func markRowsOfDots(
    _ children: [Container],
    pagers parent: ContainerID?,
    origin: CellPoint,
    clip: CellRect,
    page: ContainerID?
  ) {
    for control in children.sorted(by: { ($0.z, $0.id) < ($1.z, $1.id) })
    where control.kind == .pageControl && control.pageCount > 0 {
      let pager = scene.containers
        .filter { $0.parent == parent && $0.kind == .pager && $0.id < control.id }
        .max { $0.id < $1.id }
      guard let pager else { continue }
      var row = control.frame.offset(x: origin.x, y: origin.y)
      let frame = row
      row.x = pager.frame.x + origin.x
      row.width = pager.frame.width
      markDots(of: control, frame: frame, clip: row.intersection(clip)) {
        SceneHit(container: control.id, page: page, part: $0)
      }
    }
  }

  private mutating func markDots(
    of control: Container,
    frame: CellRect,
    clip: CellRect,
    _ hit: (SceneHit.Part) -> SceneHit
  ) {
    let count = control.pageCount
    let current = max(0, min(control.currentPage, count - 1))
    let hasDots = count > 0 && 2 * count - 1 <= frame.width
    let left = frame.x + (frame.width - (2 * count - 1)) / 2
    let middle = hasDots ? left + 2 * current : frame.x + (frame.width + 1) / 2
    mark(hit(.dots(.after)), in: clip)
    let before = CellRect(x: -100, y: frame.y, width: middle + 100, height: frame.height)
    mark(hit(.dots(.before)), in: before.intersection(clip))
    for page in 0..<(hasDots ? count : 0) {
      let dot = CellRect(x: left + 2 * page, y: frame.y, width: 1, height: 1)
      mark(hit(.dot(page)), in: dot.intersection(clip))
    }
  }

  private mutating func mark(_ hit: SceneHit, in rect: CellRect) {
    guard !rect.isEmpty else { return }
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { cells[y * scene.viewport.columns + x] = hit }
    }
  }
}
