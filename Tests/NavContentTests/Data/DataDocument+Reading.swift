import NavBase
import NavContent

extension DataDocument {
  /// A document in memory, read to its end.
  convenience init(
    _ text: String,
    _ format: Format = .json,
    _ limits: DataLimits = DataLimits()
  ) {
    self.init(Array(text.utf8), format: format, limits: limits)
    readAll()
  }

  func readAll() {
    while readOn() {}
  }

  /// Returns the visible content of a page, one element per line.
  func lines(at path: String = "") -> [String] {
    let page = page(at: path.utf8)
    if let list = page.list {
      return list.entries.map { $0.label + ($0.detail.isEmpty ? "" : " " + $0.detail) }
        + list.notes.map { "-- " + $0 }
    }
    return FlowedText(page.document, columns: 200).rows.map { row in
      String(row.row.text.drop { $0 == " " })
    }.filter { !$0.isEmpty }
  }

  /// Returns the entries of a page with their targets.
  func entries(at path: String = "") -> [ListEntry] {
    page(at: path.utf8).list.map { Array($0.entries) } ?? []
  }
}
