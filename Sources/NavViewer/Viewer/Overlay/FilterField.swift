import NavBase

/// A text field above a list: arrow keys move in the list, letters are typed, Enter chooses the selected row.
struct FilterField: Hashable, Sendable {
  /// The result of a key.
  enum Outcome: Hashable, Sendable {
    case unchanged
    /// A key of the text field; the text may be the same as before.
    case edited
    case chosen(row: Int)
    case cancelled
  }

  private(set) var field: TextField
  var list = OverlayList(isSelectable: true)

  init(_ text: String = "") {
    field = TextField(text)
  }

  var text: String { field.text }

  /// Whether a text contains all typed words, in any order and case.
  func matches(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  var hasWords: Bool { !words.isEmpty }

  private var words: [Substring] { field.text.lowercased().split { $0.isWhitespace } }

  mutating func receive(_ key: Key, rows: Int) -> Outcome {
    if list.receive(key, rows: rows, isTyping: true) { return .unchanged }
    switch field.receive(key) {
    case .editing: return .edited
    case .accepted: return list.selection.map { .chosen(row: $0) } ?? .unchanged
    case .cancelled: return .cancelled
    case .passed: return .unchanged
    }
  }

  mutating func paste(_ text: String) {
    field.paste(text)
  }
}
