import NavCommands
import NavText

/// The copy overlay: a list of the page's blocks of code and table cells, to choose one.
///
/// Typing filters the list, Enter copies the selected part.
struct CopyOverlay: OverlayContent {
  private let parts: [CopiedPart]
  private var typing = TextField()
  /// The indices of the parts that contain all typed words.
  private(set) var matches: [Int] = []
  var list = OverlayList(isSelectable: true)

  /// The most parts in the list.
  static let partLimit = 10_000

  init(_ parts: [CopiedPart]) {
    self.parts = parts
    narrow()
  }

  var title: String { "Copy" }
  var prompt: String { "› " }
  var field: TextField? { typing }

  var wish: OverlayArea.Wish {
    OverlayArea.Wish(columns: 66, rows: min(16, max(6, parts.count)), hasField: true)
  }

  func foot(isLonger: Bool) -> String { "type to find, Enter copies, Esc closes" }

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

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    if list.receive(key, rows: rows, isTyping: true) { return .stays }
    switch typing.receive(key) {
    case .editing:
      narrow()
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
    narrow()
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    guard matches.indices.contains(row) else { return .stays }
    return .copies(parts[matches[row]])
  }

  private mutating func narrow() {
    let words = typing.text.lowercased().split { $0.isWhitespace }
    matches = parts.indices.filter { index in
      guard !words.isEmpty else { return true }
      let part = "\(parts[index].text) \(parts[index].detail)".lowercased()
      return words.allSatisfy { part.contains($0) }
    }
    list.replace(count: matches.count)
  }
}
