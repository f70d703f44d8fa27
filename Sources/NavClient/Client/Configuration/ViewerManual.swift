import NavViewer

/// The manual's sections about a viewer's files, generated from the tables that the parsers use.
package enum ViewerManual {
  /// The tables of a theme file, with the parts in each.
  package static var themeTables: [(table: String, parts: String)] {
    ThemePart.Table.allCases.map { table in
      (table.rawValue, table.parts.map(\.name).joined(separator: ", ") + ".")
    }
  }
}
