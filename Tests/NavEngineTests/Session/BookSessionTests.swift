import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: one book in portrait and in landscape")
struct BookSessionTests {
  private static let book = Audience.pager(5, .curl(.min, isDoubleSided: false))
  private static let portrait = Audience.portrait
  private static let landscape = Audience.landscape
  private static let wall = Audience.wall
  /// Wide, but less than twice as wide as high.
  private static let square = CellSize(columns: 120, rows: 80)

  @Test("D-4, PC-8: next in two-up advances by a spread, and one-up followers show its first page")
  func spreads() throws {
    var audience = try Audience(Self.book, Self.portrait, Self.landscape, Self.wall, Self.square)
    let steps: [(SessionCommand, spread: [String])] = [
      (.forward, ["p2", "p3"]), (.forward, ["p4"]), (.forward, ["p4"]), (.back, ["p2", "p3"]),
      (.back, ["p0", "p1"]), (.back, ["p0", "p1"]), (.last, ["p4"]), (.first, ["p0", "p1"]),
    ]
    for (number, step) in steps.enumerated() {
      try audience.perform(step.0, by: Self.landscape)
      audience.rest()
      for size in [Self.landscape, Self.wall] {
        #expect(audience.titles(in: size) == step.spread, "step \(number)")
        #expect(audience.scene(in: size).marked == step.spread[0], "step \(number)")
      }
      for size in [Self.portrait, Self.square] {
        #expect(audience.titles(in: size) == [step.spread[0]], "step \(number)")
      }
    }
  }

  @Test("D-4: one-up next leaves a two-up follower's spread unchanged every second time")
  func everySecond() throws {
    var audience = try Audience(Self.book, Self.portrait, Self.landscape)
    for page in 1...4 {
      try audience.perform(.forward)
      let moves = page.isMultiple(of: 2)
      #expect(audience.trajectory().length > 0)
      #expect((audience.trajectory(in: Self.landscape).length > 0) == moves, "to p\(page)")
      audience.rest()
      #expect(audience.titles() == ["p\(page)"])
      let left = page - page % 2
      let spread = [left, left + 1].filter { $0 < 5 }.map { "p\($0)" }
      #expect(audience.titles(in: Self.landscape) == spread)
      #expect(audience.scene(in: Self.landscape).marked == "p\(page)")
    }
    // From the right page of a spread a landscape viewer goes to the next or to the previous spread.
    try audience.perform(.goTo(2))
    try audience.perform(.forward, by: Self.landscape)
    audience.rest()
    #expect(audience.titles() == ["p2"])
    try audience.perform(.forward)
    try audience.perform(.back, by: Self.landscape)
    audience.rest()
    #expect(audience.titles() == ["p0"])
  }

