import NavBase
import NavEngine
import NavScene
import Testing

@Suite("Limits of a layout of constraints, and its time")
struct ConstraintLimitTests {
  @Test(
    "MA-7: ten thousand views below one another are laid out in linear time",
    .timeLimit(.minutes(120)),
    arguments: [false, true]
  )
  func column(isNatural: Bool) throws {
    var layout = ConstraintLayout(width: 80, height: 24)
    let scroll = try layout.addView(scrolls: true)
    try layout.make(scroll, [.edges.equal(to: 0)])
    let content = try layout.addView(in: scroll)
    try layout.make(content, [.edges.equal(to: .view(scroll)), .width.equal(to: .view(scroll))])
    var last: ConstraintViewID?
    let count = 10_000
    for _ in 0..<count {
      let view = try layout.addView(in: content)
      try layout.make(view, [.left.right.equal(to: 0)])
      if let last {
        try layout.make(view, [.top.equal(to: .attribute(last, .bottom))])
      } else {
        try layout.make(view, [.top.equal(to: 0)])
      }
      if isNatural {
        try layout.setNaturalSize(of: view, width: nil, height: 2)
        try layout.make(content, [.bottom.atLeast(.view(view))])
      } else {
        try layout.make(view, [.height.equal(to: 2)])
      }
      last = view
    }
    let end = try #require(last)
    if !isNatural { try layout.make(content, [.bottom.equal(to: .view(end))]) }
    layout.layOut()
    #expect(layout.report.dropped.isEmpty)
    // If only inequalities constrain the content's height, it is as small as possible.
    #expect(layout.report.undetermined.map(\.part) == (isNatural ? [.size] : []))
    #expect(try layout.frame(of: content).height == Double(2 * count))
    #expect(
      try layout.frame(of: end)
        == ConstraintRect(x: 0, y: Double(2 * count - 2), width: 80, height: 2)
    )
  }

  @Test("MA-6: views, constraints and levels have limits; beyond them the layout is unchanged")
  func limits() throws {
    var layout = ConstraintLayout(width: 10, height: 10)
    for _ in 1..<ConstraintLayout.mostViews { _ = try layout.addView() }
    #expect(throws: ConstraintError.tooManyViews(limit: ConstraintLayout.mostViews)) {
      try layout.addView()
    }
    let view = ConstraintViewID(rawValue: 1)
    let thousand = Array(repeating: ViewConstraint.left.equal(to: 0), count: 1000)
    for _ in 0..<ConstraintLayout.mostConstraints / 1000 { try layout.make(view, thousand) }
    #expect(throws: ConstraintError.tooManyConstraints(limit: ConstraintLayout.mostConstraints)) {
      try layout.make(view, [.left.equal(to: 0)])
    }
  }

  @Test("MA-6: the depth of nested views has a limit")
  func depth() throws {
    var layout = ConstraintLayout(width: 10, height: 10)
    var last = ConstraintLayout.root
    for _ in 0..<ConstraintLayout.mostDepth { last = try layout.addView(in: last) }
    #expect(throws: ConstraintError.tooDeep(limit: ConstraintLayout.mostDepth)) {
      try layout.addView(in: last)
    }
  }
}
