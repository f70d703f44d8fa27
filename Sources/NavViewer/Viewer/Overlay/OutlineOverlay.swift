import NavBase
import NavWire

/// The outline overlay: the outline of the focused content.
///
/// Typing filters the entries, Enter goes to the selected one.
struct OutlineOverlay: FilteredOverlay {
  private var outline: Outline?
  /// The daemon's refusal.
  private var failure: String?
  var filter: FilterField
  /// The indices of the entries that contain all typed words.
  private(set) var matches: [Int] = []
  var request: OverlayRequest?

  /// - Parameters:
  ///   - text: the initial text of the field.
  ///   - now: the time.
  init(narrowedBy text: String = "", at now: Duration) {
    filter = FilterField(text)
    request = OverlayRequest(at: now)
  }

  var title: String {
    outline?.isCut == true ? "Outline (the first \(Outline.entryLimit))" : "Outline"
  }

  var preferredSize: OverlayArea.PreferredSize {
    let entries = outline?.entries.count ?? 0
    return OverlayArea.PreferredSize(columns: 56, rows: min(16, max(6, entries)), hasField: true)
  }

  func footer(isScrollable: Bool) -> String { "type to find, Enter goes, Esc closes" }

  // MARK: The request

  func requestBody(session: SessionReference, viewport: CellSize) -> Request.Body? {
    .outline(session, viewport)
  }

  mutating func receive(_ body: Reply.Body, viewer: UInt64, at now: Duration) {
    request?.answered(at: now)
    guard case .outline(let outline) = body else {
      failure = body.refusal
      return
    }
    failure = nil
    self.outline = outline
    applyFilter(selecting: outline.current)
  }

  // MARK: Rows

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    guard let outline else { return TextRow() }
    let entry = outline.entries[matches[index]]
    let isCurrent = matches[index] == outline.current
    // The indentation is limited, so that titles of deep levels stay visible.
    let indent = String(repeating: " ", count: min(2 * (entry.level - 1), columns / 3))
    return TextRow(
      StyledText(indent + entry.title, style: TextStyle(attributes: isCurrent ? .bold : [])),
      right: StyledText("\(entry.number)", style: TextStyle(role: .muted)),
      columns: columns
    )
  }

  func note(at now: Duration) -> OverlayNote? {
    if let failure { return OverlayNote(failure, isError: true) }
    guard let outline else { return isSlow(at: now) ? OverlayNote("…") : nil }
    if outline.entries.isEmpty { return OverlayNote("there is nothing to list here") }
    return matches.isEmpty ? OverlayNote("nothing has all that") : nil
  }

  // MARK: Input

  mutating func edited(isSame: Bool) { applyFilter(selecting: nil) }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    guard let outline, matches.indices.contains(row) else { return .stays }
    return .goes(to: outline.entries[matches[row]].number, version: outline.version)
  }

  /// Filters the entries by the typed words; without words the current entry is selected.
  private mutating func applyFilter(selecting current: Int?) {
    guard let outline else { return }
    matches = outline.entries.indices.filter { filter.matches(outline.entries[$0].title) }
    let wanted = current ?? outline.current
    let row = wanted.flatMap { wanted in matches.firstIndex { $0 >= wanted } }
    list.replace(count: matches.count, selecting: filter.hasWords ? 0 : row ?? 0)
  }
}
