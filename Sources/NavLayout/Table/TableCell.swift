/// A reusable view of a row.
package struct TableCell: Reusable, Hashable {
  /// The cell's number in order of creation, from 0.
  package let serial: Int
  package let reuseIdentifier: String?
  /// The displayed row; nil in the pool.
  package private(set) var index: TableIndex?
  package private(set) var isSelected = false

  init(serial: Int, identifier: String?) {
    self.serial = serial
    reuseIdentifier = identifier
  }

  /// Clears the row and the selection (ZX-5).
  package mutating func prepareForReuse() {
    (index, isSelected) = (nil, false)
  }

  /// Returns the cell showing a row.
  func showing(_ index: TableIndex, isSelected: Bool) -> TableCell {
    var cell = self
    (cell.index, cell.isSelected) = (index, isSelected)
    return cell
  }
}
