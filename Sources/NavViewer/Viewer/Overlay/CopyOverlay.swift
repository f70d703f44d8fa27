import NavBase

/// The copy overlay: a list of the page's blocks of code and table cells, to choose one.
///
/// Typing filters the list, Enter copies the selected part.
struct CopyOverlay: FilteredOverlay {
  private let parts: [CopiedPart]
  var filter = FilterField()
  /// The indices of the parts that contain all typed words.
  private(set) var matches: [Int] = []

  /// The most parts in the list.
  static let partLimit = 10_000

  init(_ parts: [CopiedPart]) {
    self.parts = parts
    applyFilter()
  }

  var title: String { "Copy" }

  var preferredSize: OverlayArea.PreferredSize {
    OverlayArea.PreferredSize(columns: 66, rows: min(16, max(6, parts.count)), hasField: true)
  }

  func footer(isScrollable: Bool) -> String { "type to find, Enter copies, Esc closes" }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    let part = parts[matches[index]]
    return TextRow(
      StyledText(part.label),
      right: StyledText(part.detail, style: TextStyle(role: .muted)),
      columns: columns
    )
  }

  func note(at now: Duration) -> OverlayNote? {
    matches.isEmpty ? OverlayNote("nothing has all that") : nil
  }

  // MARK: Input

  mutating func edited(isSame: Bool) { applyFilter() }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    guard matches.indices.contains(row) else { return .stays }
    return .copies(parts[matches[row]])
  }

  private mutating func applyFilter() {
    matches =
      filter.hasWords
      ? parts.indices.filter { filter.matches("\(parts[$0].text) \(parts[$0].detail)") }
      : Array(parts.indices)
    list.replace(count: matches.count)
  }
}
