/// The containers that a pager is made of besides its pages: their ids count from the pager's own.
package enum PagerParts {
  /// The most cells of a header at a time, those that a motion passes included.
  ///
  /// A way reaches at most two rooms to either side of where it rests
  /// (`OptionBarMetrics.longestWay`), and a cell is at least six columns wide (section 6.4): those
  /// are 835 in the largest viewport.
  package static let mostCells = 1_024

  /// How many ids the parts of a pager take, itself included.
  ///
  /// - Parameter hasHeader: whether a bar stands above its pages.
  /// - Returns: the pages' ids may come behind that many.
  package static func count(hasHeader: Bool) -> Int {
    Int(firstCell) + (hasHeader ? mostCells : 0)
  }

  /// The page control.
  package static func dotsID(of pager: ContainerID) -> ContainerID { part(1, of: pager) }
  /// Whether a container is the page control of a pager; any ids will do.
  static func isDots(_ id: ContainerID, of pager: ContainerID) -> Bool {
    id > pager && id.rawValue - pager.rawValue == 1
  }

  /// The bar above the pages.
  package static func headerID(of pager: ContainerID) -> ContainerID { part(2, of: pager) }
  /// The mark in that bar.
  package static func indicatorID(of pager: ContainerID) -> ContainerID { part(3, of: pager) }
  /// The back of a leaf that turns.
  package static func leafID(of pager: ContainerID) -> ContainerID { part(4, of: pager) }
  /// The back of the leaf that is lifted when that one has landed.
  package static func nextLeafID(of pager: ContainerID) -> ContainerID { part(6, of: pager) }
  /// One of the two by its number, 0 or 1.
  package static func backID(_ number: Int, of pager: ContainerID) -> ContainerID {
    number == 0 ? leafID(of: pager) : nextLeafID(of: pager)
  }
  /// The column between two pages.
  package static func spineID(of pager: ContainerID) -> ContainerID { part(5, of: pager) }

  /// A cell of the header by its serial number, which stays the same while it shows other columns.
  package static func cellID(_ serial: Int, of pager: ContainerID) -> ContainerID {
    precondition((0..<mostCells).contains(serial), "cannot show cell \(serial)")
    return part(firstCell + UInt32(serial), of: pager)
  }

  private static let firstCell: UInt32 = 8

  private static func part(_ number: UInt32, of pager: ContainerID) -> ContainerID {
    ContainerID(rawValue: pager.rawValue + number)
  }
}
