import NavBase
import NavWire

extension PageText {
  /// The page as lines for a plain viewer, complete and without control characters.
  var spoken: [SpokenLine] {
    var column: String?
    return passages.flatMap { passage in
      if case .column = passage.kind { column = passage.spoken.first }
      return passage.spoken.map { SpokenLine(text: $0, column: column) }
    }
  }
}

/// A line of a page for a plain viewer.
struct SpokenLine: Hashable {
  var text: String
  /// The line that begins its column; nil before the first one.
  var column: String?
}

extension [SpokenLine] {
  /// The texts; those of several columns are preceded by the lines that begin these.
  var namingColumns: [String] {
    guard Set(map(\.column)).count > 1 else { return map(\.text) }
    var column: String?
    return flatMap { line in
      defer { column = line.column }
      let isNamed = line.column == column || line.column == line.text
      return [isNamed ? nil : line.column, line.text].compactMap(\.self)
    }
  }
}

extension Passage {
  /// The passage's lines, preceded by a description if the lines alone don't show what they are.
  fileprivate var spoken: [String] {
    switch kind {
    case .rule: return []
    case .column(let number, let count): return ["Column \(number) of \(count):"]
    case .text, .heading:
      return markedRows.filter { row in row.contains { $0 != " " } }
        .map { NavBase.sanitized($0, keeping: .tabs).expandingTabs(every: 8) }
    case .verbatim: return expanded(every: 8)
    case .code(let language):
      let name = language.isEmpty ? "Code" : "Code in \(language)"
      return [lead + "\(name), \(Self.count(lines.count, "line")):"] + expanded(every: 4)
    case .table:
      let columns = Self.count(cells.first?.count ?? 0, "column")
      let rows = Self.count(max(0, cells.count - 1), "row")
      return [lead + "Table, \(columns), \(rows):"] + expanded(every: 8)
    }
  }

  /// Returns the lines unchanged except for tabs and control characters; the list marker precedes
  /// the description instead.
  private func expanded(every stop: Int) -> [String] {
    rows.map { row in
      let text = NavBase.sanitized(row, keeping: .tabs).expandingTabs(every: stop)
      return text.isEmpty ? "" : margin + text
    }
  }

  private static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}

extension String {
  /// Returns the text with each tab replaced by blanks up to the next tab stop.
  func expandingTabs(every stop: Int) -> String {
    guard utf8.contains(0x09) else { return self }
    var text = ""
    var columns = 0
    for character in self {
      if character == "\t" {
        let blanks = stop - columns % stop
        text += String(repeating: " ", count: blanks)
        columns += blanks
      } else {
        text.append(character)
        columns += columnWidth(of: character)
      }
    }
    return text
  }
}
