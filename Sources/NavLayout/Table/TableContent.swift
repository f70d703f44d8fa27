/// A section of a table: a header and the rows below it, from top to bottom (TW-1).
package struct TableSection<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The header's height in units; 0 for none.
  package var headerHeight: Double
  package var rows: [TableRow<Key>]

  package init(headerHeight: Double = 0, rows: [TableRow<Key>]) {
    self.headerHeight = headerHeight
    self.rows = rows
  }
}

/// A row of a table.
package struct TableRow<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The row's identity, independent of its index.
  package var key: Key
  /// The row's height in units.
  package var height: Double
  /// Cells with the same identifier can be reused for one another; with nil, the row's cell is used once (ZX-4).
  package var identifier: String?
  /// Whether the row can be selected (TW-7).
  package var isSelectable: Bool
  /// The identifier of a view shared by consecutive rows of a section (TW-11); nil for none.
  package var repeated: String?

  package init(
    key: Key,
    height: Double,
    identifier: String? = nil,
    isSelectable: Bool = true,
    repeated: String? = nil
  ) {
    self.key = key
    self.height = height
    self.identifier = identifier
    self.isSelectable = isSelectable
    self.repeated = repeated
  }
}

/// The index of a row: its section and its position there, both from 0.
package struct TableIndex: Hashable, Comparable, Sendable {
  package var section: Int
  package var row: Int

  package init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  package static func < (a: TableIndex, b: TableIndex) -> Bool {
    (a.section, a.row) < (b.section, b.row)
  }
}

/// A request names a row that does not exist; nothing was changed.
package struct TableError: Error, Hashable, CustomStringConvertible {
  package let index: TableIndex

  package var description: String {
    "there is no row \(index.row) in section \(index.section): name one that is there"
  }
}
