import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// Side tabs, a stack in their main page, and a pager in the stack's upper page.
enum Nest {
  static let viewport = CellSize(columns: 60, rows: 20)

  enum ID {
    static let tabs = ContainerID(rawValue: 1)
    static let bar = ContainerID(rawValue: 2)
    static let main = ContainerID(rawValue: 3)
    static let items = [ContainerID(rawValue: 5), ContainerID(rawValue: 6)]
    static let stack = ContainerID(rawValue: 100)
    static let list = ContainerID(rawValue: 116)
    static let cover = ContainerID(rawValue: 117)
    static let pager = ContainerID(rawValue: 200)
    static let dots = ContainerID(rawValue: 201)
    static let pages = (0..<3).map { ContainerID(rawValue: UInt32(216 + $0)) }
    /// Another pager, with a page control of its own, not focused.
    static let otherPager = ContainerID(rawValue: 20)
    static let otherDots = ContainerID(rawValue: 21)
  }

  /// The pager is focused; its second page of three is shown.
  static func scene(pages: Int = 3, current: Int = 1, dotColumns: Int? = nil) -> Scene {
    var scene = Scene(viewport: viewport)
    scene.session = "nest"
    scene.viewers = 1
    scene.focus = ID.pager
    scene.focusKind = .pager
    scene.add(ID.tabs, .tabs, in: nil, CellRect(x: 0, y: 0, width: 60, height: 19))
    scene.add(ID.bar, .tabBar, in: ID.tabs, CellRect(x: 0, y: 0, width: 10, height: 19))
    for (index, id) in ID.items.enumerated() {
      scene.add(id, .tabItem, in: ID.bar, CellRect(x: 0, y: 1 + 4 * index, width: 10, height: 3))
    }
    scene.add(ID.main, .page, in: ID.tabs, CellRect(x: 10, y: 0, width: 50, height: 19))
    scene.add(ID.otherPager, .pager, in: ID.main, CellRect(x: 0, y: 0, width: 50, height: 1)) {
      $0.isHidden = true
    }
    scene.add(ID.otherDots, .pageControl, in: ID.main, CellRect(x: 0, y: 0, width: 5, height: 1)) {
      $0.isHidden = true
      $0.pageCount = 9
    }
    scene.add(ID.stack, .stack, in: ID.main, CellRect(x: 0, y: 0, width: 50, height: 19))
    scene.add(ID.list, .page, in: ID.stack, CellRect(x: 0, y: 0, width: 25, height: 19)) {
      $0.headerHeight = 2
      $0.content = CellRect(x: 1, y: 2, width: 23, height: 12)
      $0.pageCount = 12
      $0.selection = 4
    }
    scene.add(ID.cover, .page, in: ID.stack, CellRect(x: 25, y: 0, width: 25, height: 19)) {
      $0.headerHeight = 2
      // Its content is drawn one column further right, beside an edge.
      $0.scroll.x = -1
    }
    scene.add(ID.pager, .pager, in: ID.cover, CellRect(x: 0, y: 2, width: 24, height: 15)) {
      $0.scroll.x = 26
    }
    let dots = dotColumns ?? 2 * pages - 1
    scene.add(ID.dots, .pageControl, in: ID.cover, CellRect(x: 4, y: 18, width: dots, height: 1)) {
      $0.pageCount = pages
      $0.currentPage = current
    }
    for (index, id) in ID.pages.enumerated() {
      scene.add(id, .page, in: ID.pager, CellRect(x: 26 * index, y: 0, width: 24, height: 15)) {
        $0.title = "Page \(index + 1)"
        $0.content = CellRect(x: 1, y: 1, width: 22, height: 20 + index)
        $0.rows.set((0..<20 + index).map { TextRow("\($0)") }, at: 0)
      }
    }
    return scene
  }
}

extension Scene {
  fileprivate mutating func add(
    _ id: ContainerID,
    _ kind: ContainerKind,
    in parent: ContainerID?,
    _ frame: CellRect,
    _ change: (inout Container) -> Void = { _ in }
  ) {
    var container = Container(id: id, kind: kind, parent: parent, frame: frame)
    change(&container)
    insert(container)
  }
}

private func tap(_ column: Int, _ row: Int, in scene: Scene) -> SessionAction? {
  scene.hit(CellPoint(x: column, y: row)).flatMap { scene.tap($0) }.flatMap { SessionAction($0) }
}

