import NavBase

/// Converts a deck of patat (pandoc syntax) to Markdown: simple tables, definition lists, and divs of columns and of
/// incremental lists.
///
/// The cells of a simple table are below the runs of a ruler (`PandocTable`). A definition starts with `:` or `~` on
/// the line after its term and continues in lines that are indented by four columns. A div begins with `::: name` or `:::
/// {.name}` and ends at `:::`, else with its slide (`DivEnds`).
struct PandocText {
  private(set) var text = ""
  private var lines: [Substring] = []
  /// The index of the next line.
  private var next = 0
  /// Whether the deck is known to be written for pandoc, so that a ruler of several runs ends no slide.
  private let isDeclared: Bool
  /// Whether it may have tables and definitions.
  private let hasBlocks: Bool
  private let hasIncrementalLists: Bool
  /// The divs that are open, from the outermost one inwards.
  private var divs: [(kind: Div, end: Int)] = []
  private var ends = DivEnds([], splitsAtHeadings: false)
  private var fence = OpenFence()
  /// Whether a block may start here: after a blank line, a heading, a rule or a table.
  private var isBehindBlock = true
  /// Whether the last block was a table, which may have a caption after it.
  private var isBehindTable = false

  /// Keys that patat decks may have although no patat key is present.
  private static let keys: Set<String> = [
    "title", "author", "authors", "date", "subtitle", "lang", "institute",
  ]

  /// Nil if the deck has no such divs, and is not written for pandoc or has neither tables of pandoc nor definition lists.
  ///
  /// - Parameters:
  ///   - matter: the deck.
  ///   - isDeclared: whether it is known to be written for patat.
  init?(_ matter: FrontMatter, isDeclared: Bool) {
    self.isDeclared = isDeclared
    hasBlocks =
      isDeclared || matter.dialect == .yaml && matter.values.keys.allSatisfy(Self.keys.contains)
    hasIncrementalLists = matter.hasIncrementalLists
    let isMeant = LineCursor(matter.body).contains { line in
      line.divWords?.contains(where: Self.divNames.contains) == true
        || hasBlocks
          && (PandocRuler(line) != nil || line.definition != nil
            || line.first == "+" && PandocRuler(edge: line) != nil)
    }
    guard isMeant else { return nil }
    lines = Array(LineCursor(matter.body))
    ends = DivEnds(lines, splitsAtHeadings: matter.splitsAtHeadings)
    while next < lines.count { passBlock() }
  }

  /// The numbers of the lines of the text, from 1, that begin divs which are never closed.
  var unclosedDivs: [Int] { ends.unclosed.map { $0 + 1 } }

  private mutating func passBlock() {
    if !fence.isOpen {
      endUnclosedDivs()
      if passDiv() {
        next += 1
        return isBehindBlock = true
      }
    }
    if !fence.isOpen, isBehindBlock, hasBlocks {
      if let table = PandocTable(lines[next...]) { return pass(table) }
      if isBehindTable, let caption = lines[next].caption { return pass(caption: caption) }
      if passDefinitions() { return }
    }
    passLine()
  }

  private mutating func passLine() {
    let line = lines[next]
    next += 1
    let isCode = fence.pass(line)
    let content = line.trimmingBlanks()
    if !isCode, isDeclared, PandocRuler(line) != nil {
      add("\n***\n")
      isBehindBlock = true
      return
    }
    add(String(line))
    if content.isEmpty { return isBehindBlock = true }
    isBehindTable = content.first == "|" && content.last == "|"
    isBehindBlock = !isCode && (content.hasPrefix("#") || content.allSatisfy { $0 == "-" })
  }

  private mutating func add(_ line: String) {
    text += line + "\n"
  }

  private mutating func pass(_ table: PandocTable) {
    add("\n" + table.markdown)
    next += table.lineCount
    (isBehindBlock, isBehindTable) = (true, true)
    while next < lines.count, lines[next].trimmingBlanks().isEmpty { next += 1 }
  }

  private mutating func pass(caption: String) {
    add("\nTable: " + caption)
    next += 1
    (isBehindBlock, isBehindTable) = (false, false)
  }

  // MARK: Divs

  private enum Div {
    case incremental(Bool)
    /// The number of columns that have begun.
    case columns(Int)
    case column
    case other

    var isColumns: Bool { if case .columns = self { true } else { false } }
    var isIncremental: Bool? { if case .incremental(let isOn) = self { isOn } else { nil } }
  }

