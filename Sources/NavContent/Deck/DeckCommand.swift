import NavBase

/// A command in an HTML comment of a deck.
///
/// Supports the commands of this program and of other tools whose decks it reads; one command per
/// comment.
enum DeckCommand: Hashable {
  case endSlide
  /// Following content is revealed at the next step.
  case pause
  /// Starts columns with these weights.
  case columnLayout([Int])
  /// Following content goes into a column, from 0.
  case column(Int)
  case resetLayout
  /// Whether entries of the following lists are revealed one after the other.
  case incrementalLists(Bool)
  /// Leaves out the slide.
  case skipSlide
  case note(String)
  /// Inserts the blocks of a file.
  case include(String)
  /// Inserts a number of blank rows.
  case space(Int)
  /// Sets the horizontal alignment of the following blocks.
  case alignment(TextTable.Alignment)
  /// Sets the number of line ends between entries of the following lists.
  case listSpacing(Int)
  /// Places the slide in the middle of its page.
  case middle
  /// Whether the headings below are titles of level 1, which may have large letters, or of level 2.
  case titleSize(isLarge: Bool)
  case noFooter
  /// Sets the footer of the slide instead of the deck's: a text, and the slide number or a placeholder for it; both may
  /// be empty.
  case footer(String, number: String)
  /// The next block is a picture beside the rest of the slide: on which side, and its share of the width in percent.
  case beside(isLeft: Bool, share: Int)
  /// The next block is a picture behind the text of the slide.
  case background
  /// Reports what could not be included: one sanitised line. A blank row is shown.
  case problem(String)
  /// A comment of the author that is not a speaker note.
  case remark
  /// A known command without effect in this program.
  case nothing

  /// The names of commands, including those of other tools.
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

    /// Whether the command has a value after a colon.
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

  /// The prefix of a generated comment that contains an error message.
  private static let problemPrefix = "nav-problem:"

  /// The prefix of a generated comment that contains the number and the text of a footer.
  private static let footerPrefix = "nav-footer:"

  /// The prefix of a generated comment that contains the side and the share of a picture.
  private static let besidePrefix = "nav-beside:"

  /// The text of a generated comment before a definition list, whose entries have no markers.
  static let definitions = "nav-definitions"

  /// Returns a comment that is read as ``problem(_:)``.
  static func comment(_ problem: String) -> String {
    "<!--\(problemPrefix)\(problem.replacing("--", with: "-\u{2060}-"))-->"
  }

  /// Returns a comment that is read as ``footer(_:number:)``.
  static func comment(footer: String, number: String) -> String {
    let text = sanitized(footer).replacing("--", with: "-\u{2060}-")
    return "<!--\(footerPrefix)\(number):\(text)-->"
  }

  /// Returns a picture as ``background``; nothing for a colour or a gradient.
  ///
  /// - Parameter value: as CSS or HTML has it: `url("a.png")` or `a.png`. An address that begins with a slash is one of
  ///   the `folder`.
  static func comment(background value: some StringProtocol, folder: String = "") -> String {
    var address = value.trimmingBlanks()
    if address.hasPrefix("url("), address.hasSuffix(")") {
      address = String(address.dropFirst(4).dropLast())
    }
    address = address.filter { !"\"'<>".contains($0) }
    guard PictureAddress.isFile(address) else { return "" }
    let description = PictureAddress.description("", width: "100%")
    return comment(beside: "behind")
      + "![\(description)](<\(address.hasPrefix("/") ? folder : "")\(address)>)\n\n"
  }

  /// Returns a comment that is read as ``beside(isLeft:share:)`` or ``background``, for the picture behind it.
  ///
  /// - Parameter words: as Marp writes it: `left`, or `right:40%`, a half without a share; `behind` for a background.
  static func comment(beside words: some StringProtocol) -> String {
    "\n<!--\(besidePrefix)\(words)-->\n\n"
  }

  /// Parses the text of a comment; nil if it is not a command.
  init?(comment: String) {
    let text = comment.trimmingBlanks()
    if text.hasPrefix(Self.problemPrefix) {
      self = .problem(sanitized(String(text.dropFirst(Self.problemPrefix.count))))
      return
    }
    if text.hasPrefix(Self.footerPrefix) {
      let footer = text.dropFirst(Self.footerPrefix.count)
      let number = footer.prefix { $0 != ":" }
      self = .footer(String(footer[number.endIndex...].dropFirst()), number: String(number))
      return
    }
    if text.hasPrefix(Self.besidePrefix) {
      let words = text.dropFirst(Self.besidePrefix.count).split(separator: ":", maxSplits: 1)
      if words.first == "behind" {
        self = .background
        return
      }
      let share = words.dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 50
      self = .beside(isLeft: words.first == "left", share: min(max(10, share), 90))
      return
    }
    let isSetting = comment.hasPrefix("config:") || text == Self.definitions
    if isSetting || Self.isRemark(text) {
      self = .remark
      return
    }
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    let value = colon.map { text[text.utf8.index(after: $0)...].trimmingBlanks() }
    guard let name = Name(rawValue: text[..<(colon ?? text.endIndex)].trimmingBlanks()),
      name.takesValue == (value != nil)
    else {
      guard Self.seemsMeant(Self.name(in: text)) else { return nil }
      self = .remark
      return
    }
    self.init(name, value ?? "")
  }