  @Test("PC-7, SN-19: a leaf that one viewer drags turns by the same share for all viewers")
  func sharedLeaf() throws {
    for eighth in 1...8 {
      for mover in [Self.portrait, Self.landscape] {
        var audience = try Audience(Self.book, Self.portrait, Self.landscape)
        try audience.perform(.goTo(2))
        audience.rest()
        let page = try #require(audience.page("p1", in: mover))
        audience.drag(page.id, by: -mover.columns * eighth / 8, of: mover)
        // The mover's cells round differently; both viewers see the same share.
        let share = Double(mover.columns * eighth / 8) / Double(mover.columns)
        let lifted = try #require(audience.page("p1"))
        let front = try #require(audience.page("p1", in: Self.landscape))
        #expect(lifted.frame.width == 80 - Int((share * 80).rounded(.up)), "\(eighth)")
        #expect(front.frame.width == 66 - Int((share * 66).rounded(.up)), "\(eighth)")
        // In portrait the front shines through; in landscape the next left page is on the back (PC-3).
        #expect(audience.scene().mirrored != nil)
        #expect(audience.scene(in: Self.landscape).mirrored == nil)
        let back = try #require(audience.page("p2", in: Self.landscape))
        #expect(back.frame.width > 0 && back.z > front.z)
        #expect(
          audience.trajectory().length == 0 && audience.trajectory(in: Self.landscape).length == 0
        )
      }
    }
  }

  @Test(
    "SV-8, PC-7: a released leaf falls by a flick, else to the side that has more than half",
    arguments: [
      (-30, 0, false, 1), (-40, 0, false, 1), (-41, 0, false, 2), (-8, -500, false, 2),
      (-70, 500, false, 1), (-30, 0, true, 1), (-79, -500, true, 1), (41, 0, false, 0),
      (40, 0, false, 1), (8, 500, false, 0), (-500, 0, false, 2), (0, -500, false, 1),
    ]
  )
  func release(translation: Int, velocity: Int, isCancelled: Bool, page: Int) throws {
    var audience = try Audience(Self.book, Self.portrait, Self.landscape)
    try audience.perform(.goTo(2))
    audience.rest()
    let held = try #require(audience.page("p1"))
    audience.drag(held.id, by: translation)
    let shown = [Self.portrait, Self.landscape].map { audience.scene(in: $0) }
    try audience.release(velocity: Double(velocity), isCancelled: isCancelled)
    let leaves = [Self.portrait, Self.landscape].map { audience.scene(in: $0) }
    // A leaf that lies flat has nowhere to fall.
    for (before, after) in zip(shown, leaves) {
      guard let leaf = after.mirrored else { continue }
      #expect(before.mirrored?.frame == leaf.frame, "it falls from where it was held")
    }
    #expect((audience.trajectory().length > 0) == (leaves[0].mirrored != nil))
    audience.rest()
    #expect(audience.titles() == ["p\(page)"])
    let left = page - page % 2
    #expect(audience.titles(in: Self.landscape) == ["p\(left)", "p\(left + 1)"])
  }

  @Test("PCQ-2, PCQ-4: at the book's ends no leaf turns, and nothing moves")
  func ends() throws {
    var audience = try Audience(Self.book, Self.portrait, Self.landscape)
    for (command, translation) in [(SessionCommand.first, 60), (.last, -60)] {
      try audience.perform(command)
      audience.rest()
      let before = audience.scene()
      let page = try #require(audience.titles().first.flatMap { audience.page($0) })
      audience.drag(page.id, by: translation)
      #expect(audience.scene() == before)
      try audience.release(velocity: Double(translation) * 10)
      #expect(audience.trajectory().length == 0)
      #expect(audience.scene() == before)
    }
  }

  @Test("D-8, D-12: a jump to a far page turns one leaf")
  func far() throws {
    let pages = PagerPages.numbered("p", count: PagerPages.countLimit)
    let style = PagerStyle.curl(.min, isDoubleSided: false)
    var audience = try Audience(
      .pager(PagerContent(title: "book", pages: pages, style: style)),
      Self.portrait,
      Self.landscape
    )
    try audience.perform(.goTo(500_001))
    for (size, most) in [(Self.portrait, 2), (Self.landscape, 4)] {
      let trajectory = audience.trajectory(in: size)
      #expect(trajectory.length > 0)
      for frame in 0...trajectory.length {
        let pages = trajectory.scene(atFrame: frame).containers.filter {
          $0.kind == .page && !$0.isMirrored
        }
        #expect(pages.count <= most, "\(size), frame \(frame)")
      }
    }
    audience.rest()
    #expect(audience.titles() == ["p 500001"])
    #expect(audience.titles(in: Self.landscape) == ["p 500001", "p 500002"])
  }

  @Test("SV-11: a finger stops a turning leaf, and its later movement counts from there")
  func caught() throws {
    for translation in [0, -60, 60] {
      var audience = try Audience(Self.book, Self.portrait)
      try audience.perform(.forward)
      audience.pass(.milliseconds(100))
      let before = try #require(audience.scene().mirrored)
      let id = try #require(audience.page("p1")).id
      audience.drag(id, by: 0)
      #expect(audience.scene().mirrored?.frame == before.frame)
      #expect(audience.trajectory().length == 0, "it stays where it was caught")
      audience.pass(.seconds(2))
      #expect(audience.scene().mirrored?.frame == before.frame)
      audience.drag(id, by: translation)
      let turned = min(max(0, before.frame.width - translation), 80)
      try audience.release()
      audience.rest()
      #expect(audience.titles() == [turned > 40 ? "p1" : "p0"], "\(translation)")
    }
  }

  @Test(
    "PC-2, PC-3, PC-9: the back of a turning leaf, and the side of its binding",
    arguments: [
      (Spine.min, false, Audience.portrait, ["p1"], true),
      (.min, true, Audience.portrait, ["p2"], false),
      (.max, false, Audience.portrait, ["p1"], true),
      (.max, true, Audience.portrait, ["p2"], false),
      (.mid, true, Audience.portrait, ["p2", "p3"], false),
      // Too narrow for two pages.
      (.mid, true, Audience.phone, ["p1"], true),
      (.max, false, Audience.landscape, ["p2", "p3"], false),
    ]
  )
  func spine(
    _ spine: Spine,
    _ isDoubleSided: Bool,
    _ size: CellSize,
    _ pages: [String],
    _ isMirrored: Bool
  ) throws {
    let book = Audience.pager(7, .curl(spine, isDoubleSided: isDoubleSided))
    var audience = try Audience(book, size)
    try audience.perform(.forward, by: size)
    audience.pass(.milliseconds(100))
    let scene = audience.scene(in: size)
    #expect((scene.mirrored != nil) == isMirrored)
    if pages.count == 1 {
      let back = try #require(scene.mirrored ?? audience.page("p1", in: size))
      // With the spine at the left, the turned part lies left of the fold; with the spine at the right, on its right.
      let below = try #require(audience.page(spine == .max ? "p0" : pages[0], in: size))
      #expect(back.frame.width > 0 && back.z > below.z)
      #expect(spine == .max ? back.frame.x > 0 : back.frame.x < size.columns)
    }
    audience.rest()
    #expect(audience.titles(in: size) == pages)
    let hasSpine = audience.scene(in: size).containers.contains { $0.kind == .spine }
    #expect(hasSpine == (pages.count == 2))
  }

  @Test("D-12: a viewer that joins sees a held leaf where it is")
  func lateJoiner() throws {
    var audience = try Audience(Self.book, Self.portrait)
    try audience.perform(.goTo(5))
    audience.rest()
    let page = try #require(audience.page("p4"))
    audience.drag(page.id, by: 40)
    audience.join(Self.landscape)
    let held = try #require(audience.page("p3", in: Self.landscape))
    #expect(held.frame.width == 33)
  }

  @Test(
    "D-4, SV-11: a drag turns a spread while a one-up viewer turns from its left page to its right"
  )
  func unseenTurn() throws {
    for pause in [Duration.milliseconds(1), .milliseconds(100), .milliseconds(300)] {
      var audience = try Audience(Self.book, Self.portrait, Self.landscape)
      try audience.perform(.forward)
      audience.pass(pause)
      #expect(
        audience.trajectory().length > 0 && audience.trajectory(in: Self.landscape).length == 0
      )
      let page = try #require(audience.page("p1", in: Self.landscape))
      let below = audience.page("p1")?.frame
      audience.drag(page.id, by: -33, of: Self.landscape)
      let front = try #require(audience.page("p1", in: Self.landscape))
      #expect(front.frame.width == 49, "a quarter of it is turned")
      // The turning leaf of the other viewer waits for the release, then lands.
      #expect(audience.page("p1")?.frame == below && audience.trajectory().length == 0)
      try audience.release(velocity: -500, of: Self.landscape)
      audience.rest()
      #expect(audience.titles(in: Self.landscape) == ["p2", "p3"])
      #expect(audience.titles() == ["p2"])
    }
  }

  @Test("D-9, PC-8: of two turns in a row, a spread shows only the second one")
  func everySecondTurnInARow() throws {
    for pause in stride(from: 0, through: 500, by: 20) {
      var audience = try Audience(Self.book, Self.portrait, Self.landscape)
      try audience.perform(.forward)
      audience.pass(.milliseconds(pause))
      let portrait = audience.scene().columnsOfPages
      let landscape = audience.scene(in: Self.landscape).columnsOfPages
      try audience.perform(.forward)
      #expect(audience.scene().columnsOfPages == portrait, "\(pause) ms")
      #expect(audience.scene(in: Self.landscape).columnsOfPages == landscape, "\(pause) ms")
      let trajectory = audience.trajectory(in: Self.landscape)
      let front = audience.page("p1", in: Self.landscape)?.id
      #expect(trajectory.length == 20, "the spread turns at once, for its third of a second")
      let widths = (0...20).compactMap { frame in
        front.flatMap { trajectory.scene(atFrame: frame)[$0]?.frame.width }
      }
      #expect(widths.first == 66 && widths == widths.sorted(by: >), "\(widths)")
      audience.rest()
      #expect(audience.titles() == ["p2"])
    }
  }
}

extension Scene {
  /// The page and side shown in each column; for a back, also the front that shines through it.
  fileprivate var columnsOfPages: [String] {
    let parts = containers.filter { $0.kind == .page && !$0.isHidden }
      .sorted { ($0.z, $0.id) < ($1.z, $1.id) }
    return (0..<viewport.columns).map { x in
      guard let part = parts.last(where: { $0.frame.x <= x && x < $0.frame.maxX }) else {
        return ""
      }
      return "\(part.isMirrored ? "back" : part.title) \(x - part.frame.x + part.scroll.x)"
    }
  }
}
