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
  /// The blocks of a file stand here.
  case include(String)
  /// So many blank rows.
  case space(Int)
  /// Where the blocks that follow stand in their room.
  case alignment(TextTable.Alignment)
  /// How many line ends stand between the entries of lists that follow.
  case listSpacing(Int)
  /// The slide stands in the middle of its page.
  case middle
  case noFooter
  /// Something went wrong, which is said here: one sanitised line.
  case problem(String)
  /// A remark of the author that is no note for whoever speaks.
  case remark
  /// Known, and not done here.
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

  /// What begins a comment that says what went wrong.
  private static let problemPrefix = "nav-problem:"

  /// The comment before a list of definitions, which has no markers.
  static let definitions = "nav-definitions"

  /// A comment that is read as a problem.
  static func comment(_ problem: String) -> String {
    "<!--\(problemPrefix)\(problem.replacing("--", with: "-\u{2060}-"))-->"
  }

  /// Reads a comment without its marks; nil for one that is none of these.
  init?(comment: String) {
    let text = comment.trimmingBlanks()
    if text.hasPrefix(Self.problemPrefix) {
      self = .problem(sanitized(String(text.dropFirst(Self.problemPrefix.count))))
      return
    }
    let isSetting = comment.hasPrefix("config:") || text == Self.definitions
    if text.hasPrefix("//") || text.lowercased().hasPrefix("comment:") || isSetting {
      self = .remark
      return
    }
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
    case .include: self = .include(value)
    case .jumpToMiddle: self = .middle
    case .noFooter: self = .noFooter
    case .newLine, .newline: self = .space(1)
    case .newLines, .newlines:
      guard let count = Int(value), count > 0 else { return nil }
      self = .space(min(count, TextBlock.spaceLimit))
    case .alignment:
      guard let alignment = Self.alignments[value] else { return nil }
      self = .alignment(alignment)
    case .listItemNewlines:
      guard let count = Int(value), count > 0 else { return nil }
      self = .listSpacing(count)
    case .fontSize, .snippetOutput: self = .nothing
    }
  }

  static let alignments: [String: TextTable.Alignment] = [
    "left": .left, "center": .center, "right": .right,
  ]

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
