import NavBase
import NavEngine
import Testing

@Suite("Constraints and scroll views")
struct ConstraintScrollTests {
  /// A scroll view of 100 x 50 with one container in it.
  private static func scrolling() throws -> (
    layout: ConstraintLayout, scroll: ConstraintViewID, container: ConstraintViewID
  ) {
    var layout = ConstraintLayout(width: 100, height: 50)
    let scroll = try layout.addView(scrolls: true)
    try layout.make(scroll, [.edges.equal(to: 0)])
    let container = try layout.addView(in: scroll)
    return (layout, scroll, container)
  }

  @Test("MA-7: the content is as wide as the scroll view and as high as its last child reaches")
  func recipe() throws {
    var (layout, scroll, container) = try Self.scrolling()
    try layout.make(container, [.edges.equal(to: .view(scroll)), .width.equal(to: .view(scroll))])
    var last: ConstraintViewID?
    for height in [10, 20, 30] {
      let child = try layout.addView(in: container)
      try layout.make(
        child,
        [
          .left.right.equal(to: 0), .height.equal(to: .number(Double(height))),
          .top.equal(to: last.map { .attribute($0, .bottom) } ?? 0),
        ]
      )
      last = child
    }
    try layout.make(container, [.bottom.equal(to: .view(try #require(last)))])
    layout.layOut()
    #expect(layout.report == ConstraintReport())
    #expect(try layout.frame(of: container) == ConstraintRect(x: 0, y: 0, width: 100, height: 60))
    layout.setSize(width: 40, height: 10)
    layout.layOut()
    #expect(try layout.frame(of: container) == ConstraintRect(x: 0, y: 0, width: 40, height: 60))
  }

  @Test("SV-13: the content size follows from one container with sides and size")
  func contentSize() throws {
    var (layout, scroll, container) = try Self.scrolling()
    try layout.make(container, [.edges.equal(to: .view(scroll))])
    // Sides alone do not determine the size of the content: it is that of the view.
    layout.layOut()
    #expect(layout.report.undetermined.count == 2)
    try layout.make(container, [.width.equal(to: 100), .height.equal(to: 300)])
    layout.layOut()
    #expect(layout.report == ConstraintReport())
    #expect(try layout.frame(of: container) == ConstraintRect(x: 0, y: 0, width: 100, height: 300))
  }
}
