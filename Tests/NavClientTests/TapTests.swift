import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavClient

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
    /// Another pager, which has dots of its own and no focus.
    static let otherPager = ContainerID(rawValue: 20)
    static let otherDots = ContainerID(rawValue: 21)
  }

  /// The pager has the keys; its second page of three is shown.
  static func scene(pages: Int = 3, current: Int = 1, dotColumns: Int? = nil) -> Scene {
    var scene = Scene(viewport: viewport)
    scene.session = "nest"
    scene.viewers = 1
    scene.focus = ID.pager
    scene.focusKind = .pager
    func add(
      _ id: ContainerID,
      _ kind: ContainerKind,
      in parent: ContainerID?,
      _ frame: CellRect,
      _ change: (inout Container) -> Void = { _ in }
    ) {
      var container = Container(id: id, kind: kind, parent: parent, frame: frame)
      change(&container)
      scene.insert(container)
    }
    add(ID.tabs, .tabs, in: nil, CellRect(x: 0, y: 0, width: 60, height: 19))
    add(ID.bar, .tabBar, in: ID.tabs, CellRect(x: 0, y: 0, width: 10, height: 19))
    for (index, id) in ID.items.enumerated() {
      add(id, .tabItem, in: ID.bar, CellRect(x: 0, y: 1 + 4 * index, width: 10, height: 3))
    }
    add(ID.main, .page, in: ID.tabs, CellRect(x: 10, y: 0, width: 50, height: 19))
    add(ID.otherPager, .pager, in: ID.main, CellRect(x: 0, y: 0, width: 50, height: 1)) {
      $0.isHidden = true
    }
    add(ID.otherDots, .pageControl, in: ID.main, CellRect(x: 0, y: 0, width: 5, height: 1)) {
      $0.isHidden = true
      $0.pageCount = 9
    }
    add(ID.stack, .stack, in: ID.main, CellRect(x: 0, y: 0, width: 50, height: 19))
    add(ID.list, .page, in: ID.stack, CellRect(x: 0, y: 0, width: 25, height: 19)) {
      $0.headerHeight = 2
      $0.content = CellRect(x: 1, y: 2, width: 23, height: 12)
      $0.pageCount = 12
      $0.selection = 4
    }
    add(ID.cover, .page, in: ID.stack, CellRect(x: 25, y: 0, width: 25, height: 19)) {
      $0.headerHeight = 2
      // What stands in it is moved right by an edge.
      $0.scroll.x = -1
    }
    add(ID.pager, .pager, in: ID.cover, CellRect(x: 0, y: 2, width: 24, height: 15)) {
      $0.scroll.x = 26
    }
    let dots = dotColumns ?? 2 * pages - 1
    add(ID.dots, .pageControl, in: ID.cover, CellRect(x: 4, y: 18, width: dots, height: 1)) {
      $0.pageCount = pages
      $0.currentPage = current
    }
    for (index, id) in ID.pages.enumerated() {
      add(id, .page, in: ID.pager, CellRect(x: 26 * index, y: 0, width: 24, height: 15)) {
        $0.title = "Page \(index + 1)"
        $0.content = CellRect(x: 1, y: 1, width: 22, height: 20 + index)
        $0.rows.set((0..<20 + index).map { TextRow("\($0)") }, at: 0)
      }
    }
    return scene
  }
}

@Suite("What a tap asks for, in containers within one another (ST-5, PG-5, PI-6)")
struct TapTests {
  private typealias ID = Nest.ID

  private static func tap(_ column: Int, _ row: Int, in scene: Scene) -> Request.Input.Action? {
    scene.hit(CellPoint(x: column, y: row)).flatMap { scene.tap(on: $0) }
  }

  @Test(
    "what is hit and what is meant",
    arguments: [
      // ST-5: a tab is selected; where there is none, nothing.
      (0, 1, .tap(ID.items[0], row: nil)), (9, 3, .tap(ID.items[0], row: nil)),
      (5, 5, .tap(ID.items[1], row: nil)), (5, 4, nil), (5, 15, nil),
      // An entry of a list; PG-5: anything else of its page brings the page back.
      (11, 2, .tap(ID.list, row: 0)), (33, 13, .tap(ID.list, row: 11)),
      (11, 0, .tap(ID.list, row: nil)), (10, 5, .tap(ID.list, row: nil)),
      (20, 14, .tap(ID.list, row: nil)),
      // A pager's page in a page of a stack means that page of the stack.
      (40, 8, .tap(ID.cover, row: nil)), (40, 0, .tap(ID.cover, row: nil)),
      (35, 17, .tap(ID.cover, row: nil)),
      // The status line.
      (5, 19, nil),
    ] as [(Int, Int, Request.Input.Action?)]
  )
  func meaning(column: Int, row: Int, action: Request.Input.Action?) {
    #expect(Self.tap(column, row, in: Nest.scene()) == action)
  }