  private static let divNames: Set = ["incremental", "nonincremental", "columns"]

  /// Ends the divs whose slide ends before or at the next line.
  private mutating func endUnclosedDivs() {
    let isClosing = lines[next].divWords?.isEmpty == true
    while let div = divs.last, div.end < next || div.end == next && !isClosing {
      divs.removeLast()
      close(div.kind)
    }
  }

  /// Converts a line that begins or ends a div of columns or lists; false for any other line.
  private mutating func passDiv() -> Bool {
    guard let words = lines[next].divWords else { return false }
    if words.isEmpty {
      guard let div = divs.last, div.end == next else { return false }
      divs.removeLast()
      return close(div.kind)
    }
    guard let end = ends.all[next] else { return false }
    if words.contains("columns"), !divs.contains(where: \.kind.isColumns),
      case let weights = columnWeights(before: end),
      (1...TextColumn.countLimit).contains(weights.count)
    {
      divs.append((.columns(0), end))
      add("\n<!-- \(DeckCommand.Name.columnLayout.rawValue): \(weights) -->")
    } else if words.contains("column"), case .columns(let count)? = divs.last?.kind {
      divs[divs.count - 1].kind = .columns(count + 1)
      divs.append((.column, end))
      add("\n<!-- \(DeckCommand.Name.column.rawValue): \(count) -->")
    } else if let name = words.first(where: Self.divNames.contains), name != "columns" {
      divs.append((.incremental(name == "incremental"), end))
      addIncremental()
    } else {
      divs.append((.other, end))
      return false
    }
    return true
  }

  /// Adds the end of a div; false for one of another kind, whose lines are text.
  @discardableResult
  private mutating func close(_ div: Div) -> Bool {
    switch div {
    case .incremental: addIncremental()
    case .columns: add("\n<!-- \(DeckCommand.Name.resetLayout.rawValue) -->")
    case .column: add("")
    case .other: return false
    }
    return true
  }

  /// Adds the command for lists in the innermost div.
  private mutating func addIncremental() {
    let isOn = divs.lazy.reversed().compactMap(\.kind.isIncremental).first ?? hasIncrementalLists
    add("\n<!-- \(DeckCommand.Name.incrementalLists.rawValue): \(isOn) -->")
  }

  /// Returns the weights of the columns of the div that begins at the next line and ends at another one: their widths in
  /// per cent; those without one share the rest.
  private func columnWeights(before end: Int) -> [Int] {
    var (widths, depth): ([Int?], Int) = ([], 0)
    for words in lines[next..<end].lazy.compactMap(\.divWords) {
      if depth == 1, words.contains("column") {
        let width = words.first { $0.hasPrefix("width=") }?.drop { !$0.isNumber }
        widths.append(width.flatMap { Int($0.prefix(3).prefix { $0.isNumber }) })
      }
      depth += words.isEmpty ? -1 : 1
    }
    let known = widths.compactMap(\.self)
    let rest = max(1, (100 - known.reduce(0, +)) / max(1, widths.count - known.count))
    return widths.map { $0 ?? rest }
  }

  // MARK: Definitions

  /// Converts a term and its definitions; false if there are none at the next line.
  private mutating func passDefinitions() -> Bool {
    let term = lines[next]
    guard term.mayBeTerm, let first = definition(behind: next + 1) else { return false }
    add("<b>\(term.trimmingBlanks())</b>\n\n<!--\(DeckCommand.definitions)-->\n")
    next = first
    while next < lines.count, let definition = lines[next].definition {
      // The marker is as wide as the indentation of continuation lines.
      add("+   " + definition)
      next += 1
      passContinuation()
    }
    add("")
    (isBehindBlock, isBehindTable) = (true, false)
    return true
  }

  /// Returns the index of a definition at a line or after one blank line; nil if there is none.
  private func definition(behind index: Int) -> Int? {
    guard index < lines.count else { return nil }
    let index = lines[index].trimmingBlanks().isEmpty ? index + 1 : index
    return index < lines.count && lines[index].definition != nil ? index : nil
  }

  /// Copies the lines of a definition after its first one.
  private mutating func passContinuation() {
    while next < lines.count, lines[next].definition == nil {
      if lines[next].trimmingBlanks().isEmpty {
        let behind = lines[next...].firstIndex { !$0.trimmingBlanks().isEmpty }
        guard let behind, lines[behind].isIndented || lines[behind].definition != nil else {
          return
        }
        next = behind
        add("")
      } else {
        add(String(lines[next]))
        next += 1
      }
    }
  }
}

