/// Finds the entries that a terminal shows as selected.
enum Selection {
  /// Returns the selected entry of the active page, the page at the right: the first word above the status line on a
  /// different background.
  ///
  /// - Parameter text: tmux's capture, with colours.
  /// - Returns: the selected entry's name; nil without a selection.
  static func active(in text: String) -> String? {
    var painter = Painter()
    var marked: [(column: Int, text: String)] = []
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    if rows.last?.isEmpty == true { rows.removeLast() }
    for row in rows.dropLast() { marked += painter.marked(in: row) }
    let found = marked.filter { !$0.text.trimmed.isEmpty }.max { $0.column < $1.column }
    // Details follow the name.
    return found?.text.split(separator: " ").first.map(String.init)
  }

  /// Tracks the background colour through rows; a row continues with the last colour of the row before it.
  private struct Painter {
    private var hasBackground = false

    /// Returns the parts of a row with a background colour, and their columns.
    mutating func marked(in row: Substring) -> [(column: Int, text: String)] {
      var runs: [(column: Int, text: String)] = []
      var column = 0
      var rest = row
      var isOpen = false
      while let character = rest.first {
        if character == "\u{1B}" {
          let sequence = rest.prefix { !$0.isLetter }
          apply(sequence.dropFirst(2))
          rest = rest[sequence.endIndex...].dropFirst()
          continue
        }
        if hasBackground {
          if isOpen { runs[runs.count - 1].text.append(character) }
          if !isOpen { runs.append((column, String(character))) }
        }
        isOpen = hasBackground
        column += 1
        rest = rest.dropFirst()
      }
      return runs
    }

    private mutating func apply(_ parameters: Substring) {
      var numbers = parameters.split { $0 == ";" || $0 == ":" }.map { Int($0) ?? 0 }[...]
      if numbers.isEmpty { hasBackground = false }
      while let number = numbers.popFirst() {
        switch number {
        case 0, 49: hasBackground = false
        case 40...47, 100...107: hasBackground = true
        case 38, 48:
          if number == 48 { hasBackground = true }
          numbers = numbers.dropFirst(numbers.first == 2 ? 4 : 2)
        default: break
        }
      }
    }
  }
}