  @Test("an entry is an entry also where its page is in no stack")
  func listInTabs() throws {
    var scene = Scene(viewport: Nest.viewport)
    let frame = CellRect(x: 0, y: 0, width: 60, height: 19)
    scene.insert(Container(id: ID.tabs, kind: .tabs, frame: frame))
    var page = Container(id: ID.main, kind: .page, parent: ID.tabs, frame: frame)
    page.content = CellRect(x: 0, y: 0, width: 60, height: 5)
    scene.insert(page)
    // A row of a text is nothing that could be opened.
    #expect(Self.tap(9, 3, in: scene) == nil)
    page.pageCount = 5
    scene.insert(page)
    #expect(Self.tap(9, 3, in: scene) == .tap(ID.main, row: 3))
    #expect(Self.tap(9, 7, in: scene) == nil)
  }

  @Test("PI-6: a page control turns by one page, to the side of the current dot that was hit")
  func dots() {
    for current in 0..<5 {
      let scene = Nest.scene(pages: 5, current: current)
      for column in 0..<9 {
        // The control begins at 10 + 25 + 1 + 4.
        let action = Self.tap(40 + column, 18, in: scene)
        let row = column == 2 * current ? nil : column < 2 * current ? 0 : 1
        #expect(action == row.map { .tap(ID.dots, row: $0) }, "\(column) of \(current)")
      }
      #expect(Self.tap(39, 18, in: scene) == .tap(ID.cover, row: nil))
      #expect(Self.tap(49, 18, in: scene) == .tap(ID.cover, row: nil))
    }
  }

  @Test("PI-6: where only the number has room, its halves are the sides (PI-8)")
  func number() {
    let scene = Nest.scene(pages: 12, current: 7, dotColumns: 6)
    for column in 0..<6 {
      let action = Self.tap(40 + column, 18, in: scene)
      #expect(action == .tap(ID.dots, row: column < 3 ? 0 : 1), "\(column)")
    }
  }

  @Test("PI-6: a control of no pages, or whose current page is none of them, does not mislead")
  func oddDots() {
    #expect(Self.tap(40, 18, in: Nest.scene(pages: 0, current: 0, dotColumns: 5)) == nil)
    let beyond = Nest.scene(pages: 3, current: 9)
    #expect(Self.tap(43, 18, in: beyond) == .tap(ID.dots, row: 0))
    #expect(Self.tap(44, 18, in: beyond) == nil)
  }

  @Test("a tap is sent as what it means, a drag from the same place as what was hit")
  func sent() throws {
    let desk = Desk()
    try desk.join()
    // Five pages on 40 columns: dots from column 15 on, of which the first is the current one.
    desk.click(15, 8)
    #expect(try desk.take() == [])
    desk.click(19, 8)
    let input = Request.Input(
      session: .id(7),
      viewer: 9,
      viewport: Desk.size,
      action: .tap(PagerLayout.dotsID, row: Request.Input.rowAfter)
    )
    #expect(try desk.take() == [.sent(.input(input))])
  }
}

@Suite("The current page and the place, in containers within one another")
struct NestedPlaceTests {
  private typealias ID = Nest.ID

  @Test("of a pager the page that its dots name, and without that the one nearest to its scroll")
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
    // Pages that stand above one another (PS-2).
    scene[ID.pager]?.scroll = CellPoint(x: 0, y: 14)
    for (index, id) in ID.pages.enumerated() {
      scene[id]?.frame = CellRect(x: 0, y: 17 * index, width: 24, height: 15)
    }
    #expect(scene.currentPage?.id == ID.pages[1])
  }

  @Test("of a list or a text the page that has the keys, however deep it stands")
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

  @Test("where tabs have no room for a bar the status line names the tab in front")
  func unseenTab() {
    var scene = Nest.scene()
    scene[ID.tabs]?.title = "Library"
    func said() -> String? {
      Screen(session: "x", invitation: "", scene: scene, size: scene.viewport).unseenTab
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

  @Test("a page control counts only where it belongs to the pager that has the keys")
  func pageControl() {
    var scene = Nest.scene()
    #expect(scene.pageControl?.id == ID.dots)
    scene.focus = ID.otherPager
    #expect(scene.pageControl?.id == ID.otherDots)
    scene.focus = ID.stack
    #expect(scene.pageControl == nil)
    // The next id may be anything, also of another container's.
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

  @Test("the status line tells the place of what has the keys")
  func place() {
    var scene = Nest.scene()
    func place() -> String? {
      let screen = Screen(session: "nest", invitation: "", scene: scene, size: Nest.viewport)
      return screen.place.map { "\($0.number)/\($0.count)" }
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

  @Test("the status line tells the rows that are below what is in view, of the pager's own page")
  func rowsBelow() {
    let scene = Nest.scene()
    let screen = Screen(session: "nest", invitation: "", scene: scene, size: Nest.viewport)
    // 21 rows of text, of which 14 are in view.
    #expect(screen.rowsBelow == 7)
    let line = ScreenPainter.lines(of: screen).last ?? ""
    #expect(line.contains("2/3") && line.contains("7 more rows"), "\(line)")
  }
}