  /// Returns a comment that is read as a speaker note.
  static func comment(note: String) -> String {
    "<!-- speaker_note: |\n\(note.replacing("-->", with: "-\u{2060}->"))\n-->"
  }

  // MARK: Remarks

  /// Whether a comment is written for an editor or another program, or marked as a remark.
  private static func isRemark(_ text: String) -> Bool {
    let lower = text.prefix(80).lowercased()
    let word = lower.prefix { !$0.isWhitespace && $0 != ":" }
    return text.isEmpty || remarkPrefixes.contains(where: lower.hasPrefix)
      || remarkWords.contains(lower) || text.hasSuffix("}}}")
      || tasks.contains(String(word))
        && (text.dropFirst(word.count).first == ":"
          || text.prefix(word.count).allSatisfy(\.isUppercase))
  }

  /// The beginnings of comments of the author, mode lines and fold marks of editors, and comments to other programs.
  private static let remarkPrefixes = [
    "//", "comment:", "vim:", "vi:", "ex: se", "-*-", "{{{", "}}}", "#region", "#endregion",
    "prettier-", "markdownlint-", "cspell:", "spell-checker:", "textlint-", "dprint-ignore",
    "eslint-", "remark-", "vale ", "lint ", "spdx-", "start doctoc", "end doctoc",
    "omit in toc", "omit from toc", ".slide:", ".element:",
  ]
  private static let remarkWords: Set<String> = [
    "region", "endregion", "toc", "/toc", "tocstop", "more", "truncate",
  ]
  /// The first words of comments about work that is to be done: in capitals, or before a colon.
  private static let tasks: Set<String> = ["todo", "fixme", "xxx", "hack"]

  /// The text before the first colon.
  static func name(in comment: String) -> String {
    comment.prefix { $0 != ":" }.trimmingBlanks()
  }

  /// Whether a name that is no command seems to be a misspelt one, or one of another program.
  static func seemsMeant(_ name: String) -> Bool {
    let bytes = name.utf8
    let isName = bytes.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") }
    guard isName, !name.isEmpty else { return false }
    if bytes.contains(UInt8(ascii: "_")) { return true }
    return name.lowercased() == name && nearest(to: name) != nil
  }

  static func nearest(to name: String) -> String? {
    Spelling.nearest(to: name, in: Name.allCases.lazy.map(\.rawValue))
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
    case .fontSize:
      self = Int(value).map { $0 > 0 ? .titleSize(isLarge: $0 > 1) : .nothing } ?? .nothing
    case .snippetOutput: self = .nothing
    }
  }

  static let alignments: [String: TextTable.Alignment] = [
    "left": .left, "center": .center, "right": .right,
  ]

  /// Parses a list such as `[2, 1]`; nil for anything else.
  private static func numbers(in text: String) -> [Int]? {
    guard text.first == "[", text.last == "]" else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",").map { $0.trimmingBlanks() }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.count <= TextColumn.countLimit else { return nil }
    return numbers.map { min(max(1, $0), TextColumn.weightLimit) }
  }

  /// Returns a note of one line, or of several lines after YAML's `|` or `>`.
  private static func note(_ text: String) -> String {
    var text = text[...]
    if text.first == "|" || text.first == ">" { text.removeFirst() }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { $0.trimmingBlanks() }.joined(separator: "\n").trimmingBlanks()
  }
}

extension MarkdownNode {
  /// The command of a code block of slides that is replaced by its output: `~~~graph-easy --as=boxart`; nil for code.
  ///
  /// A single word is the language of code, not a command.
  var slidesCommand: String? {
    guard let fence, fence.mark == UInt8(ascii: "~"), fence.count == 3 else { return nil }
    let info = fenceInfo.trimmingBlanks()
    let parts = FenceParts(info).parts
    guard parts.count > 1, case .word(let first) = parts[0], !first.contains(where: ",=".contains),
      parts.allSatisfy({ if case .word(let word) = $0 { !word.hasPrefix("+") } else { false } }),
      // Words that are valid code attributes make the block code.
      CodeFence(info: info).unused.count == parts.count - 1
    else { return nil }
    return info
  }
}

extension DeckDialect {
  /// Whether a deck may contain commands of slides: its front matter has only keys of slides, or none.
  func hasSlidesCommands(_ matter: FrontMatter) -> Bool {
    self == .slides || self == .plain && matter.values.isEmpty
  }
}
