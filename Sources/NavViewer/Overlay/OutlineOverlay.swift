import NavCommands
import NavText
import NavWire

/// What the content that has the keys consists of (experience.md: Keys).
///
/// Typing narrows it, Enter goes there.
struct OutlineOverlay: OverlayContent {
  private var outline: Outline?
  /// What the daemon said instead of an answer.
  private var failure: String?
  private var typing: TextField
  /// Numbers of the entries that have all that is typed.
  private(set) var matches: [Int] = []
  var inquiry: OverlayInquiry
  var list = OverlayList(isSelectable: true)

  /// - Parameters:
  ///   - text: what narrows it at first.
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

  var wish: OverlayRoom.Wish {
    let entries = outline?.entries.count ?? 0
    return OverlayRoom.Wish(columns: 56, rows: min(16, max(6, entries)), hasField: true)
  }

  func foot(isLonger: Bool) -> String { "type to find, Enter goes, Esc closes" }

  /// The daemon has answered.
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
    // Deep levels do not push titles out of view.
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

  // MARK: What a person does

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

  /// Keeps the entries that have all words; without words the one that people are at is selected.
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
