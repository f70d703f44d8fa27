import NavBase
import NavEngine

/// A reference implementation of splits that moves borders cell by cell.
struct SplitTwin: Hashable {
  var shares: [Int]
  var focused = 0

  /// The extents of the shown parts, in cells; empty if only the focused part is shown.
  struct Cells: Hashable {
    var isUpright: Bool
    var extents: [Int]
    var least: Int
  }

  /// Returns the parts in a viewport: every border at the cell that is nearest to its share, then cell by cell away
  /// from parts that are too small.
  func cells(_ columns: Int, _ rows: Int) -> Cells? {
    let borders = shares.count - 1
    let isUpright = columns >= 24 * shares.count + borders
    if !isUpright, rows < 3 * shares.count + borders { return nil }
    let space = (isUpright ? columns : rows) - borders
    var cells = Cells(
      isUpright: isUpright,
      extents: Self.extents(shares, space),
      least: isUpright ? 24 : 3
    )
    while let small = cells.extents.dropLast().firstIndex(where: { $0 < cells.least }) {
      cells.extents[small] += 1
      cells.extents[small + 1] -= 1
    }
    while let small = cells.extents.lastIndex(where: { $0 < cells.least }) {
      cells.extents[small] += 1
      cells.extents[small - 1] -= 1
    }
    return cells
  }

  /// Returns the extents without minimums: a cell belongs to the first part whose end is beyond the cell's middle.
  static func extents(_ shares: [Int], _ space: Int) -> [Int] {
    var extents = shares.map { _ in 0 }
    for cell in 0..<space {
      var part = 0
      var end = shares[0]
      // The middle of the cell, compared without fractions.
      while 1_000 * (2 * cell + 1) > 2 * space * end {
        part += 1
        end += shares[part]
      }
      extents[part] += 1
    }
    return extents
  }

  /// Drags a border in a viewport, one cell after the other; false if the border is not shown.
  mutating func drag(_ border: Int, by distance: Int, _ columns: Int, _ rows: Int) -> Bool {
    guard var cells = cells(columns, rows), border < shares.count - 1 else { return false }
    var isMoved = false
    let step = distance < 0 ? -1 : 1
    for _ in 0..<abs(distance) {
      let (before, behind) = (cells.extents[border] + step, cells.extents[border + 1] - step)
      guard before >= cells.least, behind >= cells.least else { break }
      cells.extents[border] = before
      cells.extents[border + 1] = behind
      isMoved = true
    }
    guard isMoved else { return true }
    // What is seen becomes the shares, except for borders that are where their shares say.
    let space = cells.extents.reduce(0, +)
    let old = Self.extents(shares, space)
    var ends: [Int] = []
    for part in shares.indices {
      let seen = cells.extents[...part].reduce(0, +)
      let said = old[...part].reduce(0, +)
      let end = seen == said ? shares[...part].reduce(0, +) : Self.share(of: seen, in: space)
      ends.append(end)
    }
    shares = zip(ends, [0] + ends).map { $0 - $1 }
    return true
  }

  /// Returns the largest share, in thousandths, that is not more than half a thousandth beyond some cells.
  private static func share(of cells: Int, in space: Int) -> Int {
    var share = 0
    while share < 1_000 {
      let beyond = space * (share + 1) - 1_000 * cells
      if 2 * beyond > space { break }
      share += 1
    }
    return share
  }

  /// Gives the focus to the next part; after the last one to the first.
  mutating func next() {
    focused = focused == shares.count - 1 ? 0 : focused + 1
  }
}
