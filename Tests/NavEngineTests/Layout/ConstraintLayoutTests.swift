import NavBase
@testable import NavEngine
import NavTestKit
import Testing

@Suite("Layouts of constraints: making them, and their reports")
struct ConstraintLayoutTests {
  /// A layout of views in a root of 100 x 50.
  private static func views(
    _ count: Int
  ) throws -> (layout: ConstraintLayout, views: [ConstraintViewID]) {
    var layout = ConstraintLayout(width: 100, height: 50)
    var views: [ConstraintViewID] = []
    for _ in 0..<count { views.append(try layout.addView()) }
    return (layout, views)
  }

  @Test("MA-1: a view has an empty frame until constraints are made")
  func making() throws {
    var (layout, views) = try Self.views(2)
    let made = try layout.make(
      views[0],
      [.left.top.equal(to: 5), .width.equal(to: 20), .height.equal(to: 10)]
    )
    #expect(made.count == 4)
    layout.layOut()
    #expect(layout.report == ConstraintReport())
    #expect(try layout.frame(of: views[0]) == ConstraintRect(x: 5, y: 5, width: 20, height: 10))
    #expect(try layout.frame(of: views[1]) == .zero)
    // Another constraint with the same attribute contradicts the first one.
    let added = try layout.make(views[0], [.width.equal(to: 40).priority(.low)])
    layout.layOut()
    #expect(layout.report.dropped.map(\.constraint) == added)
    #expect(layout.report.dropped.first?.against == [made[2]])
    #expect(throws: ConstraintError.root) {
      try layout.make(ConstraintLayout.root, [.width.equal(to: 1)])
    }
  }

  @Test("MA-2: the position of each attribute; margins are sides, baselines the bottom")
  func attributes() throws {
    for attribute in ConstraintAttribute.allCases {
      var (layout, views) = try Self.views(2)
      let (other, view) = (views[0], views[1])
      try layout.make(other, [.left.equal(to: 10), .top.equal(to: 6), .size.equal(to: 20)])
      let isHorizontal = attribute.axis == .horizontal
      let own: ConstraintAttribute =
        attribute.isSize ? attribute : isHorizontal ? .left : .top
      try layout.make(view, [ViewConstraint([own]).equal(to: .attribute(other, attribute))])
      layout.layOut()
      let frame = try layout.frame(of: view)
      let value =
        attribute.isSize
        ? isHorizontal ? frame.width : frame.height : isHorizontal ? frame.x : frame.y
      let expected: Double =
        switch attribute {
        case .left, .leading, .leftMargin, .leadingMargin: 10
        case .right, .trailing, .rightMargin, .trailingMargin: 30
        case .top, .topMargin: 6
        case .bottom, .bottomMargin, .lastBaseline, .firstBaseline: 26
        case .width, .height: 20
        case .centerX, .centerXWithinMargins: 20
        case .centerY, .centerYWithinMargins: 16
        }
      #expect(abs(value - expected) < 1e-9, "\(attribute)")
      #expect(ConstraintAttribute(name: attribute.description) == attribute)
    }
    #expect(ConstraintAttribute(name: "baseline") == .lastBaseline)
    #expect(ConstraintAttribute(name: "middle") == nil)
    #expect(ViewConstraint.edges.attributes == [.top, .left, .bottom, .right])
    #expect(ViewConstraint.left.size.center.attributes.count == 5)
  }

  @Test("MA-2, MA-3, MA-4, MA-5, MA-6: mistakes are errors that change nothing")
  func mistakes() throws {
    var (layout, views) = try Self.views(2)
    let (a, b) = (views[0], views[1])
    let apart = try layout.addView(in: nil)
    let inside = try layout.addView(in: apart)
    let gone = ConstraintViewID(rawValue: 99)
    let table: [(ViewConstraint, ConstraintError)] = [
      (.left.equal(to: 0).atLeast(0), .relationRedefined(.left)),
      (.left, .noRelation(.left)), (ViewConstraint([]).equal(to: 0), .noAttribute),
      (.left.equal(to: 0).top, .attributeAfterRelation(.top)),
      (.left.equal(to: .attribute(b, .top)), .incomparable(.left, .top)),
      (.left.equal(to: .attribute(b, .width)), .incomparable(.left, .width)),
      (.width.equal(to: .attribute(b, .height)), .incomparable(.width, .height)),
      (.left.equal(to: .size(width: 1, height: 1)), .noNumber(.left)),
      (.width.equal(to: .point(x: 1, y: 1)), .noNumber(.width)),
      (.left.equal(to: .number(.nan)), .notFinite(.left)),
      (.left.equal(to: .number(1e9)), .notFinite(.left)),
      (.width.equal(to: .view(b)).multiplied(by: .infinity), .notFinite(.width)),
      (.left.equal(to: .view(gone)), .unknownView),
      (.left.equal(to: .view(inside)), .noCommonAncestor),
    ]
    for (draft, error) in table {
      #expect(throws: error) { try layout.make(a, [.top.equal(to: 5), draft]) }
      layout.layOut()
      #expect(try layout.frame(of: a) == .zero)
    }
  }

  @Test("MA-3, MA-4, MA-5: targets, numbers and modifiers")
  func targets() throws {
    let a = ConstraintViewID(rawValue: 1)
    let insets = ConstraintInsets(left: 1, top: 2, right: 3, bottom: 4)
    let frame = { ConstraintRect(x: $0, y: $1, width: $2, height: $3) }
    let table: [([ViewConstraint], ConstraintRect)] = [
      ([.edges.equal(to: 0)], frame(0, 0, 100, 50)),
      ([.edges.equal(to: .insets(insets))], frame(1, 2, 96, 44)),
      ([.edges.equal(to: .view(a)).insets(insets)], frame(11, 12, 16, 14)),
      ([.edges.equal(to: .view(a)).inset(2)], frame(12, 12, 16, 16)),
      ([.size.equal(to: .size(width: 7, height: 8)), .center.equal(to: 0)], frame(46.5, 21, 7, 8)),
      (
        [
          .width.equal(to: .view(a)).multiplied(by: 2).offset(1), .left.top.equal(to: 0),
          .height.equal(to: .attribute(a, .width)).multiplied(by: 0.25),
        ], frame(0, 0, 41, 5)
      ),
      (
        [.left.top.atLeast(.each([.number(4), .view(a)])), .size.equal(to: 5)],
        frame(10, 10, 5, 5)
      ),
      (
        [
          .left.top.equal(to: 0), .height.equal(to: 5), .width.equal(to: 60).priority(.low),
          .width.atMost(.view(a)),
        ], frame(0, 0, 20, 5)
      ),
    ]
    for (drafts, expected) in table {
      var (layout, views) = try Self.views(2)
      try layout.make(views[0], [.left.top.equal(to: 10), .size.equal(to: 20)])
      try layout.make(views[1], drafts)
      layout.layOut()
      #expect(try layout.frame(of: views[1]) == expected)
    }
  }

  @Test("MA-6: a constraint belongs to the closest common view")
  func installing() throws {
    var (layout, views) = try Self.views(2)
    let inner = try layout.addView(in: views[0])
    let other = try layout.addView(in: views[0])
    let holders: [(ConstraintTarget<ConstraintViewID>, ConstraintViewID)] = [
      (.view(other), views[0]), (.view(views[0]), views[0]), (.view(views[1]), .init(rawValue: 0)),
      (.number(1), views[0]), (.attribute(inner, .right), inner),
    ]
    for (target, holder) in holders {
      let ids = try layout.make(inner, [.left.equal(to: target)])
      #expect(try layout.constraint(ids[0]).holder == holder)
    }
  }

  @Test("MA-3: circles of constraints are conflicts or undetermined, and terminate")
  func circles() throws {
    var (layout, views) = try Self.views(3)
    for (index, view) in views.enumerated() {
      let next = views[(index + 1) % 3]
      try layout.make(view, [.left.equal(to: .attribute(next, .right)), .width.equal(to: 5)])
      try layout.make(view, [.top.height.equal(to: .view(next))])
    }
    layout.layOut()
    #expect(layout.report.dropped.count == 1)
    #expect(layout.report.dropped.first?.against.count == 3)
    // One of the three is chosen on either axis, and the others follow.
    let parts = layout.report.undetermined.map(\.part)
    #expect(parts == [.position, .size, .position])
  }

  @Test("D-2, MA-5: shares of a width add up to the whole in cells, at each width")
  func totals() throws {
    for weights in [[1.0, 1, 1], [1, 2, 3, 4], [0.35, 0.35, 0.3], [5, 1, 1, 1, 1, 1, 1]] {
      let sum = weights.reduce(0, +)
      for width in 1...200 {
        var layout = ConstraintLayout(width: Double(width), height: 1)
        var last: ConstraintViewID?
        var views: [ConstraintViewID] = []
        for weight in weights {
          let view = try layout.addView()
          let root = ConstraintLayout.root
          try layout.make(
            view,
            [
              .left.equal(to: last.map { .attribute($0, .right) } ?? 0),
              .width.equal(to: .view(root)).multiplied(by: weight / sum),
              .top.bottom.equal(to: 0),
            ]
          )
          views.append(view)
          last = view
        }
        layout.layOut()
        let cells = try views.map { try layout.cells(of: $0) }
        try demand(layout.report == ConstraintReport(), "\(width)")
        try demand(cells.reduce(0) { $0 + $1.width } == width, "\(width): \(cells)")
        for (index, cell) in cells.enumerated() {
          try demand(index == 0 || cells[index - 1].maxX == cell.x, "\(width): \(cells)")
          try demand(abs(Double(cell.width) - weights[index] / sum * Double(width)) < 1 + 1e-6)
        }
      }
    }
  }
}
