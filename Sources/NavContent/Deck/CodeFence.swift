import NavText

/// What stands behind a fence: `swift {1|3-4|all} +line_numbers`.
///
/// The words of other tools are read too: `{lines:true,startLine:5}`, `{.swift .numberLines}`, `swift{1}`,
/// and whatever else there is is passed over.
struct CodeFence: Hashable {
  /// The first word, or empty.
  private(set) var language = ""
  /// Which lines stand out, step after step; empty for all of them.
  private(set) var focus: [TextCode.LineFocus] = []
  /// The number of the first line; nil where lines have none.
  private(set) var firstNumber: Int?

  init(info: String) {
    for (index, part) in Self.parts(of: info).enumerated() {
      switch part {
      case .word(let word): read(word: word, isFirst: index == 0)
      case .braces(let text): read(braces: text)
      }
    }
    language = sanitized(language)
  }

  private enum Part: Hashable {
    case word(String)
    case braces(String)
  }

  /// Words, and what stands in braces.
  private static func parts(of info: String) -> [Part] {
    var parts: [Part] = []
    var rest = info[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "{" {
        let inside = rest.dropFirst().prefix { $0 != "}" }
        parts.append(.braces(String(inside)))
        rest = rest[inside.endIndex...].dropFirst()
      } else {
        let word = rest.prefix { !$0.isWhitespace && $0 != "{" }
        parts.append(.word(String(word)))
        rest = rest[word.endIndex...]
      }
    }
    return parts
  }

  private mutating func read(word: String, isFirst: Bool) {
    switch word {
    case "+line_numbers": firstNumber = firstNumber ?? 1
    case _ where isFirst && !word.hasPrefix("+"): language = word
    default: break
    }
  }

  private mutating func read(braces text: String) {
    if let turns = Self.turns(of: text) {
      if focus.isEmpty { focus = turns }
      return
    }
    for item in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      let pair = item.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks() }
      switch (pair.first ?? "", pair.count > 1 ? pair[1] : "") {
      case (".numberLines", _), (".number-lines", _), ("lines", "true"):
        firstNumber = firstNumber ?? 1
      case ("startLine", let value):
        if let number = Int(value), (0...1_000_000).contains(number) { firstNumber = number }
      case (let name, "") where name.hasPrefix(".") && language.isEmpty:
        language = String(name.dropFirst())
      default: break
      }
    }
  }

  /// `1,3|5-7|all`: nil for what is none; a block that is shown as a whole all the time has no turns.
  private static func turns(of text: String) -> [TextCode.LineFocus]? {
    var turns: [TextCode.LineFocus] = []
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard let turn = turn(of: part.trimmingBlanks()) else { return nil }
      if turns.count < TextCode.focusLimit { turns.append(turn) }
    }
    return turns == [.all] ? [] : turns
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
