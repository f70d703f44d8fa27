import NavText

/// What a comment in a deck asks for.
///
/// Commands are those of this program and of others whose decks are read, one to a comment.
enum DeckCommand: Hashable {
  case endSlide
  /// What follows is seen from the next step on.
  case pause
  /// Columns with these weights begin.
  case columnLayout([Int])
  /// What follows stands in a column, from 0.
  case column(Int)
  case resetLayout
  /// Whether the entries of the lists that follow are seen one after the other.
  case incrementalLists(Bool)
  /// The slide is left out.
  case skipSlide
  case note(String)
  /// Known, and without a meaning for text.
  case nothing

  /// Reads a comment without its marks; nil for one that is none of these.
  init?(comment: String) {
    let text = comment.trimmingBlanks()
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    let name = text[..<(colon ?? text.endIndex)].trimmingBlanks()
    let value = colon.map { text[text.utf8.index(after: $0)...].trimmingBlanks() }
    switch (name, value) {
    case ("end_slide", nil): self = .endSlide
    case ("pause", nil), ("stop", nil): self = .pause
    case ("column_layout", let value?):
      guard let weights = Self.numbers(in: value), !weights.isEmpty else { return nil }
      self = .columnLayout(weights)
    case ("column", let value?):
      guard let index = Int(value), index >= 0 else { return nil }
      self = .column(index)
    case ("reset_layout", nil): self = .resetLayout
    case ("incremental_lists", let value?): self = .incrementalLists(value == "true")
    case ("skip_slide", nil): self = .skipSlide
    case ("speaker_note", let value?): self = .note(Self.note(value))
    case ("jump_to_middle", nil), ("no_footer", nil), ("new_line", nil), ("newline", nil),
      ("new_lines", _?), ("newlines", _?), ("font_size", _?), ("alignment", _?),
      ("list_item_newlines", _?), ("snippet_output", _?), ("include", _?):
      self = .nothing
    default: return nil
    }
  }

  /// `[2, 1]`; nil for anything else.
  private static func numbers(in text: String) -> [Int]? {
    guard text.first == "[", text.last == "]" else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",").map { $0.trimmingBlanks() }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.count <= TextColumn.countLimit else { return nil }
    return numbers.map { min(max(1, $0), TextColumn.weightLimit) }
  }

  /// A note of one line, or of several behind a `|` or `>` as YAML has them.
  private static func note(_ text: String) -> String {
    var text = text[...]
    if text.first == "|" || text.first == ">" { text.removeFirst() }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { $0.trimmingBlanks() }.joined(separator: "\n").trimmingBlanks()
  }
}
