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

/// A simple pandoc table: a header line, a ruler and the rows up to a blank line, or rows between two rulers.
struct PandocTable {
  /// The number of source lines.
  private(set) var lineCount: Int
  /// The table in Markdown syntax.
  private(set) var markdown: String

  /// Nil if no table starts at the first of these lines.
  init?(_ lines: ArraySlice<Substring>) {
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
    let alignments = (header ?? rows[0]).enumerated().map {
      ruler.alignment(of: $0.element, run: $0.offset)
    }
    markdown = Self.row(header ?? rows[0].map { _ in "" })
    markdown += "|" + alignments.map(Self.rule).joined(separator: "|") + "|\n"
    markdown += rows.map(Self.row).joined()
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
