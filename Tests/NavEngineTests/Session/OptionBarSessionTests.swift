import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: an option bar of a million options")
struct OptionBarSessionTests {
  private static let count = PagerPages.countLimit
  private static let sizes = [Audience.portrait, Audience.landscape, Audience.phone]

  private static func audience() throws -> Audience {
    var audience = try Audience(Audience.options())
    for size in sizes { audience.join(size) }
    return audience
  }

  /// Returns the column at the left edge of a bar, plus the fraction of it that is scrolled out.
  private static func leftColumn(_ audience: Audience, in size: CellSize) throws -> Double {
    let x = try #require(audience.bar(in: size)).scroll.x
    let cells = audience.scene(in: size).cells
    let cell = try #require(cells.first { $0.frame.x <= x && x < $0.frame.maxX })
    return Double(cell.selection ?? -1) + Double(x - cell.frame.x) / Double(cell.frame.width)
  }

  @Test("ZX-8, ZX-9: the current option is centred, the first and the last are at the ends")
  func centred() throws {
    var audience = try Self.audience()
    for page in [1, 2, 40, 500_000, 999_970, 999_999, 1_000_000] {
      try audience.perform(.goTo(page))
      audience.rest()
      for size in Self.sizes {
        let bar = try #require(audience.bar(in: size))
        let cell = try #require(audience.cell(page - 1, in: size), "\(page) in \(size)")
        #expect(cell.isSelected && cell.title == "p \(page)")
        let last = bar.content.width - bar.frame.width
        let middle = cell.frame.x + cell.frame.width / 2 - bar.frame.width / 2
        let offset = min(max(0, middle), last)
        #expect(abs(bar.scroll.x - offset) <= 1, "\(page) in \(size)")
        if page == 1 { #expect(bar.scroll.x == 0) }
        if page == Self.count { #expect(bar.scroll.x == last) }
      }
    }
  }

  @Test(
    "SV-5, SV-11, ZX-9: a drag scrolls only the bar; turning a page scrolls it back"
  )
  func strip() throws {
    var audience = try Self.audience()
    try audience.perform(.goTo(500_000))
    audience.rest()
    let before = try Self.sizes.map { try Self.leftColumn(audience, in: $0) }
    let own = try Self.leftColumn(audience, in: Audience.portrait)
    let centre = try #require(audience.bar()).scroll.x
    let cell = try #require(audience.cell(499_999))
    audience.drag(cell.id, by: -30)
    #expect(audience.bar()?.scroll.x == centre + 30)
    let held = try Self.leftColumn(audience, in: Audience.portrait)
    for (size, base) in zip(Self.sizes, before) {
      // Every viewer's bar has scrolled by as many columns from its own position.
      let column = try Self.leftColumn(audience, in: size)
      #expect(abs((column - base) - (held - own)) < 0.11, "\(size)")
      #expect(audience.titles(in: size) == ["p 500000"])
      #expect(audience.bar(in: size)?.currentPage == 499_999)
    }
    try audience.release(velocity: -60)
    #expect(audience.trajectory().length > 0)
    audience.rest()
    let rest = try Self.leftColumn(audience, in: Audience.portrait)
    #expect(rest > held + 1)
    #expect(audience.session.position.page == 500_000)
    // A later viewer sees it there too.
    audience.join(Audience.wall)
    let seenLater = try Self.leftColumn(audience, in: Audience.wall)
    try audience.perform(.back)
    #expect(audience.bar()?.scroll.x != centre, "it does not jump")
    audience.rest()
    try audience.perform(.forward)
    audience.rest()
    let after = try Self.sizes.map { try Self.leftColumn(audience, in: $0) }
    #expect(after == before)
    let base = try Self.leftColumn(audience, in: Audience.wall)
    #expect(abs((seenLater - base) - (rest - own)) < 0.11)
  }

  @Test("SV-11: a drag stops a moving bar, and turning a page moves it on")
  func caught() throws {
    var audience = try Self.audience()
    try audience.perform(.goTo(500))
    audience.rest()
    let cell = try #require(audience.cell(499))
    audience.drag(cell.id, by: -3)
    try audience.release(velocity: -200)
    audience.pass(.milliseconds(100))
    let moving = try #require(audience.bar()).scroll.x
    let other = try #require(audience.cell(505))
    audience.drag(other.id, by: 0)
    #expect(audience.bar()?.scroll.x == moving)
    #expect(audience.trajectory().length == 0)
    // A page turned by another viewer ends the drag (D-7).
    try audience.perform(.forward, by: Audience.phone)
    #expect(audience.session.panOwner == nil)
    #expect(audience.bar()?.scroll.x == moving)
    audience.rest()
    #expect(audience.bar()?.currentPage == 500)
    let selected = try #require(audience.scene().cells.first { $0.isSelected })
    let bar = try #require(audience.bar())
    let middle = selected.frame.x + selected.frame.width / 2 - bar.scroll.x
    #expect(abs(middle - bar.frame.width / 2) <= 1)
  }

  @Test("ZX-7: a tap selects the column that the viewer saw, even if the cell has been reused")
  func lateTap() throws {
    var audience = try Self.audience()
    let cell = try #require(audience.cell(3))
    try audience.perform(.goTo(700_000))
    audience.rest()
    try audience.perform(.tap(cell.id, row: 3))
    #expect(audience.session.position.page == 4)
    // A missing column has no effect.
    try audience.perform(.tap(cell.id, row: Self.count))
    try audience.perform(.tap(cell.id, row: nil))
    #expect(audience.session.position.page == 4)
  }

  @Test("D-9, D-12: a viewer that joins during motions sees them, with the same end")
  func lateJoiner() throws {
    var audience = try Self.audience()
    try audience.perform(.goTo(300))
    audience.pass(.milliseconds(150))
    audience.join(Audience.wall)
    #expect(audience.trajectory(in: Audience.wall).length == audience.trajectory().length)
    #expect(audience.mark(in: Audience.wall)?.markStart != audience.restingMark(in: Audience.wall))
    let seen = audience.trajectory(in: Audience.wall).end
    #expect(audience.trajectory().length > 0)
    audience.rest()
    #expect(audience.scene(in: Audience.wall).withOrderedCells == seen.withOrderedCells)
    // A bar moved by a flick, and one that returns to the centre.
    let cell = try #require(audience.cell(299))
    audience.drag(cell.id, by: -9)
    try audience.release(velocity: -70)
    for command in [nil, SessionCommand.forward] {
      if let command { try audience.perform(command) }
      audience.pass(.milliseconds(100))
      audience.join(Audience.wall)
      #expect(audience.trajectory().length > 0)
      #expect(audience.trajectory(in: Audience.wall).length == audience.trajectory().length)
      let rest = audience.trajectory(in: Audience.wall).end
      audience.rest()
      #expect(audience.scene(in: Audience.wall).withOrderedCells == rest.withOrderedCells)
    }
  }
}
