import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Books: the content of a scene")
struct BookSceneTests {
  private static let leaf = ContainerID(rawValue: 5)
  private static let spine = ContainerID(rawValue: 6)
  private static let dots = ContainerID(rawValue: 2)

  @Test("PC-3: the front shines through: mirrored, dimmed, topmost; only its visible rows")
  func mirrored() throws {
    for spine in [Spine.min, .max] {
      var world = BookWorld(pages: 3, columns: 30, rows: 9, spine)
      world.state.turn(to: 1, at: .zero)
      let trajectory = world.trajectory(at: .zero)
      let back = try #require(trajectory.start[Self.leaf])
      let front = try #require(trajectory.start[BookWorld.pageID(spine == .min ? 0 : 1)])
      #expect(back.kind == .page && back.isMirrored && back.overlay == 76)
      #expect(!front.isMirrored && front.overlay == 0)
      let levels = [1, 0].map { trajectory.start[BookWorld.pageID($0)]?.z ?? -1 }
      #expect(back.z > front.z && front.z > (levels.min() ?? 9))
      // The distance from one edge becomes the distance from the other.
      #expect(back.content.x == 30 - front.content.maxX && back.content.y == front.content.y)
      #expect(back.content.width == front.content.width && back.rows == front.rows)
      #expect(
        trajectory.end[Self.leaf] == nil
          && trajectory.end.containers.map(\.id.rawValue) == [1, 2, 17]
      )
      let fields = Set(trajectory.tracks.filter { $0.container == Self.leaf }.map(\.field))
      #expect(fields == (spine == .min ? [.x, .width] : [.x, .width, .scrollX]))
    }
  }

  @Test("PC-3: the back of a page of containers is blank, and the page moves along")
  func containers() throws {
    var world = BookWorld(pages: 3, columns: 30, rows: 9)
    world.pages[0].shown = ShownPage(title: "Inner")
    world.state.turn(to: 1, at: .zero)
    let trajectory = world.trajectory(at: .zero)
    let back = try #require(trajectory.start[Self.leaf])
    #expect(back.isMirrored && back.rows.isEmpty && back.content == .zero)
    #expect(trajectory.start[BookWorld.pageID(0)]?.rows.isEmpty == true)
    let frame = trajectory.scene(atFrame: 2)
    // 1 - 0.81 of 30 columns: 5.7.
    #expect(frame[BookWorld.pageID(0)]?.frame == CellRect(x: 0, y: 0, width: 24, height: 9))
    #expect(frame[Self.leaf]?.frame == CellRect(x: 18, y: 0, width: 6, height: 9))
  }

  @Test("D-12: rows that scroll during a turn scroll on the back of the leaf too")
  func scrolling() throws {
    var world = BookWorld(pages: 2, columns: 12, rows: 3)
    let body = try #require(world.pages[0].shown.rows?.body)
    try #require(body.maximumOffset >= 2)
    world.pages[0].shown.rows?.offsets = [1, 2]
    world.state.turn(to: 1, at: .zero)
    let trajectory = world.trajectory(at: .zero)
    for id in [Self.leaf, BookWorld.pageID(0)] {
      let track = SceneTrack(container: id, field: .scrollY, values: [1, 2])
      #expect(trajectory.tracks.contains(track))
    }
    let rows = try #require(trajectory.start[Self.leaf]?.rows)
    #expect(rows.segments.map(\.first) == [0] && rows.count == min(body.rowCount, 5))
    // While the leaf is held, the page scrolls to its rest.
    world.state = BookState(current: 0)
    world.state.beginPan(at: .zero)
    world.state.pan(by: 0.5, forward: 1, back: nil)
    var builder = SceneBuilder(viewport: world.layout.room, length: 2)
    world.layout.add(
      world.state,
      at: .zero,
      pages: world.pages,
      of: 2,
      as: Container(id: BookWorld.book, kind: .pager, frame: .zero),
      to: &builder
    )
    let held = builder.trajectory(
      focus: nil,
      kind: .none,
      facts: SessionFacts(name: "", viewers: 0)
    )
    #expect(held.start.bookColumns == held.end.bookColumns && held.end[Self.leaf]?.scroll.y == 2)
    #expect(held.end[BookWorld.pageID(0)]?.scroll.y == 2)
  }

  @Test("PI-1: a book has no dots, but contains its position; the active page is marked")
  func place() throws {
    for (columns, spine) in [(80, Spine.min), (80, .mid), (80, .max), (120, .min)] {
      for page in 0..<5 {
        let world = BookWorld(pages: 5, columns: columns, spine, at: page)
        let scene = world.scene(at: .zero)
        let dots = try #require(scene[Self.dots])
        #expect(dots.isHidden && dots.pageCount == 5 && dots.currentPage == page)
        let marked = scene.containers.filter(\.isSelected)
        #expect(marked.map(\.id) == [BookWorld.pageID(page)])
        #expect(scene.currentPage(of: BookWorld.book, index: page)?.id == BookWorld.pageID(page))
      }
    }
  }

  @Test(
    "AboutBooks: a spread is two pages and a rule of one column; the right page has an odd one"
  )
  func spread() throws {
    for columns in 41...64 {
      let world = BookWorld(pages: 3, columns: columns, .mid, at: 1)
      let scene = world.scene(at: .zero)
      let rule = try #require(scene[Self.spine])
      let left = try #require(scene[BookWorld.pageID(0)])
      let right = try #require(scene[BookWorld.pageID(1)])
      #expect(rule.kind == .spine && rule.frame.width == 1 && rule.frame.height == 24)
      #expect(left.frame.x == 0 && left.frame.width == (columns - 1) / 2)
      #expect(left.frame.maxX == rule.frame.x && rule.frame.maxX == right.frame.x)
      #expect(right.frame.maxX == columns && 0...1 ~= right.frame.width - left.frame.width)
      #expect(world.layout.pageSize(of: 7).columns == right.frame.width)
      #expect(world.layout.pageSize(of: 6).columns == left.frame.width)
      #expect(world.layout.textRoom == PageLayout.textRoom(forPageOf: left.frame.width))
      // PCQ-1: after the last page of an odd number the half is blank.
      let last = BookWorld(pages: 3, columns: columns, .mid, at: 2).scene(at: .zero)
      #expect(last.containers.filter { $0.kind == .page }.map(\.id) == [BookWorld.pageID(2)])
      #expect(last.bookColumns.suffix(right.frame.width).allSatisfy { $0 == nil })
    }
    #expect(BookWorld(pages: 3, columns: 80).scene(at: .zero)[Self.spine] == nil)
  }

  @Test("the containers of a turn, half-way")
  func golden() throws {
    var text = ""
    for (columns, spine, isDoubleSided) in [
      (24, Spine.min, false), (24, .max, false), (24, .min, true), (42, .mid, true),
    ] {
      var world = BookWorld(
        pages: 5,
        columns: columns,
        rows: 5,
        spine,
        isDoubleSided: isDoubleSided
      )
      world.state.beginPan(at: .zero)
      let next = world.layout.next(from: 0, of: 5)
      world.state.pan(by: 0.375, forward: next, back: nil)
      text += "\(spine) \(isDoubleSided)\n" + world.scene(at: .zero).outline
    }
    try GoldenText().check(text, name: "book-turns")
  }
}