@Suite("The actions of taps in nested containers (ST-5, PG-5, PI-6)")
struct TapTests {
  private typealias ID = Nest.ID

  @Test(
    "the container hit and the resulting action",
    arguments: [
      // ST-5: a tab is selected; beside the tabs nothing happens.
      (0, 1, .tap(ID.items[0], row: nil)), (9, 3, .tap(ID.items[0], row: nil)),
      (5, 5, .tap(ID.items[1], row: nil)), (5, 4, nil), (5, 15, nil),
      // An entry of a list; PG-5: elsewhere on its page the page is brought back.
      (11, 2, .tap(ID.list, row: 0)), (33, 13, .tap(ID.list, row: 11)),
      (11, 0, .tap(ID.list, row: nil)), (10, 5, .tap(ID.list, row: nil)),
      (20, 14, .tap(ID.list, row: nil)),
      // A tap on a pager's page inside a stack refers to that page of the stack.
      (40, 8, .tap(ID.cover, row: nil)), (40, 0, .tap(ID.cover, row: nil)),
      (35, 17, .tap(ID.cover, row: nil)),
      // The status line.
      (5, 19, nil),
    ] as [(Int, Int, SessionAction?)]
  )
  func meaning(column: Int, row: Int, action: SessionAction?) {
    #expect(tap(column, row, in: Nest.scene()) == action)
  }

  @Test("an entry outside of a stack can be tapped, too")
  func listInTabs() throws {
    var scene = Scene(viewport: Nest.viewport)
    let frame = CellRect(x: 0, y: 0, width: 60, height: 19)
    scene.insert(Container(id: ID.tabs, kind: .tabs, frame: frame))
    var page = Container(id: ID.main, kind: .page, parent: ID.tabs, frame: frame)
    page.content = CellRect(x: 0, y: 0, width: 60, height: 5)
    scene.insert(page)
    // A row of a text can't be opened.
    #expect(tap(9, 3, in: scene) == nil)
    page.pageCount = 5
    scene.insert(page)
    #expect(tap(9, 3, in: scene) == .tap(ID.main, row: 3))
    #expect(tap(9, 7, in: scene) == nil)
  }

  @Test(
    "PI-6: a dot leads to its page; beside the dots it turns by one page to that side"
  )
  func dots() {
    for current in 0..<5 {
      let scene = Nest.scene(pages: 5, current: current)
      for column in 0..<9 {
        // The control begins at 10 + 25 + 1 + 4.
        let action = tap(40 + column, 18, in: scene)
        let side = SessionAction.tap(ID.dots, row: column < 2 * current ? 0 : 1)
        let dot = SessionAction.command(.goTo(column / 2 + 1))
        let expected = column == 2 * current ? nil : column % 2 == 0 ? dot : side
        #expect(action == expected, "\(column) of \(current)")
      }
      // The whole row of the pager belongs to the dots.
      #expect(tap(36, 18, in: scene) == .tap(ID.dots, row: SceneTap.rowBefore))
      #expect(tap(39, 18, in: scene) == .tap(ID.dots, row: SceneTap.rowBefore))
      #expect(tap(49, 18, in: scene) == .tap(ID.dots, row: SceneTap.rowAfter))
      #expect(tap(59, 18, in: scene) == .tap(ID.dots, row: SceneTap.rowAfter))
      #expect(tap(35, 18, in: scene) == .tap(ID.cover, row: nil))
    }
  }

  @Test("PI-6: a dot of a pager without focus turns that pager by one page")
  func otherDots() {
    var scene = Nest.scene(pages: 5, current: 1)
    scene.focus = ID.list
    scene.focusKind = .list
    #expect(tap(48, 18, in: scene) == .tap(ID.dots, row: 1))
  }

  @Test("PI-6: if only the number fits, its halves are the sides (PI-8)")
  func number() {
    let scene = Nest.scene(pages: 12, current: 7, dotColumns: 6)
    for column in 0..<6 {
      let action = tap(40 + column, 18, in: scene)
      #expect(action == .tap(ID.dots, row: column < 3 ? 0 : 1), "\(column)")
    }
  }

