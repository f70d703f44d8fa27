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

  /// What commands are called, those of other tools included that decks are read of.
  enum Name: String, CaseIterable {
    case endSlide = "end_slide"
    case pause, stop
    case columnLayout = "column_layout"
    case column
    case resetLayout = "reset_layout"
    case incrementalLists = "incremental_lists"
    case skipSlide = "skip_slide"
    case speakerNote = "speaker_note"
    case jumpToMiddle = "jump_to_middle"
    case noFooter = "no_footer"
    case newLine = "new_line"
    case newline
    case newLines = "new_lines"
    case newlines
    case fontSize = "font_size"
    case alignment
    case listItemNewlines = "list_item_newlines"
    case snippetOutput = "snippet_output"
    case include

    /// Whether something stands behind a colon.
    var takesValue: Bool {
      switch self {
      case .endSlide, .pause, .stop, .resetLayout, .skipSlide, .jumpToMiddle, .noFooter, .newLine,
        .newline:
        false
      case .columnLayout, .column, .incrementalLists, .speakerNote, .newLines, .newlines, .fontSize,
        .alignment, .listItemNewlines, .snippetOutput, .include:
        true
      }
    }
  }

  /// Reads a comment without its marks; nil for one that is none of these.
  init?(comment: String) {
    let text = comment.trimmingBlanks()
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    let value = colon.map { text[text.utf8.index(after: $0)...].trimmingBlanks() }
    guard let name = Name(rawValue: text[..<(colon ?? text.endIndex)].trimmingBlanks()),
      name.takesValue == (value != nil)
    else { return nil }
    self.init(name, value ?? "")
  }

  private init?(_ name: Name, _ value: String) {
    switch name {
    case .endSlide: self = .endSlide
    case .pause, .stop: self = .pause
    case .columnLayout:
      guard let weights = Self.numbers(in: value), !weights.isEmpty else { return nil }
      self = .columnLayout(weights)
    case .column:
      guard let index = Int(value), index >= 0 else { return nil }
      self = .column(index)
    case .resetLayout: self = .resetLayout
    case .incrementalLists: self = .incrementalLists(value == "true")
    case .skipSlide: self = .skipSlide
    case .speakerNote: self = .note(Self.note(value))
    case .jumpToMiddle, .noFooter, .newLine, .newline, .newLines, .newlines, .fontSize, .alignment,
      .listItemNewlines, .snippetOutput, .include:
      self = .nothing
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
