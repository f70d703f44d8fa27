import NavGeometry
import NavLayout
import NavModel
import Testing

@Suite("Constraints and scroll views, and the time of layout passes")
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

  private static func check(
    _ layout: ConstraintLayout,
    _ scroll: ConstraintViewID,
    _ width: Double,
    _ height: Double
  ) throws {
    let size = try layout.contentSize(of: scroll)
    #expect(size.width == width && size.height == height, "\(size)")
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
    layout.layoutIfNeeded()
    #expect(layout.report.isEmpty)
    try Self.check(layout, scroll, 100, 60)
    layout.setSize(width: 40, height: 10)
    layout.layoutIfNeeded()
    try Self.check(layout, scroll, 40, 60)
  }

  @Test("SV-13: a content size set directly, or by one container with sides and size")
  func contentSize() throws {
    var (layout, scroll, container) = try Self.scrolling()
    try layout.setContentSize(of: scroll, (100, 100))
    try layout.make(container, [.edges.equal(to: .view(scroll))])
    layout.layoutIfNeeded()
    try Self.check(layout, scroll, 100, 100)
    #expect(try layout.frame(of: container) == ConstraintRect(x: 0, y: 0, width: 100, height: 100))
    // The container's height is changed, then laid out.
    try layout.setContentSize(of: scroll, nil)
    let size = try layout.make(container, [.width.equal(to: 100), .height.equal(to: 100)])
    layout.layoutIfNeeded()
    try layout.setConstant(of: size[1], to: 300)
    try Self.check(layout, scroll, 100, 100)
    layout.layoutIfNeeded()
    try Self.check(layout, scroll, 100, 300)
    #expect(layout.report.isEmpty)
    // Sides alone do not determine the size of the content: nothing scrolls then.
    try layout.remake(container, [.edges.equal(to: .view(scroll))])
    layout.layoutIfNeeded()
    #expect(layout.report.undetermined.count == 2)
    #expect(throws: ConstraintError.noScrollView) { try layout.contentSize(of: container) }
  }

  @Test("SV-14, D-13: changes coalesce to one pass, which layoutIfNeeded makes now")
  func passes() throws {
    var (layout, scroll, container) = try Self.scrolling()
    #expect(layout.passes == 0 && layout.needsLayout)
    let (first, second) = (layout.layoutIfNeeded(), layout.layoutIfNeeded())
    #expect(first && !second)
    #expect(layout.passes == 1)
    for _ in 0..<5 { layout.setNeedsLayout() }
    let width = try layout.make(container, [.width.equal(to: 10)])[0]
    try layout.setConstant(of: width, to: 20)
    #expect(layout.passes == 1)
    #expect(try layout.frame(of: container).width == 0)
    layout.layoutIfNeeded()
    #expect(layout.passes == 2)
    #expect(try layout.frame(of: container).width == 20)
    // Constraints are updated once, in the order of the requests, before the pass.
    for view in [container, scroll, container] { try layout.setNeedsUpdateConstraints(of: view) }
    #expect(layout.needsLayout && layout.passes == 2)
    var updated: [ConstraintViewID] = []
    let update: ConstraintLayout.Updating = { layout, view throws(ConstraintError) in
      updated.append(view)
      guard view == container else { return }
      try layout.update(view, [.width.equal(to: 30)])
      #expect(try layout.frame(of: view).width == 20)
      try layout.setNeedsUpdateConstraints(of: view)
    }
    try layout.layoutIfNeeded(updating: update)
    #expect(updated == [container, scroll] && layout.passes == 3)
    #expect(try layout.frame(of: container).width == 30)
    // A request during the update waits for the next pass.
    #expect(layout.needsLayout)
    layout.layoutIfNeeded()
    #expect(!layout.needsLayout && layout.passes == 4)
  }

  @Test("SV-15: a view pinned outside of the scroll view does not scroll on that axis")
  func pinnedOutside() throws {
    var (layout, scroll, container) = try Self.scrolling()
    try layout.make(container, [.left.right.equal(to: .view(ConstraintLayout.root))])
    try layout.make(container, [.top.equal(to: 0), .height.equal(to: 200)])
    for (x, y) in [(-100.0, -100.0), (0, 0), (7, 30)] {
      try layout.setContentOffset(of: scroll, x: x, y: y)
      layout.layoutIfNeeded()
      #expect(
        try layout.frame(of: container) == ConstraintRect(x: x, y: 0, width: 100, height: 200)
      )
      let cells = try layout.cells(of: container)
      #expect(cells.x == 0 && cells.y == Int(-y))
    }
  }
}