  @Test("PI-6: a control without pages, or with an invalid current page, is handled")
  func oddDots() {
    #expect(tap(40, 18, in: Nest.scene(pages: 0, current: 0, dotColumns: 5)) == nil)
    let beyond = Nest.scene(pages: 3, current: 9)
    #expect(tap(43, 18, in: beyond) == .tap(ID.dots, row: 0))
    #expect(tap(44, 18, in: beyond) == nil)
  }

  @Test("a tap is sent as its action, a drag from the same place as the container hit")
  func sent() throws {
    let viewer = try SteppedViewer().joined()
    // Five pages on 40 columns: dots from column 15 on; the first is the current one.
    viewer.click(15, 8)
    #expect(try viewer.take() == [])
    viewer.click(19, 8)
    #expect(try viewer.take().commands == [.goTo(3)])
    viewer.click(18, 8)
    let action = SessionAction.tap(PagerLayout.dotsID, row: SceneTap.rowAfter)
    #expect(try viewer.take() == [.input(action, epoch: 1)])
  }
}

@Suite("The current page and the position in nested containers")
struct NestedPlaceTests {
  private typealias ID = Nest.ID

  @Test("a pager's current page is that of its dots, or the one nearest to its scroll offset")
  func currentPage() {
    var scene = Nest.scene()
    for index in ID.pages.indices {
      scene[ID.dots]?.currentPage = index
      for x in [0, 13, 99] {
        scene[ID.pager]?.scroll.x = x
        #expect(scene.currentPage?.id == ID.pages[index])
      }
    }
    scene[ID.dots] = nil
    for (x, page) in [
      (0, 0), (-5, 0), (12, 0), (13, 0), (14, 1), (26, 1), (38, 1), (40, 2), (52, 2), (99, 2),
    ] {
      scene[ID.pager]?.scroll.x = x
      #expect(scene.currentPage?.id == ID.pages[page], "\(x)")
    }
    // Pages of a vertical pager (PS-2).
    scene[ID.pager]?.scroll = CellPoint(x: 0, y: 14)
    for (index, id) in ID.pages.enumerated() {
      scene[id]?.frame = CellRect(x: 0, y: 17 * index, width: 24, height: 15)
    }
    #expect(scene.currentPage?.id == ID.pages[1])
  }

  @Test("a list's or a text's current page is the focused page, at any depth")
  func focusedPage() {
    var scene = Nest.scene()
    scene.focus = ID.list
    scene.focusKind = .list
    #expect(scene.currentPage?.id == ID.list && scene.pageControl == nil)
    scene.focus = ID.pages[2]
    scene.focusKind = .text
    #expect(scene.currentPage?.id == ID.pages[2] && scene.pageControl == nil)
    scene.focus = ContainerID(rawValue: 999)
    #expect(scene.currentPage == nil)
    scene.focus = nil
    scene.focusKind = .none
    #expect(scene.currentPage == nil && scene.pageControl == nil)
  }

  @Test("if the side tabs do not fit, the status line names the selected tab")
  func hiddenTab() {
    var scene = Nest.scene()
    scene[ID.tabs]?.title = "Library"
    func said() -> String? {
      Screen(session: "x", invitation: "", scene: scene, size: scene.viewport).places?.hiddenTab
    }
    #expect(said() == nil)
    scene[ID.bar] = nil
    #expect(said() == "Library")
    scene[ID.tabs]?.title = ""
    #expect(said() == nil)
    scene[ID.tabs]?.title = "Library"
    scene.focus = nil
    #expect(said() == nil)
  }

  @Test("a page control counts only if it belongs to the focused pager")
  func pageControl() {
    var scene = Nest.scene()
    #expect(scene.pageControl?.id == ID.dots)
    scene.focus = ID.otherPager
    #expect(scene.pageControl?.id == ID.otherDots)
    scene.focus = ID.stack
    #expect(scene.pageControl == nil)
    // The next ID may belong to any other container.
    scene.focus = ID.pager
    scene[ID.dots]?.parent = ID.list
    #expect(scene.pageControl == nil)
    scene[ID.dots]?.parent = ID.cover
    scene[ID.dots]?.kind = .page
    #expect(scene.pageControl == nil)
    scene[ID.dots] = nil
    #expect(scene.pageControl == nil)
    scene.focus = ContainerID(rawValue: .max)
    #expect(scene.pageControl == nil && scene.currentPage == nil)
  }

