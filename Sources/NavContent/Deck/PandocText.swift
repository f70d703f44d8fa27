/// Converts a deck of patat (pandoc syntax) to Markdown: simple tables and definition lists.
///
/// The cells of a simple table are below the runs of a ruler (`PandocTable`). A definition starts with `:` or `~` on
/// the line after its term and continues in lines that are indented by four columns.
struct PandocText {
  private(set) var text = ""
  private var lines: [Substring] = []
  /// The index of the next line.
  private var next = 0
  /// Whether the deck is known to be written for pandoc, so that a ruler of several runs ends no slide.
  private let isDeclared: Bool
  private var fence = OpenFence()
  /// Whether a block may start here: after a blank line, a heading, a rule or a table.
  private var isBehindBlock = true
  /// Whether the last block was a table, which may have a caption after it.
  private var isBehindTable = false

  /// Keys that patat decks may have although no patat key is present.
  private static let keys: Set<String> = [
    "title", "author", "authors", "date", "subtitle", "lang", "institute",
  ]

  /// Nil if the deck is not written for pandoc, or has neither tables of pandoc nor definition lists.
  ///
  /// - Parameters:
  ///   - matter: the deck.
  ///   - isDeclared: whether it is known to be written for patat.
  init?(_ matter: FrontMatter, isDeclared: Bool) {
    self.isDeclared = isDeclared
    guard isDeclared || matter.dialect == .yaml && matter.values.keys.allSatisfy(Self.keys.contains)
    else { return nil }
    var isMeant = false
    var cursor = LineCursor(matter.body)
    while let line = cursor.next() {
      isMeant =
        isMeant || PandocRuler(line) != nil || line.definition != nil
        || line.first == "+" && PandocRuler(edge: line) != nil
    }
    guard isMeant else { return nil }
    cursor = LineCursor(matter.body)
    while let line = cursor.next() { lines.append(line) }
    while next < lines.count { passBlock() }
  }

  private mutating func passBlock() {
    if !fence.isOpen, isBehindBlock {
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

extension Substring {
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
