import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("TabRect: real rectangles")
struct TabsRectTests {
  @Test(
    "D-2: edges are floored, so neighbours neither gap nor overlap",
    arguments: [
      (x: 0.0, width: 10.0, left: 0, columns: 10), (0.5, 3, 0, 3), (0.5, 2.4, 0, 2),
      (0.5, 2.5, 0, 3), (-0.5, 1, -1, 1), (2.9, 0.2, 2, 1), (2.1, 0.2, 2, 0),
    ]
  )
  func cells(x: Double, width: Double, left: Int, columns: Int) {
    let across = TabRect(x: x, y: 0, width: width, height: 1).cells
    #expect(across == CellRect(x: left, y: 0, width: columns, height: 1))
    let down = TabRect(x: 0, y: x, width: 1, height: width).cells
    #expect(down == CellRect(x: 0, y: left, width: 1, height: columns))
  }

  @Test("ST-7, STQ-1: in points no two items overlap, at any height", arguments: 0...12)
  func points(tabs: Int) throws {
    for additional in 0...3 {
      let bar = try TabBarNotation.bar(tabs: tabs, additional: additional, selected: tabs / 2)
      for tenth in stride(from: 0, through: 14_000, by: 73) {
        let height = Double(tenth) / 10
        let layout = TabBarNotation.points(bar, height: height)
        let frames = (layout.items + layout.additionalItems).map(\.frame)
        for (index, frame) in frames.enumerated() {
          try demand(
            frame.y >= 0 && frame.y + frame.height <= height,
            "\(bar.text), height \(height)"
          )
          for other in frames[..<index] {
            try demand(!frame.intersects(other), "\(bar.text), height \(height)")
          }
        }
        let all = height >= Double(80 * (tabs + additional)) && height >= 80
        let isWhole = frames.count == tabs + additional
        try demand(isWhole == (all || tabs + additional == 0), "\(bar.text), height \(height)")
      }
    }
  }
}

extension TabRect {
  /// Whether both have a common area.
  fileprivate func intersects(_ other: TabRect) -> Bool {
    max(x, other.x) < min(maxX, other.maxX)
      && max(y, other.y) < min(y + height, other.y + other.height)
  }
}