  @Test("the status line contains the position in the focused container")
  func place() {
    var scene = Nest.scene()
    func place() -> String? {
      let screen = Screen(session: "nest", invitation: "", scene: scene, size: Nest.viewport)
      return screen.places?.place.map { "\($0.number)/\($0.count)" }
    }
    #expect(place() == "2/3")
    scene[ID.dots]?.currentPage = 2
    #expect(place() == "3/3")
    scene.focus = ID.list
    scene.focusKind = .list
    #expect(place() == "5/12")
    scene.focus = ID.pages[0]
    scene.focusKind = .text
    #expect(place() == nil)
  }

  @Test("the status line contains the number of hidden rows of the pager's own page")
  func rowsBelow() {
    let scene = Nest.scene()
    let screen = Screen(session: "nest", invitation: "", scene: scene, size: Nest.viewport)
    // 21 rows of text, of which 14 are visible.
    #expect(screen.places?.rowsBelow == 7)
    let line = screen.textLines.last ?? ""
    #expect(line.contains("2/3") && line.contains("7 more rows"), "\(line)")
  }
}

@Suite("Mouse input on option bars above pagers, and on the backs of leaves")
struct BarTests {
  private static let pager = ContainerID(rawValue: 100)
  private static let bar = PagerParts.headerID(of: pager)
  private static let page = ContainerID(rawValue: 2_000)

  /// A pager of eight pages with a bar scrolled by three columns; the third page is shown.
  private static func scene(in parent: ContainerID? = nil) -> Scene {
    var scene = Scene(viewport: SteppedViewer.size)
    scene.session = "talk"
    scene.viewers = 1
    scene.focus = pager
    scene.focusKind = .pager
    if let parent {
      let stack = ContainerID(rawValue: 1)
      scene.add(stack, .stack, in: nil, CellRect(x: 0, y: 0, width: 40, height: 9))
      scene.add(parent, .page, in: stack, CellRect(x: 0, y: 0, width: 40, height: 9))
    }
    scene.add(pager, .pager, in: parent, CellRect(x: 0, y: 2, width: 40, height: 7))
    scene.add(bar, .optionBar, in: parent, CellRect(x: 0, y: 0, width: 40, height: 2)) {
      $0.scroll.x = 3
      $0.content = CellRect(x: 0, y: 0, width: 80, height: 2)
      $0.pageCount = 8
      $0.currentPage = 2
    }
    let mark = CellRect(x: 0, y: 1, width: 80, height: 1)
    scene.add(PagerParts.indicatorID(of: pager), .indicator, in: bar, mark)
    for column in 0..<5 {
      // A cell keeps its ID while it shows other columns.
      let id = PagerParts.cellID(4 - column, of: pager)
      scene.add(id, .optionCell, in: bar, CellRect(x: 10 * column, y: 0, width: 10, height: 1)) {
        $0.selection = column
        $0.isSelected = column == 2
      }
    }
    scene.add(page, .page, in: pager, CellRect(x: 0, y: 0, width: 40, height: 7)) {
      $0.content = CellRect(x: 1, y: 0, width: 38, height: 3)
    }
    return scene
  }

