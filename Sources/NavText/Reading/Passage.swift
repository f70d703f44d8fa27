/// A piece of a page's text as it is read out or copied: whole lines, however wide a screen is.
///
/// Passages stand in reading order. Columns come one after the other, and what is not revealed yet is left out.
package struct Passage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A paragraph, or the text of a list's item.
    case text
    /// A heading of level 1 to 6.
    case heading(Int)
    /// Code in a language; empty where none is named.
    case code(String)
    /// Lines that are shown as they are, such as those of a file or of a program.
    case verbatim
    /// Rows of cells, the header first.
    case table
    /// No text of its own: what follows stands in a column, counted from 1.
    case column(Int, of: Int)
    /// A line between two parts of a page.
    case rule
  }

  package var kind: Kind
  /// Its text line by line, without what stands before the lines; a table has `cells` instead.
  package var lines: [String]
  /// The cells of a table, row by row; a cell may have several lines.
  package var cells: [[String]]
  /// Stands before the first line: a marker of a list, the mark of a quote.
  package var lead: String
  /// Stands before each further line.
  package var margin: String
  /// Whether no blank line parts it from the passage above.
  package var isTight: Bool
  /// Whether it goes on with the passage above, which was cut because an answer has a limit.
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

  /// The lines that it counts as, where a long text is answered in parts; at least 1.
  package var lineCount: Int { max(1, lines.count, cells.count) }

  /// Its own text without what stands around it: of code its lines, of a table its rows.
  package var text: String { rows.joined(separator: "\n") }

  /// Its lines; the cells of a table's row stand between ` | `.
  package var rows: [String] {
    guard kind == .table else { return lines }
    return cells.map { row in
      row.map { $0.split(separator: "\n").joined(separator: " ") }.joined(separator: " | ")
    }
  }

  /// The rows behind what stands before them.
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
  /// The same with no control characters but tabs, and line feeds in cells.
  package func sanitized() -> Passage {
    var safe = self
    if case .code(let language) = kind { safe.kind = .code(NavText.sanitized(language)) }
    safe.lines = lines.map { NavText.sanitized($0, keeping: .tabs) }
    safe.cells = cells.map { $0.map { NavText.sanitized($0, keeping: .lineFeeds) } }
    safe.lead = NavText.sanitized(lead)
    safe.margin = NavText.sanitized(margin)
    return safe
  }
}
