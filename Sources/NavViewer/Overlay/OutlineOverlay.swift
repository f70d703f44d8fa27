import NavCommands
import NavText
import NavWire

/// The outline overlay: the outline of the focused content.
///
/// Typing filters the entries, Enter goes to the selected one.
struct OutlineOverlay: OverlayContent {
  private var outline: Outline?
  /// The daemon's refusal.
  private var failure: String?
  private var typing: TextField
  /// The indices of the entries that contain all typed words.
  private(set) var matches: [Int] = []
  var inquiry: OverlayInquiry
  var list = OverlayList(isSelectable: true)

  /// - Parameters:
  ///   - text: the initial text of the field.
  ///   - now: the time.
  init(narrowedBy text: String = "", at now: Duration) {
    typing = TextField(text)
    inquiry = OverlayInquiry(refresh: nil, at: now)
  }

  var title: String {
    outline?.isCut == true ? "Outline (the first \(Outline.entryLimit))" : "Outline"
  }
  var prompt: String { "› " }
  var field: TextField? { typing }

  var wish: OverlayArea.Wish {
    let entries = outline?.entries.count ?? 0
    return OverlayArea.Wish(columns: 56, rows: min(16, max(6, entries)), hasField: true)
  }

  func foot(isLonger: Bool) -> String { "type to find, Enter goes, Esc closes" }

  /// Handles the daemon's reply.
  mutating func receive(_ body: Reply.Body, at now: Duration) {
    inquiry.answered(at: now)
    guard case .outline(let outline) = body else {
      failure = body.refusal
      return
    }
    failure = nil
    self.outline = outline
    narrow(selecting: outline.current)
  }

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
    if let failure { return OverlayNote(failure, isAnError: true) }
    guard let outline else { return inquiry.isSlow(at: now) ? OverlayNote("…") : nil }
    if outline.entries.isEmpty { return OverlayNote("there is nothing to list here") }
    return matches.isEmpty ? OverlayNote("nothing has all that") : nil
  }

  func nextChange(at now: Duration) -> Duration? { inquiry.nextWake(at: now) }

  // MARK: Input

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    if list.receive(key, rows: rows, isTyping: true) { return .stays }
    switch typing.receive(key) {
    case .editing:
      narrow(selecting: nil)
      return .stays
    case .accepted:
      guard let row = list.selection else { return .stays }
      return choose(row)
    case .cancelled: return .closes
    case .passed: return .stays
    }
  }

  mutating func paste(_ text: String) {
    typing.paste(text)
    narrow(selecting: nil)
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    guard let outline, matches.indices.contains(row) else { return .stays }
    return .goes(to: outline.entries[matches[row]].number, version: outline.version)
  }

  /// Filters the entries by the typed words; without words the current entry is selected.
  private mutating func narrow(selecting current: Int?) {
    guard let outline else { return }
    let words = typing.text.lowercased().split { $0.isWhitespace }
    matches = outline.entries.indices.filter { index in
      guard !words.isEmpty else { return true }
      let title = outline.entries[index].title.lowercased()
      return words.allSatisfy { title.contains($0) }
    }
    let wanted = current ?? outline.current
    let row = wanted.flatMap { wanted in matches.firstIndex { $0 >= wanted } }
    list.replace(count: matches.count, selecting: words.isEmpty ? row ?? 0 : 0)
  }
}
