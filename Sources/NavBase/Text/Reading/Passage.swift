/// A piece of a page's text for reading aloud or copying: whole lines, independent of the screen's width.
///
/// Passages are in reading order. Columns follow one another, and content not revealed yet is omitted.
package struct Passage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A paragraph, or the text of a list item.
    case text
    /// A heading of level 1 to 6.
    case heading(Int)
    /// Code in a language; empty if none is named.
    case code(String)
    /// Verbatim lines, such as those of a file or of a program's output.
    case verbatim
    /// Rows of cells, the header first.
    case table
    /// A marker without text: the following passages are in a column, counted from 1.
    case column(Int, of: Int)
    /// A horizontal rule.
    case rule
  }

  package var kind: Kind
  /// The text line by line, without `lead` and `margin`; a table has `cells` instead.
  package var lines: [String]
  /// The cells of a table, row by row; a cell may have several lines.
  package var cells: [[String]]
  /// The prefix of the first line: a list marker or a quote mark.
  package var lead: String
  /// The prefix of each further line.
  package var margin: String
  /// Whether no blank line separates the passage from the one above.
  package var isTight: Bool
  /// Whether the passage continues the one above, which was cut at a reply's size limit.
  package var isContinued: Bool

  package init(
    _ kind: Kind,
    lines: [String] = [],
    cells: [[String]] = [],
    lead: String = "",
    margin: String = "",
    isTight: Bool = false,
    isContinued: Bool = false
  ) {
    self.kind = kind
    self.lines = lines
    self.cells = cells
    self.lead = lead
    self.margin = margin
    self.isTight = isTight
    self.isContinued = isContinued
  }

  /// The number of lines for paging through a long text; at least 1.
  package var lineCount: Int { max(1, lines.count, cells.count) }

  /// The text without prefixes: the lines of code, the rows of a table.
  package var text: String { rows.joined(separator: "\n") }

  /// The lines; the cells of a table row are joined by ` | `.
  package var rows: [String] {
    guard kind == .table else { return lines }
    return cells.map { row in
      row.map { $0.split(separator: "\n").joined(separator: " ") }.joined(separator: " | ")
    }
  }

  /// The rows with their prefixes.
  package var markedRows: [String] {
    rows.enumerated().map { index, row in
      let before = index == 0 && !isContinued ? lead : margin
      return (row.isEmpty ? before.trimmingEnd : before + row)
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Passage {
  /// Returns the passage without control characters, except tabs, and line feeds in cells.
  package func sanitized() -> Passage {
    var safe = self
    if case .code(let language) = kind { safe.kind = .code(NavBase.sanitized(language)) }
    safe.lines = lines.map { NavBase.sanitized($0, keeping: .tabs) }
    safe.cells = cells.map { $0.map { NavBase.sanitized($0, keeping: .lineFeeds) } }
    safe.lead = NavBase.sanitized(lead)
    safe.margin = NavBase.sanitized(margin)
    return safe
  }
}
