import NavCanvas

/// What the manual says of a viewer's files, from the tables that read them.
package enum ViewerManual {
  /// The tables of a theme file, and the parts that stand in each.
  package static var themeTables: [(table: String, parts: String)] {
    ThemePart.Table.allCases.map { table in
      (table.rawValue, table.parts.map(\.name).joined(separator: ", ") + ".")
    }
  }
}
