import NavBase
import NavEngine

/// A reference implementation of a turn: computes every column of the leaf one by one.
struct BookTwin {
  /// The columns of the book.
  let columns: Int
  let spine: Spine
  let isDoubleSided: Bool
  let count: Int

  /// Returns the content of each column while a leaf is between two pages.
  func paint(from lower: Int, to upper: Int, share: Double) -> [BookCell?] {
    switch spine {
    case .min:
      let back = isDoubleSided && upper - lower > 1 ? lower + 1 : nil
      return turned(front: lower, back: back, below: upper, share: share)
    case .max:
      // The mirror image: the later page turns back.
      let back = isDoubleSided && upper - lower > 1 ? upper - 1 : nil
      return turned(front: upper, back: back, below: lower, share: 1 - share).reversed().map {
        switch $0 {
        case .page(let page, let column): .page(page, column: columns - 1 - column)
        case .mirrored(let column): .mirrored(column: columns - 1 - column)
        case .spine, nil: $0
        }
      }
    case .mid: return spread(from: lower - lower % 2, to: upper - upper % 2, share: share)
    }
  }

  /// Returns the content of each column while the book rests on a page.
  func paint(on page: Int) -> [BookCell?] {
    if spine == .mid { return spread(from: page - page % 2, to: page - page % 2, share: 0) }
    return (0..<columns).map { .page(page, column: $0) }
  }

  private func turned(front: Int, back: Int?, below: Int, share: Double) -> [BookCell?] {
    let peeled = Self.peeled(share, of: columns)
    var cells: [BookCell?] = (0..<columns).map {
      .page($0 < columns - peeled ? front : below, column: $0)
    }
    for column in columns - peeled..<columns {
      // Each column right of the fold is mirrored to its left.
      let x = 2 * (columns - peeled) - 1 - column
      guard x >= 0 else { continue }
      cells[x] = back.map { .page($0, column: columns - 1 - column) } ?? .mirrored(column: column)
    }
    return cells
  }

  private func spread(from lower: Int, to upper: Int, share: Double) -> [BookCell?] {
    let left = (columns - 1) / 2
    let right = columns - 1 - left
    func cell(_ page: Int, _ column: Int) -> BookCell? {
      page < count ? .page(page, column: column) : nil
    }
    var cells =
      (0..<left).map { cell(lower, $0) } + [.spine] + (0..<right).map { cell(lower + 1, $0) }
    guard lower != upper else { return cells }
    let peeled = Self.peeled(share, of: right)
    var covered: [Int] = []
    for column in right - peeled..<right {
      cells[left + 1 + column] = cell(upper + 1, column)
      // Counted without the spine.
      let place = 2 * (left + right - peeled) - 1 - (left + column)
      if place >= 0 { covered.append(place < left ? place : place + 1) }
    }
    // The leaf covers the spine without a gap.
    if let first = covered.min(), let last = covered.max() {
      for x in first...last { cells[x] = cell(upper, x - first) }
    }
    return cells
  }

  private static func peeled(_ share: Double, of width: Int) -> Int {
    (0...width).first { Double($0) + 1e-9 >= share * Double(width) } ?? width
  }
}
