import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: pans of several viewers")
struct SharedPanTests {
  static func text(_ title: String, lines: Int = 100) -> PageContent {
    PageContent(title, [.code(language: "", lines: (1...lines).map { "\(title).\($0)" })])
  }

  /// An audience in front of two tabs of one text each, above an attachment.
  private static func audienceAboveAttachment() throws -> Audience {
    try Audience(
      .sideTabs([.page(text("A")), .page(text("B"))], attachment: text("P", lines: 3))
    )
  }

  static func deck(_ title: String, _ count: Int = 3, lines: Int = 100) -> SessionContent {
    .pager(
      title: title,
      pages: (1...count).map { .page(text("\(title)\($0)", lines: lines)) }
    )
  }

  @Test("a pan ended by another viewer's change of tab leaves the page unpulled")
  func stuckPan() throws {
    var audience = try Audience(.sideTabs([Self.deck("A"), Self.deck("B")]))
    let page = try #require(audience.page("A1"))
    audience.drag(page.id, .vertical, by: 9)
    #expect(try #require(audience.page("A1")).scroll.y < 0)
    try audience.perform(.nextTab)
    try audience.release()
    try audience.perform(.previousTab)
    audience.pass(.seconds(60))
    #expect(audience.session.panOwner == nil)
    #expect(audience.page("A1")?.scroll.y == 0)
  }

  @Test("a pan in a hidden tab does not keep other viewers from panning")
  func hiddenPan() throws {
    var audience = try Audience(.sideTabs([Self.deck("A"), Self.deck("B")]))
    let a = try #require(audience.page("A1"))
    audience.drag(a.id, .horizontal, by: -9)
    try audience.perform(.nextTab)
    let b = try #require(audience.page("B1"))
    #expect(audience.session.panOwner == nil)
    let moved = audience.drag(b.id, .horizontal, by: -9, owner: 2, gesture: 1)
    #expect(moved)
  }

  @Test("a release during another viewer's pan ends the released pan too")
  func releaseBesideAnother() throws {
    var audience = try Audience(Self.deck("A"))
    let page = try #require(audience.page("A1"))
    audience.drag(page.id, .horizontal, by: -3, owner: 1, gesture: 1)
    let other = Pan(gesture: 5, container: page.id, axis: .horizontal, translation: -9)
    try audience.perform(.release(PanEnd(other)), owner: 2)
    #expect(audience.session.panOwner == 1)
    var first = other
    (first.gesture, first.translation) = (1, -3)
    try audience.perform(.release(PanEnd(first)))
    audience.pass(.seconds(5))
    // A late move.
    let moved = audience.drag(page.id, .horizontal, by: -9, owner: 2, gesture: 5)
    #expect(!moved && audience.session.panOwner == nil)
  }

  @Test("a late tap on the page control of a hidden tab is refused")
  func staleDots() throws {
    var audience = try Audience(.sideTabs([Self.deck("A"), Self.deck("B")]))
    let dots = try #require(audience.scene().containers.first { $0.kind == .pageControl })
    try audience.perform(.nextTab)
    #expect(throws: Rejection.self) { try audience.perform(.tap(dots.id, row: 1)) }
    try audience.perform(.previousTab)
    audience.pass(.seconds(5))
    #expect(audience.page("A1")?.rows.segments.isEmpty == false)
  }

  @Test("rows stopped by a drag after the attachment opened follow the drag", arguments: [0, 1])
  func catchAfterBottom(translation: Int) throws {
    var audience = try Self.audienceAboveAttachment()
    try audience.perform(.last)
    try audience.perform(.toggleAttachment)
    audience.now += .seconds(5)
    let before = try #require(audience.page("A"))
    audience.drag(before.id, .vertical, by: translation)
    let after = try #require(audience.page("A"))
    #expect(after.scroll.y == before.scroll.y - translation)
  }

  /// An audience in front of a list with one entry, which opens a deck of so many pages.
  private static func audience(ofDeckBehindList pages: Int) throws -> Audience {
    let stack = StackContent(
      root: .page(PageContent(list: ["d"])),
      path: Array("/r".utf8),
      pages: [Array("/r/d".utf8): deck("D", pages, lines: 5)]
    )
    return try Audience(.stack(stack))
  }

  @Test("pages popped an hour ago are not kept")
  func poppedMemory() throws {
    var audience = try Self.audience(ofDeckBehindList: 1000)
    try audience.perform(.forward)
    #expect(audience.session.tree.count == 2)
    try audience.perform(.back)
    audience.pass(.seconds(3600))
    try audience.perform(.lineDown)
    audience.pass(.seconds(3600))
    #expect(audience.session.tree.count == 1)
  }

  @Test("rows under a drag stay when the attachment has opened")
  func pulledThroughBottom() throws {
    var audience = try Self.audienceAboveAttachment()
    let page = try #require(audience.page("A"))
    audience.drag(page.id, .vertical, by: -7)
    #expect(audience.page("A")?.scroll.y == 7)
    try audience.perform(.toggleAttachment)
    #expect(audience.session.panOwner == 1)
    audience.now += .seconds(2)
    #expect(audience.page("A")?.scroll.y == 7)
  }

  @Test("rows moved by a flick continue to their rest while the attachment opens")
  func flickThroughBottom() throws {
    var audience = try Self.audienceAboveAttachment()
    let page = try #require(audience.page("A"))
    try audience.perform(
      .release(
        PanEnd(
          Pan(gesture: 1, container: page.id, axis: .vertical, translation: -5),
          velocity: -30
        )
      )
    )
    audience.now += .milliseconds(100)
    try audience.perform(.toggleAttachment)
    var last = audience.page("A")?.scroll.y ?? 0
    for _ in 0..<200 {
      audience.now += FrameTime.start(of: 1)
      let y = audience.page("A")?.scroll.y ?? 0
      #expect(abs(y - last) <= 3, "from \(last) to \(y)")
      last = y
    }
  }

  @Test("running out of IDs is an error, not a trap")
  func ids() async throws {
    await #expect(processExitsWith: .success) {
      var audience = try SharedPanTests.audience(ofDeckBehindList: 100)
      // The IDs left are enough for this deck, but not for the most pages that a page may hold.
      _ = audience.session.tree.takeIDs(Int(UInt32.max) - SessionContent.pageLimit)
      #expect(throws: Rejection.self) { try audience.perform(.forward) }
    }
  }

  @Test("rows of decks behind tabs also stay when the attachment opens", arguments: [true, false])
  func decks(isPulled: Bool) throws {
    var audience = try Audience(
      .sideTabs([Self.deck("A"), Self.deck("B")], attachment: Self.text("P", lines: 3))
    )
    let page = try #require(audience.page("A1"))
    if isPulled {
      audience.drag(page.id, .vertical, by: -7)
      try audience.perform(.toggleAttachment)
      audience.now += .seconds(2)
      #expect(audience.page("A1")?.scroll.y == 7)
    } else {
      for _ in 0..<20 {
        try audience.perform(.screenDown); if audience.page("A1")?.scroll.y ?? 0 >= 80 { break }
      }
      let end = try #require(audience.page("A1"))
      #expect(end.scroll.y > 0)
      try audience.perform(.toggleAttachment)
      audience.now += .seconds(5)
      let before = try #require(audience.page("A1"))
      audience.drag(before.id, .vertical, by: 0)
      #expect(audience.page("A1")?.scroll.y == before.scroll.y)
    }
  }
}