/// The ends of the divs of a text.
///
/// A div that is not closed ends with its slide: at a rule or an `end_slide`; in a deck without those that is split at
/// headings, at one that is not below the last one above the div.
private struct DivEnds {
  /// The index of the line that ends each div, by that of its first line: the one of its `:::`, the first one behind its
  /// slide, or the number of lines.
  private(set) var all: [Int: Int] = [:]
  /// The indices of the first lines of those that are not closed, ascending.
  private(set) var unclosed: [Int] = []

  /// The maximum nesting; deeper divs are text.
  private static let depthLimit = 100
  private static let deepestHeading = 6

  init(_ lines: [Substring], splitsAtHeadings: Bool) {
    var fence = OpenFence()
    var open: [(line: Int, level: Int, slideEnd: Int?)] = []
    var (level, hasRules) = (Self.deepestHeading, false)
    for (index, line) in lines.enumerated() where !fence.pass(line) {
      let isBehindText = index > 0 && lines[index - 1].mayBeTerm
      if let words = line.divWords {
        if words.isEmpty {
          if let div = open.popLast() { all[div.line] = index }
        } else if open.count < Self.depthLimit {
          open.append((index, level, nil))
        }
      } else if line.contains("end_slide") || !isBehindText && line.isRule {
        hasRules = true
        for div in open { end(div.line, at: index) }
        open = []
      } else if splitsAtHeadings, let heading = line.headingLevel(isBehindText: isBehindText) {
        level = heading
        for place in open.indices where open[place].slideEnd == nil && heading <= open[place].level
        {
          open[place].slideEnd = line.first == "#" ? index : index - 1
        }
      }
    }
    for div in open { end(div.line, at: hasRules ? lines.count : div.slideEnd ?? lines.count) }
  }

  private mutating func end(_ line: Int, at index: Int) {
    all[line] = index
    unclosed.append(line)
  }
}

extension Substring {
  /// Whether the line is a rule of hyphens, where it underlines no text.
  fileprivate var isRule: Bool {
    let marks = filter { $0 != " " }
    return first == "-" && marks.count >= 3 && marks.allSatisfy { $0 == "-" }
      && PandocRuler(self) == nil
  }

  /// Returns the level of a heading, also where the line underlines one; nil for any other line.
  fileprivate func headingLevel(isBehindText: Bool) -> Int? {
    let marks = prefix { $0 == "#" }.count
    if (1...6).contains(marks), dropFirst(marks).first == " " { return marks }
    guard isBehindText, let first, "=-".contains(first),
      trimmingBlanks().allSatisfy({ $0 == first })
    else { return nil }
    return first == "=" ? 1 : 2
  }

  /// The words of a line that begins a div, without the points of classes; none for one that ends a div, and nil for any
  /// other line.
  fileprivate var divWords: [String]? {
    let content = drop { $0 == " " }
    guard content.hasPrefix(":::"), prefix(4) != "    " else { return nil }
    return content.split { ": {}".contains($0) }.map { String($0.drop { $0 == "." }) }
  }

  /// The text of a line that starts a definition; nil for any other line.
  fileprivate var definition: String? {
    let blanks = prefix { $0 == " " }.count
    let content = dropFirst(blanks)
    guard blanks < 4, let mark = content.first, mark == ":" || mark == "~",
      let blank = content.dropFirst().first, blank == " " || blank == "\t"
    else { return nil }
    let said = content.dropFirst(2).trimmingBlanks()
    return said.isEmpty ? nil : said
  }

  fileprivate var isIndented: Bool { hasPrefix("    ") || hasPrefix("\t") }

  /// Whether the line may be a term: text that starts no other block.
  fileprivate var mayBeTerm: Bool {
    guard let first, !first.isWhitespace, !"#|<>~:`%".contains(first), definition == nil else {
      return false
    }
    let mark = prefix { !$0.isWhitespace }
    if ["-", "*", "+"].contains(mark) || allSatisfy({ $0 == "-" || $0 == " " }) { return false }
    return !(mark.last == "." && mark.dropLast().allSatisfy(\.isNumber))
  }

  /// The caption of a table, `Table: text` or `: text`; nil for any other line.
  fileprivate var caption: String? {
    if let definition, first == ":" { return definition }
    guard lowercased().hasPrefix("table:") else { return nil }
    return dropFirst(6).trimmingBlanks()
  }
}
