package import NavScene

/// The ids of a pager's containers other than its pages, counted from the pager's own id.
///
/// The daemon alone assigns ids. Viewers find parts by the fields of the scene (`Scene+Parts.swift`).
package enum PagerParts {
  /// The limit of cells in a header at one time, including those that a motion passes.
  ///
  /// A motion reaches at most two viewport widths to either side of its end (`OptionBarMetrics.longestDistance`), and a
  /// cell is at least six columns wide (S15-option-column): 835 cells in the largest viewport.
  package static let mostCells = 1_024

  /// Returns how many ids the parts of a pager use, including the pager's own.
  ///
  /// - Parameter hasHeader: whether the pager has a bar above its pages.
  /// - Returns: the offset of the first id that is free for pages.
  package static func count(hasHeader: Bool) -> Int {
    Int(firstCell) + (hasHeader ? mostCells : 0)
  }

  /// Returns the id of the page control.
  package static func dotsID(of pager: ContainerID) -> ContainerID { part(1, of: pager) }

  /// Returns the id of the bar above the pages.
  package static func headerID(of pager: ContainerID) -> ContainerID { part(2, of: pager) }
  /// Returns the id of the indicator in that bar.
  package static func indicatorID(of pager: ContainerID) -> ContainerID { part(3, of: pager) }
  /// Returns the id of the back of a turning leaf.
  package static func leafID(of pager: ContainerID) -> ContainerID { part(4, of: pager) }
  /// Returns the id of the back of the leaf that is lifted after the turning one has landed.
  package static func nextLeafID(of pager: ContainerID) -> ContainerID { part(6, of: pager) }
  /// Returns the id of one of the two backs by its number, 0 or 1.
  package static func backID(_ number: Int, of pager: ContainerID) -> ContainerID {
    number == 0 ? leafID(of: pager) : nextLeafID(of: pager)
  }
  /// Returns the id of the spine, the column between two pages.
  package static func spineID(of pager: ContainerID) -> ContainerID { part(5, of: pager) }

  /// Returns the id of a header cell by its serial number, which stays the same when the cell is reused for another
  /// column.
  package static func cellID(_ serial: Int, of pager: ContainerID) -> ContainerID {
    precondition((0..<mostCells).contains(serial), "cannot show cell \(serial)")
    return part(firstCell + UInt32(serial), of: pager)
  }

  private static let firstCell: UInt32 = 8

  private static func part(_ number: UInt32, of pager: ContainerID) -> ContainerID {
    ContainerID(rawValue: pager.rawValue + number)
  }
}
