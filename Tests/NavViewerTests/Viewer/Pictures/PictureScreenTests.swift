import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Pictures on a viewer's screen") struct PictureScreenTests {
  private static func picture(row: Int = 1, column: Int = 2) throws -> PlacedPicture {
    let id = try #require(PictureID(String(repeating: "a", count: 32)))
    return PlacedPicture(
      id,
      row: row,
      column: column,
      size: (6, 3),
      natural: (64, 48),
      text: "a plan"
    )
  }

  @Test("a viewer attaches for pictures, asks for those in view, and shows them at rest")
  func viewer() throws {
    let viewer = try SteppedViewer().joined()
    #expect(viewer.core.screen(at: viewer.now).pictures == [])
    viewer.core.showPictures(on: PictureTerminal(.iterm2), at: viewer.now)
    #expect(try viewer.tick(after: .milliseconds(60)).attaches.map(\.showsPictures) == [true])
    try viewer.accept()
    _ = try viewer.take()
    var snapshot = viewer.snapshot()
    let page = try #require(snapshot.scene.containers.last { $0.kind == .page })
    let placed = try Self.picture(row: 0, column: 1)
    snapshot.scene[page.id]?.pictures = [placed]
    viewer.send(snapshot)
    _ = try viewer.take()
    #expect(viewer.core.screen(at: viewer.now).pictures == [])
    viewer.pass(PictureShelf.pause)
    #expect(viewer.core.screen(at: viewer.now).pictures == [])
    let copy = PictureCopy(placed.id)
    let request = Request.Picture(session: .id(viewer.sessionID), copy, part: 0)
    #expect(try viewer.tick().contains(.sent(.picture(request))))
    let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
    let hash = PictureCopy.hash(of: bytes)
    try viewer.answer(.picture(try #require(Reply.PicturePart(0, of: bytes, hash: hash))))
    let shown = viewer.core.screen(at: viewer.now).pictures
    let frame = CellRect(page.frame.x + page.content.x + 1, page.frame.y + page.content.y, 6, 3)
    #expect(shown == [ShownPicture(copy, at: frame, bytes: bytes)])
    // Nothing is due, and the viewer does not spin.
    #expect(viewer.core.nextWake(at: viewer.now).map { $0 > viewer.now } != false)
    viewer.core.showPictures(on: nil, at: viewer.now)
    #expect(viewer.core.screen(at: viewer.now).pictures == [])
  }

  private typealias Change = @Sendable (inout Container, inout Container) -> Void

  /// Changes of a page and of another container, and whether the page's picture is in view.
  private static let views: [(change: Change, isSeen: Bool)] = [
    ({ _, _ in }, true), ({ page, _ in page.isHidden = true }, false),
    ({ page, _ in page.overlay = 1 }, false), ({ page, _ in page.isMirrored = true }, false),
    ({ page, _ in page.scroll.y = 1 }, true), ({ page, _ in page.scroll.y = 2 }, false),
    ({ page, _ in page.frame.width = 8 }, false), ({ page, _ in page.frame.width = 9 }, true),
    ({ page, _ in page.frame.height = 6 }, false), ({ page, _ in page.frame.height = 7 }, true),
    ({ page, _ in page.frame.x = -4 }, false), ({ page, _ in page.frame.y = 14 }, false),
    ({ _, other in other.frame = CellRect(x: 9, y: 6, width: 1, height: 1) }, false),
    ({ _, other in other.frame = CellRect(x: 10, y: 6, width: 1, height: 1) }, true),
    (
      { _, other in
        other.frame = CellRect(x: 9, y: 6, width: 1, height: 1)
        other.z = -1
      }, true
    ),
  ]

  @Test(
    "a picture is in view where all of it is seen and nothing lies over it",
    arguments: views
  )
  private func inView(change: Change, isSeen: Bool) throws {
    var page = Container(1, .page, CellRect(1, 1, 30, 15))
    page.content = CellRect(x: 1, y: 3, width: 20, height: 30)
    page.pictures = [try Self.picture()]
    var other = Container(id: ContainerID(rawValue: 2), kind: .page, frame: CellRect(CellSize.zero))
    change(&page, &other)
    var scene = Scene(viewport: CellSize(columns: 40, rows: 20))
    scene.insert(page)
    scene.insert(other)
    var plan = PaintPlan()
    plan.arrange(scene, in: CellRect(scene.viewport), peek: [:], shift: [:])
    let frame = CellRect(x: 4, y: 5 - page.scroll.y, width: 6, height: 3)
    #expect(plan.pictures(in: scene).map(\.frame) == (isSeen ? [frame] : []))
  }
}
