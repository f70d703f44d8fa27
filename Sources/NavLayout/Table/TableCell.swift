/// A view of a row that can be used again.
package struct TableCell: Reusable, Hashable {
  /// Counts cells in the order in which they were made, from 0.
  package let serial: Int
  package let reuseIdentifier: String?
  /// The row that it shows; nil in the pool.
  package private(set) var index: TableIndex?
  package private(set) var isSelected = false

  init(serial: Int, identifier: String?) {
    self.serial = serial
    reuseIdentifier = identifier
  }

  /// Shows nothing any more (ZX-5).
  package mutating func prepareForReuse() {
    (index, isSelected) = (nil, false)
  }

  /// The cell as it shows a row.
  func showing(_ index: TableIndex, isSelected: Bool) -> TableCell {
    var cell = self
    (cell.index, cell.isSelected) = (index, isSelected)
    return cell
  }
}
