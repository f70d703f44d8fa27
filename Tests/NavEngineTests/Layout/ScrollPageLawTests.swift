import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("PageScroll: conditions on all small worlds, and on long histories")
struct ScrollPageLawTests {
  private static let deltas = (-15...15).map(Double.init) + [-2.5, -0.5, 0.5, 2.5]

  /// SV-4 as written, rounded according to AboutCells.
  private func pulled(_ offset: Int, by delta: Double, rows: Int, visible: Int) -> Int {
    let most = max(0, rows - visible)
    let wanted = Double(offset) + delta
    guard most > 0 else { return 0 }
    func band(_ beyond: Double) -> Int {
      let bounds = Double(visible)
      let shown = (1 - 1 / (beyond * 0.55 / bounds + 1)) * bounds
      return Int((shown + 1e-9).rounded(.down))
    }
    if wanted < 0 { return -band(-wanted) }
    return wanted > Double(most)
      ? most + band(wanted - Double(most)) : Int(wanted.rounded(.down))
  }

  @Test("SV-4: a pull shows the formula's value, in every small world")
  func pulls() throws {
    for rows in 0...12 {
      for visible in 1...5 {
        for offset in 0...max(0, rows - visible) {
          var page = ScrolledPage(rows: rows, visible: visible, at: offset)
          let isBegun = page.begin()
          try demand(isBegun == (rows > visible), "\(rows), \(visible)")
          for delta in Self.deltas {
            page.move(to: delta)
            let expected = pulled(offset, by: delta, rows: rows, visible: visible)
            let shown = page.offset()
            let world = "\(offset) + \(delta) of \(rows), \(visible): \(shown), not \(expected)"
            try demand(shown == expected, world)
            try demand(shown > -visible && shown < max(1, rows - visible + visible), world)
          }
        }
      }
    }
  }

  @Test("SV-2, SV-6, D-12: every release ends at its anchor, within the band, and slows down")
  func releases() throws {
    for rows in [2, 3, 5, 8, 12] {
      for visible in 1...5 where visible < rows {
        let most = rows - visible
        for offset in Set([0, most / 2, most]) {
          for delta in [-15, -6, -3, -1, -0.5, 0, 1, 2.5, 4, 15] {
            for velocity in [-400.0, -20, -3, 0, 3, 20, 400] {
              var page = ScrolledPage(
                [rowsBody(rows, visible: visible), rowsBody(rows, visible: 6 - visible)],
                at: offset
              )
              page.begin()
              page.move(to: delta)
              let shown = [page.offset(0), page.offset(1)]
              page.release(velocity: velocity)
              let world = "\(offset) + \(delta), \(velocity), of \(rows), \(visible)"
              try check(page, 0, begun: shown[0], world)
              try check(page, 1, begun: shown[1], world)
            }
          }
        }
      }
    }
  }

  private func check(_ page: ScrolledPage, _ view: Int, begun: Int, _ world: String) throws {
    let body = page.views[view].body
    let frames = page.frames(view, at: .zero)
    let rest = body.offset(for: page.anchor)
    try demand(frames.last == rest, "\(frames) in view \(view) of \(world)")
    try demand(frames.count <= Limits.frames + 1, world)
    let band = (1 - body.visibleRows)...(body.maximumOffset + body.visibleRows - 1)
    try demand(frames.allSatisfy(band.contains), "\(frames) in view \(view) of \(world)")
    if abs(begun - rest) <= 3 * body.visibleRows {
      // A part of a pulled row may count towards the rest at once.
      try demand(abs((frames.first ?? 0) - begun) <= 1, "\(begun), \(frames) of \(world)")
    }
    // After the furthest point of a bounce, else from its start, a motion only comes nearer.
    let distances = frames.map { abs($0 - rest) }
    let inside = 0...body.maximumOffset
    let last = frames.lastIndex { !inside.contains($0) } ?? 0
    let first = frames[..<last].lastIndex { inside.contains($0) }.map { $0 + 1 } ?? 0
    let turn = (first...last).max { distances[$0] < distances[$1] } ?? 0
    try demand(
      distances[turn...].elementsEqual(distances[turn...].sorted(by: >)),
      "\(frames) of \(world)"
    )
  }

  @Test("D-7, D-9, SV-11: after any events, all viewports come to rest at the anchor")
  func histories() throws {
    try forSeeds(0..<300) { random in
      let rows = random.pick([1, 7, 40, 300, 5_000])
      let bodies = (0..<3).map { _ in rowsBody(rows, visible: random.int(in: 1...30)) }
      var page = ScrolledPage(bodies)
      var now = Duration.zero
      for _ in 0..<30 {
        now += .milliseconds(random.pick([0, 5, 16, 100, 700, 6_000]))
        let view = random.int(in: 0...2)
        let seen = page.offset(view, at: now)
        switch random.int(in: 0...7) {
        case 0, 1:
          if page.begin(in: view, at: now) {
            try demand(page.offset(view, at: now) == seen, "caught \(seen) in view \(view)")
          }
        case 2, 3: page.move(to: .random(in: -60...60, using: &random), at: now)
        case 4, 5:
          page.release(velocity: .random(in: -300...300, using: &random), in: view, at: now)
        case 6: page.cancel(at: now)
        default:
          page.jump(to: random.int(in: 0...rows), in: view, isAnimated: random.oneIn(2), at: now)
        }
        try check(page, at: now)
      }
      page.release(at: now)
      for index in bodies.indices {
        try demand(page.offset(index, at: now + .seconds(4)) == page.rest(index))
      }
    }
  }

  private func check(_ page: ScrolledPage, at now: Duration) throws {
    for (index, view) in page.views.enumerated() {
      let frames = page.frames(index, at: now)
      try demand(frames.count <= Limits.frames + 1)
      let most = view.body.maximumOffset
      let room = view.body.overflows ? view.body.visibleRows - 1 : 0
      let isInBand = frames.allSatisfy { (-room...most + room).contains($0) }
      try demand(isInBand, "\(frames) of \(view.body.rowCount) rows in \(view.body.frame)")
      if page.gesture?.pull == nil {
        try demand(frames.last == page.rest(index), "\(frames), not \(page.rest(index))")
        let born = PageScroll(anchor: page.anchor, gesture: page.gesture, body: view.body)
        try demand(born.offset(at: now) == page.rest(index) && born.length == 0)
      } else {
        try demand(frames.count == 1, "moves under a finger")
        let born = PageScroll(anchor: page.anchor, gesture: page.gesture, body: view.body)
        try demand(born.offset(at: now) == frames[0])
      }
    }
  }
}
