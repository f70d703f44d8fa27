import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("PageBody: the rows in the scene of a motion")
struct PageBodyShownTests {
  /// Returns the rows of a table, found one by one.
  private func indices(_ table: RowTable, of body: any PageBody) -> Set<Int> {
    Set((-40..<body.rowCount + 40).filter { table[$0] != nil })
  }

  private func wanted(_ body: any PageBody, _ offsets: ClosedRange<Int>) -> Set<Int> {
    let all = 0..<body.rowCount
    var rows = Set(body.overflows ? all.prefix(Limits.leadingRows) : all[...])
    for offset in offsets { rows.formUnion((offset..<offset + body.visibleRows).clamped(to: all)) }
    return rows
  }

  @Test("for any offsets: the beginning, and the rows visible at any of them")
  func ranges() throws {
    let worlds =
      (0...7).map { ($0, 3) } + [(199, 5), (200, 5), (201, 5), (204, 5), (230, 5), (30, 30)]
    for (rows, visible) in worlds {
      let body = rowsBody(rows, visible: visible)
      let all = body.rows(0..<rows)
      let edges = [
        -visible - 2, -visible, -1, 0, 1, 194, 195, 196, 199, 200, 201, 226, rows, rows + 9,
      ]
      for low in edges {
        for high in edges where high >= low && (high - low < 60 || low <= 0) {
          let table = body.heldRows(from: low, through: high)
          let held = indices(table, of: body)
          try demand(held == wanted(body, low...high), "\(low)...\(high) of \(rows), \(visible)")
          try demand(held.allSatisfy { table[$0] == all[$0] }, "other rows")
          try demand(table.segments.count <= 2)
        }
        try demand(body.heldRows(from: low, through: low) == body.heldRows(at: low))
      }
    }
  }

  @Test(
    "a scene at the start of a motion has exactly the rows that its frames show"
  )
  func motions() throws {
    try forSeeds(0..<200) { random in
      let (rows, visible) = (random.pick([3, 30, 300, 4_000]), random.int(in: 1...40))
      let start = random.int(in: 0...rows)
      var page = ScrolledPage(rows: rows, visible: visible, at: start)
      page.begin()
      page.move(to: .random(in: -90...90, using: &random))
      page.release(velocity: .random(in: -900...900, using: &random))
      let now = FrameTime.start(of: random.int(in: 0...60))
      let shown = page.scroll.shownRows(of: page.body, selection: 1, entries: rows, at: now)
      let frames = page.frames(at: now)
      let bare = Container(9, .page, CellRect(page.body.frame))
      let first = shown.start(bare)
      try demand(first.scroll.y == frames[0] && first.content == page.body.content)
      try demand(first.selection == 1 && first.pageCount == rows)
      let held = indices(first.rows, of: page.body)
      for frame in frames {
        let seen = (frame..<frame + visible).clamped(to: 0..<rows)
        try demand(seen.allSatisfy(held.contains), "frame at \(frame) of \(rows), \(visible)")
      }
      let (low, high) = (frames.min() ?? 0, frames.max() ?? 0)
      try demand(held.count <= Limits.leadingRows + visible + high - low, "\(held.count) rows")
      // However long the motion is, the scene holds few of its rows.
      let most = max(3 * visible, page.body.blurredRowLimit) + 6 * visible
      try demand(held.count <= Limits.leadingRows + most, "\(low)...\(high)")
      let last = shown.rest(bare)
      try demand(last.scroll.y == page.rest() && last.rows == page.body.heldRows(at: page.rest()))
      let tracks = shown.tracks(of: bare.id)
      try demand(tracks.map(\.values) == (frames.count > 1 ? [Array(frames.dropFirst())] : []))
      try demand(tracks.allSatisfy { $0.field == .scrollY && $0.container == bare.id })
      try demand(shown.start(bare, hasRows: false).rows.isEmpty)
    }
  }
}
