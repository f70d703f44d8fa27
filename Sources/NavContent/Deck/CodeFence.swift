import NavBase

/// The info string of a code fence: `swift {1|3-4|all} +line_numbers title="main.swift"`.
///
/// The notations of other tools are also read: `{lines:true,startLine:5}`, `{.swift .numberLines}`, `swift{1}`,
/// `[main.ts]`, `rust,editable`, reveal.js's `[5: 1|2-3]`; unknown words are collected in `unused`.
struct CodeFence: Hashable {
  /// The language: the first word, or empty.
  private(set) var language = ""
  /// The highlighted lines at each step; empty if all lines are always shown alike.
  private(set) var focus: [TextCode.LineFocus] = []
  /// The number of the first line; nil if lines are not numbered.
  private(set) var firstNumber: Int?
  /// The title above the code; nil for none.
  private(set) var title: String?
  /// The prefix of hidden lines (mdBook's `hidelines=`); nil for the convention of the language.
  private(set) var hiddenPrefix: String?
  /// Whether it contains code blocks that replace one another step by step (slidev).
  private(set) var isMagicMove = false
  /// Whether the code has its own background.
  private(set) var hasGround = true
  /// Words without a meaning, as written.
  private(set) var unused: [String] = []
  /// The contents of braces that look like a list of lines but are invalid.
  private(set) var wrongLines: [String] = []

  /// The prefix of an info string whose title is a command that is not run.
  static let commandPrefix = "nav-command:"

  init(info: String) {
    if info.hasPrefix(Self.commandPrefix) {
      title = Slide.titleLine(of: "$ " + info.dropFirst(Self.commandPrefix.count))
      return
    }
    for (index, part) in FenceParts(info).parts.enumerated() {
      switch part {
      case .word(let word) where index == 0 && !word.hasPrefix("+"): read(first: word)
      case .word(let word): read(item: word, inBraces: false)
      case .braces(let text): read(braces: text)
      case .brackets(let text): read(brackets: text)
      }
    }
    language = sanitized(language)
  }

  /// Reads the language, and mdBook's comma-separated attributes after it: `rust,editable`.
  private mutating func read(first word: String) {
    let items = word.split(separator: ",").map(String.init)
    for (index, item) in items.enumerated() {
      if index == 0, !item.contains("=") {
        language = item
      } else {
        read(item: item, inBraces: false)
      }
    }
  }

  private mutating func read(braces text: String) {
    if let turns = Self.turns(of: text) {
      if focus.isEmpty { focus = turns }
      return
    }
    if text.contains(where: \.isNumber), text.allSatisfy({ Self.lineCharacters.contains($0) }) {
      wrongLines.append(text)
    }
    for item in FenceParts.items(of: text) { read(item: item, inBraces: true) }
  }

  /// Reads a title, or the number of the first line and the highlighted lines: `5: 1|2-3`, each of which may be missing.
  private mutating func read(brackets text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.allSatisfy({ Self.lineCharacters.contains($0) }),
      let turns = Self.turns(ofReveal: parts.last ?? "")
    else { return title = title ?? Self.title(text) }
    number(from: parts.count > 1 ? parts[0].trimmingBlanks() : "")
    if focus.isEmpty { focus = turns }
  }

  /// Numbers the lines, from 1 if the text is not the number of the first line.
  private mutating func number(from text: String) {
    if let number = Int(text), (0...1_000_000).contains(number) {
      firstNumber = number
    } else {
      firstNumber = firstNumber ?? 1
    }
  }

  private static let lineCharacters = Set<Character>("0123456789-,|*:. ")

  private mutating func read(item: String, inBraces: Bool) {
    let pair = item.split(maxSplits: 1) { $0 == "=" || inBraces && $0 == ":" }
      .map { FenceParts.unquoted($0.trimmingBlanks()) }
    switch (pair.first ?? "", pair.count > 1 ? pair[1] : "") {
    case ("+line_numbers", _), (".numberLines", _), (".number-lines", _), ("lines", "true"),
      ("linenos", "true"), ("showLineNumbers", _):
      number(from: "")
    case ("data-line-numbers", let value), ("code-line-numbers", let value):
      if value != "false" { number(from: "") }
      if focus.isEmpty { focus = Self.turns(ofReveal: value) ?? [] }
    case ("+no_background", _): hasGround = false
    case ("startLine", let value), ("startFrom", let value), ("start", let value),
      ("data-ln-start-from", let value):
      if let number = Int(value), (0...1_000_000).contains(number) { firstNumber = number }
    case ("title", let value), ("filename", let value), ("file", let value), ("name", let value),
      ("caption", let value):
      title = title ?? Self.title(value)
    case ("hidelines", let value): hiddenPrefix = value.isEmpty ? nil : value
    case ("magic-move", _): isMagicMove = true
    case (let name, "") where inBraces && name.hasPrefix(".") && language.isEmpty:
      language = String(name.dropFirst())
    default: if unused.count < Self.unusedLimit { unused.append(item) }
    }
  }

  private static let unusedLimit = 20

  private static func title(_ text: String) -> String? {
    // A slidev title may contain an icon: `main.ts ~i-vscode~`.
    let words = text.split(separator: " ").filter { !($0.hasPrefix("~") && $0.hasSuffix("~")) }
    return Slide.titleLine(of: words.joined(separator: " "))
  }

  /// Parses `1,3|5-7|all`; nil if it is invalid, empty if all lines are shown at the only step.
  private static func turns(of text: String) -> [TextCode.LineFocus]? {
    var turns: [TextCode.LineFocus] = []
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard let turn = turn(of: part.trimmingBlanks()) else { return nil }
      if turns.count < TextCode.focusLimit { turns.append(turn) }
    }
    return turns == [.all] ? [] : turns
  }

  /// Parses `1,3|5-7` as reveal.js does, where nothing is all lines.
  private static func turns(ofReveal text: some StringProtocol) -> [TextCode.LineFocus]? {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.allSatisfy(\.isWhitespace) ? "all" : String($0) }
    return turns(of: parts.joined(separator: "|"))
  }

  private static func turn(of text: String) -> TextCode.LineFocus? {
    switch text {
    case "all", "*": return .all
    case "none", "hide", "0": return .lines([])
    default:
      var ranges: [ClosedRange<Int>] = []
      for item in text.split(separator: ",", omittingEmptySubsequences: false) {
        let ends = item.split(separator: "-", omittingEmptySubsequences: false)
          .map { Int($0.trimmingBlanks()) }
        guard ranges.count < TextCode.focusLimit, (1...2).contains(ends.count), let low = ends[0],
          let high = ends[ends.count - 1],
          low >= 0, low <= high
        else { return nil }
        ranges.append(low...high)
      }
      return .lines(ranges)
    }
  }
}

extension TextBlock {
  /// Makes code blocks that replace one another step by step; nil if there are none.
  ///
  /// Parses within `ReadingBudget.parsing`.
  ///
  /// - Parameters:
  ///   - markdown: the text inside the outer fence; anything but code blocks is ignored.
  ///   - title: the title of blocks without their own.
  init?(magicMove markdown: String, title: String?) {
    let tree = MarkdownTree(parsing: markdown, hasTables: false)
    let versions = tree.read { root in
      root.children.compactMap { node -> TextCode? in
        guard node.kind == .code else { return nil }
        var code = node.textCode
        code.title = code.title ?? title
        return code
      }
    }
    guard let versions, !versions.isEmpty else { return nil }
    self = .versions(Array(versions.prefix(TextCode.focusLimit)))
  }
}
