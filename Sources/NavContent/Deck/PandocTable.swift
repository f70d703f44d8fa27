import NavBase

/// A line of two or more runs of hyphens, such as `-------  ------`, which defines the columns of a pandoc table.
struct PandocRuler {
  /// The column range of each run.
  let runs: [Range<Int>]

  /// The maximum number of runs.
  private static let runLimit = 60

  /// Nil for any other line, including `- - -`, which is a rule.
  init?(_ line: Substring) {
    guard line.utf8.first == 0x20 || line.utf8.first == UInt8(ascii: "-") else { return nil }
    var runs: [Range<Int>] = []
    for (column, byte) in line.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-"):
        if let last = runs.last, last.upperBound == column {
          runs[runs.count - 1] = last.lowerBound..<column + 1
        } else {
          runs.append(column..<column + 1)
        }
      case 0x20, 0x09, 0x0D: break
      default: return nil
      }
    }
    guard (2...Self.runLimit).contains(runs.count), runs[0].lowerBound < 4,
      runs.contains(where: { $0.count > 1 })
    else { return nil }
    self.runs = runs
  }

  /// Nil unless the line is the upper edge of a grid: `+-----+------+`.
  init?(edge line: Substring) {
    let content = line.prefix { !$0.isWhitespace }
    guard content.first == "+", content.last == "+", content.count < 1_000,
      content.allSatisfy({ $0 == "+" || $0 == "-" || $0 == "=" || $0 == ":" }),
      line.dropFirst(content.count).allSatisfy(\.isWhitespace)
    else { return nil }
    let marks = content.enumerated().filter { $0.element == "+" }.map(\.offset)
    runs = zip(marks, marks.dropFirst()).map { $0 + 1..<$1 }
    guard (1...Self.runLimit).contains(runs.count), runs.allSatisfy({ $0.count > 1 }) else {
      return nil
    }
  }

  /// Splits a line at the start columns of the runs.
  func parts(of line: Substring) -> [String] {
    var parts = Array(repeating: "", count: runs.count)
    var column = 0
    for character in line {
      if let part = runs.lastIndex(where: { $0.lowerBound <= column }) {
        parts[part].append(character)
      }
      column += columnWidth(of: String(character))
    }
    return parts
  }

  /// Returns the alignment of a text relative to its run of hyphens; nil for an empty text.
  func alignment(of part: String, run: Int) -> TextTable.Alignment? {
    var text = part
    while text.last?.isWhitespace == true { text.removeLast() }
    guard let first = text.first else { return nil }
    let isShort = columnWidth(of: text) < runs[run].count
    return switch (first.isWhitespace, isShort) {
    case (true, false): .right
    case (true, true): .center
    case (false, _): .left
    }
  }
}

/// A table of pandoc: a header line, a ruler and the rows up to a blank line, or rows between two rulers; with several
/// lines in a row, if lines of hyphens are above and below all of it and blank lines between the rows; or a grid.
struct PandocTable {
  /// The number of source lines.
  private(set) var lineCount: Int
  /// The table in Markdown syntax.
  private(set) var markdown: String

  /// Nil if no table starts at the first of these lines.
  init?(_ lines: ArraySlice<Substring>) {
    if let table = Self.withLongRows(lines) ?? Self.grid(lines) {
      self = table
      return
    }
    let start = lines.startIndex
    let isHeadless: Bool
    let ruler: PandocRuler
    if let first = lines.first.flatMap({ PandocRuler($0) }) {
      (ruler, isHeadless) = (first, true)
    } else if let second = lines.dropFirst().first.flatMap({ PandocRuler($0) }),
      lines[start].contains(where: { !$0.isWhitespace }), lines[start].first != "#"
    {
      (ruler, isHeadless) = (second, false)
    } else {
      return nil
    }
    var end = start + (isHeadless ? 1 : 2)
    var rows: [[String]] = []
    while end < lines.endIndex, lines[end].contains(where: { !$0.isWhitespace && $0 != "-" }) {
      rows.append(ruler.parts(of: lines[end]))
      end += 1
    }
    let isEnded = end < lines.endIndex && PandocRuler(lines[end]) != nil
    guard !rows.isEmpty, isEnded || !isHeadless else { return nil }
    lineCount = end - start + (isEnded ? 1 : 0)
    let header = isHeadless ? nil : ruler.parts(of: lines[start])
    markdown = Self.markdown(header, rows) { ruler.alignment(of: $0, run: $1) }
  }