  @Test("ZX-7: a tap on a cell names its column; one beside the cells has no effect")
  func taps() {
    let scene = Self.scene()
    for x in 0..<40 {
      let column = (x + 3) / 10
      let cell = PagerParts.cellID(4 - column, of: Self.pager)
      #expect(tap(x, 0, in: scene) == .tap(cell, row: column), "\(x)")
      #expect(tap(x, 1, in: scene) == nil)
    }
    // A cell without content can't be chosen.
    var empty = scene
    empty[PagerParts.cellID(4, of: Self.pager)]?.selection = nil
    #expect(tap(0, 0, in: empty) == nil)
    // PG-5: in a page of a stack a tap beside the cells refers to that page.
    let page = ContainerID(rawValue: 20)
    let nested = Self.scene(in: page)
    #expect(tap(5, 1, in: nested) == .tap(page, row: nil))
    #expect(
      tap(5, 0, in: nested) == .tap(PagerParts.cellID(4, of: Self.pager), row: 0)
    )
  }

  @Test("TW-9: a tap on a pinned header opens nothing")
  func pinned() {
    var scene = Scene(viewport: SteppedViewer.size)
    let id = ContainerID(rawValue: 16)
    var list = Container(id: id, kind: .page, frame: CellRect(x: 0, y: 0, width: 40, height: 9))
    list.content = CellRect(x: 1, y: 0, width: 38, height: 20)
    list.rows.set((0..<20).map { TextRow("\($0)") }, at: 0)
    list.pageCount = 19
    list.scroll.y = 4
    scene.insert(list)
    #expect(tap(5, 0, in: scene) == .tap(id, row: 4))
    scene[id]?.pinnedRow = 0
    #expect(tap(5, 0, in: scene) == nil)
    #expect(tap(5, 1, in: scene) == .tap(id, row: 5))
  }

  @Test("PC-3: a tap on the back of a leaf refers to the stack page around the book")
  func back() {
    let parent = ContainerID(rawValue: 20)
    for (parent, expected) in [(nil, nil), (parent, .tap(parent, row: nil))]
      as [(ContainerID?, SessionAction?)]
    {
      var scene = Self.scene(in: parent)
      var back = scene[Self.page] ?? Container(id: Self.page, kind: .page, frame: .zero)
      back.isMirrored = true
      back.pageCount = 3
      scene.insert(back)
      #expect(tap(5, 3, in: scene) == expected)
    }
    // A stack has no such pages; an invalid scene must not bring one back.
    var scene = Self.scene(in: parent)
    scene[parent]?.isMirrored = true
    #expect(tap(5, 3, in: scene) == nil)
  }

  @Test("a drag on a bar pans the container under the pointer")
  func drags() {
    let scene = Self.scene()
    for (x, y, id) in [
      (5, 0, PagerParts.cellID(4, of: Self.pager)), (8, 0, PagerParts.cellID(3, of: Self.pager)),
      (5, 1, PagerParts.indicatorID(of: Self.pager)), (5, 4, Self.page),
    ] {
      var drags = DragRecognizer()
      func event(_ action: MouseEvent.Action, _ x: Int) -> DragRecognizer.Event? {
        let mouse = MouseEvent(action, button: .left, column: x, row: y)
        return drags.receive(mouse, over: scene.hit(CellPoint(x: x, y: y)), at: .zero)
      }
      #expect(event(.press, x) == nil)
      let pan = Pan(gesture: 1, container: id, axis: .horizontal, translation: 2)
      #expect(event(.drag, x + 2) == .began(pan))
    }
  }

  @Test("the position of a pager without dots is that of its header, with both that of the dots")
  func place() {
    var scene = Self.scene()
    func place() -> String? {
      let screen = Screen(session: "talk", invitation: "", scene: scene, size: SteppedViewer.size)
      return screen.places?.place.map { "\($0.number)/\($0.count)" }
    }
    #expect(place() == "3/8" && scene.currentPage?.id == Self.page)
    let id = PagerParts.dotsID(of: Self.pager)
    var dots = Container(id: id, kind: .pageControl, frame: .zero)
    dots.isHidden = true
    dots.pageCount = 9
    dots.currentPage = 6
    scene.insert(dots)
    #expect(place() == "7/9" && scene.currentPage?.id == Self.page)
    scene[id] = nil
    // Only the pager's own header counts.
    scene[Self.bar]?.kind = .page
    #expect(place() == nil && scene.currentPage?.id == Self.page)
    scene[Self.bar] = nil
    #expect(place() == nil && scene.currentPage?.id == Self.page)
    scene.focus = ContainerID(rawValue: .max)
    #expect(place() == nil)
  }

  @Test("in a book the marked page is the current one, never the back of a leaf")
  func book() {
    var scene = Self.scene()
    scene[Self.bar] = nil
    var left = scene[Self.page] ?? Container(id: Self.page, kind: .page, frame: .zero)
    left.frame.width = 19
    scene.insert(left)
    var right = Container(2_001, .page, in: Self.pager, CellRect(20, 0, 20, 7))
    right.isSelected = true
    scene.insert(right)
    var back = Container(PagerParts.leafID(of: Self.pager), .page, in: Self.pager, right.frame)
    back.isMirrored = true
    back.isSelected = true
    scene.insert(back)
    #expect(scene.currentPage?.id == right.id)
    scene[right.id]?.isSelected = false
    scene[Self.page]?.isSelected = true
    #expect(scene.currentPage?.id == Self.page)
  }
}