  private init(lineCount: Int, markdown: String) {
    self.lineCount = lineCount
    self.markdown = markdown
  }

  private static func markdown(
    _ header: [String]?,
    _ rows: [[String]],
    alignment: (String, Int) -> TextTable.Alignment?
  ) -> String {
    let alignments = (header ?? rows[0]).enumerated().map { alignment($0.element, $0.offset) }
    return row(header ?? rows[0].map { _ in "" })
      + "|" + alignments.map(rule).joined(separator: "|") + "|\n" + rows.map(row).joined()
  }

  // MARK: Several lines in a row

  /// The maximum number of lines of a header, and of a table whose rows have several lines.
  private static let (headerLimit, lineLimit) = (8, 1_000)

  /// Reads a table whose rows have several lines; nil for anything else.
  private static func withLongRows(_ lines: ArraySlice<Substring>) -> PandocTable? {
    let start = lines.startIndex
    guard let width = lines.first?.widthOfRule,
      let middle = lines.dropFirst(2).prefix(headerLimit).firstIndex(where: {
        PandocRuler($0) != nil
      }),
      let ruler = PandocRuler(lines[middle]), let last = ruler.runs.last,
      width >= last.upperBound,
      let end = lines[(middle + 1)...].prefix(lineLimit).firstIndex(where: {
        $0.widthOfRule.map { $0 >= last.upperBound } ?? false
      })
    else { return nil }
    let header = lines[start + 1..<middle]
    guard header.allSatisfy({ line in line.contains { !$0.isWhitespace } }) else { return nil }
    let rows = lines[middle + 1..<end].split { $0.allSatisfy(\.isWhitespace) }
      .map { joined($0.map(ruler.parts)) }
    guard !rows.isEmpty else { return nil }
    // The first line that says something shows the alignment.
    let parts = header.map(ruler.parts)
    let text = markdown(joined(parts), rows) { _, run in
      parts.lazy.compactMap { ruler.alignment(of: $0[run], run: run) }.first
    }
    return PandocTable(lineCount: end - start + 1, markdown: text)
  }

  /// Joins the lines of each cell of a row; entries of lists keep their lines.
  private static func joined(_ lines: [[String]]) -> [String] {
    (lines.first ?? []).indices.map { column in
      lines.reduce(into: "") { text, parts in
        let part = parts[column].trimmingBlanks()
        if part.isEmpty || text.isEmpty {
          text += part
        } else {
          text += (part.hasPrefix("- ") ? "<br>" : " ") + part
        }
      }
    }
  }

  // MARK: Grids

  /// Reads a grid; nil for anything else.
  private static func grid(_ lines: ArraySlice<Substring>) -> PandocTable? {
    guard let edge = lines.first.flatMap({ PandocRuler(edge: $0) }) else { return nil }
    var header: [String]?
    var rows: [[String]] = []
    var row: [[String]] = []
    var next = lines.startIndex + 1
    var end: Int?
    while next < lines.endIndex, next - lines.startIndex < lineLimit {
      let line = lines[next]
      next += 1
      if PandocRuler(edge: line)?.runs == edge.runs {
        if line.contains("="), header == nil, rows.isEmpty {
          header = joined(row)
        } else if !row.isEmpty {
          rows.append(joined(row))
        }
        row = []
        end = next
      } else if line.first == "|" {
        row.append(
          edge.parts(of: line).map { $0.last { !$0.isWhitespace } == "|" ? $0.withoutBar : $0 }
        )
      } else {
        break
      }
    }
    guard let end, row.isEmpty, !rows.isEmpty else { return nil }
    let text = markdown(header, rows) { _, _ in nil }
    return PandocTable(lineCount: end - lines.startIndex, markdown: text)
  }

  private static func rule(_ alignment: TextTable.Alignment?) -> String {
    switch alignment {
    case .center: ":-:"
    case .right: "--:"
    case .left, nil: "---"
    }
  }

  private static func row(_ cells: [String]) -> String {
    let cells = cells.map { $0.trimmingBlanks().replacing("|", with: "\\|") }
    return "| " + cells.joined(separator: " | ") + " |\n"
  }
}

extension Substring {
  /// The width of a line of hyphens; nil for any other line.
  fileprivate var widthOfRule: Int? {
    let text = trimmingBlanks()
    return text.utf8.count >= 5 && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") }
      ? text.utf8.count + prefix { $0 == " " }.count : nil
  }
}

extension String {
  /// The text without the bar at its end.
  fileprivate var withoutBar: String { String(trimmingBlanks().dropLast()) }
}
